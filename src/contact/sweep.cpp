// SPDX-License-Identifier: Apache-2.0
//
// Conservative advancement. Along the normal n of the signed distance g at time t the separation
// f_n is a lower bound of the distance from then on, and it shrinks no faster than
//   s = max(0, -n · (v_b - v_a)) + |omega_a| arm_a + |omega_b| arm_b,
// so the pieces do not meet before t + g/s. Discs, balls and bodies that spin about their own axis
// have no arm. A piece that slides or spins fast beside a face has a large |omega| arm and hardly
// gets nearer: beside a thin plate that step is a tiny share of the distance. There the extent of
// the pieces along n counts (turning_piece.cpp): f_n is bounded below by a concave function of
// time, so if that is above the wanted overlap at a later time, it is above it all the way there.
// Limit: a kinematic body is assumed to move evenly within a step.
// Source: Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996, 2.3.
#include "contact/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/infinity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "geometry/planar/extent.hpp"
#include "geometry/spatial/shapes/extent.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Share of the sum of inner radii: to pass through each other two pieces have to move by all of it.
constexpr double kFast = 0.5;
// Share of the smaller inner radius. Larger values take fewer positions along the path, and let
// deeper overlaps pass.
constexpr double kDepth = 0.02;
// Share of the smaller inner radius: touching pieces are separated by less.
constexpr double kTouch = 1e-9;
// Largest number of positions: a touch takes a dozen, except for grazing pieces.
constexpr int kMostToTouch = 60;
// Number of larger times that are tried each time; the longest is found to 1e-3 of the distance.
constexpr int kTries = 10;
// Relative difference up to which moments of inertia are the same.
constexpr double kSameInertia = 1e-9;

// True if a body that rotates freely keeps its angular velocity along and across this axis.
bool spins_evenly(const Body& body, const Vector3d& axis) {
  if (body.kind != BodyKind::spatial) return true;
  const Vector3d& inertia = body.principal_inertia;
  int k = 0;
  if (axis.cwiseAbs().maxCoeff(&k) < 1 - 1e-12) return false;
  const double a = inertia[(k + 1) % 3], b = inertia[(k + 2) % 3];
  return std::abs(a - b) <= kSameInertia * std::max(a, b);
}

bool is_centred_round(const Body& body, const spatial::ShapeInstance& instance) {
  return is_round_about_z(instance.shape) && instance.pose.p.isZero(0) &&
         spins_evenly(body, instance.pose.r * Vector3d::UnitZ());
}

}  // namespace

double top_spin(const Vector3d& inertia, const Vector3d& omega) {
  // Energy and momentum are conserved: the squares of omega move along one line until one of them
  // is 0.
  const Vector3d squares = omega.cwiseAbs2();
  Vector3d along = inertia.cross(Vector3d(inertia.cwiseAbs2()));
  if (along.sum() < 0) along = -along;
  double length = kInfinity;
  for (int i = 0; i < 3; ++i)
    if (along[i] < 0) length = std::min(length, squares[i] / -along[i]);
  if (!std::isfinite(length)) length = 0;
  return std::sqrt(std::max(squares.sum(), squares.sum() + length * along.sum()));
}

Sweep::Sweep(const Model& model) : model_(&model) {
  const int bodies = static_cast<int>(model.bodies.size());
  for (int i = 0; i < bodies; ++i)
    for (const planar::ShapeInstance& piece : model.bodies[i].details->shapes)
      outlines_.push_back({.body = i,
                           .inner_radius = planar::inner_radius(piece.shape),
                           .arm = piece.pose.p.norm() + core_reach(piece.shape)});
  for (int i = 0; i < bodies; ++i)
    for (const spatial::ShapeInstance& piece : model.bodies[i].details->spatial_shapes)
      outlines_.push_back({.body = i,
                           .inner_radius = spatial::inner_radius(piece.shape),
                           .arm = piece.pose.p.norm() + core_reach(piece.shape),
                           .is_round = is_centred_round(model.bodies[i], piece),
                           .axis = piece.pose.r * Vector3d::UnitZ()});
}

void Sweep::start(const State& pose, const Eigen::VectorXd& v) {
  pose_ = &pose;
  v_ = &v;
  moved_.q.resize(model_->q_size());
  moved_.v.resize(model_->dof());
}

Vector3d Sweep::velocity(int piece) const {
  const Body& body = model_->bodies[outlines_[piece].body];
  if (body.kind == BodyKind::custom)
    return body_twist(*model_, *pose_, {outlines_[piece].body}).velocity;
  const double* u = v_->data() + body.v_offset;
  return {u[0], u[1], body.is_planar() ? 0.0 : u[2]};
}

// In free rotation |omega'| <= |omega|² / sqrt(3), since moments of inertia satisfy the triangle
// inequality.
Sweep::Turn Sweep::turn(int piece, const State& pose, const Eigen::VectorXd& v) const {
  const Outline& outline = outlines_[piece];
  const Body& body = model_->bodies[outline.body];
  if (body.is_fixed() || outline.arm == 0) return {};
  if (body.is_planar()) {
    const double rate = body.dof == 3 ? v[body.v_offset + 2] : 0.0;
    return {{0, 0, rate}, std::abs(rate), rate * rate};
  }
  if (body.kind == BodyKind::custom) {
    const Vector3d omega = body_twist(*model_, pose, {outline.body}).omega;
    return {omega, omega.norm(), kInfinity};
  }
  if (body.dof != 6) return {};
  const Eigen::Quaterniond r = spatial_pose(*model_, pose, {outline.body}).r;
  const Vector3d omega = v.segment<3>(body.v_offset + 3), local = r.conjugate() * omega;
  if (outline.is_round) return turn_of_round(outline, r, local);
  if (!body.is_dynamic()) return {omega, local.norm(), local.squaredNorm()};
  const double fastest = top_spin(body.principal_inertia, local);
  return {omega, fastest, (1 + 1 / std::numbers::sqrt3) * fastest * fastest};
}

// Returns the rotation of the axis alone, at a constant speed w. The axis goes round the angular
// momentum with |w'| <= 2 |w| |spin|, since the moment of inertia about the axis is at most twice
// the other one.
Sweep::Turn Sweep::turn_of_round(const Outline& outline, const Eigen::Quaterniond& r,
                                 const Vector3d& omega) const {
  const double spin = omega.dot(outline.axis), w = omega.cross(outline.axis).norm();
  return {r * Vector3d(omega - spin * outline.axis), w, w * (w + 2 * std::abs(spin))};
}

// Returns the speed of the farthest point of the core relative to the centre of mass, m/s.
double Sweep::rotation(int piece) const {
  return outlines_[piece].arm * turn(piece, *pose_, *v_).fastest;
}

double Sweep::approach(int a, int b, double duration) const {
  return duration * (velocity(b) - velocity(a)).norm() + swing(a, b, duration);
}

double Sweep::swing(int a, int b, double duration) const {
  return duration * (rotation(a) + rotation(b));
}

bool Sweep::is_fast(int a, int b, double duration) const {
  const double thick_a = std::isfinite(inner_radius(a)) ? inner_radius(a) : 0.0;
  const double thick_b = std::isfinite(inner_radius(b)) ? inner_radius(b) : 0.0;
  return approach(a, b, duration) > kFast * (thick_a + thick_b);
}

double Sweep::depth(int a, int b) const {
  return kDepth * std::min(inner_radius(a), inner_radius(b));
}

const State& Sweep::at(int a, int b, double time) {
  for (const int i : {outlines_[a].body, outlines_[b].body}) {
    const Chunk one{i, i + 1};
    moved_.time = pose_->time + time;
    copy_motion(*model_, one, pose_->q, *v_, moved_);
    if (time > 0) drift(*model_, one, time, moved_);
  }
  return moved_;
}

Sweep::Closing Sweep::closing_of(int a, int b) const {
  const double turn = rotation(a) + rotation(b);
  return {velocity(b) - velocity(a), turn};
}

// Returns the fastest approach of any two points along the normal, m/s.
double Sweep::Closing::speed(const Vector3d& normal) const {
  return std::max(0.0, -normal.dot(v)) + turn;
}

TurningPiece Sweep::turning(const Collider& collider, int piece) const {
  const Turn now = turn(piece, moved_, moved_.v);
  return {*model_,
          moved_,
          collider.piece(piece),
          collider.in_space(piece),
          now.omega,
          outlines_[piece].arm * now.bend};
}

// Returns a time within which two pieces at a position on their path with this distance overlap by
// no more than way.deep; times beyond `most` are not distinguished. For a mesh, other triangles may
// be in the path along the nearest.
double Sweep::clear_time(const Collider& collider, const Way& way, const spatial::Distance& apart,
                         double most) const {
  const Closing closing = closing_of(way.a, way.b);
  const double speed =
      way.are_convex ? closing.speed(apart.normal) : closing.v.norm() + closing.turn;
  if (!(speed > 0)) return most;
  double clear = (apart.gap + way.deep) / speed, met = most;
  if (clear >= most || closing.turn == 0 || !way.are_convex) return clear;
  const TurningPiece turn_a = turning(collider, way.a), turn_b = turning(collider, way.b);
  const double along = apart.normal.dot(closing.v);
  const auto is_clear = [&](double time) {
    return apart.gap + way.deep + time * along >=
           turn_a.growth(apart.normal, time) + turn_b.growth(-apart.normal, time);
  };
  if (is_clear(most)) return most;
  for (int k = 0; k < kTries; ++k) {
    const double time = std::sqrt(clear * met);
    (is_clear(time) ? clear : met) = time;
  }
  return clear;
}

std::optional<double> Sweep::first_overlap(const Collider& collider, int a, int b,
                                           double duration) {
  const spatial::Distance start = collider.distance(at(a, b, 0), a, b);
  const double deep = depth(a, b) + std::max(0.0, -start.gap);
  if (is_swept_by_triangles(collider, a, b, duration))
    return first_overlap_of_triangles(collider, a, b, deep, duration);
  const bool are_convex = !is_mesh(collider, a) && !is_mesh(collider, b);
  return advance(collider, {a, b, deep, duration, are_convex}, [&](double time) {
    const State& then = at(a, b, time);
    return time == 0 ? start : collider.distance(then, a, b);
  });
}

std::optional<double> Sweep::first_touch(const Collider& collider, int a, int b, double duration) {
  const Closing closing = closing_of(a, b);
  const double touch = kTouch * std::min(inner_radius(a), inner_radius(b));
  double t = 0;
  for (int k = 0; k < kMostToTouch; ++k) {
    const spatial::Distance apart = collider.distance(at(a, b, t), a, b);
    ++positions_;
    if (apart.gap <= touch) return k > 0 ? std::optional(t) : std::nullopt;
    const double speed = closing.speed(apart.normal);
    if (!(speed > 0)) return duration;
    t += apart.gap / speed;
    if (!(t < duration)) return duration;
  }
  return {};
}

}  // namespace perpend
