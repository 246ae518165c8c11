// SPDX-License-Identifier: Apache-2.0
//
// What flies past the edges of a mesh, or falls through a hole in one, touches nothing.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

std::vector<Vector3d> prism(int sides, double radius, double half) {
  std::vector<Vector3d> corners;
  for (const double z : {-half, half})
    for (int k = 0; k < sides; ++k) {
      const double angle = 2 * std::numbers::pi * k / sides;
      corners.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
  return corners;
}

// A plate z <= 0 that is much wider than its hole, a bore with as many sides down to z = -depth.
spatial::Mesh bore(int sides, double radius, double depth) {
  std::vector<Vector3d> corners;
  for (const auto& [r, z] :
       {std::pair(radius, 0.0), std::pair(radius, -depth), std::pair(4 * radius, 0.0)})
    for (int k = 0; k < sides; ++k) {
      const double angle = 2 * std::numbers::pi * k / sides;
      corners.emplace_back(r * std::cos(angle), r * std::sin(angle), z);
    }
  std::vector<std::array<int, 3>> triangles;
  for (int k = 0; k < sides; ++k) {
    const int next = (k + 1) % sides, low = k + sides, low_next = next + sides;
    triangles.insert(triangles.end(), {{k, low_next, low}, {k, next, low_next}});
    const int far = k + 2 * sides, far_next = next + 2 * sides;
    triangles.insert(triangles.end(), {{far, far_next, next}, {far, next, k}});
  }
  return spatial::triangle_mesh(corners, triangles);
}

spatial::Shape peg(Draw& draw, int sides, double radius) {
  const double half = draw(0.2, 1) * radius;
  const double inside = radius * std::cos(std::numbers::pi / sides);
  switch (static_cast<int>(draw(0, 5))) {
    case 0:
      return spatial::Cylinder{half, inside};
    case 1:
      return spatial::Cone{half, inside};
    case 2:
      return spatial::Capsule{half, inside};
    case 3:
      return spatial::Sphere{inside};
    default:
      return spatial::convex_hull(prism(sides, radius, half));
  }
}

Vector3d direction(Draw& draw) {
  const double z = draw(-1, 1), angle = draw(0, 2 * std::numbers::pi), r = std::sqrt(1 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}

Eigen::Quaterniond turned(Draw& draw) {
  const Vector3d axis = direction(draw);
  return Eigen::Quaterniond(Eigen::AngleAxisd(draw(0, std::numbers::pi), axis));
}

// Rings of corners around z, half a metre to a metre from the middle, and two poles.
spatial::Mesh rock(Draw& draw) {
  constexpr int kRings = 5, kSides = 8;
  std::vector<Vector3d> corners;
  for (int i = 1; i <= kRings; ++i)
    for (int k = 0; k < kSides; ++k) {
      const double tilt = std::numbers::pi * i / (kRings + 1);
      const double angle = 2 * std::numbers::pi * k / kSides;
      corners.push_back(draw(0.5, 1) * Vector3d(std::sin(tilt) * std::cos(angle),
                                                std::sin(tilt) * std::sin(angle), std::cos(tilt)));
    }
  const int top = kRings * kSides, bottom = top + 1, last = top - kSides;
  corners.insert(corners.end(), {Vector3d(0, 0, draw(0.5, 1)), Vector3d(0, 0, -draw(0.5, 1))});
  std::vector<std::array<int, 3>> triangles;
  for (int k = 0; k < kSides; ++k) {
    const int next = (k + 1) % kSides;
    triangles.insert(triangles.end(), {{top, k, next}, {bottom, last + next, last + k}});
    for (int i = 0; i < last; i += kSides)
      triangles.insert(triangles.end(), {{i + k, i + kSides + k, i + kSides + next},
                                         {i + k, i + kSides + next, i + next}});
  }
  return spatial::triangle_mesh(corners, triangles);
}

spatial::Shape solid(Draw& draw, double r) {
  const double share = draw(0.3, 1);
  switch (static_cast<int>(draw(0, 6))) {
    case 0:
      return spatial::Cylinder{share * r, r};
    case 1:
      return spatial::Cone{share * r, r};
    case 2:
      return spatial::Capsule{share * r, r};
    case 3:
      return spatial::Box{{r, share * r, share * r}};
    case 4:
      return spatial::Sphere{r};
    default:
      return spatial::convex_hull(prism(3 + static_cast<int>(draw(0, 9)), r, share * r));
  }
}

// On a straight way of this length, to a thousandth of it: it changes no faster than the body
// moves.
double least_distance(const spatial::Mesh& mesh, const spatial::Shape& shape, spatial::Pose pose,
                      const Vector3d& velocity, double length) {
  double least = HUGE_VAL;
  for (double way = 0; way < length;) {
    const double gap = spatial::signed_distance(mesh, {}, shape, pose).gap;
    const double ahead = std::max(0.5 * gap, 1e-3);
    least = std::min(least, gap);
    way += ahead;
    pose.p += ahead * velocity.normalized();
  }
  return least;
}

Model model_of(const spatial::Mesh& mesh, const spatial::Shape& shape, const spatial::Pose& pose,
               const Vector3d& velocity, const Vector3d& omega, double gravity) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -gravity});
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5}});
  builder.add_body({.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = mesh}}}});
  builder.add_body(
      {.kind = BodyKind::spatial,
       .spatial = {
           .pose = pose, .velocity = velocity, .omega = omega, .shapes = {{.shape = shape}}}});
  return builder.build().value();
}

}  // namespace

TEST_CASE("pegs fall through bores of a mesh that are a little wider as if there were none") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const int sides = 3 + static_cast<int>(draw(0, 30));
    const double radius = draw(0.1, 1), clearance = std::pow(10.0, draw(-4, -1.5)) * radius;
    const double apothem = clearance * std::cos(std::numbers::pi / sides);
    const Vector3d aside(0.9 * apothem * draw(-0.7, 0.7), 0.9 * apothem * draw(-0.7, 0.7), 0);
    const spatial::Shape shape = peg(draw, sides, radius);
    const double dt = std::pow(10.0, draw(-3.3, -2)), height = draw(2.1, 4) * radius;
    const Model model =
        model_of(bore(sides, radius + clearance, 20 * radius), shape,
                 {aside + Vector3d(0, 0, height)}, Vector3d::Zero(), Vector3d::Zero(), 9.81);
    State state = initial_state(model);
    Simulator simulator(model, {.dt = dt});
    while (spatial_pose(model, state, {1}).p.z() > -15 * radius)
      REQUIRE(simulator.step(state).status == StepStatus::ok);
    const Eigen::VectorXd free = 9.81 * state.time * Eigen::VectorXd::Unit(6, 2);
    CHECK((state.v.tail<6>() + free).norm() < 1e-9);
  }
}

TEST_CASE("what flies past a rock keeps its velocity, and what meets it does not get into it") {
  int missed = 0, met = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    CAPTURE(seed);
    Draw draw(1000 + seed);
    const spatial::Mesh mesh = rock(draw);
    const double size = draw(0.05, 0.3);
    const spatial::Shape shape = solid(draw, size);
    const Vector3d aim = 1.1 * direction(draw), velocity = draw(2, 50) * direction(draw);
    const spatial::Pose start{aim - (3 / velocity.norm()) * velocity, turned(draw)};
    const double least = least_distance(mesh, shape, start, velocity, 6);
    // Up to a size in a step, at times a hundredth.
    const double dt = std::pow(10.0, draw(-2, 0)) * size / velocity.norm();
    const Model model = model_of(mesh, shape, start, velocity, Vector3d::Zero(), 0);
    State state = initial_state(model);
    Simulator simulator(model, {.dt = dt});
    double deepest = HUGE_VAL;
    while (state.time * velocity.norm() < 6) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      const spatial::ShapeInstance& piece = model.bodies[1].details->spatial_shapes[0];
      const spatial::Pose pose = compose(spatial_pose(model, state, {1}), piece.pose);
      deepest = std::min(deepest, spatial::signed_distance(mesh, {}, shape, pose).gap);
    }
    const double kick = (state.v.tail<6>().head<3>() - velocity).norm();
    const bool misses = least > 1e-3 * size, meets = least < -0.1 * size;
    missed += misses;
    met += meets;
    if (misses) CHECK(kick < 1e-9);
    if (meets) CHECK(kick > 1e-3);
    CHECK(deepest > -0.01 * size);
  }
  CHECK(missed > 30);
  CHECK(met > 30);
}

}  // namespace perpend
