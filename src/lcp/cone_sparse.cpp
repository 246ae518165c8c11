// SPDX-License-Identifier: Apache-2.0
#include "cone_sparse.hpp"

#include <algorithm>
#include <utility>

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

Matrix3d padded(const MatrixXd& W, const ConeBlock& row, const ConeBlock& column) {
  Matrix3d block = Matrix3d::Zero();
  for (int k = 0; k < column.rows; ++k)
    for (int i = 0; i < row.rows; ++i) block(i, k) = W(row.row + i, column.row + k);
  return block;
}

void add(const ConeBlock& block, const Vector3d& rows, VectorXd& x) {
  for (int k = 0; k < block.rows; ++k) x[block.row + k] += rows[k];
}

// sizes = what a block of columns has in each row, in one pass.
void sizes_of(const MatrixXd& W, const ConeBlock& column, VectorXd& sizes) {
  const auto size = [&](int k) { return W.col(column.row + k).cwiseAbs(); };
  if (column.rows == 3)
    sizes = size(0) + size(1) + size(2);
  else
    sizes = W.middleCols(column.row, column.rows).cwiseAbs().rowwise().sum();
}

bool touches(const ConeBlock& block, const VectorXd& sizes) {
  double sum = 0.0;
  for (int k = 0; k < block.rows; ++k) sum += sizes[block.row + k];
  return sum != 0;
}

}  // namespace

// Columns are read down, in the order of memory, and all rows of a column of blocks at once. The
// entries come column after column, so that sorting them by rows, stably, leaves columns ascending.
bool SparseConeOperator::gather_rows(const MatrixXd& W, std::size_t most_pairs) {
  const int count = static_cast<int>(blocks_.size());
  std::vector<std::pair<int, int>> entries;  // (row, column)
  rows_.start.assign(blocks_.size() + 1, 0);
  for (int j = 0; j < count; ++j) {
    const ConeBlock& column = blocks_[j];
    sizes_of(W, column, motion_);
    for (int i = 0; i < count; ++i) {
      if (i != j && !touches(blocks_[i], motion_)) continue;
      entries.emplace_back(i, j);
      ++rows_.start[i + 1];
    }
    if (entries.size() > blocks_.size() + 2 * most_pairs) return false;
  }
  for (int i = 0; i < count; ++i) rows_.start[i + 1] += rows_.start[i];
  std::vector<int> next(rows_.start.begin(), rows_.start.end() - 1);
  rows_.column.resize(entries.size());
  rows_.value.resize(entries.size());
  own_.resize(blocks_.size());
  for (const auto& [i, j] : entries) {
    const int at = next[i]++;
    rows_.column[at] = j;
    rows_.value[at] = padded(W, blocks_[i], blocks_[j]);
    if (i == j) own_[i] = at;
  }
  return true;
}

// The graph of the contacts: one edge per coupled pair, whichever of its two blocks is not zero.
bool SparseConeOperator::join_rows(std::size_t most_pairs) {
  auto& edges = graph_.edges;
  edges.clear();
  const int count = static_cast<int>(blocks_.size());
  for (int i = 0; i < count; ++i)
    for (int k = rows_.start[i]; k < rows_.start[i + 1]; ++k)
      if (rows_.column[k] != i) edges.emplace_back(std::minmax(i, rows_.column[k]));
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  if (edges.size() > most_pairs) return false;
  edge_.assign(rows_.column.size(), -1);
  for (int i = 0; i < count; ++i)
    for (int k = rows_.start[i]; k < rows_.start[i + 1]; ++k) {
      if (rows_.column[k] == i) continue;
      const std::pair<int, int> pair = std::minmax(i, rows_.column[k]);
      const auto at = std::lower_bound(edges.begin(), edges.end(), pair);
      edge_[k] = static_cast<int>(at - edges.begin());
    }
  return true;
}

bool SparseConeOperator::assign(const MatrixXd& W, const std::vector<ConeBlock>& blocks,
                                std::size_t most_pairs) {
  blocks_ = blocks;
  factorisations_ = 0;
  if (!gather_rows(W, most_pairs) || !join_rows(most_pairs)) return false;
  block_of_row_.resize(static_cast<std::size_t>(W.rows()));
  graph_.sizes.clear();
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    graph_.sizes.push_back(blocks_[i].rows);
    for (int k = 0; k < blocks_[i].rows; ++k)
      block_of_row_[blocks_[i].row + k] = static_cast<int>(i);
  }
  graph_.signs.assign(blocks_.size(), 1);
  lu_.analyse(graph_);
  lu_.set_zero();  // a pair coupled one way only keeps a zero block
  return true;
}

void SparseConeOperator::scale(const VectorXd& D) {
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    for (int k = rows_.start[i]; k < rows_.start[i + 1]; ++k)
      rows_.value[k] *= D[blocks_[i].row] * D[blocks_[rows_.column[k]].row];
}

Matrix3d SparseConeOperator::diagonal(const ConeBlock& block) const {
  return rows_.value[own_[block_of_row_[block.row]]];
}

void SparseConeOperator::multiply(const VectorXd& r, VectorXd& u) const {
  u.resize(size());
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    Vector3d sum = Vector3d::Zero();
    for (int k = rows_.start[i]; k < rows_.start[i + 1]; ++k)
      sum += rows_.value[k].lazyProduct(rows_of(blocks_[rows_.column[k]], r));
    set_rows(blocks_[i], sum, u);
  }
}

bool SparseConeOperator::factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                                const BlockDiagonal& B, double shift) {
  ++factorisations_;
  A_ = A;
  B_ = B;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const int node = static_cast<int>(i), rows = blocks[i].rows;
    for (int k = rows_.start[i]; k < rows_.start[i + 1]; ++k) {
      Matrix3d K = B[i].lazyProduct(rows_.value[k]);
      const int j = rows_.column[k], columns = blocks[j].rows;
      if (j == node) {
        K += A[i] + shift * Matrix3d::Identity();
        lu_.diagonal(node) = K.topLeftCorner(rows, rows);
      } else if (node < j) {
        lu_.coupling(edge_[k]) = K.topLeftCorner(rows, columns);
      } else {
        lu_.reverse_coupling(edge_[k]) = K.topLeftCorner(rows, columns);
      }
    }
  }
  return lu_.factor().finite;
}

// defect_ = rhs - (A + B W) x
void SparseConeOperator::find_defect(const VectorXd& rhs, const VectorXd& x) {
  multiply(x, motion_);
  defect_ = rhs;
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    add(blocks_[i], -(A_[i] * rows_of(blocks_[i], x) + B_[i] * rows_of(blocks_[i], motion_)),
        defect_);
}

void SparseConeOperator::solve(const VectorXd& rhs, int refinements, VectorXd& x) {
  x.setZero(size());
  defect_ = rhs;
  VectorXd& step = motion_;
  for (int pass = 0; pass <= refinements; ++pass) {
    if (pass > 0) find_defect(rhs, x);
    if (pass > 0 && defect_.norm() <= kRefined * rhs.norm()) return;
    step.resize(size());
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      for (int k = 0; k < blocks_[i].rows; ++k)
        step[lu_.offset(static_cast<int>(i)) + k] = defect_[blocks_[i].row + k];
    lu_.solve(step);
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      for (int k = 0; k < blocks_[i].rows; ++k)
        x[blocks_[i].row + k] += step[lu_.offset(static_cast<int>(i)) + k];
  }
}

MatrixXd SparseConeOperator::dense() const {
  MatrixXd W = MatrixXd::Zero(size(), size());
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    for (int k = rows_.start[i]; k < rows_.start[i + 1]; ++k) {
      const ConeBlock &row = blocks_[i], &column = blocks_[rows_.column[k]];
      W.block(row.row, column.row, row.rows, column.rows) =
          rows_.value[k].topLeftCorner(row.rows, column.rows);
    }
  return W;
}

bool SparseConeOperator::solve_least_norm(const std::vector<ConeBlock>& blocks,
                                          const BlockDiagonal& A, const BlockDiagonal& B,
                                          const VectorXd& rhs, VectorXd& x) {
  ++factorisations_;
  DenseConeOperator stored;
  stored.assign(dense());
  return stored.solve_least_norm(blocks, A, B, rhs, x);
}

}  // namespace perpend::lcp
