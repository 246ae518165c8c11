// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace perpend {

class JointSystem;
struct State;

/// The result of a solve of JointSystem.
struct JointOutcome {
  /// Work of the joints in the velocity update, J: of impulses, for rates other than -J v, and of
  /// added mass and damping.
  double work = 0.0;
  /// Worst |J v - rates + S lambda| over joint rows, m/s; the rates are those of the step as
  /// changed by JointPositions::close_next().
  double rate_error = 0.0;
  /// Largest entry of J times the largest of the velocities it multiplies, m/s: the size of the
  /// terms that add up to the rates. One system gives all of them.
  double rate_size = 0.0;
};

/// Returns the outcome of a velocity update from the velocities of the pose to v.
JointOutcome joint_outcome(const JointSystem& system, const State& pose, const Eigen::VectorXd& v);

/// Returns the worst |J v - rates + S lambda| of a joint row over `granted` (m/s) and the round-off
/// of `pushes`, see push_sizes().
double rate_ratio(const JointSystem& system, const Eigen::VectorXd& v, double granted,
                  const Eigen::VectorXd& pushes);

/// Returns the work on dynamic bodies of rows of the system along coordinates: springs, dampers and
/// motors without limit, J.
double coordinate_work(const JointSystem& system, const State& pose, const Eigen::VectorXd& v);

/// Returns the work of joint and coordinate rows on prescribed bodies, which other bodies do not
/// get, J.
double work_on_prescribed(const JointSystem& system, const State& pose, const Eigen::VectorXd& v);

}  // namespace perpend
