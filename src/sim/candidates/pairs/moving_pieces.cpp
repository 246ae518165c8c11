// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/pairs/moving_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

namespace perpend {
namespace {

using Eigen::Vector3d;

// Overlap at the next pose above which two bodies meet, as a share of the smaller one's reach:
// above the round-off of positions a million times as far from the origin.
constexpr double kMet = 1e-9;
// Two bodies go through each other if the cosine between their normal at the meeting and at the end
// is below kOtherSide, or if they overlap by more than the share kInside of the thinner one's inner
// radius.
constexpr double kOtherSide = 0.3, kInside = 0.5;

// Returns the largest distance of a body's outline from its centre of mass, m; unbounded shapes do
// not rotate.
double outline_reach(const Body& body) {
  double reach = 0;
  const auto cover = [&](const auto& box) {
    reach = std::max(reach, box.lo.cwiseAbs().cwiseMax(box.hi.cwiseAbs()).norm());
  };
  for (const planar::ShapeInstance& instance : body.details->shapes)
    if (!std::holds_alternative<planar::HalfPlane>(instance.shape))
      cover(planar::bounds(instance.shape, instance.pose));
  for (const spatial::ShapeInstance& instance : body.details->spatial_shapes)
    if (!std::holds_alternative<spatial::HalfSpace>(instance.shape))
      cover(spatial::bounds(instance.shape, instance.pose));
  return reach;
}

}  // namespace

MovingPieces::MovingPieces(const Model& model, double dt)
    : model_(&model),
      dt_(dt),
      collider_(model),
      sweep_(model),
      reach_(model.bodies.size(), std::numeric_limits<double>::infinity()) {
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (body.details->shapes.empty() && body.details->spatial_shapes.empty()) continue;
    outlines_.push_back({i, outline_reach(body)});
    if (outlines_.back().reach > 0) reach_[i] = outlines_.back().reach;
  }
  for (int i = 0; i < collider_.pieces(); ++i) {
    has_meshes_ = has_meshes_ || is_mesh(i);
    if (const double inner = sweep_.inner_radius(i); inner > 0)
      thinnest_ = std::min(thinnest_, inner);
  }
  ground_ = find_ground();
}

int MovingPieces::find_ground() const {
  int ground = -1;
  double heaviest = 0;
  for (const Outline& outline : outlines_) {
    const Body& body = model_->bodies[outline.body];
    if (!body.is_dynamic()) return outline.body;
    if (body.mass > heaviest) ground = outline.body, heaviest = body.mass;
  }
  return ground;
}

double MovingPieces::thickness(int a, int b) const {
  return std::min(sweep_.inner_radius(a), sweep_.inner_radius(b));
}

double MovingPieces::common_thickness(int a, int b) const {
  const double own = thickness(a, b);
  return std::clamp(thinnest_, 0.5 * own, own);
}

bool MovingPieces::is_half_space(int index) const {
  return std::isinf(sweep_.inner_radius(index)) && !is_mesh(index);
}

bool MovingPieces::is_mesh(int index) const {
  if (!collider_.in_space(index)) return false;
  const Piece& at = collider_.piece(index);
  const auto& shapes = model_->bodies[at.body].details->spatial_shapes;
  return std::holds_alternative<spatial::Mesh>(shapes[static_cast<std::size_t>(at.shape)].shape);
}

void MovingPieces::start(const State& pose, const Eigen::VectorXd& v) {
  sweep_.start(pose, v);
  meeting_.piece_a = -1;
}

// Returns the deepest contact between two pieces; null if they do not overlap.
const ContactPair* MovingPieces::deepest(const State& state, int a, int b) {
  in_.clear();
  collider_.collide(state, a, b, 0.0, in_);
  const auto most = std::ranges::min_element(in_, {}, &ContactPair::gap);
  return most == in_.end() ? nullptr : &*most;
}

// Returns the gap to the outside of a mesh, which has no thickness: the shortest way out of it may
// be to its inside, and become longer while a piece comes out.
double MovingPieces::gap(const State& state, int a, int b) {
  const double shortest = collider_.distance(state, a, b).gap;
  if (!(shortest < 0) || !is_with_mesh(a, b)) return shortest;
  const ContactPair* most = deepest(state, a, b);
  return most ? std::min(shortest, most->gap) : shortest;
}

// True if a piece that overlaps a mesh has its middle behind the surface.
bool MovingPieces::is_behind(const State& state, int a, int b) {
  const spatial::Distance shortest = collider_.distance(state, a, b);
  if (!(shortest.gap < 0)) return false;
  const ContactPair* most = deepest(state, a, b);
  return most && most->normal.dot(shortest.normal) < 0;
}

// Returns the time when two pieces go through each other within `duration`. A piece with its middle
// behind a mesh goes through nothing as it comes out.
std::optional<double> MovingPieces::crossing(int a, int b, double duration) {
  if (!sweep_.is_fast(a, b, duration)) return {};
  const std::optional<double> time = sweep_.first_overlap(collider_, a, b, duration);
  if (!time || (is_with_mesh(a, b) && is_behind(sweep_.pose(), a, b))) return {};
  const Vector3d met = collider_.distance(sweep_.at(a, b, *time), a, b).normal;
  const spatial::Distance last = collider_.distance(sweep_.at(a, b, duration), a, b);
  const bool through = met.dot(last.normal) < kOtherSide || last.gap < -kInside * thickness(a, b);
  return through ? time : std::nullopt;
}

// Returns the time when two pieces meet. Behind the surface of a thin mesh it is unknown from where
// a piece got there, so any first overlap counts.
std::optional<double> MovingPieces::meeting_time(int a, int b) {
  if (!is_with_mesh(a, b)) return crossing(a, b, dt_);
  if (!sweep_.is_fast(a, b, dt_)) return {};
  return sweep_.first_overlap(collider_, a, b, dt_);
}

const MovingPieces::Meeting& MovingPieces::meeting(const ContactPair& pair) {
  const int a = pair.piece_a, b = pair.piece_b;
  if (meeting_.piece_a == a && meeting_.piece_b == b) return meeting_;
  const std::optional<double> met = meeting_time(a, b);
  const double time = met.value_or(dt_);
  const State& then = sweep_.at(a, b, time);
  const spatial::Distance apart = collider_.distance(then, a, b);
  meeting_.piece_a = a;
  meeting_.piece_b = b;
  meeting_.meets = met || apart.gap < -kMet * reach(pair);
  meeting_.time = time;
  meeting_.gap = apart.gap;
  meeting_.normals.assign(1, apart.normal);
  if (meeting_.meets && is_with_mesh(a, b)) {
    met_.clear();
    collider_.collide(then, a, b, 0.0, met_);
    meeting_.normals.clear();
    for (const ContactPair& other : met_) meeting_.normals.push_back(other.normal);
  }
  return meeting_;
}

}  // namespace perpend
