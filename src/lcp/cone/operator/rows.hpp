// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace perpend::lcp {

/// A block of up to 3 × 3, the rest zeros; with the fourth row a column fills a vector register.
using PaddedBlock = Eigen::Matrix<double, 4, 3>;

/// The blocks of W that are not zero, row after row of blocks, the diagonal among them: `column`,
/// ascending, and `value` of row i lie in [start[i], start[i + 1]), its diagonal at own[i].
struct BlockRows {
  std::vector<int> start, own, column;
  std::vector<PaddedBlock> value;
};

/// W = G' G + C of contacts of three rows on one or two bodies in space, G a 6 × 3 block per body.
struct BodyColumns {
  struct Site {
    Eigen::Index row;  ///< of W; sites ascend
    int bodies;
    const double* G[2];  ///< column-major
    int offset[2];       ///< of the body's velocities
  };
  std::vector<Site> sites;
  Eigen::Index velocities = 0;
  Eigen::VectorXd compliance;  ///< diagonal of C
};

}  // namespace perpend::lcp
