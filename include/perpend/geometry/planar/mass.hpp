// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "perpend/geometry/planar/shape.hpp"

namespace perpend::planar {

struct MassProperties {
  double mass = 0.0;             ///< kg
  Eigen::Vector2d center{0, 0};  ///< centre of mass (m)
  double inertia = 0.0;          ///< inertia about `center` (kg m²)
};

/// Returns the mass properties of a shape in its own frame at uniform density (kg/m²). They are all
/// zero for a half-plane and a capsule of radius 0.
MassProperties mass_properties(const Shape& shape, double density);

/// Returns the mass properties in the outer frame of `pose`.
MassProperties transformed(const MassProperties& properties, const Pose& pose);

/// Returns the mass properties of two pieces together (parallel axis theorem); both are given in
/// the same frame.
MassProperties combined(const MassProperties& a, const MassProperties& b);

}  // namespace perpend::planar
