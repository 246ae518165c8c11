// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/operator/cone_problem.hpp"

namespace perpend::lcp {

/// Returns max |motion_scale (r - P(r - u))| over rows above their noise, the residual checker's
/// natural map; NaN counts as the largest value.
double natural_map(const ConeProblem& cone, const Eigen::VectorXd& r, const Eigen::VectorXd& u);

}  // namespace perpend::lcp
