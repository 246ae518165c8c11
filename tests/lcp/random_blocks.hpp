// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "lcp/problem/block_problem.hpp"
#include "linalg/random.hpp"

namespace perpend::lcp {

struct RandomBlocks {
  std::uint64_t seed = 1;
  int bodies = 10;
  int joints = 7;  ///< along a tree
  int loops = 1;   ///< further joints between any two bodies
  int contacts = 12;
  int limits = 2;      ///< rows of one sign on two bodies
  int motors = 2;      ///< bounded both ways, with a slack row
  int compliant = 2;   ///< contacts whose rows give
  double decades = 2;  ///< of masses
};

namespace testing {

inline void fill(linalg::Random& random, Eigen::Ref<Eigen::MatrixXd> block) {
  for (Eigen::Index j = 0; j < block.cols(); ++j)
    for (Eigen::Index i = 0; i < block.rows(); ++i) block(i, j) = random.uniform();
}

inline void add_joint(linalg::Random& random, int a, int b, BlockProblem& problem) {
  constexpr int kRows = 3;
  const int joint = problem.add_node(kRows, -1);
  problem.node(joint).diagonal().setConstant(-1e-10);
  for (const int body : {a, b}) fill(random, problem.coupling(problem.add_coupling(joint, body)));
}

// Rows on two bodies that differ; the last `rows` of a group of `rows + slack`.
inline void add_rows(linalg::Random& random, int bodies, int rows, int slack,
                     BlockProblem& problem) {
  problem.add_group(rows + slack);
  const auto a = static_cast<int>(random.index(bodies));
  const auto b = static_cast<int>(random.index(bodies));
  fill(random, problem.add_part(a).rightCols(rows));
  if (b != a) fill(random, problem.add_part(b).rightCols(rows));
}

}  // namespace testing

/// Bodies in space with full mass blocks, joints of three rows between them, contacts, limits and
/// motors on any two of them.
inline BlockProblem random_blocks(const RandomBlocks& shape) {
  linalg::Random random(shape.seed);
  BlockProblem problem;
  for (int i = 0; i < shape.bodies; ++i) {
    const double mass = std::pow(10.0, 0.5 * shape.decades * random.uniform());
    const Eigen::MatrixXd A = 0.5 * random.matrix(6, 6);
    problem.node(problem.add_node(6, 1)) =
        mass * (A * A.transpose() + Eigen::MatrixXd::Identity(6, 6));
  }
  for (int k = 0; k < shape.joints; ++k)
    testing::add_joint(random, static_cast<int>(random.index(k + 1)), k + 1, problem);
  for (int k = 0; k < shape.loops; ++k)
    testing::add_joint(random, k, shape.bodies - 1 - k, problem);
  std::vector<int> slack_rows;
  for (int k = 0; k < shape.contacts; ++k) {
    problem.contacts.push_back({.row = problem.size(), .tangents = 2});
    problem.contacts.back().mu_s = problem.contacts.back().mu_k = 0.5 + 0.4 * random.uniform();
    testing::add_rows(random, shape.bodies, 3, 0, problem);
  }
  for (int k = 0; k < shape.limits; ++k) {
    problem.contacts.push_back({.row = problem.size()});
    testing::add_rows(random, shape.bodies, 1, 0, problem);
  }
  for (int k = 0; k < shape.motors; ++k) {
    slack_rows.push_back(static_cast<int>(problem.size()));
    problem.contacts.push_back({.row = problem.size(), .tangents = 1, .mu_s = 1, .mu_k = 1});
    testing::add_rows(random, shape.bodies, 1, 1, problem);
  }
  problem.compliance.setZero(problem.size());
  for (int k = 0; k < shape.compliant; ++k) problem.compliance.segment<3>(3 * k).setConstant(0.2);
  // Loads that bodies can bear: what some forces would undo, and a little more.
  problem.b = random.vector(problem.size());
  for (const int row : slack_rows) {
    problem.compliance[row] = 1.0;
    problem.b[row] = -0.3;
  }
  return problem;
}

}  // namespace perpend::lcp
