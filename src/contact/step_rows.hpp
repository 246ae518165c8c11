// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/contact_rows.hpp"
#include "dynamics/mass_system/joint_system.hpp"

namespace perpend {

/// What the bias of a limit, motor or dry friction is made of, m/s or rad/s.
struct BoundedRate {
  double bias = 0.0;   ///< gap/dt, or minus the speed of a motor
  double start = 0.0;  ///< J v at the start of the step
  double e = 0.0;      ///< restitution, where a limit is hit in this step; else 0
};

/// What the rows of a step are made of; shared by all islands. Joints are not among them: the
/// velocities of bodies that JointSystem holds answer impulses as the joints let them.
struct StepRows {
  const Model* model = nullptr;
  const JointSystem* joints = nullptr;  ///< factored at the pose of the rows
  const State* pose = nullptr;          ///< that pose; velocities before impulses and forces
  bool decompresses = false;            ///< impacts have a second phase (IslandProblem::decompress)
  ContactLaw law = ContactLaw::cone;
  double stick_speed = 0.0;   ///< contacts slower along their tangents stick, m/s
  int relaxation_passes = 0;  ///< law `relaxed`: most passes that take the relaxation back
  RowPool pool;               ///< bounded coordinates first (one row each), then contacts
  int bounded = 0;            ///< groups of the pool that are limits, motors, friction
  std::vector<ActiveContact> contacts;  ///< contact of group g at [g - bounded]
  Eigen::VectorXd lo, hi;               ///< per bounded group: bounds of the impulse, N·s
  std::vector<BoundedRate> rates;       ///< per bounded group
  /// Per body, whether its rows neither restitute nor push apart; null: none.
  const std::vector<char>* unstabilised = nullptr;
  Eigen::VectorXd bias;  ///< per row of the pool: gap/dt, less speed of a motor, or restitution
  Eigen::VectorXd compliance;  ///< per row of the pool: m/s per N·s, 0 for hard rows (PF, eq. 40)
  Eigen::VectorXd guess;       ///< per row of the pool: multipliers to start from
  Eigen::VectorXd lambda;      ///< per row of the pool: the multipliers found
  Eigen::VectorXd inverse_mass;    ///< per velocity; 0 where JointSystem holds the body
  std::vector<int> free_in_space;  ///< spatial bodies and particles without joints
  Eigen::VectorXd v_free;          ///< velocities without the impulses of these rows

  void clear();
  bool is_unstabilised(int group) const;
  bool is_contact(int group) const { return group >= bounded; }
  const ActiveContact& contact(int group) const { return contacts[group - bounded]; }
};

}  // namespace perpend
