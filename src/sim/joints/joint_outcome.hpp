// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace perpend {

class JointSystem;
struct State;

/// What a solve of JointSystem led to.
struct JointOutcome {
  /// Work of the joints in the kick, J: of impulses that rates other than -J v left to do, and of
  /// added mass and damping.
  double work = 0.0;
  /// Worst |J v - rates + S lambda| over joint rows, m/s; the rates are those of the step with what
  /// JointPositions::close_next() changed.
  double rate_error = 0.0;
  /// Largest entry of J times the largest of the velocities it multiplies, m/s: the size of what
  /// adds up to the rates. One system gives all of them.
  double rate_size = 0.0;
};

/// Of a kick from the velocities of the pose to v.
JointOutcome joint_outcome(const JointSystem& system, const State& pose, const Eigen::VectorXd& v);

/// Worst |J v - rates + S lambda| of a joint row over `granted` (m/s) and the rounding of `pushes`,
/// see push_sizes().
double rate_ratio(const JointSystem& system, const Eigen::VectorXd& v, double granted,
                  const Eigen::VectorXd& pushes);

/// Work on bodies that move freely of rows of the system along coordinates: springs, dampers and
/// motors without limit, J.
double coordinate_work(const JointSystem& system, const State& pose, const Eigen::VectorXd& v);

/// Work of both on prescribed bodies, which the others do not get, J.
double work_on_prescribed(const JointSystem& system, const State& pose, const Eigen::VectorXd& v);

}  // namespace perpend
