// SPDX-License-Identifier: Apache-2.0
//
// What the joints of a solved step exert.
#include "sim/joints/joint_step.hpp"

namespace perpend {
namespace {

double& part_of(CoordinateForce& force, CoordinateRow::Kind kind) {
  switch (kind) {
    case CoordinateRow::Kind::spring:
      return force.spring;
    case CoordinateRow::Kind::motor:
      return force.motor;
    case CoordinateRow::Kind::friction:
      return force.friction;
    default:
      return force.limit;
  }
}

}  // namespace

// A limit without play and a motor without limit are rows of the system, as springs are.
JointReaction JointStep::sum_of(const State& pose, JointId joint, bool springs,
                                const StepRows& rows, double dt) const {
  JointReaction reaction = joint_reaction(*model_, pose, joint, lambda_, dt);
  int bounded = 0;
  for (int r = 0; r < static_cast<int>(rows_.size()); ++r) {
    const double impulse = impulse_of(r, rows, bounded);
    const bool counts = springs || rows_[r].kind != CoordinateRow::Kind::spring;
    if (rows_[r].joint == joint.index && counts)
      add_reaction(*model_, pose, rows_[r], impulse, dt, reaction);
  }
  return reaction;
}

JointReaction JointStep::reaction(const State& pose, JointId joint, const StepRows& rows,
                                  double dt) const {
  return sum_of(pose, joint, false, rows, dt);
}

JointReaction JointStep::load(const State& pose, JointId joint, const StepRows& rows,
                              double dt) const {
  return sum_of(pose, joint, true, rows, dt);
}

// Rows of the pool of the islands are the bounded ones, in their order.
double JointStep::impulse_of(int row, const StepRows& rows, int& bounded) const {
  return rows_[row].is_bilateral() ? coordinate_impulses_[row]
                                   : rows.impulses.lambda[rows.first_row(bounded++)];
}

void JointStep::coordinate_forces(const StepRows& rows, double dt,
                                  std::vector<CoordinateForce>& forces) const {
  forces.assign(model_->joint_coordinates, {});
  int bounded = 0;
  for (int r = 0; r < static_cast<int>(rows_.size()); ++r) {
    const CoordinateRow& row = rows_[r];
    CoordinateForce& force = forces[model_->joints[row.joint].first_coordinate + row.coordinate];
    part_of(force, row.kind) += row.sign * impulse_of(r, rows, bounded) / dt;
  }
}

}  // namespace perpend
