// SPDX-License-Identifier: Apache-2.0
//
// Joints that break. A step is solved with the joints it began with; a joint whose mean load over
// the step exceeds its strength is marked in the state, and has rows of zeros from then on.
#include "sim/velocity/break_joints.hpp"

#include "dynamics/joints/joint_rows.hpp"
#include "sim/joints/joint_forces.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {

void forget_broken(const Model& model, State& state) {
  if (state.broken.empty()) return;
  for (const Joint& joint : model.joints)
    if (state.is_broken({static_cast<int>(&joint - model.joints.data())}))
      state.joint_impulses.segment(joint.first_row, joint.rows).setZero();
  for (std::size_t c = 0; c < model.couplers.size(); ++c)
    if (is_dropped(model, state, static_cast<int>(model.joints.size() + c)))
      state.joint_impulses[model.couplers[c].row] = 0;
}

void VelocityStep::break_joints(StepReport& report) {
  if (report.status != StepStatus::ok) return;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[j];
    if (!joint.may_break() || pose.is_broken({j})) continue;
    const JointReaction load = step_load(joints, pose, {j}, rows, options.dt);
    const double pull = load.force.norm(), torque = load.torque.norm();
    if (!(pull > joint.break_force || torque > joint.break_torque)) continue;
    after.broken.resize(model.joints.size(), 0);
    after.broken[j] = 1;
    breaks.push_back({{j}, report.time, pull, torque});
  }
  report.broken = static_cast<int>(breaks.size());
}

}  // namespace perpend
