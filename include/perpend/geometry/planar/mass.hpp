// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "perpend/geometry/planar/shape.hpp"

namespace perpend::planar {

struct MassProperties {
  double mass = 0.0;             ///< kg
  Eigen::Vector2d center{0, 0};  ///< centre of mass (m)
  double inertia = 0.0;          ///< about `center` (kg m²)
};

/// Of a shape in its own frame at uniform density (kg/m²). A half-plane and a capsule of radius 0
/// have none: all zero.
MassProperties mass_properties(const Shape& shape, double density);

/// The same matter seen from the outer frame of `pose`.
MassProperties transformed(const MassProperties& properties, const Pose& pose);

/// Two pieces of matter as one (parallel axis theorem); both in one frame.
MassProperties combined(const MassProperties& a, const MassProperties& b);

}  // namespace perpend::planar
