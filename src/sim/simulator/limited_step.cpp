// SPDX-License-Identifier: Apache-2.0
//
// A step in which no motion reaches the targets of all unlimited motors
// (sim/velocity/stalled_motors.cpp), taken with motors that give at most a large multiple of what
// its motion asks for: those that can reach their targets still do, the others stall and are named.
#include <algorithm>
#include <cmath>
#include <utility>

#include "perpend/sim/report_fields.hpp"
#include "sim/simulator/simulator_workspace.hpp"

namespace perpend {
namespace {

// Largest impulse of a motor, as a multiple of the impulse that would give its own bodies all the
// energy at hand: a gear ratio of 1e3 may stand between the motor and what it moves.
constexpr double kStrength = 1e4;

// Share of its limit above which a motor counts as stalled.
constexpr double kStalls = 0.999;

// Limits the motors of another simulator, which has the same inputs, for a step of dt (s).
void limit_motors(const State& pose, const JointSystem& joints, double energy, double dt,
                  DriveInputs& inputs) {
  for (const CoordinateRow& row : joints.coordinate_rows()) {
    if (!row.is_unlimited_motor()) continue;
    const double response = motor_response(joints, pose, row);
    if (!(response > 0) || !std::isfinite(energy)) continue;
    const double most = kStrength * std::sqrt(2 * energy / response) / dt;
    inputs.hold(MotorInput{.joint = {row.joint}, .coordinate = row.coordinate, .max_force = most});
  }
}

}  // namespace

// Takes the step with overlap that grows at the rate of the motors, if `refused` has such overlap
// or was not searched.
StepReport Simulator::Workspace::take_with_overlap(State& state, const StepReport& refused,
                                                   const StepReport& of_limited) {
  StepReport report = refused;
  if (refused.squeezed > 0 || step.refusal.stalls_still) {
    step.attempt.accepts_overlap = true;
    report = step.take(state);
    step.attempt.accepts_overlap = false;
    add_effort(refused, report);
  }
  add_effort(of_limited, report);
  return report;
}

// Takes the step with limited motors. If that fails too, the state stays as it was unless the step
// can be taken with overlap.
StepReport Simulator::Workspace::take_limited(State& state, const StepReport& refused) {
  const double dt = step.options.dt;
  if (!limited) limited = std::make_unique<Simulator>(step.model, step.options);
  limited->workspace_->take_place_of(*this);
  limited->workspace_->shares_attempts = true;
  DriveInputs& inputs = limited->workspace_->step.drive;
  inputs.take_over(step.drive, dt);
  limit_motors(step.pose, step.joints, step.energy_at_hand(), dt, inputs);
  parts = state;
  StepReport report = limited->step(parts);
  step.solver.set_effort(limited->workspace_->step.solver.effort());
  if (report.status != StepStatus::ok) return take_with_overlap(state, refused, report);
  add_effort(refused, report);
  std::swap(state, parts);
  step.records.assign(limited->contacts().begin(), limited->contacts().end());
  step.breaks.assign(limited->breaks().begin(), limited->breaks().end());
  taken = limited.get();
  name_stalled(report);
  return report;
}

void Simulator::Workspace::name_stalled(StepReport& report) {
  const std::vector<CoordinateForce>& forces = coordinate_forces();
  const Eigen::VectorXd& most = limited->workspace_->step.drive.motors().max_force;
  std::string names;
  for (const auto& [joint, coordinate] : step.unlimited_motors) {
    const int k = step.model.joints[joint.index].first_coordinate + coordinate;
    if (!(std::abs(forces[k].motor) >= kStalls * most[k]) || most[k] == 0) continue;
    ++report.stalled;
    names += (names.empty() ? "" : ", ") + step.model.joints[joint.index].name;
  }
  if (report.stalled == 0) return;
  const std::string note = "the motors of " + names +
                           " stall: without a limit no motion reaches their targets; give them a "
                           "max_force";
  report.message = report.message.empty() ? note : note + "; " + report.message;
}

}  // namespace perpend
