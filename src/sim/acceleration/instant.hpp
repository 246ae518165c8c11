// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "perpend/lcp/solve.hpp"
#include "sim/acceleration/joined_bodies.hpp"
#include "sim/acceleration/touch.hpp"

namespace perpend {

/// Forces and accelerations of an instant.
struct InstantAnswer {
  InstantStatus status = InstantStatus::solved;
  lcp::Solution solution;                      ///< of the contact problem
  Eigen::VectorXd acceleration;                ///< per velocity
  Eigen::VectorXd joint_forces;                ///< per joint row
  std::vector<Eigen::Vector3d> force, motion;  ///< per touch, n, t1, t2; a drive has t1 alone
  Eigen::VectorXd ray;  ///< where status is ray: change of the velocities along it
  double scale = 1.0;   ///< largest acceleration of the problem, m/s²
};

/// The bodies of a model at a pose with their touches: a = W f + b (Baraff 1994, section 3), where
/// W comes from the joints' factor.
class Instant {
 public:
  /// Keeps a reference to `model`.
  explicit Instant(const Model& model);

  const Model& model() const { return *model_; }
  TouchFinder& finder() { return finder_; }
  /// Sets the external force per velocity, N and N·m; an empty one is zero.
  void set_force(const Eigen::VectorXd& force) { force_ = force; }

  /// Factorises the system at the pose of `state`. If `stabilisation` (1/s) is not 0, errors of
  /// joints and gaps decay with that rate.
  void load(const State& state, std::span<const Touch> touches, double stabilisation);
  /// Sets the velocities of the bodies at the pose loaded, from which velocity() is computed.
  void set_velocity(const Eigen::VectorXd& v);
  /// Solves for the forces at the pose loaded.
  InstantAnswer accelerate();

  const std::vector<Touch>& touches() const { return touches_; }
  const std::vector<TouchRows>& at() const { return at_; }
  /// Returns the velocity of a touch at the state loaded: n, t1, t2; for a drive t1 minus its
  /// target.
  Eigen::Vector3d velocity(int touch) const { return of_touch(touch, u_); }
  /// Returns the entries n, t1, t2 of a touch in a vector of all rows; a drive has only t1.
  Eigen::Vector3d of_touch(int touch, const Eigen::VectorXd& rows) const;
  /// Returns the first row of a touch, -1 if it is not found. For a drive this is its slack row.
  int first_row(int touch) const { return first_[touch]; }
  /// Rows J, their response M⁻¹ Jᵀ with the joints, W = J M⁻¹ Jᵀ and rates u = J v.
  const Eigen::MatrixXd& J() const { return J_; }
  const Eigen::MatrixXd& response() const { return X_; }
  const Eigen::MatrixXd& W() const { return W_; }
  /// Joint forces per unit of a row's force.
  const Eigen::MatrixXd& joint_response() const { return L_; }
  const Eigen::VectorXd& u() const { return u_; }
  /// Returns the normal acceleration of a touch if no touch has a force, m/s².
  double free_acceleration(int touch) const { return b_[first_[touch]]; }
  JoinedBodies& bodies() { return bodies_; }

 private:
  void lay_out(const State& state);
  // Returns the first row that J has of a touch that is found, after the slack row of a drive.
  int first_measured_row(std::size_t touch) const {
    return first_[touch] + (touches_[touch].has_normal() ? 0 : 1);
  }
  void respond();
  Eigen::VectorXd curvature(const State& state);
  Eigen::VectorXd all_rates(const State& pose, const Eigen::VectorXd& v, std::vector<char>& found);
  void set_free(const State& state, const Eigen::VectorXd& curvature, double stabilisation);
  lcp::ContactProblem problem() const;
  lcp::Contact contact_of(int touch) const;
  void solve(const lcp::ContactProblem& problem, lcp::Solution& solution);
  void solve_island(const lcp::ContactProblem& problem, lcp::Solution& solution);

  const Model* model_;
  TouchFinder finder_;
  JoinedBodies bodies_;
  lcp::Workspace workspace_;
  std::vector<Touch> touches_;
  std::vector<TouchRows> at_;
  std::vector<int> first_;  // per touch
  RowPool pool_, scratch_pool_;
  std::vector<TouchRows> scratch_;
  Eigen::MatrixXd J_, X_, L_, W_;  // L: joint forces per row
  Eigen::VectorXd u_, b_, free_, free_lambda_, force_;
};

/// Returns the direction in which a touch slides at velocity (n, t1, t2), along its tangents: that
/// of its slip, or the last known one if the slip has come to rest or reversed.
Eigen::Vector2d slip_direction(const Touch& touch, const TouchRows& at,
                               const Eigen::Vector3d& velocity);

}  // namespace perpend
