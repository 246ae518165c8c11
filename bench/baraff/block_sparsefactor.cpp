// SPDX-License-Identifier: Apache-2.0
//
// Procedures ordermatrix, factor and solve of Baraff 1996, appendix A, one line of code per line of
// the paper where that is possible. Each node n of the forest has
//
//   D, Dinv   pivot block and its inverse, by Cholesky (footnote 7: pivots are definite)
//   J         block of H between n and its parent, then Dinv J
//
// Corrections to the printed text: c.D in the update of the parent (errata 1996-1, 3), n.J on the
// left (4), transposed Jacobian for a body below a constraint and both with a minus sign (5), the
// signs of the solve (2, 6), Forward runs from the leaves up (7).
#include "bench/baraff/block_sparsefactor.hpp"

#include <Eigen/Cholesky>
#include <string>
#include <utility>

#include "linalg/graph/block_adjacency.hpp"
#include "linalg/kernels/block_kernels.hpp"
#include "perpend/core/error.hpp"

namespace perpend::linalg {
namespace {

using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kWidestNode,
                            kWidestNode>;
using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kWidestNode, 1>;
using ConstMap = Eigen::Map<const Eigen::MatrixXd>;

}  // namespace

void SparseFactor::analyse(const BlockGraph& graph) {
  check_graph(graph);
  for (const auto& [a, b] : graph.edges)
    require(graph.signs[a] != graph.signs[b], "edges", "between a body and a constraint",
            std::to_string(a) + ", " + std::to_string(b));
  forward_ = elimination_order(graph, BlockOrdering::leaves_first);
  graph_ = graph;
  find_parents();
  offset_.assign(1, 0);
  mass_.assign(graph.sizes.size(), 0);
  jacobian_.assign(graph.edges.size(), 0);
  std::size_t input = 0, values = 0;
  const auto take = [](std::size_t& used, std::size_t count) {
    return std::exchange(used, used + count);
  };
  for (int n = 0; n < graph.nodes(); ++n) {
    const auto size = static_cast<std::size_t>(graph.sizes[n]);
    Node& node = nodes_[n];
    offset_.push_back(offset_.back() + graph.sizes[n]);
    mass_[n] = take(input, graph.signs[n] > 0 ? size * size : 0);
    node.D = take(values, size * size);
    node.Dinv = take(values, size * size);
    if (node.parent < 0) continue;
    const auto block = size * static_cast<std::size_t>(graph.sizes[node.parent]);
    node.J = take(values, block);
    jacobian_[node.edge] = take(input, block);
  }
  input_.assign(input, 0.0);
  values_.assign(values, 0.0);
}

// The parent of a node is its one neighbour that comes later.
void SparseFactor::find_parents() {
  std::vector<int> position(forward_.size());
  for (std::size_t p = 0; p < forward_.size(); ++p) position[forward_[p]] = static_cast<int>(p);
  nodes_.assign(forward_.size(), {});
  for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
    auto [child, parent] = graph_.edges[e];
    if (position[child] > position[parent]) std::swap(child, parent);
    nodes_[child].parent = parent;
    nodes_[child].edge = static_cast<int>(e);
  }
}

SparseFactor::Map SparseFactor::mass(int body) {
  require(graph_.signs[body] > 0, "body", "a body node", body);
  return {input_.data() + mass_[body], graph_.sizes[body], graph_.sizes[body]};
}

SparseFactor::Map SparseFactor::jacobian(int edge) {
  auto [constraint, body] = graph_.edges[edge];
  if (graph_.signs[constraint] > 0) std::swap(constraint, body);
  return {input_.data() + jacobian_[edge], graph_.sizes[constraint], graph_.sizes[body]};
}

void SparseFactor::load(int n) {
  const Node& node = nodes_[n];
  const int size = graph_.sizes[n];
  const bool constraint = graph_.signs[n] < 0;
  Map D(values_.data() + node.D, size, size);
  if (constraint)
    D.setZero();
  else
    D = mass(n);
  if (node.parent < 0) return;
  Map J(values_.data() + node.J, size, graph_.sizes[node.parent]);
  if (constraint)
    J = -jacobian(node.edge);
  else
    J = -jacobian(node.edge).transpose();
}

bool SparseFactor::invert_pivot(int n) {
  const int size = graph_.sizes[n];
  const double sign = graph_.signs[n];
  const Small D = sign * ConstMap(values_.data() + nodes_[n].D, size, size);
  const Eigen::LLT<Small> llt(D);
  if (llt.info() != Eigen::Success) return false;
  const SmallVector pivots = Small(llt.matrixL()).diagonal().cwiseAbs2();
  if (!(pivots.array() > kSingularPivot * D.diagonal().array()).all()) return false;
  Map(values_.data() + nodes_[n].Dinv, size, size) = sign * llt.solve(Small::Identity(size, size));
  return true;
}

void SparseFactor::update_parent(int n) {
  const Node& node = nodes_[n];
  if (node.parent < 0) return;
  const int size = graph_.sizes[n], parent_size = graph_.sizes[node.parent];
  const ConstMap D(values_.data() + node.D, size, size),
      Dinv(values_.data() + node.Dinv, size, size);
  Map J(values_.data() + node.J, size, parent_size);
  Map parent_D(values_.data() + nodes_[node.parent].D, parent_size, parent_size);
  J = Small(Dinv.lazyProduct(J));
  parent_D -= J.transpose().lazyProduct(Small(D.lazyProduct(J)));
}

int SparseFactor::factor() {
  for (const int n : forward_) load(n);
  for (const int n : forward_) {
    if (!invert_pivot(n)) return n;
    update_parent(n);
  }
  return -1;
}

void SparseFactor::solve(Eigen::Ref<Eigen::VectorXd> x) const {
  require(x.size() == rows(), "x", "rows() entries", static_cast<double>(x.size()));
  const auto soln = [&](int n) { return x.segment(offset_[n], graph_.sizes[n]); };
  const auto J = [&](int n) {
    return ConstMap(values_.data() + nodes_[n].J, graph_.sizes[n], graph_.sizes[nodes_[n].parent]);
  };
  for (const int n : forward_)
    if (nodes_[n].parent >= 0) soln(nodes_[n].parent) -= J(n).transpose().lazyProduct(soln(n));
  for (auto n = forward_.rbegin(); n != forward_.rend(); ++n) {
    const ConstMap Dinv(values_.data() + nodes_[*n].Dinv, graph_.sizes[*n], graph_.sizes[*n]);
    soln(*n) = SmallVector(Dinv.lazyProduct(soln(*n)));
    if (nodes_[*n].parent >= 0) soln(*n) -= J(*n).lazyProduct(soln(nodes_[*n].parent));
  }
}

}  // namespace perpend::linalg
