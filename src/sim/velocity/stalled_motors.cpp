// SPDX-License-Identifier: Apache-2.0
//
// Motors without a limit that cannot reach their targets: against each other, against a limit or
// what they squeeze. Their rows hold in every step, so that such a step has no solution. It is
// taken again with motors that give at most a large multiple of what its motion asks for: those
// that can reach their targets still do, the others stall and are named.
#include "sim/velocity/stalled_motors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/worst.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "perpend/sim/report_fields.hpp"
#include "sim/velocity/simulator_workspace.hpp"

namespace perpend {
namespace {

// Of the fastest velocity, what the rate of a motor may miss of its target.
constexpr double kMissed = 1e-6;

// Of the impulse that would give a motor's own bodies all energy at hand, what it gives at most:
// 1e3 of a gear may stand between it and what it moves.
constexpr double kStrength = 1e4;

// Share of its limit from which on a motor stalls.
constexpr double kStalls = 0.999;

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

// Largest error of the rates of motors without a limit at the velocities v, m/s or rad/s.
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

// Largest speed that one of them is told, m/s or rad/s.
double fastest_target(const JointSystem& joints) {
  double fastest = 0;
  for (const CoordinateRow& row : joints.coordinate_rows())
    if (row.is_unlimited_motor()) fastest = std::max(fastest, std::abs(row.bias));
  return fastest;
}

// J M⁻¹ Jᵀ of a row along a coordinate, whatever joints hold its bodies.
double free_response(const JointSystem& joints, const State& pose, const CoordinateRow& row) {
  const Model& model = joints.model();
  const RowPool& pool = joints.coordinate_pool();
  double sum = 0;
  const auto blocks = pool.blocks(row.group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    if (blocks[k].body < 0 || !model.bodies[blocks[k].body].is_dynamic()) continue;
    const BodyVector J = pool.block(row.group, k).row(0).transpose();
    sum += J.dot(mass_block(model, pose.q, blocks[k].body).llt().solve(J));
  }
  return sum;
}

// Of the motion there is, of a step of gravity, of what prescribed bodies may pass on and of the
// targets, J.
double energy_at_hand(const Model& model, const State& pose, const Eigen::VectorXd& v_free,
                      const JointSystem& joints, double dt) {
  const double speed = dt * model.gravity.norm() + fastest_prescribed(model, pose.v);
  double sum = kinetic_energy(model, pose.q, pose.v) + kinetic_energy(model, pose.q, v_free) +
               0.5 * total_mass(model) * speed * speed;
  for (const CoordinateRow& row : joints.coordinate_rows())
    if (row.is_unlimited_motor())
      if (const double response = free_response(joints, pose, row); response > 0)
        sum += 0.5 * row.bias * row.bias / response;
  return sum;
}

// Limits the motors of another simulator, which has the same inputs, for a step of dt.
void limit_motors(const State& pose, const JointSystem& joints, double energy, double dt,
                  DriveInputs& inputs) {
  for (const CoordinateRow& row : joints.coordinate_rows()) {
    if (!row.is_unlimited_motor()) continue;
    const double response = free_response(joints, pose, row);
    if (!(response > 0) || !std::isfinite(energy)) continue;
    const double most = kStrength * std::sqrt(2 * energy / response) / dt;
    inputs.hold(MotorInput{.joint = {row.joint}, .coordinate = row.coordinate, .max_force = most});
  }
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

// Refuses a step in which a motor misses its target; one that has no solution may be for the same
// reason.
void Simulator::Workspace::find_stalled(StepReport& report) {
  is_stalled = false;
  if (unlimited_motors.empty() || report.status == StepStatus::diverged) return;
  is_stalled = report.status == StepStatus::unsolved;
  if (is_stalled) return;
  const double missed = motor_error(joints, v_new);
  raise(report.certificate.velocity_residual, missed);
  // What motors hold at rest they keep from the speed that gravity gives in a step.
  const double speed = std::max(
      {largest_speed(rows, v_new), fastest_target(joints), model.gravity.norm() * options.dt});
  is_stalled = missed > kMissed * speed + joints.rate_rounding();
  if (!is_stalled) return;
  report.message = "motors without a limit contradict each other; give them a max_force";
  report.uncertified = true;
  if (!rows.setup.takes_best) report.status = StepStatus::unsolved;
}

// Takes the step with limited motors; the state stays where that fails, too.
StepReport Simulator::Workspace::take_limited(State& state, const StepReport& refused) {
  if (!limited) limited = std::make_unique<Simulator>(model, options);
  limited->workspace_->take_place_of(*this);
  limited->workspace_->shares_attempts = true;
  limited->workspace_->drive.take_over(drive, options.dt);
  limit_motors(pose, joints, energy_at_hand(model, pose, rows.v_free, joints, options.dt),
               options.dt, limited->workspace_->drive);
  parts = state;
  StepReport report = limited->step(parts);
  solver.set_effort(limited->workspace_->solver.effort());
  if (report.status != StepStatus::ok) {
    StepReport still = refused;
    add_effort(report, still);
    return still;
  }
  add_effort(refused, report);
  std::swap(state, parts);
  records.assign(limited->contacts().begin(), limited->contacts().end());
  breaks.assign(limited->breaks().begin(), limited->breaks().end());
  delegated = true;
  taken = limited.get();
  name_stalled(report);
  return report;
}

void Simulator::Workspace::name_stalled(StepReport& report) {
  const std::vector<CoordinateForce>& forces = coordinate_forces();
  const Eigen::VectorXd& most = limited->workspace_->drive.motors().max_force;
  std::string names;
  for (const auto& [joint, coordinate] : unlimited_motors) {
    const int k = model.joints[joint.index].first_coordinate + coordinate;
    if (!(std::abs(forces[k].motor) >= kStalls * most[k]) || most[k] == 0) continue;
    ++report.stalled;
    names += (names.empty() ? "" : ", ") + model.joints[joint.index].name;
  }
  if (report.stalled == 0) return;
  const std::string note = "the motors of " + names +
                           " stall: without a limit no motion reaches their targets; give them a "
                           "max_force";
  report.message = report.message.empty() ? note : note + "; " + report.message;
}

}  // namespace perpend
