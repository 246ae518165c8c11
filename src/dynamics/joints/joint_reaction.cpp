// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/coordinate_reaction.hpp"
#include "dynamics/joints/joint_motion.hpp"
#include "perpend/core/error.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Adds `scale` times the wrench, moved to the anchor on a.
void add(const JointPlace& at, const Wrench& wrench, double scale, JointReaction& reaction) {
  const Vector3d force = scale * wrench.force;
  const Vector3d torque = scale * wrench.torque + (wrench.point - at.a.anchor).cross(force);
  const Eigen::Quaterniond to_frame = joint_frame_b(at).conjugate();
  reaction.force += force;
  reaction.torque += torque;
  reaction.joint_force += to_frame * force;
  reaction.joint_torque += to_frame * torque;
}

const Joint& joint_at(const Model& model, int index, double dt) {
  require(index >= 0 && index < static_cast<int>(model.joints.size()), "joint",
          "a joint of the model", index);
  require(dt > 0, "dt", "a step > 0", dt);
  return model.joints[index];
}

}  // namespace

JointReaction joint_reaction(const Model& model, const State& state, JointId id,
                             const Eigen::VectorXd& impulses, double dt) {
  const Joint& joint = joint_at(model, id.index, dt);
  require(impulses.size() >= joint.first_row + joint.rows, "impulses",
          "an entry for every joint row", static_cast<double>(impulses.size()));
  const JointPlace at = place(model, state, joint);
  JointReaction reaction;
  if (joint.kind == JointKind::custom) {
    std::array<JointRow, JointType::kMaxRows> rows;
    custom_rows(model, state, at, rows);
    for (int r = 0; r < joint.rows; ++r)
      add(at, {rows[r].point_a, rows[r].force_a, rows[r].torque_a},
          impulses[joint.first_row + r] / dt, reaction);
  } else {
    std::array<RelativeRow, JointType::kMaxRows> rows;
    const int count = relative_rows(at, coordinates_of(state, joint), rows);
    for (int r = 0; r < count; ++r)
      add(at, rows[r].wrench, impulses[joint.first_row + r] / dt, reaction);
  }
  return reaction;
}

void add_reaction(const Model& model, const State& state, const CoordinateRow& row, double impulse,
                  double dt, JointReaction& reaction) {
  const JointPlace at = place(model, state, joint_at(model, row.joint, dt));
  add(at, coordinate_motion(at, row.coordinate, 0.0).rate, row.sign * impulse / dt, reaction);
}

}  // namespace perpend
