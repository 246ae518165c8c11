// SPDX-License-Identifier: Apache-2.0
#include "perpend/model/joint.hpp"

#include <algorithm>
#include <array>

#include "model/joint_traits.hpp"

namespace perpend {
namespace {

constexpr PlaneAndSpace<bool> kNever{false, false}, kInSpace{false, true}, kAlways{true, true};
using enum Meeting;

// In the order of JointKind: rows, coordinates and displacements in the plane and in space, axis,
// rows on rotations, where the anchors meet, whether the joint acts at a point of b.
constexpr std::array<JointTraits, kJointKinds> kTraits{{
    {"pin", {2, 5}, {1, 1}, {0, 0}, kInSpace, {0, 2}, at_point, true},
    {"prismatic", {2, 5}, {1, 1}, {1, 1}, kAlways, {1, 3}, on_line, false},
    {"distance", {1, 1}, {0, 0}, {0, 0}, kNever, {0, 0}, free, true},
    {"weld", {3, 6}, {0, 0}, {0, 0}, kNever, {1, 3}, at_point, true},
    {"spherical", {2, 3}, {1, 2}, {0, 0}, kNever, {0, 0}, at_point, true},
    {"universal", {0, 4}, {0, 2}, {0, 0}, kAlways, {0, 1}, at_point, true},
    {"cylindrical", {0, 4}, {0, 2}, {0, 1}, kAlways, {0, 2}, on_line, false},
    {"planar", {0, 3}, {0, 3}, {0, 2}, kAlways, {0, 2}, on_plane, false},
    {"point_on_line", {1, 2}, {1, 1}, {1, 1}, kAlways, {0, 0}, on_line, false},
    {"point_on_plane", {1, 1}, {1, 2}, {1, 2}, kAlways, {0, 0}, on_plane, false},
    {"screw", {0, 5}, {0, 1}, {0, 0}, kAlways, {0, 2}, on_line, false},
    {"rolling", {2, 3}, {0, 0}, {0, 0}, kAlways, {0, 0}, on_plane, false},
    {"strut", {0, 0}, {1, 1}, {1, 1}, kNever, {0, 0}, free, true},
    {"custom", {0, 0}, {0, 0}, {0, 0}, kNever, {0, 0}, free, false},
}};

}  // namespace

const JointTraits& traits(JointKind kind) {
  return kTraits[static_cast<std::size_t>(kind)];
}

std::string_view to_string(JointKind kind) {
  return traits(kind).name;
}

std::string_view to_string(JointKind kind, bool in_plane) {
  return kind == JointKind::pin && !in_plane ? "revolute" : to_string(kind);
}

int coordinate_count(JointKind kind, bool in_plane) {
  return traits(kind).coordinates(in_plane);
}

bool is_angle(JointKind kind, bool in_plane, int coordinate) {
  return coordinate >= traits(kind).displacements(in_plane);
}

// Rows on rotations come last, except that the row of a thread follows them.
bool is_angle_row(JointKind kind, bool in_plane, int row) {
  const JointTraits& known = traits(kind);
  const int last = known.rows(in_plane) - (kind == JointKind::screw ? 1 : 0);
  return row < last && row >= last - known.angle_rows(in_plane);
}

bool measures_angle(const std::vector<Joint>& joints, const Coupler& coupler) {
  return std::ranges::all_of(coupler.terms, [&](const CouplerTerm& term) {
    const Joint& joint = joints[static_cast<std::size_t>(term.joint.index)];
    return is_angle(joint.kind, joint.in_plane, term.coordinate);
  });
}

bool has_axis(JointKind kind, bool in_plane) {
  return traits(kind).has_axis(in_plane);
}

int row_count(JointKind kind, bool in_plane) {
  return traits(kind).rows(in_plane);
}

bool acts_along_line(JointKind kind) {
  const JointTraits& known = traits(kind);
  return known.joins_points && known.meeting == free;
}

}  // namespace perpend
