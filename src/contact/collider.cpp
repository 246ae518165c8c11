// SPDX-License-Identifier: Apache-2.0
#include "contact/collider.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "contact/contact_key.hpp"
#include "core/same_bits.hpp"
#include "model/collision_filter.hpp"
#include "perpend/geometry/planar/distance.hpp"
#include "perpend/geometry/planar/manifold.hpp"
#include "perpend/geometry/spatial/manifold.hpp"

namespace perpend {
namespace {

planar::Pose pose_of(const Model& model, const State& state, int body,
                     const planar::ShapeInstance& instance) {
  return compose(outline_pose(model, state, body), instance.pose);
}
spatial::Pose pose_of(const Model& model, const State& state, int body,
                      const spatial::ShapeInstance& instance) {
  return compose(spatial_pose(model, state, {body}), instance.pose);
}

bool is_same(const planar::Pose& a, const planar::Pose& b) {
  return has_same_bits(a.p, b.p) && has_same_bits(a.angle, b.angle);
}
bool is_same(const spatial::Pose& a, const spatial::Pose& b) {
  return has_same_bits(a.p, b.p) && has_same_bits(a.r.coeffs(), b.r.coeffs());
}

const planar::ShapeInstance& shape_of(const Body& body, int shape, const planar::Pose&) {
  return body.details->shapes[shape];
}
const spatial::ShapeInstance& shape_of(const Body& body, int shape, const spatial::Pose&) {
  return body.details->spatial_shapes[shape];
}

Eigen::Vector3d embed(const Eigen::Vector2d& v) {
  return {v.x(), v.y(), 0};
}
Eigen::Vector3d embed(const Eigen::Vector3d& v) {
  return v;
}

// Returns 0 for a gap below the round-off of its two points: divided by a step of 1 ms it would be
// a velocity that resting bodies do not have, a different one in each step.
double rounded_gap(double gap, const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  constexpr double kRoundings = 16;
  const double reach = std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
  return std::abs(gap) <= kRoundings * std::numeric_limits<double>::epsilon() * reach ? 0.0 : gap;
}

// Returns the velocity of a moving surface where its outward normal is n, world.
Eigen::Vector3d surface_velocity(const planar::Pose&, const Eigen::Vector3d& velocity,
                                 const Eigen::Vector3d& n) {
  return velocity.x() * Eigen::Vector3d(n.y(), -n.x(), 0);
}
Eigen::Vector3d surface_velocity(const spatial::Pose& pose, const Eigen::Vector3d& velocity,
                                 const Eigen::Vector3d& n) {
  const Eigen::Vector3d turned = pose.r * velocity;
  return turned - n.dot(turned) * n;
}
// Returns the number of a shape among all shapes of its body: planar ones come first.
template <typename Pose>
int number_of(const Body& body, int shape, const Pose&) {
  const bool in_space = std::is_same_v<Pose, spatial::Pose>;
  return in_space ? static_cast<int>(body.details->shapes.size()) + shape : shape;
}

template <typename Pose>
Eigen::Vector3d surface_velocity(const Body& body, int shape, const Pose& pose,
                                 const Eigen::Vector3d& n) {
  const std::vector<Eigen::Vector3d>& velocities = body.details->surface_velocities;
  if (velocities.empty()) return Eigen::Vector3d::Zero();
  return surface_velocity(pose, velocities[static_cast<std::size_t>(number_of(body, shape, pose))],
                          n);
}

template <typename Vector>
constexpr int tangents_of(const Vector&) {
  return Vector::RowsAtCompileTime - 1;
}

}  // namespace

Eigen::Matrix3d contact_frame(const Eigen::Vector3d& n, int tangents) {
  Eigen::Vector3d t1(-n.y(), n.x(), 0);
  if (tangents == 2) {
    int axis = 0;
    n.cwiseAbs().minCoeff(&axis);
    t1 = (Eigen::Vector3d::Unit(axis) - n[axis] * n).normalized();
  }
  Eigen::Matrix3d frame;
  frame << n.transpose(), t1.transpose(), n.cross(t1).transpose();
  return frame;
}

Collider::Collider(const Model& model) : model_(&model) {
  for (int body = 0; body < static_cast<int>(model.bodies.size()); ++body) {
    for (int shape = 0; shape < static_cast<int>(model.bodies[body].details->shapes.size());
         ++shape)
      planar_.pieces.push_back({body, shape});
    for (int shape = 0; shape < static_cast<int>(model.bodies[body].details->spatial_shapes.size());
         ++shape)
      spatial_.pieces.push_back({body, shape});
  }
  spatial_.first_piece = static_cast<int>(planar_.pieces.size());
}

// Finds poses and boxes of all pieces, and which of them moved.
template <typename AnySide>
void Collider::place(const State& state, double margin, AnySide& side) {
  const bool is_first = side.poses.size() != side.pieces.size();
  side.poses.resize(side.pieces.size());
  side.moved.resize(side.pieces.size());
  side.boxes.clear();
  for (std::size_t i = 0; i < side.pieces.size(); ++i) {
    const Piece& piece = side.pieces[i];
    const auto& instance = shape_of(model_->bodies[piece.body], piece.shape, side.poses[i]);
    const auto pose = pose_of(*model_, state, piece.body, instance);
    side.moved[i] = is_first || !is_same(pose, side.poses[i]);
    side.poses[i] = pose;
    side.boxes.push_back(inflated(bounds(instance.shape, pose), margin / 2));
  }
}

// Finds the near pairs and their contacts. Pairs are cut into chunks that threads share, each with
// contacts of its own, which are then concatenated.
template <typename AnySide>
void Collider::collide_side(const State& state, double margin, AnySide& side) {
  constexpr int kPairs = 16;
  place(state, margin, side);
  const std::size_t first = found_.size();
  const auto shape_at = [&](int i) -> const auto& {
    const Piece& piece = side.pieces[i];
    return shape_of(model_->bodies[piece.body], piece.shape, side.poses[i]).shape;
  };
  const auto are_apart = [&](int ground, int other) {
    return is_outside(shape_at(ground), side.poses[ground], side.boxes[other], margin / 2);
  };
  for (const auto& [i, j] : side.sweep.pairs(side.boxes)) {
    const Piece &a = side.pieces[i], &b = side.pieces[j];
    if (!may_collide(*model_, state, a.body, b.body)) continue;
    if (are_apart(i, j) || are_apart(j, i)) continue;
    const Body &body_a = model_->bodies[a.body], &body_b = model_->bodies[b.body];
    if (!shapes_may_collide(body_a, number_of(body_a, a.shape, side.poses[i]), body_b,
                            number_of(body_b, b.shape, side.poses[j])))
      continue;
    near_.emplace_back(side.first_piece + i, side.first_piece + j);
    const Found* last = found_last(near_.back());
    const bool known = last && same_margin_ && !side.moved[i] && !side.moved[j];
    found_.push_back({.pieces = near_.back(), .last = known ? last : nullptr});
  }
  const int count = static_cast<int>(found_.size() - first), chunks = chunks_of(count, kPairs);
  if (static_cast<int>(parts_.size()) < chunks) parts_.resize(static_cast<std::size_t>(chunks));
  threads_->run(chunks, [&](int k, int) {
    const Chunk chunk = chunk_of(k, count, kPairs);
    parts_[k].clear();
    for (int n = chunk.first; n < chunk.last; ++n)
      find_contacts(margin, side, found_[first + static_cast<std::size_t>(n)], parts_[k]);
  });
  for (int k = 0; k < chunks; ++k) append_part(chunk_of(k, count, kPairs), first, parts_[k]);
}

template <typename AnySide>
void Collider::find_contacts(double margin, const AnySide& side, Found& found,
                             std::vector<ContactPair>& contacts) const {
  found.first = contacts.size();
  if (found.last) {
    const auto begin = last_contacts_.begin();
    contacts.insert(contacts.end(), begin + std::ptrdiff_t(found.last->first),
                    begin + std::ptrdiff_t(found.last->end));
    found.is_ghost = found.last->is_ghost;
  } else {
    const auto& [i, j] = found.pieces;
    found.is_ghost = add_contacts(found.pieces, side.poses[i - side.first_piece],
                                  side.poses[j - side.first_piece], margin, contacts);
  }
  found.end = contacts.size();
}

void Collider::append_part(Chunk chunk, std::size_t first, const std::vector<ContactPair>& part) {
  for (int n = chunk.first; n < chunk.last; ++n) {
    Found& found = found_[first + static_cast<std::size_t>(n)];
    found.first += contacts_.size();
    found.end += contacts_.size();
    has_ghosts_ = has_ghosts_ || found.is_ghost;
  }
  contacts_.insert(contacts_.end(), part.begin(), part.end());
}

// Returns the pair as found by the last call; pairs must be asked for in ascending order, as they
// were found.
const Collider::Found* Collider::found_last(std::pair<int, int> pieces) {
  while (next_found_ < last_found_.size() && last_found_[next_found_].pieces < pieces)
    ++next_found_;
  const bool was_near =
      next_found_ < last_found_.size() && last_found_[next_found_].pieces == pieces;
  return was_near ? &last_found_[next_found_] : nullptr;
}

// Returns true if a ghost collision was left out.
template <typename Pose>
bool Collider::add_contacts(std::pair<int, int> pieces, const Pose& pose_a, const Pose& pose_b,
                            double margin, std::vector<ContactPair>& contacts) const {
  const Piece &a = piece(pieces.first), &b = piece(pieces.second);
  const auto manifold =
      contact_manifold(shape_of(model_->bodies[a.body], a.shape, pose_a).shape, pose_a,
                       shape_of(model_->bodies[b.body], b.shape, pose_b).shape, pose_b, margin);
  for (int k = 0; k < manifold.size; ++k) {
    const auto& point = manifold.points[k];
    contacts.push_back({.body_a = a.body,
                        .body_b = b.body,
                        .point_a = embed(point.point_a),
                        .point_b = embed(point.point_b),
                        .normal = embed(point.normal),
                        .gap = rounded_gap(point.gap, embed(point.point_a), embed(point.point_b)),
                        .key = contact_key(pieces.first, pieces.second, point.feature),
                        .tangents = tangents_of(point.normal),
                        .piece_a = pieces.first,
                        .piece_b = pieces.second});
    const Eigen::Vector3d n = contacts.back().normal;
    contacts.back().surface_velocity =
        surface_velocity(model_->bodies[b.body], b.shape, pose_b, -n) -
        surface_velocity(model_->bodies[a.body], a.shape, pose_a, n);
    apply_on_one_line(*model_, contacts.back());
  }
  return manifold.is_ghost;
}

void apply_on_one_line(const Model& model, ContactPair& pair) {
  if (!model.bodies[pair.body_a].is_dynamic() || !model.bodies[pair.body_b].is_dynamic()) return;
  const Eigen::Vector3d apart = pair.point_b - pair.point_a;
  const Eigen::Vector3d across = apart - pair.normal.dot(apart) * pair.normal;
  constexpr double kRounding = 1e-12;
  if (across.norm() <= kRounding * (1 + pair.point_a.cwiseAbs().maxCoeff())) return;
  pair.point_a += 0.5 * across;
  pair.point_b -= 0.5 * across;
}

std::span<const ContactPair> Collider::collide(const State& state, double margin) {
  std::swap(contacts_, last_contacts_);
  std::swap(found_, last_found_);
  contacts_.clear();
  found_.clear();
  near_.clear();
  next_found_ = 0;
  same_margin_ = margin == last_margin_;
  last_margin_ = margin;
  has_ghosts_ = false;
  collide_side(state, margin, planar_);
  collide_side(state, margin, spatial_);
  return contacts_;
}

void Collider::collide(const State& state, int piece_a, int piece_b, double margin,
                       std::vector<ContactPair>& contacts) {
  const Piece &a = piece(piece_a), &b = piece(piece_b);
  const Body &body_a = model_->bodies[a.body], &body_b = model_->bodies[b.body];
  const auto add = [&](const auto& shape_a, const auto& shape_b) {
    const bool is_ghost = add_contacts({piece_a, piece_b}, pose_of(*model_, state, a.body, shape_a),
                                       pose_of(*model_, state, b.body, shape_b), margin, contacts);
    has_ghosts_ = has_ghosts_ || is_ghost;
  };
  if (in_space(piece_a))
    add(body_a.details->spatial_shapes[a.shape], body_b.details->spatial_shapes[b.shape]);
  else
    add(body_a.details->shapes[a.shape], body_b.details->shapes[b.shape]);
}

spatial::Distance Collider::distance(const State& state, int piece_a, int piece_b) const {
  const Piece &a = piece(piece_a), &b = piece(piece_b);
  const Body &body_a = model_->bodies[a.body], &body_b = model_->bodies[b.body];
  const auto apart = [&](const auto& shape_a, const auto& shape_b) {
    return signed_distance(shape_a.shape, pose_of(*model_, state, a.body, shape_a), shape_b.shape,
                           pose_of(*model_, state, b.body, shape_b));
  };
  if (in_space(piece_a))
    return apart(body_a.details->spatial_shapes[a.shape], body_b.details->spatial_shapes[b.shape]);
  const planar::Distance flat =
      apart(body_a.details->shapes[a.shape], body_b.details->shapes[b.shape]);
  return {flat.gap, embed(flat.normal)};
}

bool has_spatial_shapes(const Model& model) {
  return std::any_of(model.bodies.begin(), model.bodies.end(),
                     [](const Body& body) { return !body.details->spatial_shapes.empty(); });
}

double deepest_overlap(std::span<const ContactPair> contacts) {
  double deepest = 0;
  for (const ContactPair& contact : contacts) deepest = std::max(deepest, -contact.gap);
  return deepest;
}

}  // namespace perpend
