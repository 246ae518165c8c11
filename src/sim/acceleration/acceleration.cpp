// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/acceleration.hpp"

#include <algorithm>

#include "perpend/core/error.hpp"
#include "sim/acceleration/prescribed.hpp"
#include "sim/acceleration/settle.hpp"
#include "sim/acceleration/supported_model.hpp"
#include "sim/acceleration/touch_force.hpp"
#include "sim/inputs/state_check.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

void certify(const Instant& instant, const InstantAnswer& answer, ContactForces& out) {
  out.residual = answer.solution.residual;
  out.residual_bound = answer.solution.residual_bound;
  out.answered_by = answer.solution.answered_by;
  for (int i = 0; i < static_cast<int>(instant.touches().size()); ++i) {
    const Touch& touch = instant.touches()[i];
    const Vector3d &f = answer.force[i], &a = answer.motion[i];
    const double normal = touch.has_normal() ? f.x() : touch.bound;
    const double mu = touch.slides ? touch.mu_k : touch.mu_s;
    out.least_acceleration = std::min(out.least_acceleration, a.x());
    out.least_force = std::min(out.least_force, f.x());
    out.work_rate = std::max(out.work_rate, std::abs(f.x() * a.x()));
    if (touch.tangents > 0)
      out.cone_excess = std::max(out.cone_excess, f.tail<2>().norm() - mu * std::max(0.0, normal));
  }
}

}  // namespace

std::string_view to_string(InstantStatus status) {
  constexpr std::string_view kNames[] = {"solved", "ray", "unsolved"};
  return kNames[static_cast<int>(status)];
}

ContactForces contact_forces(const Model& model, const State& state,
                             const InstantThresholds& thresholds) {
  check_sizes(model, state);
  require_forces_of_instant(model);
  State at = state;
  place_prescribed(model, at);
  Instant instant(model);
  TouchSet set = touches_of(instant, at, thresholds);
  const InstantAnswer answer = settle(instant, at, 0.0, set.held);
  ContactForces out{.status = answer.status,
                    .acceleration = answer.acceleration,
                    .joint_forces = answer.joint_forces,
                    .ray = answer.ray};
  certify(instant, answer, out);
  out.joint_residual = instant.bodies().residual();
  for (int i = 0; i < static_cast<int>(set.held.size()); ++i)
    out.touches.push_back(touch_force(instant, answer, i));
  if (set.approaching.empty()) return out;
  instant.load(at, set.approaching, 0.0);
  InstantAnswer none;
  none.force.assign(set.approaching.size(), Vector3d::Zero());
  none.motion = none.force;
  for (int i = 0; i < static_cast<int>(set.approaching.size()); ++i) {
    out.touches.push_back(touch_force(instant, none, i));
    out.touches.back().impacts = true;
  }
  return out;
}

}  // namespace perpend
