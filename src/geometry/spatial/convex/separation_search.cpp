// SPDX-License-Identifier: Apache-2.0
//
// Candidates for the direction of largest separation near a given one; polyhedron_separation.cpp
// defines f and its kinks.
#include "geometry/spatial/convex/separation_search.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>

#include "geometry/spatial/convex/support.hpp"

namespace perpend::spatial {

using Eigen::Vector3d;

void SeparationSearch::take(const Vector3d& n) {
  const double f = sum_.separation(n);
  if (f > best_.gap + rounding()) best_ = {f, n};
}

void SeparationSearch::take_cross(const Vector3d& u, const Vector3d& v) {
  const Vector3d n = u.cross(v);
  const double length = n.norm();
  if (length < 1e-12) return;
  take(n / length);
  take(-n / length);
}

// Takes both directions with these components along u and v.
void SeparationSearch::take_crossing(const Vector3d& u, double along_u, const Vector3d& v,
                                     double along_v) {
  const double c = u.dot(v), det = 1 - c * c;
  if (!(det > 1e-12)) return;
  const Vector3d middle = ((along_u - c * along_v) * u + (along_v - c * along_u) * v) / det;
  const double rest = 1 - middle.squaredNorm();
  if (!(rest >= 0)) return;
  const Vector3d out = u.cross(v) * std::sqrt(rest / det);
  take((middle + out).normalized());
  take((middle - out).normalized());
}

// Takes normals of the sides of cones: those at edges, at other cones and at the rest.
void SeparationSearch::take_sides(const Vector3d& n, const Edges& near) {
  for (int c = 0; c < sum_.cone_count; ++c) {
    const MinkowskiSum::Cone& cone = sum_.cones[c];
    for (int i = 0; i < near.count; ++i) take_crossing(cone.axis, cone.slope(), near.along[i], 0.0);
    for (int other = 0; other < c; ++other)
      take_crossing(cone.axis, cone.slope(), sum_.cones[other].axis, sum_.cones[other].slope());
    climb_side(cone, n);
  }
}

// Newton's method along the small circle, on which the cone's own part of f is constant.
void SeparationSearch::climb_side(const MinkowskiSum::Cone& cone, const Vector3d& n) {
  constexpr double kStep = 1e-5;
  const Vector3d flat = n - n.dot(cone.axis) * cone.axis;
  const Vector3d u = flat.norm() > 1e-9 ? Vector3d(flat.normalized()) : cone.axis.unitOrthogonal();
  const Vector3d v = cone.axis.cross(u);
  const double slope = cone.slope(), across = std::sqrt(1 - slope * slope);
  const auto at = [&](double angle) -> Vector3d {
    return slope * cone.axis + across * (std::cos(angle) * u + std::sin(angle) * v);
  };
  const auto rate = [&](double angle) {
    return across *
           (std::cos(angle) * v - std::sin(angle) * u).dot(sum_.offset - sum_.support(at(angle)));
  };
  double angle = 0, f = sum_.separation(at(0));
  for (int i = 0; i < 12; ++i) {
    const double slope_here = rate(angle), bend = (rate(angle + kStep) - slope_here) / kStep;
    double turn = bend < 0 ? -slope_here / bend : slope_here / sum_.size;
    turn = std::clamp(turn, -0.3, 0.3);
    double value = -HUGE_VAL;
    for (int halving = 0; !(value > f) && halving < 6; ++halving, turn /= 4)
      value = sum_.separation(at(angle + turn));
    if (!(value > f + rounding())) break;
    angle += 4 * turn;
    f = value;
  }
  take(at(angle));
}

// Returns edges nearly normal to n with an end close to the farthest part along n.
SeparationSearch::Edges SeparationSearch::edges_near(const Vector3d& n, double reach) const {
  Edges near;
  for (int k = 0; k < sum_.segment_count; ++k)
    if (std::abs(n.dot(sum_.directions[k])) < reach) near.add(sum_.directions[k]);
  for (int i = 0; i < sum_.solid_count; ++i) {
    const MinkowskiSum::Solid& solid = sum_.solids[i];
    const Vector3d m = solid.in(n);
    const auto height = [&](int vertex) { return m.dot(solid.body->vertices.col(vertex)); };
    const double top = height(support_vertex(*solid.body, m)) - 4 * reach * solid.body->half_extent;
    for (const Polyhedron::Edge& edge : solid.body->edges)
      if (std::abs(m.dot(edge.along)) < reach && std::max(height(edge.from), height(edge.to)) > top)
        near.add(solid.axes * edge.along);
  }
  return near;
}

void SeparationSearch::take_faces(const Vector3d& n, double reach) {
  const double within = std::cos(std::min(reach, 3.14));
  for (int j = 0; j < sum_.disc_count; ++j)
    for (const double sign : {1.0, -1.0})
      if (sign * n.dot(sum_.discs[j].axis) > within) take(sign * sum_.discs[j].axis);
  for (int c = 0; c < sum_.cone_count; ++c)
    if (-n.dot(sum_.cones[c].axis) > within) take(-sum_.cones[c].axis);
  for (int i = 0; i < sum_.solid_count; ++i) {
    const Vector3d m = sum_.solids[i].in(n);
    for (const Polyhedron::Face& face : sum_.solids[i].body->faces)
      if (face.normal.dot(m) > within) take(sum_.solids[i].axes * face.normal);
  }
}

// Returns Newton's step for f, tangent to the sphere; on the circle normal to `edge` if there is
// one.
Vector3d SeparationSearch::newton_step(const Vector3d& n, const Vector3d* edge) const {
  constexpr double kStep = 1e-5;
  const Vector3d u = edge ? Vector3d(edge->cross(n).normalized()) : n.unitOrthogonal();
  const Vector3d v = n.cross(u), x = sum_.offset - sum_.support(n);
  const double gu = u.dot(x), gv = edge ? 0.0 : v.dot(x);
  const auto moved = [&](const Vector3d& w, const Vector3d& other) {
    const Vector3d m = (n + kStep * w).normalized(), ahead = (w - kStep * n).normalized();
    const Vector3d y = sum_.offset - sum_.support(m);
    return std::pair((ahead.dot(y) - w.dot(x)) / kStep, other.dot(y - x) / kStep);
  };
  const auto [huu, huv] = moved(u, v);
  if (edge) return u * (huu < 0 ? -gu / huu : gu / sum_.size);
  const double hvv = moved(v, u).first, det = huu * hvv - huv * huv;
  if (!(huu < 0 && det > 0)) return (gu * u + gv * v) / sum_.size;
  return u * (huv * gv - hvv * gu) / det + v * (huv * gu - huu * gv) / det;
}

void SeparationSearch::climb(Vector3d n, const Vector3d* edge) {
  double f = sum_.separation(n);
  for (int i = 0; i < 12; ++i) {
    Vector3d t = newton_step(n, edge);
    t *= std::min(1.0, 0.3 / std::max(t.norm(), 1e-300));
    double value = -HUGE_VAL;
    Vector3d next = n;
    for (int halving = 0; !(value > f) && halving < 6; ++halving, t /= 4) {
      next = (n + t).normalized();
      value = sum_.separation(next);
    }
    if (!(value > f + rounding())) break;
    n = next;
    f = value;
  }
  if (f > best_.gap + rounding()) best_ = {f, n};
}

// Takes the direction to the offset from the nearest point of the part of C along n. Unknowns of
// Newton's method for |x|² / 2 are the position along `edge` and the angle on the rim. At small
// gaps, where f is nearly linear in n, this formulation of the problem is well conditioned.
void SeparationSearch::take_nearest(const Vector3d& n, const Vector3d* edge) {
  if (sum_.cone_count > 0) return take_nearest_on_rims(n, edge);
  if (sum_.disc_count == 0) return;
  const auto& [axis, radius] = sum_.discs[0];
  const Vector3d v = radius * axis.cross(n).normalized(), u = v.cross(axis);
  const Vector3d base = sum_.offset - sum_.support(n) + u;
  const Vector3d along = edge ? *edge : Vector3d(Vector3d::Zero());
  double slide = 0, angle = 0;
  Vector3d x = base - u, rate = v;
  for (int i = 0; i < 20; ++i) {
    const Vector3d rim = std::cos(angle) * u + std::sin(angle) * v;
    rate = std::cos(angle) * v - std::sin(angle) * u;
    x = base - slide * along - rim;
    const double b = along.dot(rate);
    const double c = rate.squaredNorm() + std::max(x.dot(rim), 0.0);
    const double f = along.dot(x), g = rate.dot(x), det = c - b * b;
    if (!(det > 1e-12 * c)) break;
    const double turn = (g - b * f) / det;
    slide += f - b * turn;
    angle += std::clamp(turn, -0.5, 0.5);
    if (std::abs(turn) < 1e-15) break;
  }
  if (x.norm() > 0) take(x.normalized());
  if (edge) take_cross(*edge, rate.normalized());  // for x = 0
}

// Returns the discs of C whose rim belongs to the farthest part along n.
SeparationSearch::Rims SeparationSearch::rims_along(const Vector3d& n) const {
  Rims rims;
  for (int j = 0; j < sum_.disc_count; ++j) rims.discs[rims.count++] = sum_.discs[j];
  for (int c = 0; c < sum_.cone_count; ++c)
    if (n.dot(sum_.cones[c].axis) < sum_.cones[c].slope())
      rims.discs[rims.count++] = {sum_.cones[c].axis, sum_.cones[c].radius};
  return rims;
}

// Does the same with cones, with up to two rims or none, as where a tip meets an edge.
void SeparationSearch::take_nearest_on_rims(const Vector3d& n, const Vector3d* edge) {
  if (sum_.ellipsoid_count > 0) return;
  const Rims rims = rims_along(n);
  const int first = edge ? 1 : 0, size = first + rims.count;
  std::array<Vector3d, 2> u, v;  // points of the rims: u cos + v sin
  Vector3d base = sum_.offset - sum_.support(n), y = Vector3d::Zero(), x = base;
  Eigen::Matrix3d rates = Eigen::Matrix3d::Zero();
  if (edge) rates.col(0) = *edge;
  for (int j = 0; j < rims.count; ++j) {
    v[j] = rims.discs[j].radius * rims.discs[j].axis.cross(n).normalized();
    u[j] = v[j].cross(rims.discs[j].axis);
    base += u[j];
  }
  for (int i = 0; i < 20; ++i) {
    x = edge ? Vector3d(base - y[0] * *edge) : base;
    for (int j = 0; j < rims.count; ++j) {
      const double angle = y[first + j];
      x -= std::cos(angle) * u[j] + std::sin(angle) * v[j];
      rates.col(first + j) = std::cos(angle) * v[j] - std::sin(angle) * u[j];
    }
    Eigen::Matrix3d hessian = rates.transpose() * rates;
    for (int k = size; k < 3; ++k) hessian(k, k) = 1;
    for (int j = 0; j < rims.count; ++j) {
      const double angle = y[first + j];
      hessian(first + j, first + j) +=
          std::max(x.dot(std::cos(angle) * u[j] + std::sin(angle) * v[j]), 0.0);
    }
    Vector3d change = hessian.ldlt().solve(rates.transpose() * x);
    if (!change.allFinite()) break;
    for (int k = first; k < size; ++k) change[k] = std::clamp(change[k], -0.5, 0.5);
    y += change;
    if (change.norm() < 1e-15) break;
  }
  if (x.norm() > 0) take(x.normalized());
  // Where x vanishes its direction is that of the common normal of both tangents.
  if (size == 2) take_cross(rates.col(0).normalized(), rates.col(1).normalized());
}

// Takes the best direction within about `reach` (rad) of n; none separates by more than `bound`.
void SeparationSearch::around(const Vector3d& n, double reach, double bound) {
  take(n);
  take_faces(n, reach);
  const auto reached = [&] { return best_.gap >= bound - 1e-14 * sum_.size; };
  if (reached()) return;
  const Edges near = edges_near(n, reach);
  for (int i = 0; i < near.count; ++i)
    for (int j = 0; j < i; ++j) take_cross(near.along[j], near.along[i]);
  take_sides(n, near);
  if (reached()) return;
  for (int i = 0; i < near.count; ++i) {
    const Vector3d& s = near.along[i];
    const Vector3d across = (n - n.dot(s) * s).normalized();
    climb(across, &s);
    take_nearest(across, &s);
  }
  climb(n, nullptr);
  take_nearest(n, nullptr);
}

}  // namespace perpend::spatial
