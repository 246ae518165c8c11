// SPDX-License-Identifier: Apache-2.0
// What is known of a kind of joint without its bodies, kind by kind.
#include <doctest/doctest.h>

#include <string>

#include "model/joint_traits.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

// A letter per row: f keeps a place (a force), m keeps a direction (a moment), t is a thread. A
// letter per coordinate: d displacement, a angle.
struct Kind {
  JointKind kind;
  const char *name, *rows_in_plane, *rows_in_space, *coordinates_in_plane, *coordinates_in_space;
  bool axis_in_plane, axis_in_space;
};

const Kind kKinds[] = {
    {JointKind::pin, "pin", "ff", "fffmm", "a", "a", false, true},
    {JointKind::prismatic, "prismatic", "fm", "ffmmm", "d", "d", true, true},
    {JointKind::distance, "distance", "f", "f", "", "", false, false},
    {JointKind::weld, "weld", "ffm", "fffmmm", "", "", false, false},
    {JointKind::spherical, "spherical", "ff", "fff", "a", "aa", false, false},
    {JointKind::universal, "universal", "", "fffm", "", "aa", true, true},
    {JointKind::cylindrical, "cylindrical", "", "ffmm", "", "da", true, true},
    {JointKind::planar, "planar", "", "fmm", "", "dda", true, true},
    {JointKind::point_on_line, "point_on_line", "f", "ff", "d", "d", true, true},
    {JointKind::point_on_plane, "point_on_plane", "f", "f", "d", "dd", true, true},
    {JointKind::screw, "screw", "", "ffmmt", "", "a", true, true},
    {JointKind::rolling, "rolling", "ff", "fff", "", "", true, true},
    {JointKind::strut, "strut", "", "", "d", "d", false, false},
    {JointKind::custom, "custom", "", "", "", "", false, false},
};

}  // namespace

TEST_CASE("each kind of joint keeps what its rows say and moves along its coordinates") {
  static_assert(std::size(kKinds) == kJointKinds);
  for (const Kind& each : kKinds)
    for (const bool in_plane : {true, false}) {
      CAPTURE(each.name);
      CAPTURE(in_plane);
      const std::string rows = in_plane ? each.rows_in_plane : each.rows_in_space;
      const std::string coordinates =
          in_plane ? each.coordinates_in_plane : each.coordinates_in_space;
      CHECK(to_string(each.kind) == each.name);
      CHECK(row_count(each.kind, in_plane) == static_cast<int>(rows.size()));
      for (int row = 0; row < static_cast<int>(rows.size()); ++row)
        CHECK(is_angle_row(each.kind, in_plane, row) == (rows[row] == 'm'));
      CHECK(coordinate_count(each.kind, in_plane) == static_cast<int>(coordinates.size()));
      for (int k = 0; k < static_cast<int>(coordinates.size()); ++k)
        CHECK(is_angle(each.kind, in_plane, k) == (coordinates[k] == 'a'));
      CHECK(has_axis(each.kind, in_plane) == (in_plane ? each.axis_in_plane : each.axis_in_space));
      CHECK(acts_along_line(each.kind) ==
            (each.kind == JointKind::distance || each.kind == JointKind::strut));
    }
}

TEST_CASE("a joint that takes hold of b at a point does not take a particle beside it") {
  for (const Kind& each : kKinds) {
    CAPTURE(each.name);
    const bool at_point = each.kind == JointKind::distance || each.kind == JointKind::strut ||
                          each.kind == JointKind::pin || each.kind == JointKind::weld ||
                          each.kind == JointKind::spherical || each.kind == JointKind::universal;
    CHECK(traits(each.kind).joins_points == at_point);
  }
}

TEST_CASE("a coupler is an angle where all its terms are, whichever comes first") {
  ModelBuilder builder;
  std::vector<JointId> joints;
  for (const JointKind kind : {JointKind::prismatic, JointKind::pin, JointKind::pin}) {
    const BodyId body = builder.add_body({.mass = 1, .inertia = 1});
    joints.push_back(builder.add_joint({.kind = kind, .a = body}));
  }
  BodyDef bit{.kind = BodyKind::spatial, .mass = 1};
  bit.spatial.inertia = Eigen::Matrix3d::Identity();
  joints.push_back(builder.add_joint({.kind = JointKind::cylindrical, .a = builder.add_body(bit)}));
  const std::vector<Joint> all = builder.build().value().joints;
  const auto measured = [&](const std::vector<CouplerTerm>& terms) {
    return measures_angle(all, {.terms = terms});
  };
  CHECK(measured({{joints[1]}, {joints[2], 0, -2}, {joints[3], 1}}));
  CHECK_FALSE(measured({{joints[1]}, {joints[0], 0, 3}}));
  CHECK_FALSE(measured({{joints[0]}, {joints[1]}}));
  CHECK_FALSE(measured({{joints[2]}, {joints[3], 0}}));
}

}  // namespace perpend
