// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "perpend/lcp/problem.hpp"

namespace perpend::lcp::testing {

/// Unit lower triangular with 2 below: Murty's exponential example (1978; 1988, chapter 6).
inline Eigen::MatrixXd murty_matrix(Eigen::Index n) {
  Eigen::MatrixXd M = Eigen::MatrixXd::Constant(n, n, 2.0).triangularView<Eigen::StrictlyLower>();
  M.diagonal().setOnes();
  return M;
}

/// L L' of it: symmetric positive definite (Fathi 1979).
inline Eigen::MatrixXd fathi_matrix(Eigen::Index n) {
  const Eigen::MatrixXd L = murty_matrix(n);
  return L * L.transpose();
}

/// Unit lower triangular with -1 below: a P-matrix whose handicap grows exponentially with n
/// (Csizmadia; de Klerk and E.-Nagy 2011).
inline Eigen::MatrixXd csizmadia_matrix(Eigen::Index n) {
  Eigen::MatrixXd M = Eigen::MatrixXd::Constant(n, n, -1.0).triangularView<Eigen::StrictlyLower>();
  M.diagonal().setOnes();
  return M;
}

/// A 3 × 3 circulant P-matrix on which exchanging all wrong rows at once returns to its first set
/// (Kostreva 1979; Ben Gharbia and Gilbert 2012), from any start with one clamped row and b = e.
inline Lcp kostreva_cycle() {
  return {Eigen::Matrix3d{{1, 0, 2}, {2, 1, 0}, {0, 2, 1}}, Eigen::Vector3d::Ones()};
}

/// -1 off the diagonals of a chain, 2 on it: a Z-matrix (Chandrasekaran 1970 solves these in at
/// most n pivots, and finds out whether a solution exists).
inline Eigen::MatrixXd chain_matrix(Eigen::Index n) {
  Eigen::MatrixXd M = 2 * Eigen::MatrixXd::Identity(n, n);
  for (Eigen::Index i = 0; i + 1 < n; ++i) M(i, i + 1) = M(i + 1, i) = -1;
  return M;
}

struct Named {
  std::string name;
  Lcp problem;
  bool solvable = true;
};

/// Small enough for enumeration (n <= 12), which is what says whether `solvable` is right.
inline std::vector<Named> nasty_problems() {
  using Eigen::MatrixXd;
  using Eigen::VectorXd;
  std::vector<Named> list;
  const auto add = [&](const char* name, const MatrixXd& A, const VectorXd& b, bool solvable) {
    list.push_back({name, {A, b}, solvable});
  };
  add("Murty, n = 10", murty_matrix(10), -VectorXd::Ones(10), true);
  add("Fathi, n = 10", fathi_matrix(10), -VectorXd::Ones(10), true);
  add("Csizmadia, n = 12", csizmadia_matrix(12), -VectorXd::Ones(12), true);
  add("Csizmadia, alternating", csizmadia_matrix(6), VectorXd{{-1, 2, -1, 2, -1, 3}}, true);
  list.push_back({"Kostreva", kostreva_cycle(), true});
  add("Kostreva, b = -e", kostreva_cycle().A, -VectorXd::Ones(3), true);
  add("Chandrasekaran, chain", chain_matrix(12), -VectorXd::Ones(12), true);
  add("Chandrasekaran, singular Z-matrix", MatrixXd{{1, -1}, {-1, 1}}, VectorXd{{1, -1}}, true);
  add("Chandrasekaran, Z-matrix without solution", MatrixXd{{0, -1}, {0, 0}}, VectorXd{{-1, 1}},
      false);
  add("Cottle-Pang-Stone, remark 4.1.14", MatrixXd{{1, 1}, {1, 1}}, VectorXd{{-1, -1}}, true);
  add("Cottle-Pang-Stone, 4.4.7", MatrixXd{{0, 2, -1}, {-1, 0, 1}, {2, -2, 0}},
      VectorXd{{-3, 6, -1}}, true);
  add("Cottle-Pang-Stone, degenerate",
      MatrixXd{{11, 0, 10, 1}, {0, 11, 10, 1}, {10, 10, 21, 1}, {-1, -1, -1, 0}},
      VectorXd{{50, 50, 10, -6}}, false);
  add("Cottle-Pang-Stone, 4.4.16", MatrixXd{{1, -1}, {-1, 1}}, VectorXd{{1, -1}}, true);
  add("no solution: opposed contacts", MatrixXd{{1, -1}, {-1, 1}}, VectorXd{{-1, 0.5}}, false);
  add("no solution: zero row", MatrixXd{{1, 0}, {0, 0}}, VectorXd{{-1, -1}}, false);
  add("zero diagonal, saddle", MatrixXd{{0, 1}, {-1, 0}}, VectorXd{{-1, 1}}, true);
  add("zero matrix, b >= 0", MatrixXd::Zero(3, 3), VectorXd{{0, 1, 2}}, true);
  add("all zero", MatrixXd::Zero(3, 3), VectorXd::Zero(3), true);
  VectorXd scale(10);
  for (Eigen::Index i = 0; i < 10; ++i) scale[i] = i % 2 == 0 ? 1e-3 : 1e3;
  add("Fathi, rows scaled 1e6 : 1", scale.asDiagonal() * fathi_matrix(10) * scale.asDiagonal(),
      -scale, true);
  return list;
}

}  // namespace perpend::lcp::testing
