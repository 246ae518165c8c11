// SPDX-License-Identifier: Apache-2.0
//
// Motors without a limit that cannot reach their targets: they act against each other, against a
// limit or against what they squeeze. Their rows hold in every step, so that such a step has no
// solution. It is refused, and taken again with limited motors (sim/simulator/limited_step.cpp).
#include "sim/velocity/stalled_motors.hpp"

#include <algorithm>
#include <cmath>

#include "contact/row_response.hpp"
#include "core/worst.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {
namespace {

// Error of the rate of a motor that is accepted, as a share of the fastest velocity.
constexpr double kMissed = 1e-6;

// Multiple of the momentum at hand with which only stalled motors press.
constexpr double kPresses = 100;

// Returns the largest error of the rates of unlimited motors at the velocities v, m/s or rad/s.
double motor_error(const JointSystem& joints, const Eigen::VectorXd& v) {
  double worst = 0;
  Eigen::Matrix<double, 1, 1> rate;
  for (const CoordinateRow& row : joints.coordinate_rows()) {
    if (!row.is_unlimited_motor()) continue;
    multiply(joints.coordinate_pool(), row.group, v, rate);
    raise(worst, std::abs(rate[0] + row.bias));
  }
  return worst;
}

// Returns the largest target speed of unlimited motors, m/s or rad/s.
double fastest_target(const JointSystem& joints) {
  double fastest = 0;
  for (const CoordinateRow& row : joints.coordinate_rows())
    if (row.is_unlimited_motor()) fastest = std::max(fastest, std::abs(row.bias));
  return fastest;
}

double fastest_prescribed(const Model& model, const Eigen::VectorXd& v) {
  double fastest = 0;
  for (const Body& body : model.bodies)
    if (body.is_kinematic())
      fastest = std::max(fastest, v.segment(body.v_offset, body.dof).lpNorm<Eigen::Infinity>());
  return fastest;
}

double total_mass(const Model& model) {
  double sum = 0;
  for (const Body& body : model.bodies)
    if (body.is_dynamic()) sum += body.mass;
  return sum;
}

}  // namespace

double motor_response(const JointSystem& joints, const State& pose, const CoordinateRow& row) {
  return row_response(joints.model(), pose, joints.coordinate_pool(), row.group, 0);
}

std::vector<UnlimitedMotor> find_unlimited_motors(const Model& model,
                                                  const MotorCommands& commands) {
  std::vector<UnlimitedMotor> motors;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
    for (const CoordinateDef& def : model.joints[j].coordinates) {
      const int k = model.joints[j].first_coordinate + def.coordinate;
      if (def.motor == MotorKind::none || def.is_servo()) continue;
      if (std::isinf(commands.max_force[k])) motors.push_back({{j}, def.coordinate});
    }
  return motors;
}

double VelocityStep::energy_at_hand() const {
  const double speed = options.dt * model.gravity.norm() + fastest_prescribed(model, pose.v);
  double sum = kinetic_energy(model, pose.q, pose.v) + kinetic_energy(model, pose.q, rows.v_free) +
               0.5 * total_mass(model) * speed * speed;
  for (const CoordinateRow& row : joints.coordinate_rows())
    if (row.is_unlimited_motor())
      if (const double response = motor_response(joints, pose, row); response > 0)
        sum += 0.5 * row.bias * row.bias / response;
  return sum;
}

// Returns true if contacts of the last step pressed as only stalled motors do: by a multiple of all
// momentum at hand. Then motors are limited from the start; the search for a motion that reaches
// their targets takes a hundred times as long.
bool VelocityStep::stalls_still(const State& state) const {
  if (!motors_may_stall() || state.contacts.empty()) return false;
  double most = 0;
  for (const ContactMemory& contact : state.contacts) raise(most, contact.impulse.norm());
  return most > kPresses * std::sqrt(2 * energy_at_hand() * total_mass(model));
}

// Returns true if the step may still be taken with limited motors instead.
bool VelocityStep::motors_may_stall() const {
  return !attempt.accepts_overlap && !rows.setup.takes_best &&
         std::ranges::any_of(joints.coordinate_rows(), &CoordinateRow::is_unlimited_motor);
}

// Refuses a step in which a motor misses its target, or in which overlap grows at the rate of what
// motors may drive; a step without solution may have the same cause.
void VelocityStep::find_stalled(StepReport& report) {
  refusal.is_stalled = false;
  if (unlimited_motors.empty() || report.status == StepStatus::diverged) return;
  if (report.squeezed > 0 && motors_may_stall()) report.status = StepStatus::unsolved;
  refusal.is_stalled = report.status == StepStatus::unsolved;
  if (refusal.is_stalled) return;
  const double missed = motor_error(joints, v_new);
  raise(report.certificate.velocity_residual, missed);
  // Motors that hold at rest resist the speed that gravity gives in a step.
  const double speed = std::max(
      {largest_speed(rows, v_new), fastest_target(joints), model.gravity.norm() * options.dt});
  refusal.is_stalled = missed > kMissed * speed + joints.rate_rounding();
  if (!refusal.is_stalled) return;
  report.message = "motors without a limit contradict each other; give them a max_force";
  report.uncertified = true;
  if (!rows.setup.takes_best) report.status = StepStatus::unsolved;
}

}  // namespace perpend
