// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/operator/sparse.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::Vector4d;
using Eigen::VectorXd;

void add(const ConeBlock& block, const Vector3d& rows, VectorXd& x) {
  for (int k = 0; k < block.rows; ++k) x[block.row + k] += rows[k];
}

void put(const PaddedBlock& block, linalg::BlockLu::Map target) {
  if (target.rows() == 3 && target.cols() == 3)
    Eigen::Map<Matrix3d>(target.data()) = block.topRows<3>();
  else
    target = block.topLeftCorner(target.rows(), target.cols());
}

}  // namespace

// Gives every block its edge of the graph: those right of the diagonal are numbered in order, those
// left of it meet their mirrors in order. Returns false where one has no mirror.
bool SparseConeOperator::join_rows() {
  auto& edges = graph_.edges;
  edges.clear();
  edge_.assign(rows_.column.size(), -1);
  next_.clear();
  const int count = static_cast<int>(blocks_.size());
  for (int i = 0; i < count; ++i) {
    next_.push_back(rows_.own[i] + 1);
    for (int k = rows_.own[i] + 1; k < rows_.start[i + 1]; ++k) {
      edge_[k] = static_cast<int>(edges.size());
      edges.emplace_back(i, rows_.column[k]);
    }
  }
  for (int i = 0; i < count; ++i)
    for (int k = rows_.start[i]; k < rows_.own[i]; ++k) {
      const int j = rows_.column[k], mirror = next_[j]++;
      if (mirror == rows_.start[j + 1] || rows_.column[mirror] != i) return false;
      edge_[k] = edge_[mirror];
    }
  return blocks_.size() + 2 * edges.size() == rows_.column.size();
}

bool SparseConeOperator::assign(const MatrixXd& W, const std::vector<ConeBlock>& blocks,
                                std::size_t most_pairs) {
  blocks_ = blocks;
  factorisations_ = 0;
  if (!gather_.list(W, blocks, blocks.size() + 2 * most_pairs)) return false;
  gather_.lay_out(W, blocks, rows_);
  if (!join_rows()) {
    gather_.mirror();
    gather_.lay_out(W, blocks, rows_);
    join_rows();
  }
  if (graph_.edges.size() > most_pairs) return false;
  graph_.sizes.clear();
  for (const ConeBlock& block : blocks) graph_.sizes.push_back(block.rows);
  graph_.signs.assign(blocks.size(), 1);
  lu_.analyse(graph_);
  return true;
}

void SparseConeOperator::scale(const VectorXd& D) {
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    for (int k = rows_.start[i]; k < rows_.start[i + 1]; ++k)
      rows_.value[k] *= D[blocks_[i].row] * D[blocks_[rows_.column[k]].row];
}

Matrix3d SparseConeOperator::diagonal(const ConeBlock& block) const {
  return rows_.value[rows_.own[gather_.block_of(block.row)]].topRows<3>();
}

void SparseConeOperator::multiply(const VectorXd& r, VectorXd& u) const {
  u.resize(size());
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    Vector4d sum = Vector4d::Zero();
    for (int k = rows_.start[i]; k < rows_.start[i + 1]; ++k)
      sum += rows_.value[k].lazyProduct(rows_of(blocks_[rows_.column[k]], r));
    set_rows(blocks_[i], sum.head<3>(), u);
  }
}

// Returns where the LU takes the block of row `row` that rows_ has at `entry`.
linalg::BlockLu::Map SparseConeOperator::target_of(int row, int entry) {
  if (entry == rows_.own[row]) return lu_.diagonal(row);
  return entry > rows_.own[row] ? lu_.coupling(edge_[entry]) : lu_.reverse_coupling(edge_[entry]);
}

bool SparseConeOperator::factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                                const BlockDiagonal& B, double shift) {
  ++factorisations_;
  A_ = A;
  B_ = B;
  PaddedBlock own = PaddedBlock::Zero();
  for (int i = 0; i < static_cast<int>(blocks.size()); ++i) {
    own.topRows<3>() = B[i];
    for (int k = rows_.start[i]; k < rows_.start[i + 1]; ++k) {
      PaddedBlock K = own.lazyProduct(rows_.value[k].topRows<3>());
      if (k == rows_.own[i]) K.topRows<3>() += A[i] + shift * Matrix3d::Identity();
      put(K, target_of(i, k));
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
