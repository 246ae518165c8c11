// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace perpend::lcp {

/// Rows that share a law, `row` on of f, as S times unknowns of a cone, `column` on of x.
struct ConeEdges {
  Eigen::Index row = 0, column = 0;
  Eigen::MatrixXd S;
};

}  // namespace perpend::lcp
