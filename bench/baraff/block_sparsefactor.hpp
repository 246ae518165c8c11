// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "linalg/graph/block_graph.hpp"

namespace perpend::linalg {

/// The linear-time method of Baraff 1996 as printed (section 7.3 and appendix A, with the errata in
/// docs/methods/primary_auxiliary.md): primary constraints that join bodies to a forest,
///
///   H = [M -Jᵀ; -J 0],   H (y, lambda) = z,
///
/// M block diagonal. BlockLdlt solves the same systems faster and with loops; this is the reference
/// for it, and AuxiliaryConstraints uses it for anticipation.
class SparseFactor {
 public:
  using Map = Eigen::Map<Eigen::MatrixXd>;

  /// Takes the nodes and edges of a forest whose edges join a body and a constraint. Throws
  /// InvalidArgument for loops and for edges of two bodies or two constraints.
  void analyse(const BlockGraph& graph);

  const BlockGraph& graph() const { return graph_; }
  int rows() const { return offset_.empty() ? 0 : offset_.back(); }
  int offset(int node) const { return offset_[node]; }

  /// Mass block of a body, symmetric positive definite.
  Map mass(int body);
  /// Jacobian block (rows of the constraint × columns of the body) of edges[edge].
  Map jacobian(int edge);

  /// Runs procedure sparsefactor. Returns the node whose pivot is singular, where it stops, or -1:
  /// a constraint whose child bodies do not carry it (errata 1996-16), or a mass that is not
  /// positive definite.
  int factor();
  /// Runs procedure sparsesolve: x = H⁻¹ x, bodies and constraints in the order of the nodes. O(n).
  void solve(Eigen::Ref<Eigen::VectorXd> x) const;

 private:
  struct Node {
    int parent = -1;
    int edge = -1;                ///< edge to the parent
    std::size_t D = 0, Dinv = 0;  ///< size × size, in values_
    std::size_t J = 0;            ///< size × sizes[parent], in values_
  };

  void find_parents();
  void load(int node);
  bool invert_pivot(int node);
  void update_parent(int node);

  BlockGraph graph_;
  std::vector<int> forward_;  ///< children before parents
  std::vector<Node> nodes_;
  std::vector<int> offset_;
  std::vector<std::size_t> mass_;      ///< by node, in input_
  std::vector<std::size_t> jacobian_;  ///< by edge, in input_
  std::vector<double> input_;
  std::vector<double> values_;
};

}  // namespace perpend::linalg
