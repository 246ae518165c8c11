// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/operator/low_rank.hpp"

#include <cmath>
#include <utility>

#include "lcp/cone/operator/condense.hpp"
#include "linalg/kernels/dense_factors.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// View of the start of a storage, which is aligned as a matrix of its own would be.
using Columns = Eigen::Map<MatrixXd, Eigen::AlignedMax>;

// W has a unit diagonal and is a product of sparse matrices: a remainder below this is rounding.
constexpr double kRankCut = 1e-13;
// Largest error of G' G, well below the smallest shift, so that refinement converges.
constexpr double kProductError = 1e-10;

// Factors W = L L' with pivots down the diagonal; returns false where more than `most` columns are
// needed.
bool pivoted_cholesky(const MatrixXd& W, Index most, MatrixXd& L, VectorXd& left, Index& rank) {
  const Index n = W.rows();
  L.resize(n, most);
  rank = 0;
  if (n == 0) return true;
  left = W.diagonal();
  const double cut = kRankCut * left.cwiseAbs().maxCoeff();
  for (; rank <= most; ++rank) {
    Index pivot;
    const double largest = left.maxCoeff(&pivot);
    if (!(largest > cut)) return std::isfinite(largest);
    if (rank == most) break;
    auto column = L.col(rank);
    column = W.col(pivot);
    column.noalias() -= L.leftCols(rank) * L.row(pivot).head(rank).transpose();
    column /= std::sqrt(largest);
    left -= column.cwiseAbs2();
    left[pivot] = 0;
  }
  return false;
}

}  // namespace

// True if G' G is W, tested on one vector: a W that is not positive semidefinite leaves more than
// the diagonal shows.
bool LowRankConeOperator::is_product(const MatrixXd& W) {
  probe_.resize(W.rows());
  for (Index i = 0; i < probe_.size(); ++i) probe_[i] = std::cos(static_cast<double>(i));
  exact_.noalias() = W * probe_;
  velocity_.noalias() = G_ * probe_;
  found_.noalias() = G_.transpose() * velocity_;
  return (exact_ - found_).norm() <= kProductError * probe_.norm();
}

bool LowRankConeOperator::assign(DenseConeOperator& stored, Index most_rank) {
  stored_ = &stored;
  factorisations_ = 0;
  Index rank = 0;
  if (!pivoted_cholesky(stored.matrix(), most_rank, L_, left_, rank)) return false;
  if (rank == 0) return false;  // nothing moves; products of empty matrices are not defined
  G_ = L_.leftCols(rank).transpose();
  return is_product(stored.matrix());
}

void LowRankConeOperator::scale(const VectorXd& D) {
  stored_->scale(D);
  G_.array().rowwise() *= D.transpose().array();
}

Matrix3d LowRankConeOperator::diagonal(const ConeBlock& block) const {
  return stored_->diagonal(block);
}

void LowRankConeOperator::multiply(const VectorXd& r, VectorXd& u) const {
  u.noalias() = stored_->matrix().selfadjointView<Eigen::Lower>() * r;
}

bool LowRankConeOperator::factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                                 const BlockDiagonal& B, double shift) {
  ++factorisations_;
  blocks_ = blocks;
  A_ = A;
  B_ = B;
  inverse_.resize(blocks.size());
  Theta_.resize(blocks.size());
  bool regular = true;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    regular = condense_block(blocks[i], A[i], B[i], shift, inverse_[i], Theta_[i]) && regular;
  if (!regular) return false;
  const Index k = rank(), columns = gather_columns();
  K_.noalias() =
      Columns(weighted_.data(), k, columns) * Columns(columns_.data(), k, columns).transpose();
  K_.diagonal().array() += 1;
  lu_.factor({K_.data(), k, k});
  return K_.allFinite();
}

// Gathers the columns of the contacts with B != 0; returns how many they are.
Index LowRankConeOperator::gather_columns() {
  Index columns = 0;
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    if (!Theta_[i].isZero(0)) columns += blocks_[i].rows;
  const Index k = rank();
  // The storage holds as many as there can be: the sets change from step to step.
  if (columns_.size() < k * columns) {
    columns_.resize(k * size());
    weighted_.resize(k * size());
  }
  Columns own(columns_.data(), k, columns), weighted(weighted_.data(), k, columns);
  Index at = 0;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    if (Theta_[i].isZero(0)) continue;
    const Index rows = blocks_[i].rows;
    const auto G = G_.middleCols(blocks_[i].row, rows);
    own.middleCols(at, rows) = G;
    // The loop goes column by column, along the rows of G, which are many.
    for (Index j = 0; j < rows; ++j) {
      auto out = weighted.col(at + j);
      out = Theta_[i](0, j) * G.col(0);
      for (Index l = 1; l < rows; ++l) out += Theta_[i](l, j) * G.col(l);
    }
    at += rows;
  }
  return columns;
}

// Adds to x the solution for `defect`.
void LowRankConeOperator::add_solution(const VectorXd& defect, VectorXd& x) {
  step_.resize(size());
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const auto [row, rows] = std::pair(blocks_[i].row, blocks_[i].rows);
    step_.segment(row, rows) =
        inverse_[i].topLeftCorner(rows, rows).lazyProduct(defect.segment(row, rows));
  }
  velocity_.noalias() = G_ * step_;
  lu_.solve(velocity_);
  motion_.noalias() = G_.transpose() * velocity_;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const auto [row, rows] = std::pair(blocks_[i].row, blocks_[i].rows);
    step_.segment(row, rows) -=
        Theta_[i].topLeftCorner(rows, rows).lazyProduct(motion_.segment(row, rows));
  }
  x += step_;
}

void LowRankConeOperator::solve(const VectorXd& rhs, int refinements, VectorXd& x) {
  x.setZero(size());
  add_solution(rhs, x);
  for (int pass = 0; pass < refinements; ++pass) {
    multiply(x, motion_);
    defect_ = rhs;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const auto [row, rows] = std::pair(blocks_[i].row, blocks_[i].rows);
      defect_.segment(row, rows) -=
          A_[i].topLeftCorner(rows, rows).lazyProduct(x.segment(row, rows)) +
          B_[i].topLeftCorner(rows, rows).lazyProduct(motion_.segment(row, rows));
    }
    if (defect_.norm() <= kRefined * rhs.norm()) return;
    add_solution(defect_, x);
  }
}

// W + rho I = G' G + rho I, with rho I + G G' = L L' and R = L⁻¹ G: two products with R for each
// solve instead of two with G and one back substitution.
bool LowRankConeOperator::factor_resolvent(const std::vector<ConeBlock>&, double rho) {
  ++factorisations_;
  K_.setZero(rank(), rank());
  K_.selfadjointView<Eigen::Lower>().rankUpdate(G_);
  K_.diagonal().array() += rho;
  const Eigen::LLT<Eigen::Ref<MatrixXd>> llt(K_);
  resolvent_ = G_;
  llt.matrixL().solveInPlace(resolvent_);
  rho_ = rho;
  return llt.info() == Eigen::Success;
}

void LowRankConeOperator::solve_resolvent(const VectorXd& rhs, VectorXd& x) {
  velocity_.noalias() = resolvent_ * rhs;
  x = rhs;
  x.noalias() -= resolvent_.transpose() * velocity_;
  x /= rho_;
}

bool LowRankConeOperator::solve_least_norm(const std::vector<ConeBlock>& blocks,
                                           const BlockDiagonal& A, const BlockDiagonal& B,
                                           const VectorXd& rhs, VectorXd& x) {
  return stored_->solve_least_norm(blocks, A, B, rhs, x);
}

}  // namespace perpend::lcp
