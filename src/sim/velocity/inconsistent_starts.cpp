// SPDX-License-Identifier: Apache-2.0
//
// Velocities from outside that joints do not allow, as where one link of a closed loop is given one
// and the others are not. The step takes up what does not fit, as a plastic impact does, in
// whatever time: joints work in it as at a dead point (dead_points.cpp), but no shorter step will
// help, so what is named is the joint. Only of a start, of velocities that no step left, and of the
// steps right after, which take up the rest: what a dead point leaves does not fit either.
#include <cmath>
#include <cstdio>

#include "core/same_bits.hpp"
#include "sim/velocity/simulator_workspace.hpp"

namespace perpend {
namespace {

// Without the world.
std::vector<int> bodies_of(const Joint& joint) {
  std::vector<int> bodies;
  for (const BodyId id : {joint.a, joint.b})
    if (id != kWorld) bodies.push_back(id.index);
  return bodies;
}

}  // namespace

void Simulator::Workspace::note_left(const State& state, const StepReport& report) {
  if (levels == 0 || is_part || report.status != StepStatus::ok) return;
  left_v = state.v;
  left_step = state.step;
  left_inconsistent = !inconsistency.empty();
  inconsistency.clear();
}

std::string Simulator::Workspace::inconsistent_start(const State& state) {
  const bool is_set =
      state.step == left_step && (left_inconsistent || !has_same_bits(left_v, state.v));
  if (state.step > 0 && !is_set) return {};
  const int worst = joints.inconsistent_joint(state);
  if (worst < 0) return {};
  const int coupler = worst - static_cast<int>(model.joints.size());
  std::string bodies;
  for (const int body :
       coupler < 0 ? bodies_of(model.joints[worst]) : model.couplers[coupler].bodies)
    bodies += (bodies.empty() ? "" : " and ") + model.bodies[body].details->name;
  return "velocities given to " + bodies + " do not fit " +
         (coupler < 0 ? "joint " + model.joints[worst].name
                      : "coupler " + model.couplers[coupler].name);
}

void Simulator::Workspace::name_inconsistent_start(const std::string& why,
                                                   StepReport& report) const {
  const double work = report.certificate.joint_work;
  char text[96];
  std::snprintf(text, sizeof text,
                ", where joints %s %.2g J: try some that fit, of all bodies of the mechanism",
                work < 0 ? "took" : "gave", std::abs(work));
  report.message = why + text;
}

}  // namespace perpend
