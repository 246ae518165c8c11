// SPDX-License-Identifier: Apache-2.0
//
// Free rotation over a step h.
//   I       3      principal moments; frame B of the body lies along the principal axes
//   W, W+   3      angular velocity in B before and after;  L = I W the angular momentum in B
//   m       3      midpoint (W + W+) / 2
//   r       3      ((I_y - I_z)/I_x, (I_z - I_x)/I_y, (I_x - I_y)/I_z): Euler's W' = r ∘ g(W)
//   g(w)    3      (w_y w_z, w_z w_x, w_x w_y)
//   s              the step length that the midpoint rule uses
//
//   m = W + (s/2) r ∘ g(m),    W+ = 2 m - W,    s = h (1 - h²/12 Q(m)),
//   Q(w) = r_y r_z w_x² + r_z r_x w_y² + r_x r_y w_z²,
//   R+ = R cay(s m) cay(delta I W+),    delta = h³/12 sum_i W_i² I_i (tr(I) - 2 I_i) / det(I).
//
// R cay(s m) I W+ = R I W and m·I (W+ - W) = 0 hold for every s, and a rotation about L changes
// neither. The midpoint rule with s = h and delta = 0 therefore errs only in the speed along the
// polhode and in the angle about L. s and delta remove the leading error term of both
// (docs/methods/free_rotation.md), which gives a symmetric method of order 4.
//
// Steps in which the fastest W of the motion would rotate by more than kMaxRotation are divided
// into substeps.
// Limits: the number of substeps, and with it the error, jumps with the speed.
// Tried and rejected: s = h, delta = 0 (order 2, same cost); exp(h m) in place of cay (loses L).
#include "dynamics/bodies/free_rotation.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "dynamics/bodies/free_rotation_limits.hpp"

namespace perpend {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr int kMaxSubsteps = 64;

Vector3d products(const Vector3d& w) {
  return {w.y() * w.z(), w.z() * w.x(), w.x() * w.y()};
}

struct Midpoint {
  Vector3d omega;  // m
  double step;     // s
  bool found;
};

// Newton's method from the explicit guess. The equations are quadratic with a second derivative of
// at most h, so after a step d the error is below h |d|²/2: round-off once |d|² <= eps |W|².
Midpoint find_midpoint(const Vector3d& r, double h, const Vector3d& W) {
  const Vector3d q = h * h / 12 * products(r);
  const double stop = std::numeric_limits<double>::epsilon() * W.squaredNorm();
  Midpoint mid{W + 0.5 * h * r.cwiseProduct(products(W)), h, false};
  Vector3d& m = mid.omega;
  for (int k = 0; k < kMaxNewtonSteps && !mid.found; ++k) {
    const Vector3d qm = q.cwiseProduct(m), rate = r.cwiseProduct(products(m));
    const double half = 0.5 * h * (1 - qm.dot(m));
    const Vector3d c = half * r;
    Eigen::Matrix3d J;
    J << 1, -c.x() * m.z(), -c.x() * m.y(),  //
        -c.y() * m.z(), 1, -c.y() * m.x(),   //
        -c.z() * m.y(), -c.z() * m.x(), 1;
    J.noalias() += h * rate * qm.transpose();
    const Vector3d change = J.inverse() * (W - m + half * rate);
    m += change;
    mid.found = change.squaredNorm() <= stop;
  }
  mid.step = h * (1 - q.dot(m.cwiseAbs2()));
  return mid;
}

// Returns delta / h³. All terms are positive: thin rods and plates lose no digits beyond those of
// their moments.
double momentum_rotation(const Vector3d& inertia, const Vector3d& W) {
  const Vector3d excess = Vector3d::Constant(inertia.sum()) - 2 * inertia;
  return W.cwiseAbs2().cwiseProduct(inertia).dot(excess) / (12 * inertia.prod());
}

// Performs one substep; returns false and changes nothing if no midpoint was found.
bool substep(const Vector3d& inertia, double h, Quaterniond& orientation, Vector3d& W) {
  const Vector3d r((inertia.y() - inertia.z()) / inertia.x(),
                   (inertia.z() - inertia.x()) / inertia.y(),
                   (inertia.x() - inertia.y()) / inertia.z());
  const Midpoint mid = find_midpoint(r, h, W);
  if (!mid.found) return false;
  const double delta = h * h * h * momentum_rotation(inertia, W);
  W = 2 * mid.omega - W;
  const Vector3d x = 0.5 * mid.step * mid.omega, y = 0.5 * delta * inertia.cwiseProduct(W);
  const Vector3d xy = x + y + x.cross(y);  // (1, x) (1, y) as quaternions, both unnormalised
  orientation = orientation * Quaterniond(1 - x.dot(y), xy.x(), xy.y(), xy.z());
  orientation.normalize();
  return true;
}

// Returns the largest |W|² over the whole motion, past and future. Energy and momentum are linear
// in x_i = W_i², so x moves on a segment of a line x + t n within x >= 0, and |W|² = sum x is
// largest at an end of it. The result depends on invariants only, so both directions of time give
// the same value.
double largest_square_speed(const Vector3d& inertia, const Vector3d& W) {
  const Vector3d x = W.cwiseAbs2();
  // n = I x I², factored so that the signs of its components are exact and not all equal.
  const Vector3d n = products(inertia).cwiseProduct(
      Vector3d(inertia.z() - inertia.y(), inertia.x() - inertia.z(), inertia.y() - inertia.x()));
  double first = -std::numeric_limits<double>::infinity(), last = -first;
  for (int i = 0; i < 3; ++i) {
    if (n[i] > 0) first = std::max(first, -x[i] / n[i]);
    if (n[i] < 0) last = std::min(last, -x[i] / n[i]);
  }
  const double growth = n.sum();
  return growth == 0 ? x.sum() : x.sum() + growth * (growth > 0 ? last : first);
}

// Rotates by the rotation vector x, in the world frame.
void rotate(Quaterniond& orientation, const Vector3d& x) {
  const double half = 0.5 * x.norm();
  const double scale = half > 0 ? 0.5 * std::sin(half) / half : 0.5;
  orientation =
      Quaterniond(std::cos(half), scale * x.x(), scale * x.y(), scale * x.z()) * orientation;
  // One Newton step to unit norm; exact to round-off since both factors have unit norm to
  // round-off.
  orientation.coeffs() *= 1.5 - 0.5 * orientation.squaredNorm();
}

// Returns the rotation about L that keeps W·L: the component of W along L is constant.
Vector3d steady_rotation(const Vector3d& inertia, double h, const Vector3d& W) {
  const Vector3d L = inertia.cwiseProduct(W);
  const double square = L.squaredNorm();
  return square > 0 ? Vector3d(h * W.dot(L) / square * L) : Vector3d(0, 0, 0);
}

}  // namespace

bool rotate_freely(const Vector3d& principal_inertia, double h, Rotation& rotation) {
  assert(principal_inertia.minCoeff() > 0);
  Quaterniond& orientation = rotation.orientation;
  if (principal_inertia.x() == principal_inertia.y() &&
      principal_inertia.y() == principal_inertia.z()) {
    rotate(orientation, h * rotation.omega);
    return true;
  }
  Vector3d W = orientation.conjugate() * rotation.omega;
  const double speed = std::sqrt(largest_square_speed(principal_inertia, W));
  const double substeps = std::ceil(std::abs(h) * speed / kMaxRotation);
  bool followed = substeps <= kMaxSubsteps;
  const int count = followed && substeps > 1 ? static_cast<int>(substeps) : 1;
  for (int k = 0; k < count; ++k) {
    if (followed) followed = substep(principal_inertia, h / count, orientation, W);
    if (!followed)
      rotate(orientation, orientation * steady_rotation(principal_inertia, h / count, W));
  }
  rotation.omega = orientation * W;
  return followed;
}

}  // namespace perpend
