// SPDX-License-Identifier: Apache-2.0
//
// With K = A + B W as it was factored, E the rows of the blocks that have changed since and
// Z = K⁻¹ E, the present solution is
//   x = K⁻¹ b + Z c,   (I + dA E' Z + dB E' W Z) c = db - (dA E' + dB E' W) K⁻¹ b.
#include "lcp/cone/updated_system.hpp"

#include <Eigen/LU>

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// Largest number of columns before the next factorisation, which costs as much as ten of them or
// more.
constexpr Index kMostColumns = 48;
constexpr int kRefinements = 1;

}  // namespace

UpdatedSystem::UpdatedSystem(const ConeProblem& cone)
    : cone_(cone),
      A_(cone.blocks.size(), Matrix3d::Identity()),
      B_(cone.blocks.size(), Matrix3d::Zero()),
      rhs_(VectorXd::Zero(cone.size())),
      is_changed_(cone.blocks.size(), false) {}

void UpdatedSystem::set(int block, const Matrix3d& A, const Matrix3d& B, const Vector3d& rhs) {
  A_[block] = A;
  B_[block] = B;
  set_rows(cone_.blocks[block], rhs, rhs_);
  if (is_changed_[block] || !is_factored_) return;
  is_changed_[block] = true;
  fresh_.push_back(block);
}

bool UpdatedSystem::factor() {
  is_factored_ = cone_.W->factor(cone_.blocks, A_, B_, 0.0);
  if (!is_factored_) return false;
  factored_A_ = A_;
  factored_B_ = B_;
  factored_rhs_ = rhs_;
  changes_.clear();
  fresh_.clear();
  is_changed_.assign(is_changed_.size(), false);
  used_ = 0;
  columns_.resize(rhs_.size(), kMostColumns);
  column_motions_.resize(rhs_.size(), kMostColumns);
  cone_.W->solve(rhs_, kRefinements, base_);
  cone_.W->multiply(base_, base_motion_);
  x_ = base_;
  motion_ = base_motion_;
  return x_.allFinite();
}

bool UpdatedSystem::add_changed_columns() {
  for (const int block : fresh_) {
    const ConeBlock& rows = cone_.blocks[block];
    if (used_ + rows.rows > kMostColumns) return false;
    changes_.push_back({block, used_});
    for (int k = 0; k < rows.rows; ++k, ++used_) {
      unit_.setZero(rhs_.size());
      unit_[rows.row + k] = 1;
      cone_.W->solve(unit_, 0, column_);
      columns_.col(used_) = column_;
      cone_.W->multiply(column_, unit_);
      column_motions_.col(used_) = unit_;
    }
  }
  fresh_.clear();
  return true;
}

bool UpdatedSystem::correct() {
  MatrixXd system = MatrixXd::Identity(used_, used_);
  VectorXd change(used_);
  for (const Change& at : changes_) {
    const Index row = cone_.blocks[at.block].row, size = cone_.blocks[at.block].rows;
    const MatrixXd dA = (A_[at.block] - factored_A_[at.block]).topLeftCorner(size, size);
    const MatrixXd dB = (B_[at.block] - factored_B_[at.block]).topLeftCorner(size, size);
    system.middleRows(at.column, size) +=
        dA * columns_.block(row, 0, size, used_) + dB * column_motions_.block(row, 0, size, used_);
    change.segment(at.column, size) = (rhs_ - factored_rhs_).segment(row, size) -
                                      dA * base_.segment(row, size) -
                                      dB * base_motion_.segment(row, size);
  }
  change = system.partialPivLu().solve(change);
  x_.noalias() = columns_.leftCols(used_) * change;
  x_ += base_;
  motion_.noalias() = column_motions_.leftCols(used_) * change;
  motion_ += base_motion_;
  return x_.allFinite();
}

bool UpdatedSystem::solve() {
  if (!is_factored_ || !add_changed_columns()) return factor();
  return correct() || factor();
}

}  // namespace perpend::lcp
