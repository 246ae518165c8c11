// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <perpend/perpend.hpp>
#include <utility>

/// A shape of the user's own: the cylinder along z over an ellipse, as a level set.
struct EllipticCam {
  double a = 0.3, b = 0.2;  ///< half axes along x and y, m

  /// 0 on the surface, > 0 outside, m; and its gradient.
  std::pair<double, Eigen::Vector3d> level(const Eigen::Vector3d& x) const {
    const double root = std::hypot(x.x() / a, x.y() / b);
    return {b * (root - 1), b / root * Eigen::Vector3d(x.x() / (a * a), x.y() / (b * b), 0)};
  }
  /// Distance from the axis to the surface in the direction `angle` from x, m.
  double radius(double angle) const {
    return 1 / std::hypot(std::cos(angle) / a, std::sin(angle) / b);
  }
};

/// A constraint of the user's own: a point of body a stays on the level set fixed in body b.
/// Phi = level(x in b), and its rate is gradient · (v_a(x) - v_b(x)).
template <class Surface>
class CamFollower final : public perpend::JointType {
 public:
  /// tip: the point in the frame of a (centre of mass, principal axes), m.
  CamFollower(const Surface& surface, const Eigen::Vector3d& tip) : surface_(surface), tip_(tip) {}

  int rows() const override { return 1; }
  void evaluate(const perpend::JointBody& a, const perpend::JointBody& b,
                std::array<perpend::JointRow, kMaxRows>& rows) const override {
    const Eigen::Vector3d x = transform_point(a.pose, tip_);
    const auto [phi, gradient] = surface_.level(b.pose.r.conjugate() * (x - b.pose.p));
    const Eigen::Vector3d normal = b.pose.r * gradient;
    rows[0] = {.point_a = x, .force_a = normal, .point_b = x, .force_b = -normal, .phi = phi};
  }

 private:
  Surface surface_;
  Eigen::Vector3d tip_;
};
