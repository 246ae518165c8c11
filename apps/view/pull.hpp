// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/dynamics/generalised_force.hpp"
#include "view/command.hpp"

namespace perpend::view {

/// The hand of one client on a body: a damped spring from a point of it to a target, or a hold as
/// rigid as a joint (rigid_hold.hpp).
class Pull {
 public:
  /// Throws InvalidArgument if forces do not move the body. `strength` is the mass, kg, that it
  /// moves easily.
  Pull(const Model& model, const State& state, const Grab& grab, double strength);

  void drag(const Eigen::Vector3d& target) { target_ = target; }
  /// Returns the force for the next step of dt: that of an implicit step of the body alone, so that
  /// no stiffness causes growing oscillations; other bodies attached to it only slow it. For a
  /// rigid hold, returns the damping of the body.
  ForceAt force(const Model& model, const State& state, double dt) const;

  BodyId body() const { return body_; }
  const Eigen::Vector3d& target() const { return target_; }
  bool is_rigid() const { return rigid_; }
  double strength() const { return strength_; }
  /// Sets the new number of the same body after bodies before it are removed.
  void renumber(BodyId body) { body_ = body; }
  Eigen::Vector3d point(const Model& model, const State& state) const;

 private:
  BodyId body_;
  Eigen::Vector3d point_;  // in the frame of the body's BodyDef
  Eigen::Vector3d target_;
  double strength_;
  bool rigid_;
};

/// Returns the mass (kg) of the body and of all bodies that joints connect to it.
double connected_mass(const Model& model, BodyId body);

}  // namespace perpend::view
