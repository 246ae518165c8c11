// SPDX-License-Identifier: Apache-2.0
#include "sim/joints/joint_forces.hpp"

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

// Sums the reaction of a joint. A limit without play and a motor without limit are rows of the
// system, as springs are.
JointReaction sum_of(const JointSystem& system, const State& pose, JointId joint, bool springs,
                     const StepRows& rows, double dt) {
  JointReaction reaction = joint_reaction(system.model(), pose, joint, system.lambda(), dt);
  const auto along = system.coordinate_rows();
  int bounded = 0;
  for (int r = 0; r < static_cast<int>(along.size()); ++r) {
    const double impulse = row_impulse(system, r, rows, bounded);
    const bool counts = springs || along[r].kind != CoordinateRow::Kind::spring;
    if (along[r].joint == joint.index && counts)
      add_reaction(system.model(), pose, along[r], impulse, dt, reaction);
  }
  return reaction;
}

}  // namespace

// Returns the impulse of a coordinate row; the islands' pool has the bounded ones, in their order.
double row_impulse(const JointSystem& system, int row, const StepRows& rows, int& bounded) {
  return system.coordinate_rows()[row].is_bilateral()
             ? system.coordinate_impulses()[row]
             : rows.impulses.lambda[rows.first_row(bounded++)];
}

JointReaction step_reaction(const JointSystem& system, const State& pose, JointId joint,
                            const StepRows& rows, double dt) {
  return sum_of(system, pose, joint, false, rows, dt);
}

std::vector<JointReaction> step_reactions(const JointSystem& system, const State& pose,
                                          const StepRows& rows, double dt) {
  const Model& model = system.model();
  std::vector<JointReaction> reactions;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
    reactions.push_back(joint_reaction(model, pose, {j}, system.lambda(), dt));
  const auto along = system.coordinate_rows();
  int bounded = 0;
  for (int r = 0; r < static_cast<int>(along.size()); ++r) {
    const double impulse = row_impulse(system, r, rows, bounded);
    if (along[r].kind != CoordinateRow::Kind::spring)
      add_reaction(model, pose, along[r], impulse, dt, reactions[along[r].joint]);
  }
  return reactions;
}

JointReaction step_load(const JointSystem& system, const State& pose, JointId joint,
                        const StepRows& rows, double dt) {
  return sum_of(system, pose, joint, true, rows, dt);
}

void coordinate_forces(const JointSystem& system, const StepRows& rows, double dt,
                       std::vector<CoordinateForce>& forces) {
  const Model& model = system.model();
  const auto along = system.coordinate_rows();
  forces.assign(model.joint_coordinates, {});
  int bounded = 0;
  for (int r = 0; r < static_cast<int>(along.size()); ++r) {
    const CoordinateRow& row = along[r];
    CoordinateForce& force = forces[model.joints[row.joint].first_coordinate + row.coordinate];
    part_of(force, row.kind) += row.sign * row_impulse(system, r, rows, bounded) / dt;
  }
}

}  // namespace perpend
