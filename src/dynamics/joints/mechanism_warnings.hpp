// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "dynamics/joints/mechanism.hpp"
#include "perpend/core/result.hpp"

namespace perpend {

/// Returns the warnings of the model itself (perpend/model/model_builder.hpp), of welds that repeat
/// other welds, and of loops with skew pins.
Diagnostics warnings(const Model& model, const Mechanism& mechanism);
/// Returns the same; dependences are searched for only if there are at least two welds.
Diagnostics all_warnings(const Model& model);

/// Returns names of joints or couplers, numbered as in Dependence, in quotes; of many the first six
/// and the number of the others.
std::string listed_names(const Model& model, const std::vector<int>& joints);

}  // namespace perpend
