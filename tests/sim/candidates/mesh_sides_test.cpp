// SPDX-License-Identifier: Apache-2.0
// A mesh is met from its outside: what comes from behind passes, slow or fast, as if it were not
// there, and what comes from the outside does not.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "dynamics/bodies/kinetics.hpp"
#include "perpend/dynamics/energy.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

constexpr double kSize = 0.1;

Eigen::Vector3d direction(Draw& draw) {
  return Eigen::Vector3d(draw(-1, 1), draw(-1, 1), draw(-1, 1)).normalized();
}

spatial::Shape solid(int kind, Draw& draw) {
  const double size = kSize * draw(0.5, 1);
  if (kind == 0) return spatial::Sphere{size};
  if (kind == 1) return spatial::box(2 * size, 1.5 * size, size);
  if (kind == 2) return spatial::Cylinder{0.7 * size, size};
  if (kind == 3) return spatial::Capsule{size, 0.5 * size};
  std::vector<Eigen::Vector3d> corners;
  for (int i = 0; i < 12; ++i) corners.push_back(size * direction(draw));
  return spatial::convex_hull(corners);
}

// Over or under a sheet of 6 x 6 cells that is a little uneven, on its way to the other side.
Model towards_sheet(int kind, double speed, double start, Draw& draw) {
  ModelBuilder builder;
  builder.allow_start_overlap();
  builder.set_gravity(Eigen::Vector3d::Zero());
  Eigen::MatrixXd heights(7, 7);
  for (double& height : heights.reshaped()) height = draw(-0.01, 0.01);
  builder.add_body({.kind = BodyKind::spatial_fixed,
                    .spatial = {.pose = {.p = {-0.9, -0.9, 0}},
                                .shapes = {{.shape = spatial::height_field(heights, 0.3, 0.3)}}}});
  BodyDef body{.kind = BodyKind::spatial, .mass = 1.0};
  body.spatial.pose.p = {draw(-0.2, 0.2), draw(-0.2, 0.2), start};
  body.spatial.pose.r = Eigen::AngleAxisd(draw(0, 3), direction(draw));
  body.spatial.velocity = {0.3 * speed * draw(-1, 1), 0, start < 0 ? speed : -speed};
  body.spatial.omega = draw(0, 2) * speed * direction(draw);
  body.spatial.shapes.push_back({.shape = solid(kind, draw)});
  builder.add_body(body);
  return builder.build().value();
}

// A prism about y over a regular polygon, whose triangles face one way or the other.
spatial::Shape hollow_prism(int corners, double radius, double half_length, bool inwards) {
  std::vector<Eigen::Vector3d> vertices{{0, -half_length, 0}, {0, half_length, 0}};
  std::vector<std::array<int, 3>> triangles;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    for (const double y : {-half_length, half_length})
      vertices.emplace_back(radius * std::cos(angle), y, radius * std::sin(angle));
    const int a = 2 + 2 * i, b = a + 1, c = 2 + 2 * ((i + 1) % corners), d = c + 1;
    for (const auto& [p, q, r] : {std::array{a, b, c}, {b, d, c}, {0, a, c}, {1, d, b}})
      triangles.push_back(inwards ? std::array{p, r, q} : std::array{p, q, r});
  }
  return spatial::triangle_mesh(vertices, triangles, spatial::MeshSide::inside);
}

// Solids in a drum that turns about its axis, which lies.
Model drum_with(int solids, bool inwards, Draw& draw) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.4, .mu_k = 0.4}});
  builder.set_gravity(Eigen::Vector3d(0, 0, -9.81));
  builder.add_body({.kind = BodyKind::spatial_kinematic,
                    .motion = {.omega = {0, draw(-3, 3), 0}},
                    .spatial = {.shapes = {{.shape = hollow_prism(static_cast<int>(draw(5, 20)),
                                                                  0.5, 0.25, inwards)}}}});
  for (int i = 0; i < solids; ++i)
    builder.add_body({.kind = BodyKind::spatial,
                      .mass = draw(0.5, 2),
                      .spatial = {.pose = {.p = {0.22 * (i % 2) - 0.11, 0.0, 0.22 * (i / 2) - 0.2}},
                                  .velocity = draw(0, 2) * direction(draw),
                                  .shapes = {{.shape = solid(i % 5, draw)}}}});
  return builder.build().value();
}

}  // namespace

TEST_CASE("solids stay in a hollow mesh, whichever way its triangles face") {
  Draw draw(411);
  for (int scene = 0; scene < 8; ++scene) {
    CAPTURE(scene);
    const Model model = drum_with(4, scene % 2 == 0, draw);
    State state = initial_state(model);
    Simulator simulator(model, {.dt = 0.004});
    for (int step = 0; step < 300; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.certificate.penetration < 1e-3);
    }
    for (int body = 1; body < 5; ++body) {
      const Eigen::Vector3d p = spatial_pose(model, state, {body}).p;
      CHECK(std::hypot(p.x(), p.z()) < 0.5);
      CHECK(std::abs(p.y()) < 0.25);
    }
  }
}

TEST_CASE("what comes from behind a mesh passes it as if it were not there") {
  Draw draw(5);
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const double speed = std::pow(10, draw(-1, 1.5));
    const Model model = towards_sheet(i % 5, speed, -2.1 * kSize, draw);
    const double dt = draw(0.1, 1) * std::min(1.0 / 60, kSize / speed);
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    const Eigen::VectorXd start = state.v;
    while (state.q[model.bodies[1].q_offset + 2] < 3 * kSize) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      REQUIRE(report.halvings == 0);
    }
    CHECK((state.v.head<3>() - start.head<3>()).norm() < 1e-9 * speed);
  }
}

TEST_CASE("what comes from the outside of a mesh stays there") {
  Draw draw(6);
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const double speed = std::pow(10, draw(-1, 1.5));
    const Model model = towards_sheet(i % 5, speed, 2.1 * kSize, draw);
    const double dt = draw(0.1, 2) * std::min(1.0 / 60, kSize / speed);
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    const double energy = kinetic_energy(model, state.q, state.v);
    for (int step = 0; step * dt * speed < 4 * kSize; ++step) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      REQUIRE(state.q[model.bodies[1].q_offset + 2] > 0);
    }
    CHECK(kinetic_energy(model, state.q, state.v) < energy * (1 + 1e-9));
  }
}

// Deeper in than rounding may have brought it there, with its middle behind.
TEST_CASE("what starts behind a mesh that it overlaps is named in the first step") {
  Draw draw(8);
  for (int i = 0; i < 100; ++i) {
    CAPTURE(i);
    const Model model = towards_sheet(i % 5, draw(0.01, 1), -kSize * draw(0.15, 0.25), draw);
    Simulator simulator(model, {.dt = 1e-3});
    State state = initial_state(model);
    CHECK(simulator.step(state).message ==
          "body_1 starts behind the surface of body_0 and passes it; try a start outside of it");
    CHECK(simulator.step(state).message.empty());
  }
}

// Its overlap ends on the outside: that it was on the other side before is no way through, whether
// it was seen to come from the outside or not.
TEST_CASE("what overlaps a mesh with its middle behind leaves, however far it flies in a step") {
  Draw draw(9);
  // Turning by radians in a step, some edges are in the sheet after half of it, and one after all.
  int halved = 0, stopped = 0;
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const double speed = std::pow(10, draw(1, 3.5));
    const Model model = towards_sheet(i % 5, speed, -kSize * draw(0.15, 0.25), draw);
    const double dt = std::pow(10, draw(-3, -1.5));
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    const Eigen::VectorXd shot = state.v;
    const int height = model.bodies[1].q_offset + 2;
    const double from = state.q[height];
    if (i % 2 == 0) {
      state.q[height] = draw(0.5, 0.9) * kSize;
      state.v.setZero();
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      state.q[height] = from;
      state.v = shot;
    }
    int halvings = 0;
    for (int step = 0; step < 3; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      halvings += report.halvings;
    }
    halved += halvings > 0;
    stopped += state.q[height] - from != relative(3 * dt * speed, 1e-9);
    CHECK((state.v.head<3>() - shot.head<3>()).norm() < 1e-9 * speed);
  }
  CHECK(halved < 20);
  CHECK(stopped < 3);
}

// Most are past the sheet after half a step, farther than they are thick, from where they start or
// from where they are given their velocities later.
TEST_CASE("what flies far within a step passes a mesh from behind alone") {
  Draw draw(7);
  for (int i = 0; i < 400; ++i) {
    CAPTURE(i);
    const double speed = std::pow(10, draw(1, 4)), start = draw(2.1 * kSize, 3);
    const bool from_behind = i % 4 == 0, later = i % 3 == 0;
    const Model model = towards_sheet(i % 5, speed, from_behind ? -start : start, draw);
    const double dt = std::pow(10, draw(-3, -1.5));
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    const Eigen::VectorXd shot = state.v;
    const double energy = kinetic_energy(model, state.q, shot);
    const int first = later ? 3 : 0;
    if (later) state.v.setZero();
    for (int step = 0; step < first + 2 || (step - first) * dt * speed < 2 * start; ++step) {
      if (step == first) state.v = shot;
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      if (from_behind) continue;
      CHECK(report.message.find("from behind") == std::string::npos);
      CHECK(report.message.find("starts behind") == std::string::npos);
      const Eigen::Vector3d place = spatial_pose(model, state, {1}).p;
      if (place.head<2>().cwiseAbs().maxCoeff() > 0.9) break;  // off the sheet
      REQUIRE(place.z() > 0);
    }
    if (from_behind) CHECK((state.v.head<3>() - shot.head<3>()).norm() < 1e-9 * speed);
    CHECK(kinetic_energy(model, state.q, state.v) < energy * (1 + 1e-9));
  }
}

// Their corners turn into it as their middles move off, and slide across its valleys.
TEST_CASE("solids that tumble in a rough bowl get no deeper into it than 1 % of their size") {
  Draw draw(8);
  for (int i = 0; i < 60; ++i) {
    CAPTURE(i);
    Eigen::MatrixXd heights(9, 9);
    for (int x = 0; x < 9; ++x)
      for (int y = 0; y < 9; ++y)
        heights(x, y) = 0.03 * ((x - 4) * (x - 4) + (y - 4) * (y - 4)) + draw(-0.02, 0.02);
    const spatial::Pose at{.p = {-0.8, -0.8, 0}};
    const spatial::Shape bowl = spatial::height_field(heights, 0.2, 0.2);
    ModelBuilder builder;
    const double mu = i % 4 ? 0.0 : 0.6;
    builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
    builder.add_body(
        {.kind = BodyKind::spatial_fixed, .spatial = {.pose = at, .shapes = {{.shape = bowl}}}});
    BodyDef body{.kind = BodyKind::spatial, .mass = 1.0};
    body.spatial.pose = {{draw(-0.3, 0.3), draw(-0.3, 0.3), 0.5}, {}};
    body.spatial.pose.r = Eigen::AngleAxisd(draw(0, 3), direction(draw));
    body.spatial.velocity = {draw(-1, 1), draw(-1, 1), draw(-2, 0)};
    body.spatial.shapes.push_back({.shape = solid(i % 3 == 0 ? 1 : 2 * (i % 3), draw)});
    builder.add_body(body);
    const Model model = builder.build().value();
    const double dt = draw(1e-3, 4e-3);
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    double deepest = 0;
    for (int step = 0; step * dt < 1.5; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      const spatial::Pose centre = spatial_pose(model, state, {1});
      const spatial::ShapeInstance& on = model.bodies[1].details->spatial_shapes[0];
      const spatial::Pose pose{centre.p + centre.r * on.pose.p, centre.r * on.pose.r};
      deepest = std::min(deepest, spatial::signed_distance(bowl, at, on.shape, pose).gap);
      deepest = std::min(deepest, -report.certificate.penetration);
    }
    CHECK(deepest > -0.01 * kSize);
  }
}

}  // namespace perpend
