// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

struct MassProperties {
  double mass = 0.0;                                  ///< kg
  Eigen::Vector3d center{0, 0, 0};                    ///< centre of mass, m
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about `center`, kg m²
};

/// Of a shape in its own frame at uniform density (kg/m³). Half spaces and meshes have none:
/// all zero.
MassProperties mass_properties(const Shape& shape, double density);

/// The same matter seen from the outer frame of `pose`.
MassProperties transformed(const MassProperties& properties, const Pose& pose);

/// Two pieces of matter as one (parallel axis theorem); both in one frame.
MassProperties combined(const MassProperties& a, const MassProperties& b);

/// Principal moments, ascending, and the frame of the principal axes (right-handed). An inertia
/// that is diagonal to rounding keeps its axes and their order.
struct PrincipalAxes {
  Eigen::Vector3d moments{0, 0, 0};
  Eigen::Quaterniond axes{Eigen::Quaterniond::Identity()};
};
PrincipalAxes principal_axes(const Eigen::Matrix3d& inertia);

/// Each moment of a mass distribution is at most the sum of the other two.
bool is_realisable(const Eigen::Vector3d& moments);

}  // namespace perpend::spatial
