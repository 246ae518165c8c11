// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/core/result.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/model/model.hpp"

namespace perpend::io {

BodyTable body_table(const Model& model);

/// What tells that a state of those bodies is none of the model: bodies, their names and kinds, and
/// sizes. Empty where it may be one.
Diagnostics mismatches(const BodyTable& bodies, const State& state, const Model& model);

}  // namespace perpend::io
