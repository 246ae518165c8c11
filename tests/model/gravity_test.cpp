// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <random>

#include "faults.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "rod_type.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

const BodyDef kDisc = outline("disc", {0, 2}, planar::Disc{1});
const BodyDef kBall = solid("ball", {0, 0, 2}, spatial::Sphere{1});
const BodyDef kGround = solid("ground", {0, 0, 0}, spatial::HalfSpace{}, BodyKind::spatial_fixed);
const BodyDef kLine = outline("line", {0, 0}, planar::HalfPlane{}, BodyKind::fixed);

Model model_of(const std::vector<BodyDef>& bodies, std::optional<Vector3d> gravity = {}) {
  ModelBuilder builder;
  if (gravity) builder.set_gravity(*gravity);
  for (const BodyDef& body : bodies) builder.add_body(body);
  return builder.build().value();
}

std::string warnings_of(const std::vector<BodyDef>& bodies, std::optional<Vector3d> gravity = {}) {
  return to_string(warnings(model_of(bodies, gravity)));
}

Eigen::Quaterniond drawn_turn(std::mt19937_64& random) {
  std::normal_distribution<double> number;
  return Eigen::Quaterniond(number(random), number(random), number(random), number(random))
      .normalized();
}

}  // namespace

TEST_CASE("gravity pulls down: along -y in the plane, along -z in space, -y where they are mixed") {
  CHECK(model_of({kDisc}).gravity == Vector3d(0, -9.81, 0));
  CHECK(model_of({kBall, kGround}).gravity == Vector3d(0, 0, -9.81));
  CHECK(model_of({kBall, kDisc}).gravity == Vector3d(0, -9.81, 0));
  BodyDef custom{.kind = BodyKind::custom, .type = std::make_shared<Rod>(2)};
  custom.custom_q = custom.custom_v = Eigen::Vector2d::Zero();
  CHECK(model_of({custom}).gravity == Vector3d(0, 0, -9.81));
  custom.shapes = {{planar::Disc{1}}};
  CHECK(model_of({custom}).gravity == Vector3d(0, -9.81, 0));
  CHECK(model_of({kBall}, Vector3d(1, 2, 3)).gravity == Vector3d(1, 2, 3));
  CHECK(model_of({kBall}, Vector3d(0, 0, 0)).gravity == Vector3d(0, 0, 0));
}

TEST_CASE("sound models have no warnings") {
  CHECK(warnings_of({kDisc, kLine}).empty());
  CHECK(warnings_of({kBall, kGround}).empty());
  CHECK(warnings_of({kBall, kGround}, Vector3d(0, 0, 0)).empty());
}

TEST_CASE("a ground that gravity runs along is worth a word, a wall beside a floor is not") {
  CHECK(
      contains(warnings_of({kBall, kGround}, Vector3d(0, -9.81, 0)),
               "ground: gravity [0, -9.81, 0] acts along its surface (what lies on it slides off"));
  BodyDef wall = kGround;
  wall.name = "wall";
  wall.spatial.pose.p.x() = -2;
  wall.spatial.pose.r = Eigen::AngleAxisd(1.5707963267948966, Vector3d::UnitY());
  CHECK(contains(warnings_of({kBall, wall}), "wall: gravity"));
  CHECK(warnings_of({kBall, kGround, wall}).empty());
  const BodyDef table =
      solid("table", {0, 0, 0.25}, spatial::Box{{2, 2, 0.1}}, BodyKind::spatial_fixed);
  CHECK(warnings_of({kBall, table, wall}).empty());
  BodyDef post = kLine;
  post.pose = {{-2, 0}, -1.5707963267948966};
  CHECK(contains(warnings_of({kDisc, post}), "line: gravity"));
  CHECK(warnings_of({kDisc, kLine,
                     [&] {
                       BodyDef second = post;
                       second.name = "post";
                       return second;
                     }()})
            .empty());
}

TEST_CASE("planar bodies under a gravity normal to their plane are worth a word") {
  CHECK(contains(warnings_of({kDisc}, Vector3d(0, 0, -9.81)), "disc: moves in the plane"));
  CHECK(warnings_of({kDisc}, Vector3d(0, -1, -9.81)).empty());
  const BodyDef table = outline("table", {0, 0}, planar::Disc{1}, BodyKind::fixed);
  CHECK(warnings_of({table}, Vector3d(0, 0, -9.81)).empty());
  CHECK(contains(warnings_of({table, kDisc}, Vector3d(0, 0, -9.81)), "disc: moves in the plane"));
}

TEST_CASE("planar shapes beside solids never meet") {
  CHECK(contains(warnings_of({kBall, kLine}),
                 "line: has planar shapes, but 'ball' has solids: they never meet"));
  BodyDef mass{.name = "mass", .kind = BodyKind::particle, .mass = 1};
  CHECK(warnings_of({kBall, mass}).empty());
}

TEST_CASE("a material that no body has is worth a word") {
  ModelBuilder builder;
  builder.add_material({.name = "default"});
  builder.add_material({.name = "ice", .self = {.mu_s = 0.1, .mu_k = 0.1}});
  builder.add_material({.name = "oak"});
  BodyDef disc = kDisc;
  disc.material = "oak";
  builder.add_body(disc);
  CHECK(to_string(warnings(builder.build().value())) ==
        "ice: is the material of no body (name it as the material of bodies, or call it default)");
}

TEST_CASE(
    "a position motor that jumps to its target is worth a word, a slowed or near one is not") {
  const auto told = [](CoordinateDef motor) {
    motor.motor = MotorKind::position;
    ModelBuilder builder;
    const BodyId ball = builder.add_body(kBall);
    const JointKind kind = motor.e > 0 ? JointKind::prismatic : JointKind::pin;
    motor.e = 0;
    builder.add_joint(
        {.name = "axle", .kind = kind, .a = ball, .anchor = {0, 0, 2}, .coordinates = {motor}});
    return to_string(warnings(builder.build().value()));
  };
  CHECK(told({.start = 0.5, .target = -0.7}) ==
        "axle: has a motor that goes 1.2 rad in the first step (time_constant (s) or max_force "
        "(N m) slows it down)");
  CHECK(contains(told({.e = 1, .target = 0.3}), "goes 0.3 m in the first step"));
  CHECK(told({.target = 0.05}).empty());
  CHECK(told({.target = 2, .max_force = 10}).empty());
  CHECK(told({.target = 2, .time_constant = 0.5}).empty());
  CHECK(told({.target = 2, .motor_stiffness = 10}).empty());
}

TEST_CASE("a ground of triangles whose outside faces down is told, whichever way gravity pulls") {
  const std::vector<Vector3d> corners{{0, 0, 0}, {4, 0, 0.2}, {4, 4, 0}, {0, 4, 0}};
  const auto ground = [&](std::vector<std::array<int, 3>> triangles) {
    return solid("ground", {-2, -2, 0}, spatial::triangle_mesh(corners, triangles),
                 BodyKind::spatial_fixed);
  };
  const BodyDef up = ground({{0, 1, 2}, {0, 2, 3}}), down = ground({{0, 2, 1}, {0, 3, 2}});
  const std::string told =
      "ground: has a mesh whose outside faces down (bodies pass it from above; corners of "
      "triangles "
      "run counter-clockwise seen from outside)";
  CHECK(warnings_of({kBall, up}).empty());
  CHECK(warnings_of({kBall, down}) == told);
  CHECK(warnings_of({kBall, up}, Vector3d(0, 0, 9.81)) == told);
  CHECK(warnings_of({kBall, down}, Vector3d(0, 0, 0)).empty());
  CHECK(warnings_of({kBall, down}, Vector3d(9.81, 0, 0)).empty());
}

TEST_CASE("what is told of a ground is how gravity pulls in its frame, drawn over turns") {
  const std::vector<Vector3d> corners{{0, 0, 0}, {4, 0, 0.2}, {4, 4, 0}, {0, 4, 0}};
  const spatial::Shape mesh =
      spatial::triangle_mesh(corners, std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}});
  std::mt19937_64 random(52);
  for (int trial = 0; trial < 20; ++trial) {
    const Eigen::Quaterniond of_body = drawn_turn(random), of_shape = drawn_turn(random);
    const auto told = [&](const spatial::Shape& shape, const Vector3d& gravity) {
      BodyDef ground = solid("ground", {0, 0, 0}, shape, BodyKind::spatial_fixed);
      ground.spatial.pose.r = of_body;
      ground.spatial.shapes[0].pose.r = of_shape;
      return warnings_of({ground}, of_body * of_shape * gravity);
    };
    CHECK(told(spatial::HalfSpace{}, {0, 0, -9.81}).empty());
    CHECK(contains(told(spatial::HalfSpace{}, {9.81, 0, 0}), "acts along its surface"));
    CHECK(told(mesh, {0, 0, -9.81}).empty());
    CHECK(contains(told(mesh, {0, 0, 9.81}), "ground: has a mesh whose outside faces down"));
  }
}

TEST_CASE("half-planes are told of as gravity pulls in their frame, and what moves is no ground") {
  for (const double angle : {0.4, 2.0, -2.5}) {
    BodyDef line = kLine;
    line.pose = {{1, 2}, angle};
    line.shapes[0].pose = {{0, 0}, 0.7};
    const Eigen::Rotation2Dd turn(angle + 0.7);
    const auto pulled = [&](double x, double y) {
      const Eigen::Vector2d g = turn * Eigen::Vector2d(x, y);
      return warnings_of({line}, Vector3d(g.x(), g.y(), 0));
    };
    for (const double g : {2.0, 1e-200, 1e200}) CHECK(pulled(0, -g).empty());
    CHECK(contains(pulled(3, 0), "line: gravity ["));
    CHECK(contains(pulled(-3, 0), "acts along its surface"));
    CHECK(pulled(-3, -0.01).empty());
    CHECK(pulled(0, 3).empty());
  }
  BodyDef led = kGround;
  led.kind = BodyKind::spatial_kinematic;
  CHECK(contains(warnings_of({kBall, led}, Vector3d(1, 0, 0)), "its normal is [0, 0, 1]"));
}

TEST_CASE("bodies and materials of several warnings are each told once, the first of their kind") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -2});
  builder.add_material({.name = "a, b"});
  builder.add_material({.name = "c"});
  builder.add_body(kBall);
  for (const char* name : {"one", "two"}) {
    BodyDef disc = kDisc;
    disc.name = name;
    disc.pose.p.x() = name[0] == 'o' ? 0 : 9;
    builder.add_body(disc);
  }
  const Diagnostics found = warnings(builder.build().value());
  REQUIRE(found.size() == 4);
  CHECK(found[0].element == "one");
  CHECK(contains(found[0].message, "but 'ball' has solids"));
  CHECK(found[1].element == "one");
  CHECK(found[1].hint == "gravity is [0, 0, -2]; in the plane y points up");
  CHECK(found[2].element == "a, b");
  CHECK(found[3].element == "c");
}

}  // namespace perpend
