// SPDX-License-Identifier: Apache-2.0
//
// The reduced system is written column by column, block row by block row: B_i times three rows of
// a column of W, so that W and the system are both read in the order of memory.
#include "lcp/cone/operator/dense.hpp"

#include <cmath>

#include "linalg/kernels/dense_factors.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Computes out = B w for the leading rows; B is column-major.
void put(const double* B, int rows, bool plain, const double* w, double* out) {
  if (plain) {
    for (int k = 0; k < rows; ++k) out[k] = w[k];
  } else {
    for (int k = 0; k < rows; ++k) {
      double sum = B[k] * w[0];
      for (int j = 1; j < rows; ++j) sum += B[3 * j + k] * w[j];
      out[k] = sum;
    }
  }
}

bool is_identity(const Matrix3d& M, int rows) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < rows; ++j)
      if (M(i, j) != (i == j ? 1.0 : 0.0)) return false;
  return true;
}

bool is_zero(const Matrix3d& M, int rows) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < rows; ++j)
      if (M(i, j) != 0) return false;
  return true;
}

}  // namespace

void DenseConeOperator::assign(const MatrixXd& W) {
  W_ = W;
  factorisations_ = 0;
}

void DenseConeOperator::scale(const VectorXd& D) {
  W_.array().colwise() *= D.array();
  W_.array().rowwise() *= D.transpose().array();
}

Matrix3d DenseConeOperator::diagonal(const ConeBlock& block) const {
  Matrix3d part = Matrix3d::Zero();
  part.topLeftCorner(block.rows, block.rows) =
      W_.block(block.row, block.row, block.rows, block.rows);
  return part;
}

void DenseConeOperator::multiply(const VectorXd& r, VectorXd& u) const {
  u.noalias() = W_ * r;
}

void DenseConeOperator::assemble(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                                 const BlockDiagonal& B) {
  A_ = A;
  B_ = B;
  active_.clear();
  rows_ = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const int rows = blocks[i].rows;
    if (is_zero(B[i], rows) && is_identity(A[i], rows)) continue;
    active_.push_back({static_cast<int>(i), blocks[i].row, rows_, rows, is_identity(B[i], rows)});
    rows_ += rows;
  }
  if (store_.size() < rows_ * rows_) store_.resize(W_.size());
  Eigen::Map<MatrixXd> system = reduced_system();
  for (const ActiveBlock& column : active_)
    for (int k = 0; k < column.rows; ++k) {
      const double* w = W_.col(column.row + k).data();
      double* out = system.col(column.place + k).data();
      for (const ActiveBlock& row : active_) {
        const double* by = B_[row.block].data();
        if (row.rows == 3)
          put(by, 3, row.plain, w + row.row, out + row.place);
        else
          put(by, row.rows, row.plain, w + row.row, out + row.place);
      }
    }
  for (const ActiveBlock& block : active_)
    system.block(block.place, block.place, block.rows, block.rows) +=
        A[block.block].topLeftCorner(block.rows, block.rows);
}

bool DenseConeOperator::factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                               const BlockDiagonal& B, double shift) {
  ++factorisations_;
  assemble(blocks, A, B);
  Eigen::Map<MatrixXd> system = reduced_system();
  system.diagonal().array() += shift;
  if (rows_ == 0) return true;
  lu_.factor(system);
  return std::isfinite(system.sum());
}

void DenseConeOperator::reduce(const VectorXd& full, VectorXd& reduced) const {
  reduced.resize(size());
  for (const ActiveBlock& block : active_)
    reduced.segment(block.place, block.rows) = full.segment(block.row, block.rows);
}

void DenseConeOperator::add_active(const VectorXd& step, VectorXd& x) const {
  for (const ActiveBlock& block : active_)
    x.segment(block.row, block.rows) += step.segment(block.place, block.rows);
}

// Sets x = rhs where rows were eliminated, 0 elsewhere.
void DenseConeOperator::start(const VectorXd& rhs, VectorXd& x) {
  x = rhs;
  for (const ActiveBlock& block : active_) x.segment(block.row, block.rows).setZero();
}

// defect_ = active rows of rhs - (A + B W) x.
void DenseConeOperator::residual(const VectorXd& rhs, const VectorXd& x) {
  multiply(x, motion_);
  defect_.resize(size());
  for (const ActiveBlock& block : active_) {
    const Index n = block.rows;
    const auto A = A_[block.block].topLeftCorner(n, n), B = B_[block.block].topLeftCorner(n, n);
    defect_.segment(block.place, n) = rhs.segment(block.row, n);
    defect_.segment(block.place, n) -= A.lazyProduct(x.segment(block.row, n));
    defect_.segment(block.place, n) -= B.lazyProduct(motion_.segment(block.row, n));
  }
}

// Adds to x the solution for defect_.
void DenseConeOperator::add_step(VectorXd& x) {
  lu_.solve(defect_.head(rows_));
  add_active(defect_, x);
}

void DenseConeOperator::solve(const VectorXd& rhs, int refinements, VectorXd& x) {
  start(rhs, x);
  if (rows_ == 0) return;
  if (x.isZero(0))
    reduce(rhs, defect_);
  else
    residual(rhs, x);
  add_step(x);
  for (int k = 0; k < refinements; ++k) {
    residual(rhs, x);
    add_step(x);
  }
}

bool DenseConeOperator::solve_least_norm(const std::vector<ConeBlock>& blocks,
                                         const BlockDiagonal& A, const BlockDiagonal& B,
                                         const VectorXd& rhs, VectorXd& x) {
  ++factorisations_;
  assemble(blocks, A, B);
  start(rhs, x);
  if (rows_ == 0) return true;
  residual(rhs, x);
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> qr;
  qr.setThreshold(linalg::kRankCut);
  qr.compute(MatrixXd(reduced_system()));
  const VectorXd active = defect_.head(rows_);
  const VectorXd step = qr.solve(active);
  add_active(step, x);
  return true;
}

void equilibrate(const ContactProblem& problem, DenseConeOperator& W, ConeProblem& cone) {
  W.assign(problem.A);
  set_blocks(problem.size(), problem.contacts, problem.law, cone.blocks);
  equilibrate(problem.b, problem.noise, W, cone);
}

}  // namespace perpend::lcp
