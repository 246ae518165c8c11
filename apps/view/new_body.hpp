// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "perpend/study/scene.hpp"

namespace perpend::view {

/// The scene of one body, as scene files have it, of the materials of `model`. Without a name it
/// gets one. Throws InvalidArgument with everything that is wrong with it.
study::Scene read_new_body(const std::string& body, const Model& model);

/// Lifts the last body of `model` against gravity from its start until it overlaps none of the
/// others as they are in `state`, that of `model` without it; false where there is no room.
bool find_room(const State& state, Model& model);

}  // namespace perpend::view
