// SPDX-License-Identifier: Apache-2.0
//
// Velocities set from outside that joints do not allow, as where one link of a closed loop is given
// a velocity and the others are not. The step removes the inconsistent part as a plastic impact
// does, in whatever time: joints do work in it as at a dead point (dead_points.cpp), but no shorter
// step helps, so the joint is named. This applies only to a start with velocities that no step left
// and to the steps right after it, which remove the rest: what a dead point leaves is inconsistent
// too.
#include "sim/velocity/inconsistent_starts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "core/same_bits.hpp"

namespace perpend {
namespace {

// Returns the bodies of the joint, without the world.
std::vector<int> bodies_of(const Joint& joint) {
  std::vector<int> bodies;
  for (const BodyId id : {joint.a, joint.b})
    if (id != kWorld) bodies.push_back(id.index);
  return bodies;
}

std::string described(const Model& model, const std::vector<int>& bodies,
                      const std::string& constraint) {
  std::string names;
  for (const int body : bodies)
    names += (names.empty() ? "" : " and ") + model.bodies[body].details->name;
  return "velocities given to " + names + " do not fit " + constraint;
}

}  // namespace

void LeftVelocities::note(const State& state, bool inconsistent) {
  v_ = state.v;
  step_ = state.step;
  inconsistent_ = inconsistent;
}

void LeftVelocities::move_on(std::int64_t step) {
  if (step_ >= 0) step_ = step;
}

bool LeftVelocities::are_replaced_in(const State& state) const {
  if (state.step <= 0) return true;
  return state.step == step_ && (inconsistent_ || !has_same_bits(v_, state.v));
}

std::string name_inconsistent(const Model& model, int row) {
  const auto coupler = std::ranges::find(model.couplers, row, &Coupler::row);
  if (coupler != model.couplers.end())
    return described(model, coupler->bodies, "coupler " + coupler->name);
  const auto joint = std::ranges::find_if(model.joints, [row](const Joint& each) {
    return each.first_row <= row && row < each.first_row + each.rows;
  });
  return described(model, bodies_of(*joint), "joint " + joint->name);
}

void report_inconsistent(const std::string& name, StepReport& report) {
  const double work = report.certificate.joint_work;
  char text[96];
  std::snprintf(text, sizeof text,
                ", where joints %s %.2g J: try some that fit, of all bodies of the mechanism",
                work < 0 ? "took" : "gave", std::abs(work));
  report.message = name + text;
}

}  // namespace perpend
