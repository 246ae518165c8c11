// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/jordan.hpp"

namespace perpend::lcp {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// The smallest positive root of det(x + t dx) = c + 2 b t + a t², c > 0. Where both eigenvalues
// stay positive there is none.
double cone_step(const Vector3d& x, const Vector3d& dx, double most) {
  const double a = jordan_determinant(dx);
  const double b = x[0] * dx[0] - x.tail<2>().dot(dx.tail<2>());
  const double c = std::max(0.0, jordan_determinant(x));
  const double discriminant = b * b - a * c;
  double step = most;
  if (discriminant >= 0) {
    // Both roots without cancellation.
    const double s = -(b + std::copysign(std::sqrt(discriminant), b));
    for (const double root : {a != 0 ? s / a : -1.0, s != 0 ? c / s : -1.0})
      if (root >= 0) step = std::min(step, root);
  }
  if (dx[0] < 0) step = std::min(step, -x[0] / dx[0]);
  return step;
}

NesterovTodd nesterov_todd(const Vector3d& x, const Vector3d& y) {
  const double det_x = std::max(jordan_determinant(x), 1e-300);
  const double det_y = std::max(jordan_determinant(y), 1e-300);
  const Vector3d unit_x = x / std::sqrt(det_x), unit_y = y / std::sqrt(det_y);
  const double gamma = std::sqrt(0.5 * (1 + unit_x.dot(unit_y)));
  Vector3d w = (0.5 / gamma) * unit_y;
  w[0] += (0.5 / gamma) * unit_x[0];
  w.tail<2>() -= (0.5 / gamma) * unit_x.tail<2>();
  const double eta = std::sqrt(std::sqrt(det_y / det_x));
  Matrix3d V = arrow(w);
  V.bottomRightCorner<2, 2>() =
      Eigen::Matrix2d::Identity() + w.tail<2>() * w.tail<2>().transpose() / (1 + w[0]);
  NesterovTodd scaling{.P = eta * V, .inverse = V / eta};
  scaling.inverse.bottomLeftCorner<2, 1>() *= -1;
  scaling.inverse.topRightCorner<1, 2>() *= -1;
  return scaling;
}

}  // namespace perpend::lcp
