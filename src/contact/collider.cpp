// SPDX-License-Identifier: Apache-2.0
#include "perpend/contact/collider.hpp"

#include <algorithm>

#include "perpend/geometry/planar/manifold.hpp"

namespace perpend {
namespace {

// splitmix64, so that keys of different features do not collide in practice.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

std::uint64_t key_of(int piece_a, int piece_b, std::uint32_t feature) {
  const auto pair =
      (static_cast<std::uint64_t>(piece_a) << 32) | static_cast<std::uint32_t>(piece_b);
  return mix(mix(pair) ^ feature);
}

}  // namespace

Collider::Collider(const Model& model) : model_(&model) {
  for (int body = 0; body < static_cast<int>(model.bodies.size()); ++body)
    for (int shape = 0; shape < static_cast<int>(model.bodies[body].shapes.size()); ++shape)
      pieces_.push_back({body, shape});
  poses_.resize(pieces_.size());
  boxes_.resize(pieces_.size());
}

void Collider::place(const State& state, double margin) {
  const Eigen::Vector2d border = Eigen::Vector2d::Constant(margin / 2);
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    const planar::ShapeInstance& instance = model_->bodies[piece.body].shapes[piece.shape];
    poses_[i] = compose(body_pose(*model_, state, {piece.body}), instance.pose);
    boxes_[i] = planar::bounds(instance.shape, poses_[i]);
    boxes_[i].lo -= border;
    boxes_[i].hi += border;
  }
}

bool Collider::may_collide(int body_a, int body_b) const {
  const Body &a = model_->bodies[body_a], &b = model_->bodies[body_b];
  if (body_a == body_b || a.level != b.level) return false;
  if (!a.is_dynamic() && !b.is_dynamic()) return false;
  return !std::binary_search(model_->joined.begin(), model_->joined.end(),
                             std::pair(body_a, body_b));
}

void Collider::touch(int piece_a, int piece_b, double margin) {
  const Piece &a = pieces_[piece_a], &b = pieces_[piece_b];
  const planar::Manifold manifold = planar::contact_manifold(
      model_->bodies[a.body].shapes[a.shape].shape, poses_[piece_a],
      model_->bodies[b.body].shapes[b.shape].shape, poses_[piece_b], margin);
  for (int k = 0; k < manifold.size; ++k) {
    const planar::ContactPoint& point = manifold.points[k];
    contacts_.push_back({.body_a = a.body,
                         .body_b = b.body,
                         .point_a = point.point_a,
                         .point_b = point.point_b,
                         .normal = point.normal,
                         .gap = point.gap,
                         .key = key_of(piece_a, piece_b, point.feature)});
  }
}

std::span<const ContactPair> Collider::collide(const State& state, double margin) {
  contacts_.clear();
  place(state, margin);
  for (const auto& [i, j] : sweep_.pairs(boxes_))
    if (may_collide(pieces_[i].body, pieces_[j].body)) touch(i, j, margin);
  return contacts_;
}

double deepest_overlap(std::span<const ContactPair> contacts) {
  double deepest = 0;
  for (const ContactPair& contact : contacts) deepest = std::max(deepest, -contact.gap);
  return deepest;
}

}  // namespace perpend
