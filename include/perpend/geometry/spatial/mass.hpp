// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

struct MassProperties {
  double mass = 0.0;                                  ///< kg
  Eigen::Vector3d center{0, 0, 0};                    ///< centre of mass, m
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about `center`, kg m²
};

/// Returns the mass properties of a shape in its own frame at uniform density (kg/m³). They are all
/// zero for half spaces and meshes.
MassProperties mass_properties(const Shape& shape, double density);

/// Returns the mass properties in the outer frame of `pose`.
MassProperties transformed(const MassProperties& properties, const Pose& pose);

/// Returns the mass properties of two pieces together (parallel axis theorem); both are given in
/// the same frame.
MassProperties combined(const MassProperties& a, const MassProperties& b);

/// Principal moments and axes of an inertia tensor. The moments ascend, except that an inertia
/// which is diagonal to rounding keeps its axes and their order.
struct PrincipalAxes {
  Eigen::Vector3d moments{0, 0, 0};                         ///< kg m²
  Eigen::Quaterniond axes{Eigen::Quaterniond::Identity()};  ///< right-handed principal frame
};
/// Returns the principal moments and axes of an inertia tensor (kg m²).
PrincipalAxes principal_axes(const Eigen::Matrix3d& inertia);

/// True if some mass distribution has these principal moments: they are positive, and each is at
/// most the sum of the other two (to 1e-9 of their sum).
bool is_realisable(const Eigen::Vector3d& moments);

}  // namespace perpend::spatial
