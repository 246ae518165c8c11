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

bool is_zero(const MatrixXd& W, const ConeBlock& row, const ConeBlock& column) {
  for (int k = 0; k < column.rows; ++k)
    for (int i = 0; i < row.rows; ++i)
      if (W(row.row + i, column.row + k) != 0) return false;
  return true;
}

Matrix3d padded(const MatrixXd& W, const ConeBlock& row, const ConeBlock& column) {
  Matrix3d block = Matrix3d::Zero();
  block.topLeftCorner(row.rows, column.rows) = W.block(row.row, column.row, row.rows, column.rows);
  return block;
}

void add(const ConeBlock& block, const Vector3d& rows, VectorXd& x) {
  for (int k = 0; k < block.rows; ++k) x[block.row + k] += rows[k];
}

}  // namespace

// Columns are read down, in the order of memory; a pair is found once or twice.
bool SparseConeOperator::gather_pairs(std::size_t most_pairs) {
  const MatrixXd& W = stored_->matrix();
  std::vector<std::pair<int, int>>& edges = graph_.edges;
  edges.clear();
  const int count = static_cast<int>(blocks_.size());
  for (int j = 0; j < count; ++j)
    for (int i = 0; i < count; ++i) {
      if (i == j || is_zero(W, blocks_[i], blocks_[j])) continue;
      if (edges.size() > 2 * most_pairs) return false;
      edges.emplace_back(std::minmax(i, j));
    }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  pairs_.clear();
  for (const auto& [first, second] : edges)
    pairs_.push_back({first, second, padded(W, blocks_[first], blocks_[second]),
                      padded(W, blocks_[second], blocks_[first])});
  return edges.size() <= most_pairs;
}

bool SparseConeOperator::assign(DenseConeOperator& stored, const std::vector<ConeBlock>& blocks,
                                std::size_t most_pairs) {
  stored_ = &stored;
  blocks_ = blocks;
  factorisations_ = 0;
  if (!gather_pairs(most_pairs)) return false;
  graph_.sizes.clear();
  own_.clear();
  for (const ConeBlock& block : blocks_) {
    graph_.sizes.push_back(block.rows);
    own_.push_back(stored.diagonal(block));
  }
  graph_.signs.assign(blocks_.size(), 1);
  lu_.analyse(graph_);
  return true;
}

void SparseConeOperator::scale(const VectorXd& D) {
  stored_->scale(D);
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const double d = D[blocks_[i].row];
    own_[i] *= d * d;
  }
  for (Pair& pair : pairs_) {
    const double d = D[blocks_[pair.first].row] * D[blocks_[pair.second].row];
    pair.forth *= d;
    pair.back *= d;
  }
}

Matrix3d SparseConeOperator::diagonal(const ConeBlock& block) const {
  return stored_->diagonal(block);
}

void SparseConeOperator::multiply(const VectorXd& r, VectorXd& u) const {
  u.setZero(size());
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    add(blocks_[i], own_[i] * rows_of(blocks_[i], r), u);
  for (const Pair& pair : pairs_) {
    const ConeBlock &first = blocks_[pair.first], &second = blocks_[pair.second];
    add(first, pair.forth * rows_of(second, r), u);
    add(second, pair.back * rows_of(first, r), u);
  }
}

bool SparseConeOperator::factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                                const BlockDiagonal& B, double shift) {
  ++factorisations_;
  A_ = A;
  B_ = B;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const int node = static_cast<int>(i), rows = blocks[i].rows;
    const Matrix3d K = A[i] + shift * Matrix3d::Identity() + B[i] * own_[i];
    lu_.diagonal(node) = K.topLeftCorner(rows, rows);
  }
  for (std::size_t e = 0; e < pairs_.size(); ++e) {
    const Pair& pair = pairs_[e];
    const int edge = static_cast<int>(e), r = blocks[pair.first].rows, s = blocks[pair.second].rows;
    lu_.coupling(edge) = (B[pair.first] * pair.forth).topLeftCorner(r, s);
    lu_.reverse_coupling(edge) = (B[pair.second] * pair.back).topLeftCorner(s, r);
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

bool SparseConeOperator::solve_least_norm(const std::vector<ConeBlock>& blocks,
                                          const BlockDiagonal& A, const BlockDiagonal& B,
                                          const VectorXd& rhs, VectorXd& x) {
  return stored_->solve_least_norm(blocks, A, B, rhs, x);
}

}  // namespace perpend::lcp
