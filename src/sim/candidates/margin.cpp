// SPDX-License-Identifier: Apache-2.0
//
// Margin: distance up to which contacts are sought. There is one margin for all bodies: rows are
// chosen by it, and resting bodies keep their contacts whatever moves beside them. A body that no
// other is near does not count: one that falls for ever would make all others seek contacts, and
// have rows, as far as it moves within a step. Speeds are relative to the ground, or to the
// heaviest body if there is none: contacts do not depend on the velocity of the observer.
#include <algorithm>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/candidates/candidate_contacts.hpp"

namespace perpend {
namespace {

// Multiple of its reach: bodies that move farther within a step are tested for whether they can
// meet another one.
constexpr double kFast = 2;

Eigen::Vector3d velocity_of(const Model& model, const State& pose, int index,
                            const Eigen::VectorXd& v) {
  const Body& body = model.bodies[index];
  if (body.kind == BodyKind::custom) return body_twist(model, pose, {index}).velocity;
  return linear_velocity(body, v);
}

double turn_rate(const Model& model, const State& pose, int index, const Eigen::VectorXd& v) {
  const Body& body = model.bodies[index];
  if (body.kind == BodyKind::custom) return body_twist(model, pose, {index}).omega.norm();
  return angular_velocity(body, v).norm();
}

// Returns the speed of the fastest point of a body relative to a velocity; custom bodies count with
// their velocity before the step.
double top_speed(const Model& model, const State& pose, const MovingPieces::Outline& outline,
                 const Eigen::VectorXd& v, const Eigen::Vector3d& beside) {
  return (velocity_of(model, pose, outline.body, v) - beside).norm() +
         outline.reach * turn_rate(model, pose, outline.body, v);
}

}  // namespace

// True if no other body is within the distance `way` of this one, m.
bool CandidateContacts::is_alone(const State& pose, const MovingPieces::Outline& outline,
                                 double way) const {
  const Eigen::Vector3d centre = spatial_pose(*model_, pose, {outline.body}).p;
  const auto is_near = [&](int mine, int other) {
    const int body = piece(other).body;
    const Eigen::Vector3d apart = spatial_pose(*model_, pose, {body}).p - centre;
    if (apart.norm() - outline.reach - pieces_.reach(body) > way) return false;
    return !(pieces_.collider().distance(pose, std::min(mine, other), std::max(mine, other)).gap >
             way);
  };
  for (int mine = 0; mine < pieces_.collider().pieces(); ++mine) {
    if (piece(mine).body != outline.body) continue;
    for (int other = 0; other < pieces_.collider().pieces(); ++other)
      if (piece(other).body != outline.body &&
          pieces_.collider().in_space(mine) == pieces_.collider().in_space(other) &&
          is_near(mine, other))
        return false;
  }
  return true;
}

Eigen::Vector3d CandidateContacts::velocity_of_ground(const State& pose,
                                                      const Eigen::VectorXd& v) const {
  const int ground = pieces_.ground();
  return ground < 0 ? Eigen::Vector3d(0, 0, 0) : velocity_of(*model_, pose, ground, v);
}

double CandidateContacts::energy_seen(const State& pose) const {
  const Eigen::Vector3d beside = velocity_of_ground(pose, pose.v);
  if (beside.isZero(0)) return kinetic_energy(*model_, pose.q, pose.v);
  Eigen::VectorXd v = pose.v;
  for (const Body& body : model_->bodies) {
    if (!body.is_dynamic() || body.kind == BodyKind::custom) continue;
    const int lines = linear_dof(body);
    v.segment(body.v_offset, lines) -= beside.head(lines);
  }
  return kinetic_energy(*model_, pose.q, v);
}

// Returns the largest distance crossed within a step: twice the distance of the fastest point,
// without bodies that no other can meet within the step.
double CandidateContacts::margin(const State& pose, const Eigen::VectorXd& v) {
  if (options_.margin > 0) return options_.margin;
  ways_.clear();
  const Eigen::Vector3d beside = velocity_of_ground(pose, v);
  for (const MovingPieces::Outline& outline : pieces_.outlines())
    ways_.push_back(std::max(0.0, 2 * options_.dt * top_speed(*model_, pose, outline, v, beside)));
  while (!ways_.empty()) {
    const auto farthest = std::ranges::max_element(ways_);
    const MovingPieces::Outline& outline = pieces_.outlines()[farthest - ways_.begin()];
    if (!(*farthest > kFast * outline.reach) || !is_alone(pose, outline, *farthest))
      return *farthest;
    *farthest = 0;
  }
  return 0;
}

}  // namespace perpend
