// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/search.hpp"

namespace perpend::lcp {

constexpr int kIdleSteps = 15;

/// Takes full Newton steps on the second-order-cone Fischer-Burmeister map from r: at most 40, or
/// `idle_steps` that do not halve the best residual of the run. No block may be a box.
void run_fischer_burmeister(ConeSearch& search, const Eigen::VectorXd& r,
                            int idle_steps = kIdleSteps);

}  // namespace perpend::lcp
