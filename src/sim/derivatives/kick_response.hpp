// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/derivatives/taken_step.hpp"

namespace perpend {

/// Response of the velocities after a kick to momentum, rates of the joints and impulses on the
/// rows of contacts and limits, by the factor of the joints that the step itself has made.
class KickResponse {
 public:
  explicit KickResponse(const TakenStep& step);

  /// Returns the velocities for momentum p (per velocity), the rates `joints` of joint rows and
  /// `coordinates` of CoordinateRow rows; 0 for prescribed bodies.
  Eigen::VectorXd solve(const Eigen::VectorXd& p, const Eigen::VectorXd& joints,
                        const Eigen::VectorXd& coordinates);

  /// Column i is M̂⁻¹ Jᵀ of row i of StepRows::pool.
  const Eigen::MatrixXd& of_rows() const { return of_rows_; }
  /// Returns J M̂⁻¹ Jᵀ of row i alone.
  double diagonal(int row) const { return diagonal_[row]; }

  /// Returns J of one group times the rows of a matrix.
  Eigen::MatrixXd rates(int group, const Eigen::MatrixXd& velocities) const;

 private:
  const TakenStep* step_;
  MassSystem masses_;
  std::vector<CoordinateRow> coordinate_rows_;
  Eigen::VectorXd still_, impulses_;
  Eigen::MatrixXd of_rows_;
  Eigen::VectorXd diagonal_;
};

}  // namespace perpend
