// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/dynamics/generalised_force.hpp"
#include "view/command.hpp"

namespace perpend::view {

/// The hand of one client on a body: a damped spring from a point of it to a target, or a hold that
/// is as rigid as joints are (rigid_hold.hpp).
class Pull {
 public:
  /// Throws InvalidArgument where no force moves the body. `strength`: kg that it moves with ease.
  Pull(const Model& model, const State& state, const Grab& grab, double strength);

  void drag(const Eigen::Vector3d& target) { target_ = target; }
  /// For the next step of dt. The force is that of an implicit step of the body alone, so that no
  /// stiffness makes it swing up; what else hangs on the body only slows it.
  /// Of a rigid hold what calms the body.
  ForceAt force(const Model& model, const State& state, double dt) const;

  BodyId body() const { return body_; }
  const Eigen::Vector3d& target() const { return target_; }
  bool is_rigid() const { return rigid_; }
  double strength() const { return strength_; }
  /// It is the same body after bodies before it are gone.
  void renumber(BodyId body) { body_ = body; }
  Eigen::Vector3d point(const Model& model, const State& state) const;

 private:
  BodyId body_;
  Eigen::Vector3d point_;  // in the frame of the body's BodyDef
  Eigen::Vector3d target_;
  double strength_;
  bool rigid_;
};

/// The mass (kg) of the body and of all that joints connect it with.
double connected_mass(const Model& model, BodyId body);

}  // namespace perpend::view
