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
#include "sim/velocity/velocity_step.hpp"

namespace perpend {
namespace {

// Error of the rate of a motor that is accepted, as a share of the fastest velocity.
constexpr double kMissed = 1e-6;

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

}  // namespace

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

// Refuses a step in which a motor misses its target; a step without solution may have the same
// cause.
void VelocityStep::find_stalled(StepReport& report) {
  refusal.is_stalled = false;
  if (unlimited_motors.empty() || report.status == StepStatus::diverged) return;
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
