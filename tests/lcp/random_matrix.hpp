// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <random>

namespace perpend::lcp::testing {

/// Entries uniform in [-1, 1), the same bits with every standard library.
inline Eigen::MatrixXd random_matrix(std::mt19937_64& random, Eigen::Index rows,
                                     Eigen::Index columns) {
  Eigen::MatrixXd matrix(rows, columns);
  for (Eigen::Index j = 0; j < columns; ++j)
    for (Eigen::Index i = 0; i < rows; ++i)
      matrix(i, j) = -1 + static_cast<double>(random() >> 11) * 0x1.0p-52;
  return matrix;
}

}  // namespace perpend::lcp::testing
