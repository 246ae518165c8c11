// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace perpend {

/// Largest rotation per substep, rad: a steady spin has an error of 1/80 of its fifth power, here
/// 4e-4 rad. Up to 1.5 rad Newton's method found the root within kMaxNewtonSteps for each of 300000
/// random bodies, rods and plates included.
inline constexpr double kMaxRotation = 0.5;
inline constexpr int kMaxNewtonSteps = 6;

}  // namespace perpend
