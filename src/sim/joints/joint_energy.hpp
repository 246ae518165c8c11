// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/step_rows.hpp"
#include "sim/joints/joint_system.hpp"

namespace perpend {

/// Account of the energy that the joints of a step may gain, and that contacts and limits of their
/// bodies gave them; the energy guard uses it (joint_guard.cpp).
class JointEnergy {
 public:
  /// Work of the joints (J) in a velocity update as it was solved.
  struct Work {
    double joints = 0.0;
    bool stable = false;  ///< nothing is light against the tension of its joints
    bool braked = false;
  };

  explicit JointEnergy(const Model& model);

  /// Starts the account of a step, without contacts and limits. `opened`: joints are open by more
  /// than their bodies move, so that closing them is no effect of a blow.
  void start(const KickEnergies& kick, bool opened);
  void forget_impact();
  /// Adds the work of contacts and limits of joined bodies in a velocity update that ends with v.
  void take_impact(const StepRows& rows, const Eigen::VectorXd& v);

  /// Adds the energy (J) that the drifts of such a step give to bodies in joints, and to those that
  /// press on them, beyond the work of forces in its velocity update.
  void take_drift(double work) { drift_work_ = work; }
  bool presses(std::size_t body) const { return joined_[body] || pressed_[body]; }

  /// Returns the next State::joint_work.
  JointWork account(const JointWork& before, const Work& work) const;
  /// True if joints gain more than they may in a velocity update that ends with v.
  bool gains(const Model& model, const State& pose, const Eigen::VectorXd& v,
             const Work& work) const;
  /// True if the joints of moving bodies did more work, of either sign, than `share` of the energy
  /// scale, or were braked. Bodies that are not in a linkage count as moving only with more kinetic
  /// energy than some steps of free fall give.
  bool exceeds(const JointWork& before, const Work& work, bool is_linkage, double share) const;

  /// True if a group acts on a body that a joint holds.
  bool touches(const RowPool& pool, int group) const;
  bool is_joined(std::size_t body) const { return joined_[body]; }

 private:
  JointWork ahead(const JointWork& before, const Work& work) const;
  double work_of(const StepRows& rows, const Eigen::VectorXd& v) const;
  bool has_bounces(const StepRows& rows) const;

  std::vector<char> joined_;  // per body: true if a joint holds it and it is dynamic
  KickEnergies kick_;
  bool opened_ = false;
  double scale_ = 0.0;         // kinetic energy at the start plus that of free fall, J
  double drift_work_ = 0.0;    // J
  std::vector<char> pressed_;  // per body: true if a row connects it with one in joined_
  double impact_work_ = 0.0;   // work of contacts and limits of joined bodies, J
  bool bounces_ = false;       // a contact or limit of a joined body bounces
};

}  // namespace perpend
