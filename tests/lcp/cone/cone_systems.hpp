// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <utility>
#include <vector>

#include "lcp/cone/operator/operator.hpp"
#include "linalg/random.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// One block per contact, then the bilateral rows.
inline std::vector<ConeBlock> blocks_of(const auto& problem) {
  std::vector<ConeBlock> blocks;
  std::vector<bool> claimed(problem.size(), false);
  for (const Contact& contact : problem.contacts) {
    blocks.push_back({.row = contact.row, .rows = 1 + contact.tangents, .mu = contact.mu_s});
    for (int k = 0; k <= contact.tangents; ++k) claimed[contact.row + k] = true;
  }
  for (Eigen::Index row = 0; row < problem.size(); ++row)
    if (!claimed[row]) blocks.push_back({.row = row, .rows = 1, .bilateral = true});
  return blocks;
}

/// (A + B W) x = rhs
struct ConeSystem {
  BlockDiagonal A, B;
};

/// Sticking (A = 0, B = I), open (A = I, B = 0) and general blocks in turn.
inline ConeSystem mixed_system(const std::vector<ConeBlock>& blocks, linalg::Random& random) {
  ConeSystem system;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    Eigen::Matrix3d A = Eigen::Matrix3d::Identity(), B = Eigen::Matrix3d::Zero();
    if (blocks[i].bilateral || i % 4 == 0) A.setZero(), B.setIdentity();
    if (!blocks[i].bilateral && i % 4 >= 2) {
      const Eigen::Matrix3d small = 0.2 * random.matrix(3, 3);
      A += small;
      B = Eigen::Matrix3d::Identity() + 0.3 * random.matrix(3, 3);
    }
    system.A.push_back(A);
    system.B.push_back(B);
  }
  return system;
}

inline Eigen::MatrixXd dense(const std::vector<ConeBlock>& blocks, const ConeSystem& system,
                             const Eigen::MatrixXd& W) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(W.rows(), W.rows()), B = A;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto [row, rows] = std::pair(blocks[i].row, blocks[i].rows);
    A.block(row, row, rows, rows) = system.A[i].topLeftCorner(rows, rows);
    B.block(row, row, rows, rows) = system.B[i].topLeftCorner(rows, rows);
  }
  return A + B * W;
}

}  // namespace perpend::lcp
