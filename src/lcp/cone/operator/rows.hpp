// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace perpend::lcp {

/// A block of up to 3 × 3, the rest zeros; with the fourth row a column fills a vector register.
using PaddedBlock = Eigen::Matrix<double, 4, 3>;

/// The nonzero blocks of W and all diagonal ones, row after row of blocks: `column`, ascending, and
/// `value` of row i lie in [start[i], start[i + 1]), its diagonal at own[i].
struct BlockRows {
  std::vector<int> start, own, column;
  std::vector<PaddedBlock> value;
};

}  // namespace perpend::lcp
