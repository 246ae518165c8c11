// SPDX-License-Identifier: Apache-2.0
//
// The method and the symbols are those of free_rotation.cpp; here the largest |W| is bounded by the
// energy: |W|² <= W·I W / min I.
#include "dynamics/bodies/free_rotation_batch.hpp"

#include <limits>

#include "dynamics/bodies/free_rotation_limits.hpp"

namespace perpend {
namespace {

Lanes3 products(const Lanes3& w) {
  return {w.y * w.z, w.z * w.x, w.x * w.y};
}

struct Midpoints {
  Lanes3 omega;  // m
  Lanes step;    // s
  LaneMask found;
};

// Solves J d = b for J = [1, -c_x m_z, -c_x m_y; ...] + a qᵀ, by cofactors.
Lanes3 newton_step(const Lanes3& c, const Lanes3& m, const Lanes3& a, const Lanes3& q,
                   const Lanes3& b) {
  const Lanes3 j0{1.0 + a.x * q.x, a.y * q.x - c.y * m.z, a.z * q.x - c.z * m.y};
  const Lanes3 j1{a.x * q.y - c.x * m.z, 1.0 + a.y * q.y, a.z * q.y - c.z * m.x};
  const Lanes3 j2{a.x * q.z - c.x * m.y, a.y * q.z - c.y * m.x, 1.0 + a.z * q.z};
  const Lanes3 across = cross(j1, j2);
  const Lanes scale = 1.0 / dot(j0, across);
  return scale * Lanes3{dot(b, across), dot(b, cross(j2, j0)), dot(b, cross(j0, j1))};
}

Midpoints find_midpoints(const Lanes3& r, double h, const Lanes3& W) {
  const Lanes3 q = (h * h / 12) * products(r);
  const Lanes stop = std::numeric_limits<double>::epsilon() * dot(W, W);
  Lanes3 m = W + (0.5 * h) * product(r, products(W));
  LaneMask found{};
  for (int k = 0; k < kMaxNewtonSteps && any(~found); ++k) {
    const Lanes3 qm = product(q, m), rate = product(r, products(m));
    const Lanes half = 0.5 * h * (1.0 - dot(qm, m));
    const Lanes3 change = newton_step(half * r, m, h * rate, qm, W - m + half * rate);
    const Lanes keep = {};
    m = m + Lanes3{select(found, keep, change.x), select(found, keep, change.y),
                   select(found, keep, change.z)};
    found |= dot(change, change) <= stop;
  }
  return {m, h * (1.0 - dot(q, product(m, m))), found};
}

LaneMask needs_one_substep(const RotationBatch& bodies, double h, const Lanes3& W) {
  const Lanes3& I = bodies.inertia;
  const Lanes least = select(I.x < I.y, select(I.x < I.z, I.x, I.z), select(I.y < I.z, I.y, I.z));
  return (h * h * dot(W, product(I, W)) <= kMaxRotation * kMaxRotation * least) &
         ((I.x != I.y) | (I.y != I.z));
}

// Returns r (1, x) (1, y), a product of quaternions of which the last two are not of unit norm,
// normalised.
LanesRotation rotated_by(const LanesRotation& r, const Lanes3& x, const Lanes3& y) {
  const Lanes w = 1.0 - dot(x, y);
  const Lanes3 u = x + y + cross(x, y);
  LanesRotation next{r.w * w - dot(r.u, u), r.w * u + w * r.u + cross(r.u, u)};
  Lanes norm = next.w * next.w + dot(next.u, next.u);
  linalg::root(norm, norm);
  const Lanes scale = 1.0 / norm;
  return {scale * next.w, scale * next.u};
}

void choose(const LaneMask& mask, const Lanes3& value, Lanes3& out) {
  out = {select(mask, value.x, out.x), select(mask, value.y, out.y), select(mask, value.z, out.z)};
}

}  // namespace

LaneMask rotate_batch(double h, RotationBatch& bodies) {
  const Lanes3& I = bodies.inertia;
  const Lanes3 W = rotated_back(bodies.orientation, bodies.omega);
  const Lanes3 r{(I.y - I.z) / I.x, (I.z - I.x) / I.y, (I.x - I.y) / I.z};
  const Midpoints mid = find_midpoints(r, h, W);
  const Lanes trace = I.x + I.y + I.z;
  const Lanes3 excess{trace - 2.0 * I.x, trace - 2.0 * I.y, trace - 2.0 * I.z};
  const Lanes delta = h * h * h * dot(product(product(W, W), I), excess) / (12.0 * I.x * I.y * I.z);
  const Lanes3 next = 2.0 * mid.omega - W;
  const LanesRotation rotated_on = rotated_by(bodies.orientation, (0.5 * mid.step) * mid.omega,
                                              (0.5 * delta) * product(I, next));
  const LaneMask done = needs_one_substep(bodies, h, W) & mid.found;
  const Lanes3 omega = rotated(rotated_on, next);
  bodies.orientation.w = select(done, rotated_on.w, bodies.orientation.w);
  choose(done, rotated_on.u, bodies.orientation.u);
  choose(done, omega, bodies.omega);
  return done;
}

}  // namespace perpend
