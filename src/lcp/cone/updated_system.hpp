// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lcp/cone/operator/cone_problem.hpp"

namespace perpend::lcp {

/// The system (A + B W) x = rhs, solved repeatedly while one block of A, B and rhs changes at a
/// time: by the last factor and a correction of low rank (Sherman, Morrison and Woodbury), which
/// costs a back substitution for every row of a block that changes for the first time.
class UpdatedSystem {
 public:
  explicit UpdatedSystem(const ConeProblem& cone);

  /// Sets the rows of a block; until then its A is the identity, its B and rhs are 0.
  void set(int block, const Eigen::Matrix3d& A, const Eigen::Matrix3d& B,
           const Eigen::Vector3d& rhs);
  /// Finds x; false where the system is singular.
  bool solve();
  const Eigen::VectorXd& x() const { return x_; }
  /// W x
  const Eigen::VectorXd& motion() const { return motion_; }

 private:
  struct Change {
    int block;
    Eigen::Index column;  // column of its first row in columns_
  };
  bool factor();
  bool add_changed_columns();
  bool correct();

  const ConeProblem& cone_;
  BlockDiagonal A_, B_, factored_A_, factored_B_;
  Eigen::VectorXd rhs_, factored_rhs_;
  std::vector<Change> changes_;  // blocks that changed since the factorisation
  std::vector<int> fresh_;       // those of them without columns yet
  std::vector<bool> is_changed_;
  Eigen::VectorXd base_, base_motion_;        // x and W x of the factored system
  Eigen::MatrixXd columns_, column_motions_;  // K⁻¹ on the changed rows, and W times that
  Eigen::Index used_ = 0;
  bool is_factored_ = false;
  Eigen::VectorXd x_, motion_, unit_, column_;
};

}  // namespace perpend::lcp
