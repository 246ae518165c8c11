// SPDX-License-Identifier: Apache-2.0
// The joints of a Model: their frames in the start pose, rows, coordinates and names.
#include <doctest/doctest.h>

#include <numbers>

#include "faults.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Two boxes in space, turned and with centres of mass off their frames, and two in the plane.
struct Yard {
  ModelBuilder builder;
  BodyId a = add_solid("a", {1, 2, 3}, {0.9, 0.1, -0.3, 0.2});
  BodyId b = add_solid("b", {-4, 0, 1}, {0.5, -0.5, 0.5, 0.5});
  BodyId left = add_outline("left", {-3, 1}, 0.4);
  BodyId right = add_outline("right", {5, 2}, -7.0);

  BodyId add_solid(const char* name, const Vector3d& p, const Eigen::Quaterniond& r) {
    BodyDef def = solid(name, p, spatial::Box{{0.3, 0.2, 0.1}});
    def.spatial.pose.r = r.normalized();
    def.spatial.shapes[0].pose.p = {0.5, -0.2, 0.1};
    return builder.add_body(def);
  }
  BodyId add_outline(const char* name, const Eigen::Vector2d& p, double angle) {
    BodyDef def = outline(name, p, planar::box(1, 2));
    def.pose.angle = angle;
    def.shapes[0].pose.p = {0.2, 0.3};
    return builder.add_body(def);
  }
  Model with(const JointDef& def) const {
    ModelBuilder copy = builder;
    copy.add_joint(def);
    return copy.build().value();
  }
};

// Frames of a joint in the world at the start.
struct Frames {
  spatial::Pose a, b;
};
Frames frames_of(const Model& model, const Joint& joint) {
  const State start = initial_state(model);
  return {compose(spatial_pose(model, start, joint.a), joint.frame_a),
          compose(spatial_pose(model, start, joint.b), joint.frame_b)};
}

bool same(const spatial::Pose& x, const spatial::Pose& y) {
  return x.p.isApprox(y.p, 1e-13) && x.r.angularDistance(y.r) < 1e-13;
}

}  // namespace

TEST_CASE("both frames of a joint lie at its anchor, x along its axis") {
  const Yard yard;
  const Vector3d anchor(0.3, -1, 2), axis(1, -2, 0.5);
  for (const JointKind kind :
       {JointKind::pin, JointKind::prismatic, JointKind::weld, JointKind::spherical,
        JointKind::universal, JointKind::cylindrical, JointKind::planar, JointKind::point_on_line,
        JointKind::point_on_plane, JointKind::screw}) {
    CAPTURE(to_string(kind));
    for (const BodyId b : {yard.b, kWorld, yard.left}) {
      const Model model =
          yard.with({.kind = kind, .a = yard.a, .b = b, .anchor = anchor, .axis = axis});
      const Frames frames = frames_of(model, model.joints[0]);
      CHECK_FALSE(model.joints[0].in_plane);
      CHECK(same(frames.a, frames.b));
      CHECK(frames.a.p.isApprox(anchor, 1e-13));
      CHECK((frames.a.r * Vector3d::UnitX()).isApprox(axis.normalized(), 1e-13));
      CHECK(model.joint_rows == row_count(kind, false));
      CHECK(model.joint_coordinates == coordinate_count(kind, false));
    }
  }
}

TEST_CASE("in the plane z stays normal to it, and the angle counts full turns") {
  const Yard yard;
  const Model model = yard.with({.kind = JointKind::prismatic,
                                 .a = yard.left,
                                 .b = yard.right,
                                 .anchor = {1, 1, 0},
                                 .axis = {3, 4, 0}});
  const Joint& joint = model.joints[0];
  const Frames frames = frames_of(model, joint);
  CHECK(joint.in_plane);
  CHECK(joint.angle == relative(7.4));
  CHECK(same(frames.a, frames.b));
  CHECK((frames.a.r * Vector3d::UnitZ()).isApprox(Vector3d::UnitZ(), 1e-13));
  CHECK((frames.a.r * Vector3d::UnitX()).isApprox(Vector3d(0.6, 0.8, 0), 1e-13));
  const Model hung = yard.with({.a = yard.right});
  CHECK(hung.joints[0].in_plane);
  CHECK(hung.joints[0].angle == -7.0);
  const Model mixed = yard.with({.kind = JointKind::weld, .a = yard.left, .b = yard.a});
  CHECK_FALSE(mixed.joints[0].in_plane);
  CHECK(mixed.joint_rows == 6);
}

TEST_CASE("a universal joint has its axes of a and of b, square to each other") {
  const Yard yard;
  const Model model = yard.with({.kind = JointKind::universal,
                                 .a = yard.a,
                                 .b = yard.b,
                                 .axis = {0, 0, 2},
                                 .axis_b = {3, 0, 1}});
  const Frames frames = frames_of(model, model.joints[0]);
  CHECK((frames.b.r * Vector3d::UnitX()).isApprox(Vector3d(0, 0, 1), 1e-13));
  CHECK((frames.b.r * Vector3d::UnitY()).isApprox(Vector3d(1, 0, 0), 1e-13));
}

TEST_CASE("rods and struts are as long as their anchors are apart, wheels as round as they touch") {
  const Yard yard;
  for (const JointKind kind : {JointKind::distance, JointKind::strut}) {
    const Model model = yard.with({.kind = kind,
                                   .a = yard.a,
                                   .b = yard.b,
                                   .anchor = {1, 0, 0},
                                   .anchor_b = Vector3d(1, 3, 4)});
    const Frames frames = frames_of(model, model.joints[0]);
    CHECK(model.joints[0].length == 5);
    CHECK(frames.a.p.isApprox(Vector3d(1, 0, 0), 1e-13));
    CHECK(frames.b.p.isApprox(Vector3d(1, 3, 4), 1e-13));
    CHECK(model.joined.empty() == (kind == JointKind::strut));
  }
  CHECK(yard.with({.kind = JointKind::pin, .a = yard.a, .anchor = {1, 0, 0}}).joints[0].length ==
        0);
  Yard rolling;
  BodyDef wheel = solid("wheel", {0, 8, 2}, spatial::Sphere{2});
  const BodyId id = rolling.builder.add_body(wheel);
  const Model model =
      rolling.with({.kind = JointKind::rolling, .a = id, .anchor = {0, 8, 0}, .axis = {0, 0, 1}});
  CHECK(model.joints[0].length == 2);
}

TEST_CASE("rows and coordinates are numbered joint by joint, then coupler by coupler") {
  Yard yard;
  const JointId pin = yard.builder.add_joint({.a = yard.a, .axis = {0, 0, 1}});
  yard.builder.add_joint({.kind = JointKind::weld, .a = yard.b});
  const JointId tube = yard.builder.add_joint(
      {.kind = JointKind::cylindrical, .a = yard.b, .b = yard.a, .axis = {0, 0, 1}});
  yard.builder.add_coupler({.terms = {{pin, 0, 1.0}, {tube, 1, -2.0}}});
  yard.builder.add_coupler({.terms = {{tube, 0, 1.0}}});
  const Model model = yard.builder.build().value();
  CHECK(model.joints[1].first_row == 5);
  CHECK(model.joints[2].first_row == 11);
  CHECK(model.joints[2].first_coordinate == 1);
  CHECK(model.couplers[1].row == 16);
  CHECK(model.joint_rows == 17);
  CHECK(model.joint_coordinates == 3);
  CHECK(model.couplers[0].bodies == std::vector<int>{0, 1});
  CHECK(model.couplers[1].name == "coupler_1");
  CHECK(model.joints[1].name == "joint_1");
  CHECK(model.joined == std::vector<std::pair<int, int>>{{0, 1}});
}

TEST_CASE("coordinates are sorted and start where the file says") {
  const Yard yard;
  const Model model =
      yard.with({.kind = JointKind::planar,
                 .a = yard.a,
                 .axis = {0, 0, 1},
                 .coordinates = {{.coordinate = 2, .start = 7}, {.coordinate = 0, .start = -1}}});
  CHECK(model.joints[0].coordinates[0].coordinate == 0);
  CHECK(model.joints[0].coordinates[0].rest == 0.0);
  CHECK(initial_state(model).coordinates == Vector3d(-1, 0, 7));
}

TEST_CASE("a pin in space is called revolute") {
  CHECK(to_string(JointKind::pin, true) == "pin");
  CHECK(to_string(JointKind::pin, false) == "revolute");
  CHECK(to_string(JointKind::screw, false) == to_string(JointKind::screw));
}

TEST_CASE("joints of the plane have their anchors and axes in it") {
  const Yard yard;
  const auto faults = [&](const JointDef& def) {
    ModelBuilder builder = yard.builder;
    builder.add_joint(def);
    return faults_of(builder);
  };
  CHECK(contains(faults({.kind = JointKind::prismatic, .a = yard.left, .axis = {0, 0, 1}}),
                 "joints[0].axis: leaves the plane"));
  CHECK(contains(faults({.a = yard.left, .anchor = {0, 0, 1}}),
                 "joints[0].anchor: is 1 m off the plane"));
  CHECK(
      faults({.kind = JointKind::weld, .a = yard.left, .b = yard.a, .anchor = {0, 0, 1}}).empty());
}

TEST_CASE("a wheel is as round as its rim is far from its centre of mass, wherever its frame is") {
  Yard yard;
  BodyDef wheel = solid("wheel", {0, 0, 0}, spatial::Sphere{2});
  wheel.spatial.pose = {{3, 8, 1}, Eigen::Quaterniond(Eigen::AngleAxisd(0.7, Vector3d::UnitX()))};
  wheel.spatial.shapes[0].pose.p = {0, 0.5, 4};
  const BodyId id = yard.builder.add_body(wheel);
  const Vector3d center = transform_point(wheel.spatial.pose, Vector3d(0, 0.5, 4));
  const Model model = yard.with({.kind = JointKind::rolling,
                                 .a = id,
                                 .anchor = center - Vector3d(0, 0, 2),
                                 .axis = {0, 0, 1}});
  CHECK(model.joints[0].length == relative(2));
}

TEST_CASE("a joint has what its definition says of it, and nothing of the joint before it") {
  Yard yard;
  yard.builder.add_joint({.name = "first", .a = yard.a, .break_force = 1, .break_torque = 2});
  yard.builder.add_joint({.name = "thread, long",
                          .kind = JointKind::screw,
                          .a = yard.b,
                          .b = yard.a,
                          .axis = {0, 0, 1},
                          .pitch = -0.25,
                          .bodies_collide = true,
                          .break_force = 30,
                          .break_torque = 40,
                          .coordinates = {{.lo = -3, .hi = 4, .rest = 0.5}}});
  yard.builder.add_joint({.a = yard.left, .coordinates = {{.stiffness = 2}}});
  yard.builder.allow_start_overlap();
  const Model model = yard.builder.build().value();
  const Joint &screw = model.joints[1], &last = model.joints[2];
  CHECK(screw.name == "thread, long");
  CHECK(screw.pitch == -0.25);
  CHECK(screw.break_force == 30);
  CHECK(screw.break_torque == 40);
  CHECK(screw.bodies_collide);
  CHECK(screw.length == 0);
  CHECK(screw.coordinates[0].rest == 0.5);
  CHECK(screw.coordinates[0].lo == -3);
  CHECK(screw.coordinates[0].hi == 4);
  CHECK(screw.may_break());
  CHECK_FALSE(last.may_break());
  CHECK_FALSE(last.bodies_collide);
  CHECK(last.coordinates[0].rest == 0.0);
  CHECK(last.name == "joint_2");
  CHECK(last.first_row == 10);
  CHECK(last.first_coordinate == 2);
  CHECK(model.joined.empty());
}

TEST_CASE(
    "a joint at a particle or of a turned body in the plane starts at the angle of a against b") {
  Yard yard;
  BodyDef bead{.name = "bead", .kind = BodyKind::particle, .pose = {{1, 1}, 5}, .mass = 1};
  const BodyId point = yard.builder.add_body(bead);
  const Vector3d at(1, 1, 0);
  CHECK(yard.with({.a = yard.left, .b = point, .anchor = at}).joints[0].angle == 0.4);
  CHECK(yard.with({.a = point, .b = yard.right, .anchor = at}).joints[0].angle == 7.0);
  CHECK(yard.with({.a = point, .anchor = at}).joints[0].angle == 0);
  CHECK(yard.with({.a = yard.a, .b = yard.right}).joints[0].angle == 0);
}

}  // namespace perpend
