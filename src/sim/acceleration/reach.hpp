// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Half the smallest extent of any bounded shape, m; infinite where there is none.
double least_reach(const Model& model);
/// Speed of the fastest point of any body with a shape, m/s.
double top_speed(const Model& model, const State& state);

}  // namespace perpend
