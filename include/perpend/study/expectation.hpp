// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "perpend/model/model.hpp"

namespace perpend::study {

/// A scalar quantity of a state. Positions and angle are those of the frame of BodyDef, or of the
/// given point; velocities are those of the centre of mass, or of the given point. All are in the
/// world frame.
enum class Quantity {
  x,             ///< m
  y,             ///< m
  z,             ///< m, bodies in space
  angle,         ///< rad, planar bodies
  vx,            ///< m/s
  vy,            ///< m/s
  vz,            ///< m/s, bodies in space
  omega,         ///< rad/s, planar bodies
  wx,            ///< rad/s, world frame, bodies in space
  wy,            ///< rad/s, world frame, bodies in space
  wz,            ///< rad/s, world frame, bodies in space
  speed,         ///< m/s
  displacement,  ///< m, straight distance from the start position
  coordinate,    ///< m or rad, value of a joint coordinate
  energy         ///< J, kinetic, potential and spring energy of the whole model
};

std::string_view to_string(Quantity quantity);

/// A quantity together with the body, the point of a body or the joint coordinate it belongs to;
/// energy belongs to none.
struct Measurand {
  Quantity quantity = Quantity::x;
  BodyId body = kWorld;
  std::optional<Eigen::Vector3d> point = {};  ///< m, in the frame of BodyDef
  JointId joint = {};
  int coordinate = 0;  ///< coordinate index of the joint, see JointKind
};

/// Returns "disc.speed", "hinge.coordinate[0]", "link.x at (1, 0, 0)", "energy" and the like.
std::string to_string(const Model& model, const Measurand& measurand);

/// Returns the value of the measurand in a state of the model. `dt` (s) is the step for the energy
/// of springs, see energy_parts(). Throws InvalidArgument where the model has no such quantity,
/// such as the angle of a body in space or a coordinate that the joint does not have.
double measure(const Model& model, const State& state, const Measurand& measurand, double dt = 0.0);

/// A value known from theory, printed beside the computed one.
struct Expectation {
  Measurand measurand = {};
  double time = std::numeric_limits<double>::infinity();  ///< s; infinite: end of the run
  double value = 0.0;                                     ///< in the unit of the quantity
  double tolerance = 0.0;                                 ///< largest difference, same unit
  std::string why = {};                                   ///< the formula or the reason
};

}  // namespace perpend::study
