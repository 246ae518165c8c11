// SPDX-License-Identifier: Apache-2.0
#include "perpend/model/joint.hpp"

#include <array>

namespace perpend {
namespace {

struct JointTraits {
  std::string_view name;
  int planar_rows, spatial_rows;                ///< 0: there is no such joint
  int planar_coordinates, spatial_coordinates;  ///< displacements, then angles
  int planar_displacements, spatial_displacements;
};

// In the order of JointKind.
constexpr std::array<JointTraits, kJointKinds> kTraits{{
    {"pin", 2, 5, 1, 1, 0, 0},
    {"prismatic", 2, 5, 1, 1, 1, 1},
    {"distance", 1, 1, 0, 0, 0, 0},
    {"weld", 3, 6, 0, 0, 0, 0},
    {"spherical", 2, 3, 1, 2, 0, 0},
    {"universal", 0, 4, 0, 2, 0, 0},
    {"cylindrical", 0, 4, 0, 2, 0, 1},
    {"planar", 0, 3, 0, 3, 0, 2},
    {"point_on_line", 1, 2, 1, 1, 1, 1},
    {"point_on_plane", 1, 1, 1, 2, 1, 2},
    {"screw", 0, 5, 0, 1, 0, 0},
    {"rolling", 2, 3, 0, 0, 0, 0},
    {"strut", 0, 0, 1, 1, 1, 1},
    {"custom", 0, 0, 0, 0, 0, 0},
}};

const JointTraits& traits(JointKind kind) {
  return kTraits[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string_view to_string(JointKind kind) {
  return traits(kind).name;
}

std::string_view to_string(JointKind kind, bool in_plane) {
  return kind == JointKind::pin && !in_plane ? "revolute" : to_string(kind);
}

int coordinate_count(JointKind kind, bool in_plane) {
  return in_plane ? traits(kind).planar_coordinates : traits(kind).spatial_coordinates;
}

bool is_angle(JointKind kind, bool in_plane, int coordinate) {
  return coordinate >=
         (in_plane ? traits(kind).planar_displacements : traits(kind).spatial_displacements);
}

bool has_axis(JointKind kind, bool in_plane) {
  switch (kind) {
    case JointKind::pin:
      return !in_plane;
    case JointKind::distance:
    case JointKind::weld:
    case JointKind::spherical:
    case JointKind::strut:
    case JointKind::custom:
      return false;
    default:
      return true;
  }
}

int row_count(JointKind kind, bool in_plane) {
  return in_plane ? traits(kind).planar_rows : traits(kind).spatial_rows;
}

}  // namespace perpend
