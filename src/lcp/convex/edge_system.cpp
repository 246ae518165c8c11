// SPDX-License-Identifier: Apache-2.0
#include "lcp/convex/edge_system.hpp"

namespace perpend::lcp {
namespace {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::Matrix3d;

// Refinements that reach the rounding of D W, whose weights are large.
constexpr int kRefinements = 3;

}  // namespace

EdgeSystem::EdgeSystem(const std::vector<ConeEdges>& edges, const ConeProblem& cone)
    : edges_(edges),
      cone_(cone),
      size_(edges.empty() ? 0 : edges.back().column + edges.back().S.cols()),
      ones_(edges.size(), Matrix3d::Identity()),
      D_(edges.size(), Matrix3d::Zero()) {}

// r = S x
void EdgeSystem::spread(const ArrayXd& x) {
  r_.setZero(cone_.size());
  for (const ConeEdges& at : edges_)
    for (Index j = 0; j < at.S.cols(); ++j)
      for (Index i = 0; i < at.S.rows(); ++i) r_[at.row + i] += at.S(i, j) * x[at.column + j];
}

// a = S' u
void EdgeSystem::gather(ArrayXd& a) const {
  a.setZero(size_);
  for (const ConeEdges& at : edges_)
    for (Index j = 0; j < at.S.cols(); ++j)
      for (Index i = 0; i < at.S.rows(); ++i) a[at.column + j] += at.S(i, j) * u_[at.row + i];
}

void EdgeSystem::find_motion(const ArrayXd& x, ArrayXd& a) {
  spread(x);
  cone_.W->multiply(r_, u_);
  u_ += cone_.q;
  gather(a);
}

bool EdgeSystem::factor(const ArrayXd& weight) {
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const ConeEdges& at = edges_[e];
    D_[e].setZero();
    for (Index j = 0; j < at.S.cols(); ++j)
      for (Index c = 0; c < at.S.rows(); ++c)
        for (Index i = 0; i < at.S.rows(); ++i)
          D_[e](i, c) += weight[at.column + j] * at.S(i, j) * at.S(c, j);
  }
  return cone_.W->factor(cone_.blocks, ones_, D_, 0.0);
}

void EdgeSystem::respond(const ArrayXd& load, ArrayXd& change) {
  spread(load);
  cone_.W->solve(r_, kRefinements, response_);
  cone_.W->multiply(response_, u_);
  gather(change);
}

}  // namespace perpend::lcp
