// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/joints/joint_energy.hpp"
#include "sim/joints/joint_system.hpp"

namespace perpend {

/// Whether the energy of joints is bounded: of hard ones in stabilised steps.
bool is_guarded(const SimulationOptions& options);

/// The energy guard of a JointSystem, which must outlive it: a step in which joints would gain
/// energy is solved again with dissipation.
class JointGuard {
 public:
  explicit JointGuard(JointSystem& system);

  /// For a step whose system was prepared with the same.
  void begin(const State& start, const State& pose, const SimulationOptions& options);
  /// After solve_free(), which is solved again as long as joints gain energy by it.
  void keep_energy(const State& pose, const SimulationOptions& options, Eigen::VectorXd& v);
  /// The same after solve(), for impulses of contacts and limits: whether the bounded rows are to
  /// be solved again, with what then is rows.v_free.
  bool keep_energy_of_impact(StepRows& rows, const SimulationOptions& options,
                             const Eigen::VectorXd& v);
  /// Fills rows.unstabilised: from the second time on that an impact is solved again, the rows of
  /// joined bodies.
  void mark_unstabilised(StepRows& rows) const;

  /// Whether joints gain more than they may in a kick that ends with v.
  bool gains(const State& pose, const Eigen::VectorXd& v);
  /// What State::joint_work becomes by that work, J.
  JointWork account(const JointWork& before, double work) const;

  /// Whether joints that nothing else touches, but for motors and limits at rest in a linkage, did
  /// more work in the kick to v, either way, than this share of the energy scale, or were braked:
  /// they outran the step.
  bool exceeds_work(const StepRows& rows, const SimulationOptions& options,
                    const Eigen::VectorXd& v, double share);
  /// The same beyond the work that parts the velocities of the start from what fits the joints
  /// there. A blow or a motor gives what fits where the last step had its geometry, to first order
  /// in how far that step turned; the next one does this work in however many parts.
  bool exceeds_own_work(const State& start, const StepRows& rows, const SimulationOptions& options,
                        const Eigen::VectorXd& v, double share);
  /// exceeds_work() of all joints, whatever touches them.
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
  double drifts_late_ = 0.0;   // s, of the step, by which it drifts later than half before its kick
  bool unstabilised_ = false;  // rows of joined bodies
};

}  // namespace perpend
