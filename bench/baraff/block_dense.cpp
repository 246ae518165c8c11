// SPDX-License-Identifier: Apache-2.0
//
// K (v, f) = (p, q):  A f = G M⁻¹ p - q,  v = M⁻¹ (p - Gᵀ f),  A = Σ_bodies G_b M_b⁻¹ G_bᵀ + S.
// A is symmetric positive definite where the constraints are independent or S > 0. It is dense for
// any structure in which bodies carry many constraints (Baraff 1996, figure 1b).
#include "bench/baraff/block_dense.hpp"

#include <string>

#include "perpend/core/error.hpp"

namespace perpend::linalg {

bool DenseMultipliers::factor(const BlockLdlt& K) {
  const BlockGraph& graph = K.graph();
  gather_nodes(K);
  const auto m = static_cast<Eigen::Index>(row_in_K_.size());
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(m, m);
  for (int n = 0; n < graph.nodes(); ++n)
    if (graph.signs[n] < 0)
      A.block(place_[n], place_[n], graph.sizes[n], graph.sizes[n]) = -K.diagonal(n);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) gather_edge(K, static_cast<int>(e), A);
  for (const Body& body : bodies_) {
    if (body.mass.info() != Eigen::Success) return false;
    if (!body.rows.empty()) A(body.rows, body.rows) += body.G * body.mass.solve(body.G.transpose());
  }
  A_.compute(A);
  return A_.info() == Eigen::Success;
}

void DenseMultipliers::gather_nodes(const BlockLdlt& K) {
  const BlockGraph& graph = K.graph();
  place_.assign(graph.sizes.size(), -1);
  bodies_.clear();
  row_in_K_.clear();
  for (int n = 0; n < graph.nodes(); ++n) {
    if (graph.signs[n] > 0) {
      place_[n] = static_cast<int>(bodies_.size());
      bodies_.push_back({Eigen::LLT<Eigen::MatrixXd>(K.diagonal(n)), {}, {}, K.offset(n)});
      continue;
    }
    place_[n] = static_cast<int>(row_in_K_.size());
    for (int i = 0; i < graph.sizes[n]; ++i) row_in_K_.push_back(K.offset(n) + i);
  }
}

void DenseMultipliers::gather_edge(const BlockLdlt& K, int edge, Eigen::MatrixXd& A) {
  const BlockGraph& graph = K.graph();
  const auto [first, second] = graph.edges[edge];
  const auto block = K.coupling(edge);
  if (graph.signs[first] < 0 && graph.signs[second] < 0) {
    A.block(place_[first], place_[second], block.rows(), block.cols()) = -block;
    A.block(place_[second], place_[first], block.cols(), block.rows()) = -block.transpose();
    return;
  }
  require(graph.signs[first] != graph.signs[second], "K", "free of blocks between two bodies",
          std::to_string(first) + ", " + std::to_string(second));
  const bool body_first = graph.signs[first] > 0;
  const int constraint = body_first ? second : first, size = graph.sizes[constraint];
  Body& body = bodies_[place_[body_first ? first : second]];
  body.G.conservativeResize(body.G.rows() + size, body.mass.rows());
  if (body_first)
    body.G.bottomRows(size) = block.transpose();
  else
    body.G.bottomRows(size) = block;
  for (int i = 0; i < size; ++i) body.rows.push_back(place_[constraint] + i);
}

void DenseMultipliers::solve(Eigen::Ref<Eigen::VectorXd> x) const {
  Eigen::VectorXd f = -x(row_in_K_);
  for (const Body& body : bodies_) {
    auto p = x.segment(body.offset, body.mass.rows());
    body.mass.solveInPlace(p);
    if (!body.rows.empty()) f(body.rows) += body.G * p;
  }
  A_.solveInPlace(f);
  for (const Body& body : bodies_) {
    if (body.rows.empty()) continue;
    x.segment(body.offset, body.mass.rows()) -= body.mass.solve(body.G.transpose() * f(body.rows));
  }
  x(row_in_K_) = f;
}

}  // namespace perpend::linalg
