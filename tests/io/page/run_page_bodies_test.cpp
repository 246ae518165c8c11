// SPDX-License-Identifier: Apache-2.0
#include "io/page/run_page_bodies.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "page_reader.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

using namespace perpend;
using nlohmann::json;

namespace {

json numbers(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

// A body in space with one shape at a turned place of its own.
json shape_json(const spatial::Shape& shape, const spatial::Pose& pose = {}) {
  ModelBuilder builder;
  BodyDef def{.kind = BodyKind::spatial, .mass = 1};
  def.spatial.inertia = Eigen::Matrix3d(Eigen::Vector3d(1, 1.1, 1.2).asDiagonal());
  def.spatial.center_of_mass = Eigen::Vector3d(0, 0, 0);
  def.spatial.shapes = {{.shape = shape, .pose = pose}};
  builder.add_body(def);
  const Model model = builder.build().value();
  return io::bodies_json({.model = &model})[0]["shapes"][0];
}

}  // namespace

TEST_CASE("bodies of the plane that stay have their pose, all others a number of their own") {
  ModelBuilder builder;
  builder.add_body({.name = "a", .mass = 2, .inertia = 1, .level = 3});
  builder.add_body({.name = "floor \"1\"", .kind = BodyKind::fixed, .pose = {{1, -2}, 0.5}});
  builder.add_body({.name = "lift", .kind = BodyKind::kinematic});
  builder.add_body({.name = "dot", .kind = BodyKind::particle, .mass = 0.25});
  const Model model = builder.build().value();
  const json bodies = io::bodies_json({.model = &model, .colors = {"", "", "#123456"}});
  REQUIRE(bodies.size() == 4);
  CHECK(bodies[0]["slot"] == 0);
  CHECK(bodies[0]["level"] == 3);
  CHECK(bodies[0]["mass"] == 2);
  CHECK(bodies[0]["moved"] == true);
  CHECK(bodies[1]["name"] == "floor \"1\"");
  CHECK(bodies[1]["pose"] == json({1, -2, 0.5}));
  CHECK_FALSE(bodies[1].contains("slot"));
  CHECK(bodies[1]["moved"] == false);
  CHECK(bodies[2]["slot"] == 1);
  CHECK(bodies[2]["moved"] == false);
  CHECK(bodies[2]["color"] == "#123456");
  CHECK(bodies[3]["slot"] == 2);
  CHECK_FALSE(bodies[3].contains("pose"));
}

TEST_CASE("visuals stand beside the shapes, in the frame in which these are given") {
  ModelBuilder builder;
  BodyDef def{.kind = BodyKind::spatial, .mass = 1};
  def.spatial.pose = {{5, 5, 5}, Eigen::Quaterniond(0.6, 0.8, 0, 0)};
  def.spatial.shapes = {{.shape = spatial::Box{{1, 2, 3}}, .pose = {{1, 2, 3}}}};
  builder.add_body(def);
  def.spatial.pose.p.x() = 50;
  builder.add_body(def);
  const Model model = builder.build().value();
  const auto soup = std::make_shared<const spatial::TriangleSoup>(
      spatial::TriangleSoup{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 0, 0}}});
  const study::Visual box{.geometry = spatial::Shape(spatial::Box{{1, 2, 3}}), .pose = {{1, 2, 3}}};
  const json bodies = io::bodies_json(
      {.model = &model, .visuals = {{box, {.geometry = soup, .color = "#123456"}}}});
  const json& visuals = bodies[0]["visuals"];
  REQUIRE(visuals.size() == 2);
  CHECK(visuals[0] == bodies[0]["shapes"][0]);
  CHECK(visuals[1]["kind"] == "mesh");
  CHECK(visuals[1]["points"][1] == json({1, 0, 0}));
  CHECK(visuals[1]["faces"] == json({{0, 1, 2}, {0, 0, 0}}));
  CHECK(visuals[1]["color"] == "#123456");
  CHECK_FALSE(bodies[1].contains("visuals"));
}

TEST_CASE("in space every body has a number, those that stay too") {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::spatial_fixed});
  builder.add_body({.kind = BodyKind::fixed});
  builder.add_body({.kind = BodyKind::spatial_particle, .mass = 1});
  const Model model = builder.build().value();
  const json bodies = io::bodies_json({.model = &model});
  for (std::size_t i = 0; i < 3; ++i) CHECK(bodies[i]["slot"] == i);
}

TEST_CASE("solids are told with their sizes, halves where they are, and their place") {
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, 3).normalized()));
  const json ball = shape_json(spatial::Sphere{0.5}, {{1, 2, 3}, turn});
  CHECK(ball["kind"] == "sphere");
  REQUIRE(ball["at"].size() == 7);
  CHECK((Eigen::Vector3d(ball["at"][0], ball["at"][1], ball["at"][2]) - Eigen::Vector3d(1, 2, 3))
            .norm() < 1e-12);
  const Eigen::Quaterniond at(ball["at"][3], ball["at"][4], ball["at"][5], ball["at"][6]);
  CHECK(at.angularDistance(turn) < 1e-7);
  CHECK(shape_json(spatial::Box{{1, 2, 3}})["half"] == json({1, 2, 3}));
  CHECK(shape_json(spatial::Ellipsoid{{1, 2, 3}})["half"] == json({1, 2, 3}));
  const auto round = [](const char* kind, const json& shape) {
    CHECK(shape["kind"] == kind);
    CHECK(shape["half"] == 0.75);
    CHECK(shape["r"] == 0.25);
  };
  round("cylinder", shape_json(spatial::Cylinder{.half_length = 0.75, .radius = 0.25}));
  round("capsule", shape_json(spatial::Capsule{.half_length = 0.75, .radius = 0.25}));
  round("cone", shape_json(spatial::Cone{.half_length = 0.75, .radius = 0.25}));
}

TEST_CASE("a body without shapes has rods to its joints, one with shapes has none") {
  ModelBuilder builder;
  const BodyId bare = builder.add_body({.pose = {{1, 2}, 0}, .mass = 1, .inertia = 1});
  const BodyId disc = builder.add_body({.pose = {{4, 2}, 0}, .shapes = {{planar::Disc{0.5}}}});
  builder.add_joint({.a = disc, .b = bare, .anchor = {2, 2.5, 0}});
  builder.add_joint({.a = bare, .anchor = {0, 1, 0}});
  const Model model = builder.build().value();
  const json bodies = io::bodies_json({.model = &model});
  CHECK(bodies[0]["bones"] == json({{1, 0.5, 0}, {-1, -1, 0}}));
  CHECK_FALSE(bodies[1].contains("bones"));
}

TEST_CASE("meshes of up to a thousand faces stay in digits, those of more are packed") {
  for (const int rows : {500, 501}) {
    CAPTURE(rows);
    const Eigen::MatrixXd heights = Eigen::MatrixXd::Random(rows + 1, 2);
    const spatial::Mesh mesh = spatial::height_field(heights, 0.1, 0.2);
    ModelBuilder builder;
    builder.add_body({.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = mesh}}}});
    const Model model = builder.build().value();
    json bodies = io::bodies_json({.model = &model});
    const json whole = bodies[0]["shapes"][0];
    CHECK(whole["faces"].size() == mesh.mesh->triangles.size());
    CHECK(whole["points"][3] == numbers(mesh.mesh->vertices.col(3)));
    io::pack_meshes(bodies);
    CHECK(bodies[0]["shapes"][0]["points"].is_string() == (whole["faces"].size() > 1000));
    CHECK(whole["faces"].size() == static_cast<std::size_t>(2 * rows));
  }
}

// An axle of which only the angle, the second coordinate, is driven, between turned bodies.
TEST_CASE("joints are told with both ends, their axis on b and what acts along each coordinate") {
  ModelBuilder builder;
  BodyDef def{.kind = BodyKind::spatial, .mass = 1};
  def.spatial.inertia = Eigen::Matrix3d(Eigen::Vector3d(1, 1.1, 1.2).asDiagonal());
  def.spatial.pose = {{1, 0, 0},
                      Eigen::Quaterniond(Eigen::AngleAxisd(0.4, Eigen::Vector3d::UnitX()))};
  const BodyId a = builder.add_body(def);
  def.spatial.pose.p = {0, 3, 0};
  const BodyId b = builder.add_body(def);
  const Eigen::Vector3d axis = Eigen::Vector3d(0, 1, 2).normalized(), anchor(0.5, 1, 0.25);
  builder.add_joint({.name = "axle",
                     .kind = JointKind::cylindrical,
                     .a = a,
                     .b = b,
                     .anchor = anchor,
                     .axis = axis,
                     .coordinates = {{.coordinate = 1,
                                      .hi = 2.5,
                                      .motor = MotorKind::position,
                                      .target = -0.5,
                                      .max_force = 40,
                                      .stiffness = 3,
                                      .damping = 4,
                                      .friction = 5}}});
  builder.add_joint({.name = "rope",
                     .kind = JointKind::strut,
                     .a = a,
                     .anchor = {1, 0, 0},
                     .anchor_b = Eigen::Vector3d(1, 0, 2),
                     .coordinates = {{.lo = 0.5}}});
  const Model model = builder.build().value();
  const json joints = io::joints_json({.model = &model, .joint_notes = {"a note"}});
  REQUIRE(joints.size() == 2);
  const json& axle = joints[0];
  CHECK(axle["name"] == "axle");
  CHECK(axle["kind"] == "cylindrical");
  CHECK(axle["apart"] == false);
  CHECK(axle["rows"] == 4);
  CHECK(axle["a"] == 0);
  CHECK(axle["b"] == 1);
  CHECK(axle["note"] == "a note");
  CHECK(axle["first"] == 0);
  const auto vector = [](const json& v) { return Eigen::Vector3d(v[0], v[1], v[2]); };
  const State start = initial_state(model);
  const auto in_world = [&](BodyId body, const json& point) {
    return spatial::transform_point(spatial_pose(model, start, body), vector(point));
  };
  CHECK((in_world(a, axle["pa"]) - anchor).norm() < 1e-12);
  CHECK((in_world(b, axle["pb"]) - anchor).norm() < 1e-12);
  CHECK((spatial_pose(model, start, b).r * vector(axle["axis"]) - axis).norm() < 1e-12);
  REQUIRE(axle["coordinates"].size() == 2);
  CHECK(axle["coordinates"][0]["angle"] == false);
  CHECK(axle["coordinates"][0]["motor"] == "none");
  CHECK(axle["coordinates"][0]["hi"].is_null());
  CHECK(axle["coordinates"][0]["max_force"].is_null());
  CHECK(axle["coordinates"][1] == json({{"angle", true},
                                        {"lo", nullptr},
                                        {"hi", 2.5},
                                        {"motor", "position"},
                                        {"target", -0.5},
                                        {"max_force", 40},
                                        {"stiffness", 3},
                                        {"damping", 4},
                                        {"friction", 5}}));
  const json& rope = joints[1];
  CHECK(rope["apart"] == true);
  CHECK(rope["b"] == -1);
  CHECK(rope["axis"].is_null());
  CHECK(rope["length"] == 2);
  CHECK(rope["first"] == 2);
  CHECK(rope["note"] == "");
  CHECK(rope["coordinates"][0]["lo"] == 0.5);
  CHECK(rope["coordinates"][0]["angle"] == false);
}
