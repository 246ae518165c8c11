// SPDX-License-Identifier: Apache-2.0
#include "sim/acceleration/settle.hpp"

#include <algorithm>

namespace perpend {
namespace {

using Eigen::Vector3d;

// Smallest acceleration that counts as motion, relative to the largest one of the problem: ten
// times the bound of a solution.
constexpr double kMoves = 1e-9;

}  // namespace

Vector3d in_world(const Touch& touch, const TouchRows& at, const Vector3d& tangential) {
  if (touch.kind != TouchKind::contact) return {tangential.y(), 0, 0};
  return at.frame.transpose() * Vector3d(0, tangential.y(), tangential.z());
}

bool departs(const InstantAnswer& answer, int touch) {
  return answer.motion[touch].x() > kMoves * answer.scale;
}

bool is_dragged(const InstantAnswer& answer, const Touch& touch, int index) {
  if (touch.slides || touch.tangents == 0) return false;
  if (touch.has_normal() && !(answer.force[index].x() > 0)) return false;
  return answer.motion[index].tail<2>().norm() > kMoves * answer.scale;
}

bool is_slow_in_space(const Instant& instant, int touch) {
  return instant.touches()[touch].tangents == 2 &&
         instant.velocity(touch).tail<2>().norm() < kCreepSpeed;
}

TouchSet touches_of(Instant& instant, const State& state, const InstantThresholds& thresholds) {
  TouchSet set;
  const std::vector<Touch> found = instant.finder().find(state, thresholds.contact_gap);
  instant.load(state, found, 0.0);
  for (int i = 0; i < static_cast<int>(found.size()); ++i) {
    if (instant.first_row(i) < 0) continue;
    Touch touch = found[i];
    const Vector3d u = instant.velocity(i);
    if (u.x() > thresholds.rest_speed) continue;
    if (u.x() < -thresholds.rest_speed) {
      set.approaching.push_back(touch);
      continue;
    }
    touch.slides = touch.tangents > 0 && u.tail<2>().norm() > thresholds.slip_speed;
    if (touch.slides) touch.direction = in_world(touch, instant.at()[i], u).normalized();
    set.held.push_back(touch);
  }
  return set;
}

InstantAnswer settle(Instant& instant, const State& state, double stabilisation,
                     std::vector<Touch>& held, bool creeping) {
  for (;;) {
    instant.load(state, held, stabilisation);
    InstantAnswer answer = instant.accelerate();
    bool broken = false;
    for (int i = 0; i < static_cast<int>(held.size()); ++i) {
      if (answer.status != InstantStatus::solved || !is_dragged(answer, held[i], i)) continue;
      held[i].slides = broken = true;
      held[i].creeps = creeping;
      held[i].direction = in_world(held[i], instant.at()[i], answer.motion[i]).normalized();
    }
    if (!broken) return answer;
  }
}

}  // namespace perpend
