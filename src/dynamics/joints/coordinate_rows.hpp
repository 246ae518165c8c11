// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "dynamics/joints/motor_commands.hpp"
#include "dynamics/row_pool.hpp"

namespace perpend {

/// One row of what acts along a joint coordinate c. Its impulse lambda obeys
///   lo <= lambda <= hi,  J v+ + bias + compliance · lambda  = 0 between the bounds,
///                                                          >= 0 at lo,  <= 0 at hi.
struct CoordinateRow {
  enum class Kind { spring, motor, friction, limit };
  int joint = 0;
  int coordinate = 0;
  int group = 0;  ///< of the pool: one row
  Kind kind = Kind::spring;
  double sign = 1.0;         ///< J v = sign · c'; -1 on upper limits; 0: across the coordinate
  double lo = 0.0;           ///< N·s or N·m·s
  double hi = 0.0;           ///< N·s or N·m·s
  double bias = 0.0;         ///< m/s or rad/s
  double compliance = 0.0;   ///< 1/kg or 1/(kg·m²)
  double rate = 0.0;         ///< J v at the start of the step, m/s or rad/s
  double e = 0.0;            ///< restitution of a limit
  double by_target = 0.0;    ///< of a motor: by what its target, raised by 1, raises -bias
  double armature = 0.0;     ///< of a rotor, kg or kg·m²
  double rate_before = 0.0;  ///< what its impulse is the change from, m/s or rad/s

  bool is_bilateral() const { return std::isinf(lo) && std::isinf(hi); }
  /// Of constraints on velocities: servos push no harder than their gains say.
  bool is_unlimited_motor() const {
    return kind == Kind::motor && is_bilateral() && compliance == 0;
  }

  /// Lets the impulse of the rotor be that of the change from another rate.
  void change_from(double other) {
    bias -= compliance * armature * (other - rate_before);
    rate_before = other;
  }
};

/// Appends the rows of springs with dampers, motors, dry friction and limits for a step of dt
/// seconds. `state` has the pose the step takes its geometry from, half a drift after its start,
/// and the velocity v of the start.
///
/// spring, damper: one bilateral row. The spring pulls with the mean of its lengths before and
///   after the step, the damper with the mean of the rates where a step resolves the decay, else
///   more and more with the rate after it,
///     lambda = -dt k (c + dt/4 (c'+ - c') - rest) - dt d (c'+ + c')/2,
///   so that an undamped oscillator keeps its energy exactly, at any stiffness; that of a strut
///   only up to (dt w)² = 1, beyond which it turns into a rod. That of a swing has a second row,
///   across it, and so have servos along it.
///   A rotor (armature A) is in that row: lambda of it is -A times the change of its rate from the
///   start to the end of the step. Drifts change it along curved motions (a slide on a turning
///   arm): `start` is the state half a drift before, where a step has one, and the drift after the
///   kick counts as the one before it until CoordinateRow::change_from() knows better.
/// motor: J v = target speed; a position motor's is (target - value) / max(time_constant, dt). A
///   servo is a spring and a damper as above with the target as `rest`, within ±max_force · dt.
/// friction: within ±friction · dt. No row where a motor without limit moves the coordinate: the
///   motion does not depend on it.
/// limit: c - lo >= 0 and hi - c >= 0 with bias gap/dt, one bilateral row where lo == hi. Only
///   where the gap is at most 2 dt |c'| plus kLimitMargin. Its bounce (e) is the affair of the
///   step.
void append_coordinate_rows(const Model& model, const State& state, double dt, RowPool& pool,
                            std::vector<CoordinateRow>& rows);
/// Of these joints alone, with motors that are told something else than by the model.
void append_coordinate_rows(const Model& model, std::span<const int> joints, const State& state,
                            double dt, const MotorCommands& motors, RowPool& pool,
                            std::vector<CoordinateRow>& rows, const State* start = nullptr);

/// Energy of the springs (J), which energy() leaves out. Of a strut whose swing a step of dt
/// seconds does not resolve the share 1 - s: the share s is a rod to append_coordinate_rows().
double spring_energy(const Model& model, const State& state, double dt);

/// Kinetic energy of the rotors (J), which energy() leaves out.
double rotor_energy(const Model& model, const State& state);

/// Whether any coordinate has an armature.
bool has_rotors(const Model& model);

/// Joints along whose coordinates something acts.
std::vector<int> joints_with_coordinates(const Model& model);

/// m or rad: what an acceleration of 180 m/s² or rad/s² closes from rest within 1/60 s. A limit
/// that comes up faster is met one step later.
inline constexpr double kLimitMargin = 0.05;

}  // namespace perpend
