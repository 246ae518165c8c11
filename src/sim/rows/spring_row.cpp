// SPDX-License-Identifier: Apache-2.0
//
// With the pose in the middle of the step, x_0 = g - u h/2 and x_1 = g + u⁺ h/2 are the gaps at its
// ends. The mean of the forces there,
//   λ = -h k (min(x_0, 0) + x_1)/2 - h b (u + u⁺)/2,
// does the work that the spring gives back: no energy is lost or gained, to second order at the
// ends of a contact. If the step is half a period or more, such a spring would throw resting bodies
// to and fro; with weight s, which measures how stiff it is, the force is that of the end,
//   λ = -h k (g + h u⁺) - h b u⁺,
// which brings anything to rest. Above the surface there is no damper: one that resists approach
// would hold bodies apart.
#include "sim/rows/spring_row.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {
namespace {

// Returns how stiff spring and damper are relative to the step, 0 to 1: y is (ω h)², and 2 ζ ω h of
// a damper. It is rounded to a power of two, so that small changes of mass and pose, and
// derivatives, leave it as it is.
double stiff_share(const SpringDamper& spring, double h, double response) {
  const double y = (spring.stiffness * h + spring.damping) * h * response;
  int power = 0;
  std::frexp(y, &power);
  const double square = std::ldexp(0.5, 2 * power);  // y² to a factor of two
  return square < 1 ? square / (1 + square) : 1 / (1 + 1 / square);
}

// Returns the gap at the start of the step, of which `before` s lie before the pose.
double first_gap(const SpringMotion& motion, double before) {
  return motion.gap - before * motion.start;
}

// Returns the share of a step from the gap x_0 on for which an approaching body is inside: a damper
// acts from the first touch on.
double share_inside(double first, double start, double h) {
  return start < 0 ? std::clamp(1 + first / (start * h), 0.0, 1.0) : 0.5;
}

// Returns the same of another motion while the share depends on it as it does for `side`.
double share_inside(double first, double start, double h, double before, const SpringMotion& side) {
  const double share = share_inside(first_gap(side, before), side.start, h);
  return side.start < 0 && share > 0 ? 1 + first / (start * h) : share;
}

}  // namespace

SpringRow spring_row(const SpringDamper& spring, double h, double before,
                     const SpringMotion& motion) {
  return spring_row_beside(spring, h, before, motion, motion);
}

SpringRow spring_row_beside(const SpringDamper& spring, double h, double before,
                            const SpringMotion& side, const SpringMotion& motion) {
  const auto [gap, start, response] = motion;
  const double s = before > 0 ? stiff_share(spring, h, response) : 1.0, mean = 0.5 * (1 - s);
  const double k = spring.stiffness, b = spring.damping;
  const bool starts_inside = first_gap(side, before) < 0;
  const double end = mean * (1 - before / h) + s;
  const double of_gap = h * k * (mean * (starts_inside ? 2 : 1) + s);
  const double inside =
      starts_inside ? 0.5 : share_inside(first_gap(motion, before), start, h, before, side);
  const double of_end = h * h * k * end + h * b * (2 * mean * inside + s);
  SpringRow row{.compliance = 1 / of_end, .per_gap = of_gap / of_end};
  if (side.gap > 0) row.per_gap = of_gap / (h * h * k * end);
  if (starts_inside) row.per_start = (mean * h * b - mean * before * h * k) / of_end;
  return row;
}

}  // namespace perpend
