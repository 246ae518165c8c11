// SPDX-License-Identifier: Apache-2.0
//
// Rows along joint coordinates. Symbols: c value and c' rate at the start of the step, c'+ at its
// end; h the step; k, d stiffness and damping; lambda impulse along c.
//   spring   lambda = -alpha c'+ + beta,  alpha = h² k/4 + h d,
//            beta = -h k (c - rest) + (h² k/4) c';  compliance 1/alpha, bias -beta/alpha.
//            c lies half a drift h c'/2 after the start, so c + (h/4)(c'+ - c') is the mean of the
//            values at both ends: the trapezoidal rule, which keeps k c²/2 + m c'²/2.
// Tried and rejected: the spring at c + h c'+ (implicit Euler), which loses h² k/m of the energy
// per step and overdamps every stiff spring.
#include "perpend/dynamics/coordinate_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "joint_motion.hpp"

namespace perpend {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct RowBuilder {
  const Model& model;
  double dt;
  RowPool& pool;
  std::vector<CoordinateRow>& rows;
  // Of the coordinate at hand.
  const JointPlace& at;
  const CoordinateDef& def;
  CoordinateMotion motion;
  double rate;  // c'

  CoordinateRow& add(CoordinateRow::Kind kind, double sign) {
    const int joint = static_cast<int>(&at.joint - model.joints.data());
    rows.push_back({.joint = joint, .coordinate = def.coordinate, .kind = kind, .sign = sign});
    rows.back().group = append_relative(model, at, motion.rate, sign, pool);
    return rows.back();
  }

  CoordinateRow& add(CoordinateRow::Kind kind, double sign, double lo, double hi) {
    CoordinateRow& row = add(kind, sign);
    row.lo = lo;
    row.hi = hi;
    return row;
  }

  void spring() {
    const double quarter = 0.25 * dt * dt * def.stiffness;
    const double alpha = quarter + dt * def.damping;
    if (alpha == 0) return;
    const double beta = -dt * def.stiffness * (motion.value - def.rest) + quarter * rate;
    CoordinateRow& row = add(CoordinateRow::Kind::spring, 1.0, -kInfinity, kInfinity);
    row.bias = -beta / alpha;
    row.compliance = 1 / alpha;
  }

  void motor() {
    if (def.motor == MotorKind::none || def.max_force == 0) return;
    const double impulse = dt * def.max_force;
    const double speed = def.motor == MotorKind::velocity
                             ? def.target
                             : (def.target - motion.value) / std::max(def.time_constant, dt);
    add(CoordinateRow::Kind::motor, 1.0, -impulse, impulse).bias = -speed;
  }

  void friction() {
    const bool driven = def.motor != MotorKind::none && std::isinf(def.max_force);
    if (def.friction == 0 || driven) return;
    add(CoordinateRow::Kind::friction, 1.0, -dt * def.friction, dt * def.friction);
  }

  void limit(double gap, double sign) {
    if (!(gap <= 2 * dt * std::abs(rate) + kLimitMargin)) return;
    add(CoordinateRow::Kind::limit, sign, 0.0, kInfinity).bias = gap / dt;
  }

  void limits() {
    if (def.lo < def.hi) {
      limit(motion.value - def.lo, 1.0);
      limit(def.hi - motion.value, -1.0);
    } else {
      add(CoordinateRow::Kind::limit, 1.0, -kInfinity, kInfinity).bias =
          (motion.value - def.lo) / dt;
    }
  }

  void all() {
    spring();
    motor();
    friction();
    limits();
  }
};

}  // namespace

void append_coordinate_rows(const Model& model, const State& state, double dt, RowPool& pool,
                            std::vector<CoordinateRow>& rows) {
  for (const Joint& joint : model.joints) {
    if (joint.coordinates.empty()) continue;
    const JointPlace at = place(model, state, joint);
    for (const CoordinateDef& def : joint.coordinates) {
      const CoordinateMotion motion =
          coordinate_motion(at, def.coordinate, coordinates_of(state, joint)[def.coordinate]);
      const double rate = rate_of(state, at, motion.rate);
      RowBuilder{model, dt, pool, rows, at, def, motion, rate}.all();
    }
  }
}

}  // namespace perpend
