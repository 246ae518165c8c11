// SPDX-License-Identifier: Apache-2.0
//
// Vectors and rotations of eight bodies, one body per lane.
#pragma once

#include <array>

#include "linalg/kernels/lanes.hpp"

namespace perpend {

using linalg::any, linalg::kLanes, linalg::LaneMask, linalg::Lanes, linalg::select;

struct Lanes3 {
  Lanes x, y, z;
};

[[gnu::always_inline]] inline Lanes3 operator+(const Lanes3& a, const Lanes3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
[[gnu::always_inline]] inline Lanes3 operator-(const Lanes3& a, const Lanes3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[gnu::always_inline]] inline Lanes3 operator*(const Lanes& s, const Lanes3& a) {
  return {s * a.x, s * a.y, s * a.z};
}
[[gnu::always_inline]] inline Lanes3 operator*(double s, const Lanes3& a) {
  return {s * a.x, s * a.y, s * a.z};
}
/// Returns the entrywise product.
[[gnu::always_inline]] inline Lanes3 product(const Lanes3& a, const Lanes3& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
[[gnu::always_inline]] inline Lanes dot(const Lanes3& a, const Lanes3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
[[gnu::always_inline]] inline Lanes3 cross(const Lanes3& a, const Lanes3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Unit quaternions: w is the scalar part, u = (x, y, z) the vector part.
struct LanesRotation {
  Lanes w;
  Lanes3 u;
};
/// Returns R v; with -w in place of w it returns Rᵀ v.
[[gnu::always_inline]] inline Lanes3 rotated(const LanesRotation& r, const Lanes3& v) {
  const Lanes3 t = 2.0 * cross(r.u, v);
  return v + r.w * t + cross(r.u, t);
}
[[gnu::always_inline]] inline Lanes3 rotated_back(const LanesRotation& r, const Lanes3& v) {
  return rotated({-r.w, r.u}, v);
}

/// Pointer per lane to the values of its body. gather() loads from[m][k] for k = at, at + 1, at + 2
/// into lane m.
using LanePlaces = std::array<const double*, kLanes>;
[[gnu::always_inline]] inline void gather(Lanes3& out, const LanePlaces& from, int at) {
  linalg::gather(out.x, [&](int m) { return from[m][at]; });
  linalg::gather(out.y, [&](int m) { return from[m][at + 1]; });
  linalg::gather(out.z, [&](int m) { return from[m][at + 2]; });
}
[[gnu::always_inline]] inline void gather(LanesRotation& out, const LanePlaces& from, int at) {
  linalg::gather(out.w, [&](int m) { return from[m][at]; });
  gather(out.u, from, at + 1);
}

}  // namespace perpend
