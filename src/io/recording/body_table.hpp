// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/core/result.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/model/model.hpp"

namespace perpend::io {

BodyTable body_table(const Model& model);

/// Returns the differences that show that a state of those bodies does not belong to the model:
/// number of bodies, their names and kinds, and sizes. Empty if the state may belong to it.
Diagnostics mismatches(const BodyTable& bodies, const State& state, const Model& model);

}  // namespace perpend::io
