// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "linalg/random.hpp"
#include "perpend/lcp/global_problem.hpp"

namespace perpend::lcp {

struct RandomGlobal {
  std::uint64_t seed = 1;
  int bodies = 8;
  int body_size = 6;  ///< rows of each block of M; 0: 3 and 6 in turn
  int contacts = 20;
  int tangents = 2;    ///< -1: 0, 1 and 2 in turn
  int bilateral = 0;   ///< rows behind the contacts
  double decades = 2;  ///< of masses
};

/// Bodies with full mass blocks, contacts between random pairs or with the ground.
inline GlobalContactProblem random_global(const RandomGlobal& shape) {
  linalg::Random random(shape.seed);
  GlobalContactProblem problem;
  std::vector<Eigen::Triplet<double>> M, H;
  std::vector<int> start{0};
  for (int b = 0; b < shape.bodies; ++b) {
    const int size = shape.body_size > 0 ? shape.body_size : b % 2 == 0 ? 3 : 6;
    const double mass = std::pow(10.0, 0.5 * shape.decades * random.uniform());
    const Eigen::MatrixXd A = 0.5 * random.matrix(size, size);
    Eigen::MatrixXd block = mass * (A * A.transpose() + Eigen::MatrixXd::Identity(size, size));
    block = (0.5 * (block + block.transpose())).eval();
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) M.emplace_back(start[b] + i, start[b] + j, block(i, j));
    start.push_back(start[b] + size);
  }
  int row = 0;
  for (int c = 0; c < shape.contacts + shape.bilateral; ++c) {
    const bool bilateral = c >= shape.contacts;
    const int tangents = bilateral ? 0 : shape.tangents < 0 ? c % 3 : shape.tangents;
    const auto upper = static_cast<int>(random.index(shape.bodies));
    const auto lower = static_cast<int>(random.index(shape.bodies + 1));
    std::vector<int> touched{upper};
    if (lower != upper && lower < shape.bodies) touched.push_back(lower);
    for (const int body : touched)
      for (int i = start[body]; i < start[body + 1]; ++i)
        for (int k = 0; k <= tangents; ++k) H.emplace_back(i, row + k, random.uniform());
    if (!bilateral) {
      Contact contact{.row = row, .tangents = tangents};
      contact.mu_s = contact.mu_k = 0.5 + 0.4 * random.uniform();
      problem.contacts.push_back(contact);
    }
    row += 1 + tangents;
  }
  problem.M.resize(start.back(), start.back());
  problem.M.setFromTriplets(M.begin(), M.end());
  problem.H.resize(start.back(), row);
  problem.H.setFromTriplets(H.begin(), H.end());
  problem.f = random.vector(start.back());
  problem.w = 0.1 * random.vector(row);
  return problem;
}

/// The same with a skew part in M as large as a tenth of it, as gyroscopic terms are.
inline GlobalContactProblem unsymmetric(GlobalContactProblem problem) {
  for (Eigen::Index j = 0; j < problem.M.outerSize(); ++j)
    for (Eigen::SparseMatrix<double>::InnerIterator entry(problem.M, j); entry; ++entry)
      if (entry.row() != j)
        entry.valueRef() +=
            (entry.row() < j ? 0.1 : -0.1) *
            std::sqrt(problem.M.coeff(j, j) * problem.M.coeff(entry.row(), entry.row()));
  return problem;
}

}  // namespace perpend::lcp
