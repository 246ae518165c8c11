// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/joint.hpp"

namespace perpend {

/// Of two numbers or answers the one for bodies of the plane and the one for bodies in space.
template <typename T>
struct PlaneAndSpace {
  T plane, space;
  T operator()(bool in_plane) const { return in_plane ? plane : space; }
};

/// Where the joint wants the anchors of a and b together at the start.
enum class Meeting {
  free,      ///< nowhere
  at_point,  ///< in one point
  on_line,   ///< on a line along the axis
  on_plane   ///< in a plane normal to the axis
};

/// What is known of a kind of joint without its bodies. joint.cpp has a line for each.
struct JointTraits {
  std::string_view name;
  PlaneAndSpace<int> rows;           ///< 0: there is no such joint
  PlaneAndSpace<int> coordinates;    ///< displacements, then angles
  PlaneAndSpace<int> displacements;  ///< of those
  PlaneAndSpace<bool> has_axis;
  PlaneAndSpace<int> angle_rows;  ///< of those rows, on rotations only: moments
  Meeting meeting;
  bool joins_points;  ///< it takes hold of b at one point
};

const JointTraits& traits(JointKind kind);

/// Whether the multiplier of a row is a moment (N m s); else it is a force (N s). Of built-in
/// kinds.
bool is_angle_row(JointKind kind, bool in_plane, int row);
/// Whether the sum of a coupler is an angle; with a displacement among its terms it is a length.
bool measures_angle(const std::vector<Joint>& joints, const Coupler& coupler);

}  // namespace perpend
