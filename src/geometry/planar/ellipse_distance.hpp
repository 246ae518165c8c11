// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/planar/core.hpp"
#include "perpend/geometry/planar/distance.hpp"

namespace perpend::planar {

/// Returns the support point of an ellipse, the x with the largest n · x. World frame, |n| = 1.
Eigen::Vector2d support_point(const Ellipse& ellipse, const Frame& frame, const Eigen::Vector2d& n);

Distance ellipse_distance(const Ellipse& a, const Frame& frame_a, const Ellipse& b,
                          const Frame& frame_b);
Distance ellipse_distance(const Ellipse& a, const Frame& frame_a, const Core& b,
                          const Frame& frame_b);

}  // namespace perpend::planar
