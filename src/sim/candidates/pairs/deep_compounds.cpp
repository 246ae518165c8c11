// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/pairs/deep_compounds.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "model/collision_filter.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Shares of the thinner piece's inner radius and of the smaller body's reach above which an overlap
// is deep: ten times the overlap that a step leads bodies into at most.
constexpr double kDeep = 0.05, kDeepInBody = 0.01;
// Share of the inner radius up to which overlapping pieces count as separated.
constexpr double kSeparated = 0.01;
// Cosine between the normal of a contact and the direction of separation, up to which the contact
// does not lead there: friction of 1 holds steeper ones.
constexpr double kLeads = 0.7;
// Cosine above which two directions are the same.
constexpr double kSame = 0.97;
// Number of pairs of pieces up to which all are tested; of more, only those whose boxes overlap.
constexpr std::size_t kFew = 100;
// Largest number of tests along a direction; each moves on by the deepest overlap, a lower bound of
// the distance that is left.
constexpr int kMostLooks = 40;
// Longest distance of separation, as a multiple of the smaller body's reach.
constexpr double kLongest = 4.0;

// True if both pieces are solid: segments have no inside, and a triangle mesh has one side only.
bool is_solid(const MovingPieces& pieces, int a, int b) {
  return pieces.thickness(a, b) > 0 && !pieces.is_mesh(a) && !pieces.is_mesh(b);
}

bool is_deep(const MovingPieces& pieces, const ContactPair& contact) {
  const int a = contact.piece_a, b = contact.piece_b;
  return is_solid(pieces, a, b) && contact.gap < -kDeep * pieces.thickness(a, b) &&
         contact.gap < -kDeepInBody * pieces.reach(contact);
}

}  // namespace

DeepCompounds::DeepCompounds(const Model& model) : model_(&model) {
  for (const Body& body : model.bodies)
    pieces_of_.push_back(
        static_cast<int>(body.details->shapes.size() + body.details->spatial_shapes.size()));
}

bool DeepCompounds::have_row(int body_a, int body_b) const {
  return std::ranges::any_of(
      rows_, [&](const ContactPair& row) { return row.body_a == body_a && row.body_b == body_b; });
}

void DeepCompounds::find(MovingPieces& pieces, const State& pose,
                         std::span<const ContactPair> candidates,
                         const ArePushedOut& are_pushed_out) {
  clear();
  done_.clear();
  for (const ContactPair& contact : candidates) {
    const std::pair bodies(contact.body_a, contact.body_b);
    if (!is_movable_compound(contact) || !is_deep(pieces, contact)) continue;
    if (!are_pushed_out(contact.body_a, contact.body_b)) continue;
    if (std::ranges::find(done_, bodies) != done_.end()) continue;
    done_.push_back(bodies);
    contacts_.clear();
    for (const ContactPair& other : candidates)
      if (bodies == std::pair(other.body_a, other.body_b)) contacts_.push_back(other);
    separate(pieces, pose);
  }
}

// True if some body has several pieces and neither is custom, so that one can be moved along a
// line.
bool DeepCompounds::is_movable_compound(const ContactPair& contact) const {
  const int a = contact.body_a, b = contact.body_b;
  const auto is_custom = [&](int body) { return model_->bodies[body].kind == BodyKind::custom; };
  return (pieces_of_[a] > 1 || pieces_of_[b] > 1) && !is_custom(a) && !is_custom(b);
}

void DeepCompounds::gather_pieces(const MovingPieces& pieces, int body_a, int body_b) {
  const auto number = [&](int piece) {
    const auto planar = static_cast<int>(model_->bodies[pieces[piece].body].details->shapes.size());
    return pieces[piece].shape + (pieces.collider().in_space(piece) ? planar : 0);
  };
  together_.clear();
  for (int a = 0; a < pieces.collider().pieces(); ++a)
    for (int b = 0; pieces[a].body == body_a && b < pieces.collider().pieces(); ++b)
      if (pieces[b].body == body_b && is_solid(pieces, a, b) &&
          shapes_may_collide(model_->bodies[body_a], number(a), model_->bodies[body_b], number(b)))
        together_.emplace_back(a, b);
  if (together_.size() <= kFew) return;
  std::erase_if(together_, [&](const std::pair<int, int>& both) {
    return std::ranges::find(pieces.collider().near_pieces(), both) ==
           pieces.collider().near_pieces().end();
  });
}

void DeepCompounds::propose(const Vector3d& along) {
  const double length = along.norm();
  if (!(length > 0)) return;
  const Vector3d unit = along / length;
  const bool known = std::ranges::any_of(
      directions_, [&](const Vector3d& other) { return other.dot(unit) > kSame; });
  if (!known) directions_.push_back(unit);
}

// Proposes directions: of the present motion, which continues the last step; of all contacts
// together and one by one; and of the line between the centres.
void DeepCompounds::propose(const State& pose) {
  directions_.clear();
  const Twist a = body_twist(*model_, pose, {body_a_}), b = body_twist(*model_, pose, {body_b_});
  propose(b.velocity - a.velocity);
  Vector3d mean(0, 0, 0);
  for (const ContactPair& contact : contacts_) mean -= std::min(contact.gap, 0.0) * contact.normal;
  propose(mean);
  for (const ContactPair& contact : contacts_)
    if (contact.gap < 0) propose(contact.normal);
  propose(spatial_pose(*model_, pose, {body_b_}).p - spatial_pose(*model_, pose, {body_a_}).p);
}

// Shifts one of the two bodies against the other.
void DeepCompounds::shift(const State& pose, const Vector3d& by) {
  const bool moves_b = model_->bodies[body_b_].is_dynamic();
  const Body& body = model_->bodies[moves_b ? body_b_ : body_a_];
  const int lines = linear_dof(body);
  shifted_.q.segment(body.q_offset, lines) =
      pose.q.segment(body.q_offset, lines) + (moves_b ? 1.0 : -1.0) * by.head(lines);
}

// Returns how far along a direction all pieces first separate, m; infinite if not within `most`.
double DeepCompounds::separating_distance(const MovingPieces& pieces, const State& pose,
                                          const Vector3d& along, double most) {
  double distance = 0;
  for (int look = 0; look < kMostLooks && distance < most; ++look) {
    shift(pose, distance * along);
    double overlap = 0;
    for (const auto& [a, b] : together_) {
      const double gap = pieces.collider().distance(shifted_, a, b).gap;
      if (gap < -kSeparated * pieces.thickness(a, b)) overlap = std::max(overlap, -gap);
    }
    if (overlap == 0) return distance;
    distance += overlap;
  }
  return std::numeric_limits<double>::infinity();
}

void DeepCompounds::separate(MovingPieces& pieces, const State& pose) {
  body_a_ = contacts_[0].body_a, body_b_ = contacts_[0].body_b;
  gather_pieces(pieces, body_a_, body_b_);
  if (together_.empty()) return;
  propose(pose);
  shifted_ = pose;
  double distance = kLongest * pieces.reach(body_a_, body_b_);
  Vector3d best(0, 0, 0);
  for (const Vector3d& along : directions_)
    if (const double found = separating_distance(pieces, pose, along, distance); found < distance)
      distance = found, best = along;
  const bool leads = std::ranges::all_of(contacts_, [&](const ContactPair& contact) {
    return contact.gap >= -kSeparated * pieces.thickness(contact.piece_a, contact.piece_b) ||
           contact.normal.dot(best) > kLeads;
  });
  if (best.isZero(0) || leads) return;
  rows_.push_back(
      row(pose, *std::ranges::min_element(contacts_, {}, &ContactPair::gap), best, distance));
}

// Returns a row through the centre of the moving body, so that it does not rotate.
ContactPair DeepCompounds::row(const State& pose, const ContactPair& deepest, const Vector3d& along,
                               double distance) const {
  const Vector3d a = spatial_pose(*model_, pose, {body_a_}).p;
  const Vector3d b = spatial_pose(*model_, pose, {body_b_}).p;
  ContactPair row = deepest;
  row.normal = along;
  row.gap = -distance;
  row.lift = 0;
  row.surface_velocity.setZero();
  const bool moves_a = model_->bodies[body_a_].is_dynamic();
  const bool moves_b = model_->bodies[body_b_].is_dynamic();
  row.point_a = row.point_b = moves_a && moves_b ? Vector3d(0.5 * (a + b)) : moves_a ? a : b;
  row.key = ~deepest.key;
  return row;
}

}  // namespace perpend
