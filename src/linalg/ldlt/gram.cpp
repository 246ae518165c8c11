// SPDX-License-Identifier: Apache-2.0
//
// W = B K⁻¹ Bᵀ from half solves Y_g = L⁻¹ P B_gᵀ, in the cheaper of two ways:
//
//   products    W_gh = Y_gᵀ D⁻¹ Y_h over the columns that both paths share;
//               Σ_p s_p c_p² / 2 multiply-adds, c_p rows whose path has column p of size s_p
//   responses   W_hg = B_h x, x = L⁻ᵀ D⁻¹ y for every column y of Y_g over the union U of paths;
//               k Σ_{p in U} (numbers of L at p) multiply-adds
//
// Short paths (branching trees, few contacts) favour products, many contacts along one chain the
// responses: O(k n) instead of O(k² n). A multiply-add costs about the same in both.
// Only blocks with h <= g are formed; the others are their mirror images.
#include <algorithm>
#include <functional>

#include "linalg/kernels/block_kernels.hpp"
#include "linalg/ldlt/block_reduction.hpp"
#include "perpend/core/error.hpp"

namespace perpend::linalg {

// Rows of a contact with friction in space: most groups have as many.
constexpr int kContactRows = 3;

void BlockReduction::gram(Eigen::Ref<Eigen::MatrixXd> W) const {
  require(W.rows() == rows_ && W.cols() == rows_, "W", "rows() square",
          static_cast<double>(W.rows()));
  const bool by_responses = choose_responses();
  if (by_responses) gather_panels();
  for (const Group& g : groups_) {
    scale(g);
    if (by_responses) {
      add_responses(g, W);
    } else {
      for (const Group& h : groups_) {
        if (h.row > g.row) break;
        if (g.rows == kContactRows && h.rows == kContactRows)
          pair<kContactRows>(g, h, W);
        else
          pair<Eigen::Dynamic>(g, h, W);
      }
    }
    W.block(g.row, 0, g.rows, g.row) = W.block(0, g.row, g.row, g.rows).transpose();
    for (int i = g.row; i < g.row + g.rows; ++i)
      for (int j = g.row; j < i; ++j) W(i, j) = W(j, i);
  }
}

// Collects the union of all paths, and compares the costs of the two ways.
bool BlockReduction::choose_responses() const {
  const BlockSymbolic& symbolic = K_->symbolic();
  on_path_.assign(static_cast<std::size_t>(symbolic.nodes()), 0);
  union_.clear();
  for (const Group& g : groups_) {
    for (int step = g.path_begin; step < g.path_end; ++step) {
      const int p = path_[step].column;
      if (on_path_[p] == 0) union_.push_back(p);
      on_path_[p] += g.rows;
    }
  }
  std::sort(union_.begin(), union_.end(), std::greater<>());
  double products = 0.0, responses = 0.0;
  for (const int p : union_) {
    const double c = on_path_[p], s = symbolic.size[p];
    products += 0.5 * s * c * c;
    double numbers = s;
    for (const int i : symbolic.below_of(p)) numbers += symbolic.size[i];
    responses += rows_ * s * numbers;
  }
  return responses < products;
}

// Collects L of the union, in its order: once for all columns.
void BlockReduction::gather_panels() const {
  double copy[BlockLdlt::kPanelCopy];
  panels_.clear();
  for (const int p : union_) {
    const double* L = K_->panel(p, copy);
    panels_.insert(panels_.end(), L, L + K_->symbolic().values_of(p));
  }
}

// Sets scaled_ = D⁻¹ Y_g.
void BlockReduction::scale(const Group& group) const {
  const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(group.values);
  scaled_.assign(begin, begin + static_cast<std::ptrdiff_t>(group.height) * group.rows);
  for (int step = group.path_begin; step < group.path_end; ++step) {
    const auto [p, row] = path_[step];
    for (int k = 0; k < K_->symbolic().size[p]; ++k) {
      const double inverse_pivot = K_->inverse_pivot(p, k);
      for (int i = 0; i < group.rows; ++i)
        scaled_[static_cast<std::size_t>(i * group.height + row + k)] *= inverse_pivot;
    }
  }
}

// Computes W_hg from the runs that both paths share; scaled_ holds D⁻¹ Y_g.
template <int Rows>
void BlockReduction::pair(const Group& g, const Group& h, Eigen::Ref<Eigen::MatrixXd> W) const {
  using Columns = Eigen::Matrix<double, Eigen::Dynamic, Rows>;
  const Eigen::Map<const Columns> G(scaled_.data(), g.height, g.rows);
  const Eigen::Map<const Columns> H(values_.data() + h.values, h.height, h.rows);
  const auto& size = K_->symbolic().size;
  auto block = W.template block<Rows, Rows>(h.row, g.row, h.rows, g.rows);
  block.setZero();
  int a = g.path_begin, b = h.path_begin;
  while (a < g.path_end && b < h.path_end) {
    if (path_[a].column != path_[b].column) {
      ++(path_[a].column < path_[b].column ? a : b);
      continue;
    }
    const int top = path_[a].row, other = path_[b].row;
    int length = 0;
    while (a < g.path_end && b < h.path_end && path_[a].column == path_[b].column) {
      length += size[path_[a].column];
      ++a, ++b;
    }
    block.noalias() +=
        H.middleRows(other, length).transpose().lazyProduct(G.middleRows(top, length));
  }
}

// Computes columns g of W, down to their diagonal block, from the full response to each of them.
void BlockReduction::add_responses(const Group& g, Eigen::Ref<Eigen::MatrixXd> W) const {
  const BlockSymbolic& symbolic = K_->symbolic();
  for (int i = 0; i < g.rows; ++i) {
    respond_to_column(g, i);
    auto column = W.col(g.row + i).head(g.row + g.rows);
    column.setZero();
    for (const Group& h : groups_) {
      if (h.row > g.row) break;
      for (int part = 0; part < h.parts_used; ++part) {
        const auto [node, block] = h.parts[part];
        const int size = K_->graph().sizes[node];
        const double* x = response_.data() + symbolic.row[symbolic.column[node]];
        block_kernels(h.rows, size)
            .subtract_product(blocks_.data() + block, x, column.data() + h.row, h.rows, size);
      }
    }
    column *= -1.0;
  }
}

// Computes response_ = L⁻ᵀ D⁻¹ y on the union of all paths, for column i of Y_g; leaves other rows.
void BlockReduction::respond_to_column(const Group& g, int i) const {
  const BlockSymbolic& symbolic = K_->symbolic();
  response_.resize(static_cast<std::size_t>(symbolic.rows()));
  int step = g.path_end - 1;
  const double* L = panels_.data();
  for (const int p : union_) {
    const int s = symbolic.size[p];
    double* x = response_.data() + symbolic.row[p];
    if (step >= g.path_begin && path_[step].column == p) {
      const double* y = scaled_.data() + i * g.height + path_[step--].row;
      std::copy(y, y + s, x);
    } else {
      std::fill(x, x + s, 0.0);
    }
    for (int k = symbolic.below_start[p]; k < symbolic.below_start[p + 1]; ++k) {
      const int q = symbolic.below[k], r = symbolic.size[q];
      const double* block = L + (symbolic.block[k] - symbolic.diagonal[p]);
      block_kernels(r, s).subtract_transposed(block, response_.data() + symbolic.row[q], x, r, s);
    }
    diagonal_kernels(s).backward(L, x, s);
    L += symbolic.values_of(p);
  }
}

}  // namespace perpend::linalg
