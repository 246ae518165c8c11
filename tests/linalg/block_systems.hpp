// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <vector>

#include "linalg/ldlt/block_ldlt.hpp"
#include "random.hpp"

namespace perpend::linalg {

/// Graphs and values of joint systems for tests.
class BlockSystem {
 public:
  BlockGraph graph;

  int add_node(int size, int sign) {
    graph.sizes.push_back(size);
    graph.signs.push_back(static_cast<std::int8_t>(sign));
    return graph.nodes() - 1;
  }
  int add_body(int size) { return add_node(size, 1); }
  /// Constraint of `rows` rows on the given bodies; edges run in either direction.
  int add_constraint(int rows, const std::vector<int>& bodies) {
    const int c = add_node(rows, -1);
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      if (k % 2 == 0)
        graph.edges.emplace_back(bodies[k], c);
      else
        graph.edges.emplace_back(c, bodies[k]);
    }
    return c;
  }
};

/// A random tree: every body but the first hangs on an earlier one; dims of bodies and rows of
/// constraints are drawn from the lists, rows at most the columns of the child.
inline BlockSystem random_tree(Random& random, int bodies, bool on_world) {
  static constexpr int kBodySizes[] = {2, 3, 6, 12};
  BlockSystem system;
  std::vector<int> nodes{system.add_body(kBodySizes[random.index(4)])};
  if (on_world) system.add_constraint(1 + static_cast<int>(random.index(2)), {nodes[0]});
  for (int i = 1; i < bodies; ++i) {
    const int size = kBodySizes[random.index(4)];
    const int parent = nodes[random.index(static_cast<Eigen::Index>(nodes.size()))];
    nodes.push_back(system.add_body(size));
    const int rows = 1 + static_cast<int>(random.index(std::min(size, 6)));
    system.add_constraint(rows, {parent, nodes.back()});
  }
  return system;
}

/// Bodies of one size, each but the first held by `rows` to one of the last `reach` before it, the
/// first to the world: chains (reach 1) and trees. Edges as MassSystem has them.
inline BlockGraph mechanism(Random& random, int bodies, int size, int rows, int reach) {
  BlockSystem system;
  for (int i = 0; i < bodies; ++i) system.add_body(size);
  for (int i = 0; i < bodies; ++i) {
    const int joint = system.add_node(rows, -1);
    system.graph.edges.emplace_back(joint, i);
    if (i > 0)
      system.graph.edges.emplace_back(joint,
                                      i - 1 - static_cast<int>(random.index(std::min(i, reach))));
  }
  return system.graph;
}

/// Masses 10^[-decades/2, decades/2], well-conditioned body blocks; Jacobians of full rank, a part
/// of the identity (with its columns rotated) plus a random half; S = 0.
inline void fill_random(BlockLdlt& K, Random& random, double decades) {
  K.set_zero();
  for (int i = 0; i < K.graph().nodes(); ++i) {
    if (K.graph().signs[i] < 0) continue;
    const int n = K.graph().sizes[i];
    const Eigen::MatrixXd A = 0.5 * random.matrix(n, n);
    const double mass = std::pow(10.0, 0.5 * decades * random.uniform());
    K.diagonal(i) = mass * (A * A.transpose() + Eigen::MatrixXd::Identity(n, n));
  }
  for (std::size_t e = 0; e < K.graph().edges.size(); ++e) {
    auto block = K.coupling(static_cast<int>(e));
    block = 0.25 * random.matrix(block.rows(), block.cols());
    const Eigen::Index turn = random.index(block.cols());
    for (Eigen::Index i = 0; i < block.rows(); ++i) block(i, (i + turn) % block.cols()) += 1.0;
  }
}

/// K as the caller wrote it.
inline Eigen::MatrixXd dense(const BlockLdlt& K) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(K.rows(), K.rows());
  for (int i = 0; i < K.graph().nodes(); ++i) {
    const int n = K.graph().sizes[i];
    A.block(K.offset(i), K.offset(i), n, n) = K.diagonal(i);
  }
  for (std::size_t e = 0; e < K.graph().edges.size(); ++e) {
    const auto [a, b] = K.graph().edges[e];
    const auto block = K.coupling(static_cast<int>(e));
    A.block(K.offset(a), K.offset(b), block.rows(), block.cols()) = block;
    A.block(K.offset(b), K.offset(a), block.cols(), block.rows()) = block.transpose();
  }
  return A;
}

}  // namespace perpend::linalg
