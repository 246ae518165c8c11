// SPDX-License-Identifier: Apache-2.0
//
// There is one margin for all bodies: rows are chosen by it, and resting bodies keep their contacts
// whatever moves beside them. A body that no other is near does not count: one that falls for ever
// would make all others seek contacts, and have rows, as far as it moves within a step. Speeds are
// relative to the ground, or to the heaviest body if there is none: contacts do not depend on the
// velocity of the observer.
#include "sim/candidates/search_margin.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/candidates/pairs/ground_frame.hpp"

namespace perpend {
namespace {

// Multiple of its reach: bodies that move farther within a step are tested for whether they can
// meet another one.
constexpr double kFast = 2;

double angular_speed(const Model& model, const State& pose, int index, const Eigen::VectorXd& v) {
  const Body& body = model.bodies[index];
  if (body.kind == BodyKind::custom) return body_twist(model, pose, {index}).omega.norm();
  return angular_velocity(body, v).norm();
}

// Returns the speed of the fastest point of a body relative to a velocity; custom bodies count with
// their velocity before the step.
double top_speed(const Model& model, const State& pose, const MovingPieces::Outline& outline,
                 const Eigen::VectorXd& v, const Eigen::Vector3d& ground) {
  return (centre_velocity(model, pose, outline.body, v) - ground).norm() +
         outline.reach * angular_speed(model, pose, outline.body, v);
}

}  // namespace

// True if no other body is within this distance of this one, m.
bool SearchMargin::is_alone(const State& pose, const MovingPieces::Outline& outline,
                            double distance) const {
  const MovingPieces& pieces = step_.pieces;
  const Collider& collider = pieces.collider();
  const Eigen::Vector3d centre = spatial_pose(step_.model, pose, {outline.body}).p;
  const auto is_near = [&](int mine, int other) {
    const int body = pieces[other].body;
    const Eigen::Vector3d apart = spatial_pose(step_.model, pose, {body}).p - centre;
    if (apart.norm() - outline.reach - pieces.reach(body) > distance) return false;
    return !(collider.distance(pose, std::min(mine, other), std::max(mine, other)).gap > distance);
  };
  for (int mine = 0; mine < collider.pieces(); ++mine) {
    if (pieces[mine].body != outline.body) continue;
    for (int other = 0; other < collider.pieces(); ++other)
      if (pieces[other].body != outline.body &&
          collider.in_space(mine) == collider.in_space(other) && is_near(mine, other))
        return false;
  }
  return true;
}

double SearchMargin::find(const State& pose, const Eigen::VectorXd& v) {
  const SimulationOptions& options = step_.options;
  if (options.margin > 0) return options.margin;
  distances_.clear();
  const Eigen::Vector3d ground = velocity_of_ground(step_.model, step_.pieces, pose, v);
  for (const MovingPieces::Outline& outline : step_.pieces.outlines())
    distances_.push_back(
        std::max(0.0, 2 * options.dt * top_speed(step_.model, pose, outline, v, ground)));
  while (!distances_.empty()) {
    const auto farthest = std::ranges::max_element(distances_);
    const auto& outline = step_.pieces.outlines()[farthest - distances_.begin()];
    if (!(*farthest > kFast * outline.reach) || !is_alone(pose, outline, *farthest))
      return *farthest;
    *farthest = 0;
  }
  return 0;
}

double SearchMargin::rounded_up(double margin) const {
  constexpr double kSteps = 8;
  if (step_.options.margin > 0 || !std::isfinite(margin)) return margin;
  int power = 0;
  const double part = std::frexp(margin, &power);  // 1/2 to 1
  return std::ldexp(std::ceil(2 * kSteps * part) / (2 * kSteps), power);
}

}  // namespace perpend
