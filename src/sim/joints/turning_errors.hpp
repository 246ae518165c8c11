// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "dynamics/joints/joint_rows.hpp"

namespace perpend {

/// Errors of joints at the end of a step in which their bodies rotate by radians.
class TurningErrors {
 public:
  explicit TurningErrors(const Model& model);

  /// Corrects the errors of the rows at a pose where a step of dt (s) has its geometry: those of
  /// which rows would leave most otherwise.
  void turn(const JointRows& rows, const State& pose, double dt, Eigen::VectorXd& error) const;

 private:
  bool turns_far(const State& pose, double dt) const;

  const Model* model_;
  std::vector<BodyId> held_;   // bodies in joints
  std::vector<BodyId> outer_;  // per joint, the body farther from the support of both
};

}  // namespace perpend
