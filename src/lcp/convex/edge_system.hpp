// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "lcp/cone/operator/cone_problem.hpp"
#include "lcp/problem/cone_edges.hpp"

namespace perpend::lcp {

/// The motion of edges, a = S' (W S x + q) of a cone problem in equilibrated units, and the linear
/// systems of Newton's method on x. Vectors have one entry per edge.
class EdgeSystem {
 public:
  /// Both must outlive this. Edges are in the order of the problem's blocks, one entry for each.
  EdgeSystem(const std::vector<ConeEdges>& edges, const ConeProblem& cone);

  Eigen::Index size() const { return size_; }
  void find_motion(const Eigen::ArrayXd& x, Eigen::ArrayXd& a);
  /// Factors I + D W, D = S diag(weight) S'; returns false where that broke down.
  bool factor(const Eigen::ArrayXd& weight);
  /// Computes change = S' W dr with (I + D W) dr = S load.
  void respond(const Eigen::ArrayXd& load, Eigen::ArrayXd& change);
  int factorisations() const { return cone_.W->factorisations(); }

 private:
  void spread(const Eigen::ArrayXd& x);
  void gather(Eigen::ArrayXd& a) const;

  const std::vector<ConeEdges>& edges_;
  const ConeProblem& cone_;
  Eigen::Index size_;
  Eigen::VectorXd r_, u_, response_;  // per row
  BlockDiagonal ones_, D_;
};

}  // namespace perpend::lcp
