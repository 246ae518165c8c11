// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace perpend::lcp {

/// The blocks of W that are not zero, row after row of blocks, the diagonal among them: `column`
/// and `value` of row i lie in [start[i], start[i + 1]). Blocks are padded to 3 × 3 with zeros.
struct BlockRows {
  std::vector<int> start, column;
  std::vector<Eigen::Matrix3d> value;
};

}  // namespace perpend::lcp
