// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/joint.hpp"

namespace perpend {

/// Pair of values, one for planar and one for spatial bodies.
template <typename T>
struct PlaneAndSpace {
  T plane, space;
  T operator()(bool in_plane) const { return in_plane ? plane : space; }
};

/// Where the anchors of a and b must coincide at the start.
enum class Meeting {
  free,      ///< nowhere
  at_point,  ///< at one point
  on_line,   ///< on a line along the axis
  on_plane   ///< in a plane normal to the axis
};

/// Properties of a joint kind that do not depend on its bodies; joint.cpp has a line for each kind.
struct JointTraits {
  std::string_view name;
  PlaneAndSpace<int> rows;           ///< 0: there is no such joint
  PlaneAndSpace<int> coordinates;    ///< displacements, then angles
  PlaneAndSpace<int> displacements;  ///< the number of displacements among them
  PlaneAndSpace<bool> has_axis;
  PlaneAndSpace<int> angle_rows;  ///< rows on rotations only, whose multipliers are moments
  Meeting meeting;
  bool joins_points;  ///< the joint acts on one point of b
};

const JointTraits& traits(JointKind kind);

/// True if the multiplier of a row is a moment (N m s), false if it is a force (N s). For built-in
/// kinds.
bool is_angle_row(JointKind kind, bool in_plane, int row);
/// True if the sum of a coupler is an angle; with a displacement among its terms it is a length.
bool measures_angle(const std::vector<Joint>& joints, const Coupler& coupler);

}  // namespace perpend
