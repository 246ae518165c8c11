// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "dynamics/joints/motor_commands.hpp"
#include "dynamics/row_pool.hpp"

namespace perpend {

/// One row along a joint coordinate c. Its impulse lambda obeys
///   lo <= lambda <= hi,  J v+ + bias + compliance · lambda  = 0 between the bounds,
///                                                          >= 0 at lo,  <= 0 at hi.
struct CoordinateRow {
  enum class Kind { spring, motor, friction, limit };
  int joint = 0;
  int coordinate = 0;
  int group = 0;  ///< group of one row in the pool
  Kind kind = Kind::spring;
  double sign = 1.0;         ///< J v = sign · c'; -1 on upper limits; 0: row across a swing
  double lo = 0.0;           ///< N·s or N·m·s
  double hi = 0.0;           ///< N·s or N·m·s
  double bias = 0.0;         ///< m/s or rad/s
  double compliance = 0.0;   ///< 1/kg or 1/(kg·m²)
  double rate = 0.0;         ///< J v at the start of the step, m/s or rad/s
  double e = 0.0;            ///< restitution of a limit
  double by_target = 0.0;    ///< motor: -d(bias)/d(target)
  double armature = 0.0;     ///< rotor inertia, kg or kg·m²
  double rate_before = 0.0;  ///< rotor: rate from which it changes, m/s or rad/s

  bool is_bilateral() const { return std::isinf(lo) && std::isinf(hi); }
  /// True for a motor that constrains the velocity; false for servos, whose force follows their
  /// gains.
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
/// seconds. `state` has the pose at which the step evaluates geometry, half a drift after its
/// start, and the velocity v of the start.
///
/// spring, damper: one bilateral row. The spring uses the mean of its lengths before and after the
///   step. The damper uses the mean of the rates if the step resolves the decay, and otherwise an
///   increasing share of the rate after the step,
///     lambda = -dt k (c + dt/4 (c'+ - c') - rest) - dt d (c'+ + c')/2,
///   so that an undamped oscillator keeps its energy exactly, at any stiffness. For a strut this
///   holds up to (dt w)² = 1; beyond it the strut approaches a rod. The spring of a swing, and
///   servos along it, have a second row across it.
///   A rotor (armature A) is in that row: its impulse is -A times the change of its rate from the
///   start to the end of the step. Drifts change the rate along curved motions (a slide on a
///   rotating arm). `start` is the state half a drift before, if there is one. The drift after the
///   velocity update is assumed to change the rate as the one before it does, until
///   CoordinateRow::change_from() is called with the actual value.
/// motor: J v = target speed; a position motor's is (target - value) / max(time_constant, dt). A
///   servo is a spring and a damper as above with the target as `rest`, within ±max_force · dt.
/// friction: within ±friction · dt. There is no row if a motor without force limit moves the
///   coordinate, since friction then has no effect on the motion.
/// limit: c - lo >= 0 and hi - c >= 0 with bias gap/dt, one bilateral row where lo == hi. A row
///   exists only if the gap is at most 2 dt |c'| plus kLimitMargin. Restitution (e) is applied by
///   the step, not by the row.
void append_coordinate_rows(const Model& model, const State& state, double dt, RowPool& pool,
                            std::vector<CoordinateRow>& rows);
/// Appends the rows of these joints only, with motor commands that may differ from the model's.
void append_coordinate_rows(const Model& model, std::span<const int> joints, const State& state,
                            double dt, const MotorCommands& motors, RowPool& pool,
                            std::vector<CoordinateRow>& rows, const State* start = nullptr);

/// Returns the energy of the springs (J), which energy() leaves out. For a strut whose oscillation
/// a step of dt seconds does not resolve, it counts only the share 1 - s; append_coordinate_rows()
/// treats the share s as a rod.
double spring_energy(const Model& model, const State& state, double dt);

/// Returns the kinetic energy of the rotors (J), which energy() leaves out.
double rotor_energy(const Model& model, const State& state);

/// True if any coordinate has an armature.
bool has_rotors(const Model& model);

/// Returns the joints with coordinates on which a spring, motor, friction or limit acts.
std::vector<int> joints_with_coordinates(const Model& model);

/// Gap in m or rad that an acceleration of 180 m/s² or rad/s² closes from rest within 1/60 s. A
/// limit that is approached faster is met one step later.
inline constexpr double kLimitMargin = 0.05;

}  // namespace perpend
