// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Returns half the smallest extent of any bounded shape, m; infinity if there is none.
double least_reach(const Model& model);
/// Returns a bound for the speed of any point of a body with a bounded shape, m/s.
double top_speed(const Model& model, const State& state);

}  // namespace perpend
