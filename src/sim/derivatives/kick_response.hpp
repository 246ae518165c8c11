// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/derivatives/taken_step.hpp"

namespace perpend {

/// How the velocities after a kick answer momentum, rates of the joints and impulses on the rows of
/// contacts and limits, by the factor of the joints that the step itself has made.
class KickResponse {
 public:
  explicit KickResponse(const TakenStep& step);

  /// Velocities that answer momentum p (per velocity), with joint rows that are asked for the rates
  /// `joints` and rows of CoordinateRow for `coordinates`. Not those of prescribed bodies: 0.
  Eigen::VectorXd solve(const Eigen::VectorXd& p, const Eigen::VectorXd& joints,
                        const Eigen::VectorXd& coordinates);

  /// Column i: M̂⁻¹ Jᵀ of row i of StepRows::pool.
  const Eigen::MatrixXd& of_rows() const { return of_rows_; }
  /// J M̂⁻¹ Jᵀ of row i alone.
  double diagonal(int row) const { return diagonal_[row]; }

  /// J times the rows of a matrix, of one group.
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
