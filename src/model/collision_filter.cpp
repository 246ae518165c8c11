// SPDX-License-Identifier: Apache-2.0
#include "model/collision_filter.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

bool may_allow(const BodyDetails& a, const BodyDetails& b) {
  const bool by_shape = !a.shape_filters.empty() || !b.shape_filters.empty();
  return by_shape || allows(a.collides, b.collides);
}

const CollisionFilter& filter_of(const BodyDetails& body, int shape) {
  return body.shape_filters.empty() ? body.collides
                                    : body.shape_filters[static_cast<std::size_t>(shape)];
}

// True if the bodies may collide, apart from joints between them.
bool may_meet(const Model& model, int body_a, int body_b) {
  const Body &a = model.bodies[body_a], &b = model.bodies[body_b];
  if (body_a == body_b || a.details->level != b.details->level ||
      !may_allow(*a.details, *b.details))
    return false;
  if (!a.is_dynamic() && !b.is_dynamic()) return false;
  const std::pair pair(body_a, body_b);
  return !std::binary_search(model.excluded.begin(), model.excluded.end(), pair);
}

bool are_joined(const Model& model, int body_a, int body_b) {
  return std::binary_search(model.joined.begin(), model.joined.end(), std::pair(body_a, body_b));
}

}  // namespace

bool may_collide(const Model& model, int body_a, int body_b) {
  return may_meet(model, body_a, body_b) && !are_joined(model, body_a, body_b);
}

bool may_collide(const Model& model, const State& state, int body_a, int body_b) {
  if (!may_meet(model, body_a, body_b)) return false;
  if (!are_joined(model, body_a, body_b)) return true;
  if (state.broken.empty()) return false;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[j];
    const auto [low, high] = std::minmax(joint.a.index, joint.b.index);
    const bool joins = low == body_a && high == body_b && !joint.bodies_collide;
    if (joins && !state.is_broken({j})) return false;
  }
  return true;
}

bool shapes_may_collide(const Body& a, int shape_a, const Body& b, int shape_b) {
  return allows(filter_of(*a.details, shape_a), filter_of(*b.details, shape_b));
}

planar::Pose outline_pose(const Model& model, const State& state, int body) {
  if (model.bodies[body].is_planar()) return body_pose(model, state, {body});
  const spatial::Pose pose = spatial_pose(model, state, {body});
  return {pose.p.head<2>(), 2 * std::atan2(pose.r.z(), pose.r.w())};
}

}  // namespace perpend
