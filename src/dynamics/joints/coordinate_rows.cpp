// SPDX-License-Identifier: Apache-2.0
//
// Rows along joint coordinates. Symbols: c value and c' rate at the start of the step, c'+ at its
// end; h the step; k, d stiffness and damping; lambda impulse along c.
//   spring   lambda = -alpha c'+ + beta,  alpha = h² k/4,
//            beta = -h k (c - rest) + (h² k/4) c';  compliance 1/alpha, bias -beta/alpha.
//            c lies half a drift h c'/2 after the start, so c + (h/4)(c'+ - c') is the mean of the
//            values at both ends: the trapezoidal rule, which keeps k c²/2 + m c'²/2.
//   damper   -h d ((1 - s)(c'+ + c')/2 + s c'+) in the row of the spring: the trapezoidal rule
//            where the step resolves the decay, x = h d f M⁻¹ fᵀ <= 1/2, and beyond it
//            s = 1 - 1/(2 x), so that the rate keeps its sign; other joints can only reduce x
//   rotor    lambda = -A (c'(end) - c'(start)) = -A (c'+ - c'-): alpha += A, beta += A c'-, where
//            c'- is c'(start) minus the change of c' by the drift after the velocity update. If the
//            drift before it changes c' as much, c'- = 2 c'(start) - c': right to first order, and
//            corrected by the step. Where drifts do not change c', c'- is c'. Tried and rejected:
//            c' after the last velocity update, of first order with twice that error
//   servo    as the spring, with gains for k and d and the target for rest, but within bounds
//   strut    with w² = k f M⁻¹ fᵀ and s = 1 - 1/(h w)², 0 where that is negative, the spring is the
//            share 1 - s of the above plus the share s of -h k (c + h c'+ - rest). In the limit of
//            a stiff spring it is a rod, c'+ = -(c - rest)/h. The trapezoidal rule alone sustained
//            the oscillation along a stiff strut, whose alternating force made a pendulum diverge
//   across   the torque T = k (c - rest) of a swing changes direction with the swing: under
//            rotation about w, normal to the bisector of both axes in their plane, by
//            T cot(c/2)/2 per radian, as much as k at small c. It has a row of its own,
//            lambda = -(h²/4) T cot(c/2)/2 (w·Omega+ - w·Omega). At rest 0 and small c both rows
//            are the trapezoidal rule in any direction. Without it springs with h w > 0.3 gained
//            energy where the axis does not swing in a plane
// Tried and rejected: dampers by c'+ alone (first order, where all else is second); the spring of
// other coordinates at c + h c'+ (implicit Euler), which loses h² k/m of the energy per step and
// overdamps every stiff spring.
#include "dynamics/joints/coordinate_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/infinity.hpp"
#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/joints/joint_motion.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"

namespace perpend {
namespace {

// Largest (h w)² at which a strut's spring uses the trapezoidal rule alone: at half a radian per
// step and more it still oscillates, but is not resolved.
constexpr double kResolved = 1.0;

// Largest h d f M⁻¹ fᵀ at which a damper uses the trapezoidal rule: with four of them on one body
// its rate still keeps its sign.
constexpr double kDecays = 0.5;

// Least stiffness of the row across a swing, as a share of its gains, so that every step has the
// row.
constexpr double kInert = 1e-9;

// rad; at smaller swings the rate at which a torque changes direction is limited to its value here.
constexpr double kLeastSwing = 1e-6;

// Returns f M⁻¹ fᵀ of the force at an end, regardless of other joints of the body, 1/kg.
double inverse_mass_along(const JointEnd& end, const Wrench& wrench) {
  if (!end.body || !end.body->is_dynamic() || end.body->kind == BodyKind::custom) return 0.0;
  const int lines = linear_dof(*end.body);
  const double line = wrench.force.head(lines).squaredNorm() / end.body->mass;
  if (end.body->is_point()) return line;
  const Eigen::Vector3d m = (wrench.point - end.pose.p).cross(wrench.force) + wrench.torque;
  if (end.body->kind == BodyKind::rigid) return line + m.z() * m.z() / end.body->inertia();
  const Eigen::Vector3d own = end.pose.r.conjugate() * m;
  return line + own.cwiseAbs2().cwiseQuotient(end.body->principal_inertia).sum();
}

double response(const JointPlace& at, const CoordinateMotion& motion) {
  return inverse_mass_along(at.a, motion.rate) + inverse_mass_along(at.b, motion.rate);
}

// Returns the share of backward Euler in the spring of a strut: 0 if the step resolves its
// oscillation.
double stiff_share(const JointPlace& at, const CoordinateDef& def, const CoordinateMotion& motion,
                   double dt) {
  if (at.joint.kind != JointKind::strut || def.stiffness == 0) return 0.0;
  const double phase = dt * dt * def.stiffness * response(at, motion);
  return phase > kResolved ? 1 - kResolved / phase : 0.0;
}

bool has_custom_end(const JointPlace& at) {
  const auto custom = [](const JointEnd& end) {
    return end.body && end.body->kind == BodyKind::custom;
  };
  return custom(at.a) || custom(at.b);
}

struct RowBuilder {
  const Model& model;
  const State& state;
  double dt;
  RowPool& pool;
  std::vector<CoordinateRow>& rows;
  // Data of the current coordinate.
  const JointPlace& at;
  const CoordinateDef& def;
  CoordinateMotion motion;
  double rate;               // c'
  double rate_before;        // c'-
  double target, max_force;  // motor commands

  CoordinateRow& add(CoordinateRow::Kind kind, double sign, double lo, double hi) {
    const int joint = static_cast<int>(&at.joint - model.joints.data());
    rows.push_back({.joint = joint, .coordinate = def.coordinate, .kind = kind, .sign = sign});
    CoordinateRow& row = rows.back();
    row.group = append_relative(model, at, motion.rate, sign, pool);
    row.rate = sign * rate;
    row.lo = lo;
    row.hi = hi;
    return row;
  }

  // Returns h d (1 - s)/2, the factor of the rate before the velocity update in the damper's
  // impulse.
  double damped_before(double damping) const {
    if (damping == 0 || has_custom_end(at)) return 0.0;
    const double decay = dt * damping * response(at, motion);
    return 0.5 * dt * damping * (decay > kDecays ? kDecays / decay : 1.0);
  }

  void spring() {
    const double stiff = stiff_share(at, def, motion, dt), whole = dt * dt * def.stiffness;
    const double quarter = 0.25 * (1 - stiff) * whole;
    const double before = damped_before(def.damping);
    const double alpha = quarter + stiff * whole + dt * def.damping - before + def.armature;
    if (alpha == 0) return;
    const double beta = -dt * def.stiffness * (motion.value - *def.rest) +
                        (quarter - before) * rate + def.armature * rate_before;
    CoordinateRow& row = add(CoordinateRow::Kind::spring, 1.0, -kInfinity, kInfinity);
    row.bias = -beta / alpha;
    row.compliance = 1 / alpha;
    row.armature = def.armature;
    row.rate_before = rate_before;
  }

  // Returns the torque of a spring of `gain` towards `rest`, at most `most`, divided by the swing.
  double torque_over_swing(double gain, double rest, double most) const {
    const double swing = std::max(motion.value - def.start, kLeastSwing);
    return std::min(gain * (1 - (rest - def.start) / swing), most / swing);
  }

  void across() {
    if (!turns_across(at.joint, def)) return;
    const double half = 0.5 * (motion.value - def.start);
    const double turning = half > 0 ? half / std::tan(half) : 1.0;
    const double stiffness = turning * (torque_over_swing(def.stiffness, *def.rest, kInfinity) +
                                        torque_over_swing(def.motor_stiffness, target, max_force));
    const double least = kInert * (def.stiffness + def.motor_stiffness);
    motion.rate = across_swing(at);
    rate = rate_of(state, at, motion.rate);
    CoordinateRow& row = add(CoordinateRow::Kind::spring, 1.0, -kInfinity, kInfinity);
    row.sign = 0.0;
    row.bias = -rate;
    row.compliance = 4 / (dt * dt * std::max(stiffness, least));
  }

  void motor() {
    if (def.motor == MotorKind::none || max_force == 0) return;
    const double impulse = dt * max_force;
    CoordinateRow& row = add(CoordinateRow::Kind::motor, 1.0, -impulse, impulse);
    if (def.is_servo()) return servo(row);
    if (def.motor == MotorKind::velocity) {
      row.by_target = 1.0;
      row.bias = -target;
    } else {
      const double time = std::max(def.time_constant, dt);
      row.by_target = 1.0 / time;
      row.bias = -((target - motion.value) / time);
    }
  }

  void servo(CoordinateRow& row) const {
    const double pull = dt * def.motor_stiffness, quarter = 0.25 * dt * pull;
    const double before = damped_before(def.motor_damping);
    const double alpha = quarter + dt * def.motor_damping - before;
    row.compliance = 1 / alpha;
    if (def.motor == MotorKind::velocity) {
      row.by_target = dt * def.motor_damping / alpha;
      row.bias = before / alpha * rate - row.by_target * target;
    } else {
      row.by_target = pull / alpha;
      row.bias = (pull * (motion.value - target) + (before - quarter) * rate) / alpha;
    }
  }

  void friction() {
    const bool led = def.motor != MotorKind::none && !def.is_servo() && std::isinf(max_force);
    if (def.friction == 0 || led) return;
    add(CoordinateRow::Kind::friction, 1.0, -dt * def.friction, dt * def.friction);
  }

  void limit(double gap, double sign) {
    if (!(gap <= 2 * dt * std::abs(rate) + kLimitMargin)) return;
    CoordinateRow& row = add(CoordinateRow::Kind::limit, sign, 0.0, kInfinity);
    row.bias = gap / dt;
    row.e = def.e;
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
    across();
  }
};

}  // namespace

void append_coordinate_rows(const Model& model, std::span<const int> joints, const State& state,
                            double dt, const MotorCommands& motors, RowPool& pool,
                            std::vector<CoordinateRow>& rows, const State* start) {
  for (const int j : joints) {
    if (state.is_broken({j})) continue;
    const Joint& joint = model.joints[j];
    const JointPlace at = place(model, state, joint);
    for (const CoordinateDef& def : joint.coordinates) {
      const CoordinateMotion motion =
          coordinate_motion(at, def.coordinate, coordinates_of(state, joint)[def.coordinate]);
      const double rate = rate_of(state, at, motion.rate);
      const double rate_before =
          start && def.armature > 0 ? 2 * coordinate_rate(model, *start, {j}, def.coordinate) - rate
                                    : rate;
      const int own = joint.first_coordinate + def.coordinate;
      RowBuilder{model,
                 state,
                 dt,
                 pool,
                 rows,
                 at,
                 def,
                 motion,
                 rate,
                 rate_before,
                 motors.target[own],
                 motors.max_force[own]}
          .all();
    }
  }
}

void append_coordinate_rows(const Model& model, const State& state, double dt, RowPool& pool,
                            std::vector<CoordinateRow>& rows) {
  append_coordinate_rows(model, joints_with_coordinates(model), state, dt, motor_commands(model),
                         pool, rows);
}

double spring_energy(const Model& model, const State& state, double dt) {
  double sum = 0;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    if (state.is_broken({j})) continue;
    const Joint& joint = model.joints[j];
    for (const CoordinateDef& def : joint.coordinates) {
      if (def.stiffness == 0) continue;
      const JointPlace at = place(model, state, joint);
      const CoordinateMotion motion =
          coordinate_motion(at, def.coordinate, coordinates_of(state, joint)[def.coordinate]);
      const double held = 1 - stiff_share(at, def, motion, dt);
      sum += 0.5 * held * def.stiffness * (motion.value - *def.rest) * (motion.value - *def.rest);
    }
  }
  return sum;
}

double rotor_energy(const Model& model, const State& state) {
  double sum = 0;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    if (state.is_broken({j})) continue;
    for (const CoordinateDef& def : model.joints[j].coordinates) {
      if (def.armature == 0) continue;
      const double rate = coordinate_rate(model, state, {j}, def.coordinate);
      sum += 0.5 * def.armature * rate * rate;
    }
  }
  return sum;
}

bool has_rotors(const Model& model) {
  return std::ranges::any_of(model.joints, [](const Joint& joint) {
    return std::ranges::any_of(joint.coordinates,
                               [](const CoordinateDef& def) { return def.armature > 0; });
  });
}

std::vector<int> joints_with_coordinates(const Model& model) {
  std::vector<int> joints;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
    if (!model.joints[j].coordinates.empty()) joints.push_back(j);
  return joints;
}

}  // namespace perpend
