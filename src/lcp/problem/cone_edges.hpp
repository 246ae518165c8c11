// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace perpend::lcp {

/// Rows of f from `row` on that share a law, as S times unknowns of a cone, x from `column` on.
struct ConeEdges {
  Eigen::Index row = 0, column = 0;
  Eigen::MatrixXd S;
};

}  // namespace perpend::lcp
