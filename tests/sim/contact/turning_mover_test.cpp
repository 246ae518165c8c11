// SPDX-License-Identifier: Apache-2.0
//
// Kinematic bodies that turn far within a step: what rides on them stays on their surface.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "geometry/random_shapes.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;
using planar::Random;
constexpr double kPi = std::numbers::pi;

enum class Mover { drum, paddles, plate, rocking };

struct Scene {
  Mover mover = Mover::drum;
  bool in_space = false;
  double turn = 0.1;     // rad per step
  double dt = 0.005;     // s
  double radius = 1;     // m
  double size = 0.15;    // of the grains, m
  double gravity = 0.5;  // of radius times omega squared
  double omega() const { return turn / dt; }
};

// Walls of a drum, arms of a paddle wheel, or a plate: middle, angle and sizes.
struct Wall {
  Vector2d middle;
  double angle, width, height;
};
std::vector<Wall> walls(const Scene& scene) {
  const double r = scene.radius, thick = 0.2 * r;
  if (scene.mover == Mover::plate || scene.mover == Mover::rocking)
    return {{{0, 0}, 0, 2 * r, thick}};
  std::vector<Wall> all;
  const int sides = scene.mover == Mover::drum ? 12 : 4;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * kPi * k / sides;
    const Vector2d out(std::cos(angle), std::sin(angle));
    if (scene.mover == Mover::drum)
      all.push_back(
          {(r + 0.5 * thick) * out, angle, thick, 2 * (r + thick) * std::tan(kPi / sides)});
    else
      all.push_back({0.5 * r * out, angle, r, 0.5 * thick});
  }
  return all;
}

Motion motion(const Scene& scene) {
  const Vector3d spin(0, 0, scene.omega());
  if (scene.mover != Mover::rocking)
    return scene.in_space ? Motion{.omega = spin} : Motion{.velocity = spin};
  // Fastest in the middle of its way.
  const double amplitude = 0.4, frequency = scene.omega() / (2 * kPi * amplitude);
  if (scene.in_space)
    return {.harmonics = {{.rotation = {0, 0, amplitude}, .frequency = frequency}}};
  return {.harmonics = {{.amplitude = {0, 0, amplitude}, .frequency = frequency}}};
}

BodyDef mover(const Scene& scene) {
  BodyDef body{.kind = scene.in_space ? BodyKind::spatial_kinematic : BodyKind::kinematic,
               .motion = motion(scene)};
  for (const Wall& wall : walls(scene)) {
    const Vector3d middle(wall.middle.x(), wall.middle.y(), 0);
    const Eigen::Quaterniond turned(Eigen::AngleAxisd(wall.angle, Vector3d::UnitZ()));
    if (scene.in_space)
      body.spatial.shapes.push_back(
          {.shape = spatial::box(wall.width, wall.height, 2 * scene.radius),
           .pose = {.p = middle, .r = turned}});
    else
      body.shapes.push_back(
          {.shape = planar::box(wall.width, wall.height), .pose = {wall.middle, wall.angle}});
  }
  return body;
}

// A disc, box or hexagon, in space a ball, box or can.
BodyDef grain(const Scene& scene, Random& random, const Vector2d& at) {
  const double size = scene.size * random.number(0.8, 1.2), angle = random.number(-kPi, kPi);
  const int kind = random.integer(0, 2);
  BodyDef body{.kind = scene.in_space ? BodyKind::spatial : BodyKind::rigid, .pose = {at, angle}};
  const planar::Shape flat = kind == 0   ? planar::Shape(planar::Disc{0.5 * size})
                             : kind == 1 ? planar::Shape(planar::box(size, 0.8 * size))
                                         : planar::Shape(planar::regular_polygon(6, 0.5 * size));
  const spatial::Shape solid = kind == 0 ? spatial::Shape(spatial::Sphere{0.5 * size})
                               : kind == 1
                                   ? spatial::Shape(spatial::box(size, 0.8 * size, size))
                                   : spatial::Shape(spatial::Cylinder{0.4 * size, 0.5 * size});
  const Eigen::Quaterniond turned(Eigen::AngleAxisd(angle, Vector3d(1, 2, 3).normalized()));
  if (scene.in_space)
    body.spatial = {.pose = {.p = {at.x(), at.y(), 0}, .r = turned}, .shapes = {{.shape = solid}}};
  else
    body.shapes = {{.shape = flat}};
  return body;
}

// In a drum they start within it, on others above them.
Model grains_on(const Scene& scene, Random& random) {
  ModelBuilder builder;
  const double g = scene.gravity * scene.radius * scene.omega() * scene.omega();
  builder.set_gravity({0, -g, 0});
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5}});
  builder.add_body(mover(scene));
  for (int k = 0; k < 6; ++k) {
    const Vector2d at((k % 3 - 1) * 0.3, (k / 3) * 0.3 - 0.15);
    const double up = scene.mover == Mover::drum ? 0 : scene.mover == Mover::paddles ? 1.4 : 0.5;
    builder.add_body(grain(scene, random, scene.radius * (at + Vector2d(0, up))));
  }
  return builder.build().value();
}

Scene random_scene(Random& random, int trial) {
  Scene scene{.mover = Mover(trial % 4), .in_space = trial / 4 % 2 == 1};
  scene.dt = std::pow(10, random.number(-3, -1.78));
  scene.turn = random.number(0.02, 0.15);
  scene.radius = std::pow(10, random.number(-2, 0.5));
  scene.size = scene.radius * random.number(0.1, 0.2);
  scene.gravity = random.number(0.05, 1);
  return scene;
}

// A hundredth of the smallest grain; by its linear rows alone a drum of ten times their size and
// 0.15 rad per step is 11 % deep in them.
TEST_CASE("what rides on bodies that turn far in a step stays on their surface") {
  Random random(41);
  for (int trial = 0; trial < 48; ++trial) {
    CAPTURE(trial);
    const Scene scene = random_scene(random, trial);
    const Model model = grains_on(scene, random);
    Simulator simulator(model, {.dt = scene.dt});
    State state = initial_state(model);
    const scenes::Run run = scenes::simulate(simulator, state, 6 * scene.dt / scene.turn);
    CHECK(run.status == StepStatus::ok);
    CHECK(run.penetration < 0.01 * 0.8 * 0.8 * scene.size);
  }
}

// Where the step may not be halved and grains are shot by paddles, the run says what is too fast.
TEST_CASE("what a body that turns too far is led into is named, with a step that suffices") {
  Random random(43);
  int named = 0, deep = 0, suffices = 0, far_shorter = 0;
  for (int trial = 0; trial < 40; ++trial) {
    Scene scene = random_scene(random, 4 * trial);
    scene.turn = 0.4;
    const Model model = grains_on(scene, random);
    Simulator simulator(model, {.dt = scene.dt, .halvings = 0});
    State state = initial_state(model);
    for (int k = 0; k < 40; ++k) {
      const State before = state;
      const StepReport report = simulator.step(state);
      deep += report.certificate.penetration > 0.01 * scene.size;
      const auto is_named = [](const StepReport& of) {
        return of.message.find(" rad in a step and ") != std::string::npos;
      };
      if (!is_named(report)) continue;
      ++named;
      CHECK(report.message.find("body_0 turns by 0.4 rad in a step and ") == 0);
      const std::size_t at = report.message.find("; try dt ");
      REQUIRE(at != std::string::npos);
      const double told = std::stod(report.message.substr(at + 9));
      State again = before;
      suffices += !is_named(Simulator(model, {.dt = 0.6 * told, .halvings = 0}).step(again));
      far_shorter += told < 0.4 * scene.dt;
    }
  }
  CHECK(named > 0);
  // The overlap falls with the square of the angle, so that few need far shorter steps.
  CHECK(suffices >= 0.95 * named);
  CHECK(2 * far_shorter < named);
  MESSAGE(deep << " steps deep, " << named << " named");
}

// Where a body is in the frame of body 0.
Vector3d place_on(const Model& model, const State& state) {
  const spatial::Pose table = spatial_pose(model, state, {0}), on = spatial_pose(model, state, {1});
  return table.r.conjugate() * (on.p - table.p);
}

// Ten turns of a drum, with a box that lies on its wall: off its place, its speed and its spin by
// second order in the step.
TEST_CASE("a box that a drum carries keeps its place and its speed") {
  for (const double turn : {0.02, 0.1, 0.2}) {
    CAPTURE(turn);
    const Scene scene{.turn = turn};
    const double omega = scene.omega(), size = 0.1, ride = scene.radius - 0.5 * size;
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5}});
    builder.add_body(mover(scene));
    builder.add_body({.pose = {{ride, 0}, 0},
                      .velocity = {0, ride * omega, omega},
                      .shapes = {{.shape = planar::box(size, size)}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = scene.dt});
    State state = initial_state(model);
    for (int k = 0; k < 20 * kPi / turn; ++k) {
      CHECK(simulator.step(state).certificate.penetration < 1e-3 * size);
      CHECK(std::abs(state.v.tail<3>().head<2>().norm() / (ride * omega) - 1) < 3 * turn * turn);
      CHECK(std::abs(state.v.tail<1>()[0] / omega - 1) < 3 * turn * turn);
    }
    CHECK((place_on(model, state) - Vector3d(ride, 0, 0)).norm() <
          0.5 * turn * turn * 20 * kPi * ride);
  }
}

TEST_CASE("a box on a turntable neither rises nor slips by more than second order in the step") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0.9, .mu_k = 0.9}});
  const Vector3d spin(0, 0, 3), start(0.5, 0, 0.2);
  builder.add_body({.kind = BodyKind::spatial_kinematic,
                    .motion = {.omega = spin},
                    .spatial = {.shapes = {{.shape = spatial::box(2, 2, 0.2)}}}});
  builder.add_body({.kind = BodyKind::spatial,
                    .spatial = {.pose = {.p = start},
                                .velocity = spin.cross(start),
                                .omega = spin,
                                .shapes = {{.shape = spatial::box(0.2, 0.2, 0.2)}}}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 1.0 / 60});
  State state = initial_state(model);
  for (int k = 0; k < 480; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
  const double turn = spin.z() / 60;
  CHECK((place_on(model, state) - start).norm() < 0.5 * turn * turn * 480 * turn * start.x());
  CHECK(std::abs(place_on(model, state).z() - start.z()) < 1e-9);
}

}  // namespace
}  // namespace perpend
