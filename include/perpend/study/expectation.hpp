// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "perpend/model/model.hpp"

namespace perpend::study {

/// A number of a state. Positions and angle are those of the frame of BodyDef, or of the point
/// asked for; velocities those of the centre of mass, or of that point.
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
  energy         ///< J, kinetic, potential and of springs, of the whole model
};

std::string_view to_string(Quantity quantity);

/// What is measured: a body, a point of one, a joint coordinate or, for energy, none of them.
struct Measurand {
  Quantity quantity = Quantity::x;
  BodyId body = kWorld;
  std::optional<Eigen::Vector3d> point = {};  ///< m, in the frame of BodyDef
  JointId joint = {};
  int coordinate = 0;  ///< of the joint, see JointKind
};

/// "disc.speed", "hinge.coordinate[0]", "link.x at (1, 0, 0)", "energy".
std::string to_string(const Model& model, const Measurand& measurand);

/// The value in a state of the model; throws InvalidArgument where the model has none such: an
/// angle of a body in space, a coordinate the joint does not have. Springs count as steps of `dt` s
/// take them (energy_parts()).
double measure(const Model& model, const State& state, const Measurand& measurand, double dt = 0.0);

/// A value known from theory, printed beside the computed one.
struct Expectation {
  Measurand measurand = {};
  double time = std::numeric_limits<double>::infinity();  ///< s; infinite: at the end
  double value = 0.0;                                     ///< in the unit of the quantity
  double tolerance = 0.0;                                 ///< largest difference, same unit
  std::string why = {};                                   ///< the formula or the reason
};

}  // namespace perpend::study
