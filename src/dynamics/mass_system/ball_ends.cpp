// SPDX-License-Identifier: Apache-2.0
//
// ball_stiffness_psd() for eight ends, one per lane; geometric_stiffness.cpp derives the formulas.
#include "dynamics/mass_system/ball_ends.hpp"

#include <algorithm>

namespace perpend {
namespace {

struct SymmetricLanes {
  Lanes xx, yy, zz, xy, xz, yz;
};

Lanes root(const Lanes& v) {
  Lanes r;
  linalg::root(v, r);
  return r;
}

SymmetricLanes stiffness(const Lanes3& arm, const Lanes3& force) {
  const Lanes none{};
  const Lanes arm_norm = root(dot(arm, arm)), force_norm = root(dot(force, force));
  const Lanes size = arm_norm * force_norm;
  const LaneMask acts = size > 0.0;
  const Lanes3 r = (1.0 / arm_norm) * arm, f = (1.0 / force_norm) * force;
  const Lanes c = dot(r, f);
  const LaneMask taut = acts & (c > 0.0);
  const Lanes share = (1.0 + c) / (4.0 * (1.0 - c));
  const Lanes weight = select(c > 0.0, none + 0.25, select(share > 0.0, share, none));
  const Lanes difference_size = select(acts, root(size * weight), none);
  const Lanes sum_size = select(taut, root(size * c / (2.0 * (1.0 + c))), none);
  const Lanes3 d{select(acts, difference_size * (r.x - f.x), none),
                 select(acts, difference_size * (r.y - f.y), none),
                 select(acts, difference_size * (r.z - f.z), none)};
  const Lanes3 s{select(taut, sum_size * (r.x + f.x), none),
                 select(taut, sum_size * (r.y + f.y), none),
                 select(taut, sum_size * (r.z + f.z), none)};
  const Lanes across = select(taut, size * c, none);
  return {d.x * d.x - s.x * s.x + across, d.y * d.y - s.y * s.y + across,
          d.z * d.z - s.z * s.z + across, d.x * d.y - s.x * s.y,
          d.x * d.z - s.x * s.z,          d.y * d.z - s.y * s.z};
}

}  // namespace

void BallEnds::add(int body, const double* orientation, const double* anchor, const double* impulse,
                   double sign) {
  const std::size_t m = count_++;
  body_[m] = body;
  sign_[m] = sign;
  orientation_[m] = orientation;
  anchor_[m] = anchor;
  impulse_[m] = impulse;
  if (count_ == kLanes) finish();
}

void BallEnds::finish() {
  if (count_ == 0) return;
  for (int m = count_; m < kLanes; ++m) {
    orientation_[m] = orientation_[0];
    anchor_[m] = anchor_[0];
    impulse_[m] = impulse_[0];
    sign_[m] = sign_[0];
  }
  LanesRotation orientation;
  Lanes3 anchor, impulse;
  Lanes sign;
  gather(orientation, orientation_, 0);
  gather(anchor, anchor_, 0);
  gather(impulse, impulse_, 0);
  linalg::gather(sign, [&](int m) { return sign_[m]; });
  const SymmetricLanes K = stiffness(rotated(orientation, anchor), sign * impulse);
  for (int m = 0; m < count_; ++m) {
    Eigen::Matrix3d end;
    end << K.xx[m], K.xy[m], K.xz[m], K.xy[m], K.yy[m], K.yz[m], K.xz[m], K.yz[m], K.zz[m];
    rotation_[body_[m]] += factor_ * end;
  }
  count_ = 0;
}

}  // namespace perpend
