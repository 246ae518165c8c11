// SPDX-License-Identifier: Apache-2.0
//
// Half solves of sparse rows B. With K = Pᵀ L D Lᵀ P,
//
//   Y_g = L⁻¹ P B_gᵀ
//
// is zero off the paths from the nodes of B_g to the root of the elimination tree (Gilbert and
// Peierls 1988; Liu 1990), so a group costs what lies on its paths, not what K has rows.
//
//   path     columns of group g, ascending: its two branches, then what they share. The order is
//            a postorder, so what two groups share are runs, contiguous in the values of both.
//   values   Y_g, height × rows, column-major
//
// gram.cpp forms W from them.
#include "linalg/ldlt/block_reduction.hpp"

#include <algorithm>

#include "linalg/kernels/block_kernels.hpp"
#include "perpend/core/error.hpp"

namespace perpend::linalg {

void BlockReduction::start(const BlockLdlt& K) {
  K_ = &K;
  rows_ = 0;
  groups_.clear();
  path_.clear();
  blocks_.clear();
  values_.clear();
  slot_.resize(static_cast<std::size_t>(K.graph().nodes()));
}

int BlockReduction::add(int node, const Block& A) {
  Group group;
  append_part(group, node, A);
  return add_group(group);
}

int BlockReduction::add(int node_a, const Block& A, int node_b, const Block& B) {
  require(node_a != node_b, "node_b", "another node than node_a", node_b);
  Group group;
  append_part(group, node_a, A);
  append_part(group, node_b, B);
  return add_group(group);
}

void BlockReduction::append_part(Group& group, int node, const Block& A) {
  require(node >= 0 && node < K_->graph().nodes(), "node", "a node of the graph", node);
  require(A.cols() == K_->graph().sizes[node], "block", "one column per row of the node",
          static_cast<double>(A.cols()));
  const int rows = static_cast<int>(A.rows());
  require(group.parts_used == 0 || rows == group.rows, "block", "as many rows as the other block",
          rows);
  group.rows = rows;
  group.parts[group.parts_used++] = {node, blocks_.size()};
  for (Eigen::Index j = 0; j < A.cols(); ++j)
    blocks_.insert(blocks_.end(), A.col(j).data(), A.col(j).data() + rows);
}

int BlockReduction::add_group(Group group) {
  group.row = rows_;
  rows_ += group.rows;
  find_path(group);
  half_solve(group);
  groups_.push_back(group);
  return group.row;
}

// Merges both walks to the root; they coincide from where they meet.
void BlockReduction::find_path(Group& group) {
  const BlockSymbolic& symbolic = K_->symbolic();
  int a = symbolic.column[group.parts[0].node];
  int b = group.parts_used > 1 ? symbolic.column[group.parts[1].node] : -1;
  group.path_begin = static_cast<int>(path_.size());
  while (a >= 0 || b >= 0) {
    const int p = b < 0 || (a >= 0 && a < b) ? a : b;
    slot_[p] = group.height;
    path_.push_back({p, group.height});
    group.height += symbolic.size[p];
    if (a == p) a = symbolic.parent[p];
    if (b == p) b = symbolic.parent[p];
  }
  group.path_end = static_cast<int>(path_.size());
}

// below(p) lies on the path of p, so slot_ holds for every block met.
void BlockReduction::half_solve(Group& group) {
  const BlockSymbolic& symbolic = K_->symbolic();
  group.values = values_.size();
  values_.resize(values_.size() + static_cast<std::size_t>(group.height) * group.rows, 0.0);
  for (int part = 0; part < group.parts_used; ++part) {
    const auto [node, block] = group.parts[part];
    const int slot = slot_[symbolic.column[node]];
    for (int j = 0; j < K_->graph().sizes[node]; ++j)
      for (int i = 0; i < group.rows; ++i)
        values_[group.values + i * group.height + slot + j] = blocks_[block + j * group.rows + i];
  }
  double* const values = values_.data() + group.values;
  double copy[BlockLdlt::kPanelCopy];
  for (int step = group.path_begin; step < group.path_end; ++step) {
    const auto [p, row] = path_[step];
    const int s = symbolic.size[p];
    const double* L = K_->panel(p, copy);
    for (double* y = values; y != values + group.height * group.rows; y += group.height) {
      diagonal_kernels(s).forward(L, y + row, s);
      for (int k = symbolic.below_start[p]; k < symbolic.below_start[p + 1]; ++k) {
        const int q = symbolic.below[k], r = symbolic.size[q];
        const double* block = L + (symbolic.block[k] - symbolic.diagonal[p]);
        block_kernels(r, s).subtract_product(block, y + row, y + slot_[q], r, s);
      }
    }
  }
}

void BlockReduction::add_transposed(const Eigen::Ref<const Eigen::VectorXd>& lambda,
                                    Eigen::Ref<Eigen::VectorXd> x) const {
  require(lambda.size() == rows_, "lambda", "rows() entries", static_cast<double>(lambda.size()));
  require(x.size() == K_->rows(), "x", "one entry per row of K", static_cast<double>(x.size()));
  for (const Group& group : groups_) {
    for (int part = 0; part < group.parts_used; ++part) {
      const auto [node, block] = group.parts[part];
      const int size = K_->graph().sizes[node];
      const Eigen::Map<const Eigen::MatrixXd> B(blocks_.data() + block, group.rows, size);
      x.segment(K_->offset(node), size) +=
          B.transpose().lazyProduct(lambda.segment(group.row, group.rows));
    }
  }
}

void BlockReduction::multiply(const Eigen::Ref<const Eigen::VectorXd>& x,
                              Eigen::Ref<Eigen::VectorXd> out) const {
  require(x.size() == K_->rows(), "x", "one entry per row of K", static_cast<double>(x.size()));
  require(out.size() == rows_, "out", "rows() entries", static_cast<double>(out.size()));
  out.setZero();
  for (const Group& group : groups_) {
    for (int part = 0; part < group.parts_used; ++part) {
      const auto [node, block] = group.parts[part];
      const int size = K_->graph().sizes[node];
      const Eigen::Map<const Eigen::MatrixXd> B(blocks_.data() + block, group.rows, size);
      out.segment(group.row, group.rows) += B.lazyProduct(x.segment(K_->offset(node), size));
    }
  }
}

void BlockReduction::respond(const Eigen::Ref<const Eigen::VectorXd>& lambda,
                             Eigen::Ref<Eigen::VectorXd> x) const {
  add_transposed(lambda, x);
  K_->solve(x);
}

}  // namespace perpend::linalg
