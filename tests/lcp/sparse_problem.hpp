// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/random_problem.hpp"

namespace perpend::lcp::testing {

/// Contacts of discs in a square grid of `side`, each with its neighbours and the lowest with the
/// ground: rows along random normals, two per contact as of a facet law. b in the range of A:
/// always solvable, and with 4 rows per body and more usually not in one way only.
inline Lcp grid_of_discs(std::mt19937_64& random, Eigen::Index side) {
  const Eigen::Index bodies = side * side, n = 2 * (2 * bodies - side);
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(n, 3 * bodies);
  Eigen::Index row = 0;
  const auto touch = [&](Eigen::Index a, Eigen::Index b) {
    for (int facet = 0; facet < 2; ++facet, ++row) {
      J.block(row, 3 * a, 1, 3) = random_matrix(random, 1, 3);
      if (b >= 0) J.block(row, 3 * b, 1, 3) = -J.block(row, 3 * a, 1, 3);
    }
  };
  for (Eigen::Index i = 0; i < bodies; ++i) {
    touch(i, i - side);
    if (i % side > 0) touch(i, i - 1);
  }
  return {J * J.transpose(), J * random_matrix(random, 3 * bodies, 1)};
}

}  // namespace perpend::lcp::testing
