// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "perpend/study/scene.hpp"

namespace perpend::view {

/// Returns the scene of one body, written as in scene files, with the materials of `model`. A body
/// without a name gets one. Throws InvalidArgument with everything that is wrong with the body.
study::Scene read_new_body(const std::string& body, const Model& model);

/// Lifts the last body of `model` against gravity from its start until it overlaps none of the
/// others. These are in `state`, a state of `model` without that body. Returns false if there is no
/// room.
bool find_room(const State& state, Model& model);

}  // namespace perpend::view
