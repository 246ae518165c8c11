// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/joints/joint_energy.hpp"
#include "sim/joints/joint_system.hpp"

namespace perpend {

/// True if the energy of joints is bounded: for hard joints in stabilised steps.
bool is_guarded(const SimulationOptions& options);

/// The energy guard of a JointSystem, which must outlive it: a step in which joints would gain
/// energy is solved again with dissipation.
class JointGuard {
 public:
  explicit JointGuard(JointSystem& system);

  /// Begins a step whose system was prepared with the same arguments.
  void begin(const State& start, const State& pose, const SimulationOptions& options);
  /// Follows solve_free(), and solves it again as long as joints gain energy by it.
  void keep_energy(const State& pose, const SimulationOptions& options, Eigen::VectorXd& v);
  /// Does the same after solve(), for impulses of contacts and limits. Returns true if the bounded
  /// rows must be solved again, with the new rows.v_free.
  bool keep_energy_of_impact(StepRows& rows, const SimulationOptions& options,
                             const Eigen::VectorXd& v);
  /// Fills rows.unstabilised: with the rows of joined bodies from the second time that an impact is
  /// solved again.
  void mark_unstabilised(StepRows& rows) const;

  /// True if joints gain more than they may in a velocity update that ends with v.
  bool gains(const State& pose, const Eigen::VectorXd& v);
  /// Returns the next State::joint_work after that work, J.
  JointWork account(const JointWork& before, double work) const;

  /// True if joints that nothing else touches, except motors and limits at rest in a linkage, did
  /// more work in the velocity update to v, of either sign, than this share of the energy scale, or
  /// were braked: they outran the step.
  bool exceeds_work(const StepRows& rows, const SimulationOptions& options,
                    const Eigen::VectorXd& v, double share);
  /// The same without the work that removes the inconsistent part of the start's velocities. After
  /// a blow or a motor, velocities fit the joints where the last step had its geometry, to first
  /// order in the rotation of that step; the next step does this work in however many parts.
  bool exceeds_own_work(const State& start, const StepRows& rows, const SimulationOptions& options,
                        const Eigen::VectorXd& v, double share);
  /// Applies exceeds_work() to all joints, whatever touches them.
  bool exceeds_total_work(const StepRows& rows, const SimulationOptions& options,
                          const Eigen::VectorXd& v, double share);

 private:
  bool guards(const SimulationOptions& options) const;
  JointEnergy::Work guarded_work(double work) const;
  double drift_work(const State& pose, const Eigen::VectorXd& v) const;
  double inconsistent_energy(const State& start);

  JointSystem* system_;
  JointEnergy energy_;
  bool is_linkage_ = false;
  double drifts_late_ = 0.0;   // delay of the drift against the midpoint, s
  bool unstabilised_ = false;  // rows of joined bodies are unstabilised
};

}  // namespace perpend
