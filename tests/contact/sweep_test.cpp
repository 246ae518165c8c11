// SPDX-License-Identifier: Apache-2.0
#include "contact/sweep.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "dynamics/bodies/kinetics.hpp"
#include "geometry/random_solids.hpp"
#include "perpend/dynamics/affine_body.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// A wall 0.2 m thick at the origin and one body.
Model wall_and(const BodyDef& body) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body({.kind = BodyKind::spatial_fixed,
                    .spatial = {.shapes = {{.shape = spatial::box(0.2, 4, 4)}}}});
  builder.add_body(body);
  return builder.build().value();
}

BodyDef thrown(const spatial::Shape& shape, const Vector3d& at, const Vector3d& v,
               const Vector3d& omega = {0, 0, 0}) {
  return {
      .kind = BodyKind::spatial,
      .spatial = {.pose = {.p = at}, .velocity = v, .omega = omega, .shapes = {{.shape = shape}}}};
}

Model bar_and(const BodyDef& bar, const BodyDef& body) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.allow_start_overlap();
  builder.add_body(bar);
  builder.add_body(body);
  return builder.build().value();
}

// Any solid above a bar 2 mm to 20 cm thick, on its way down and turning by up to a radian in 50
// ms.
Model spinning_over_bar(spatial::Random& random) {
  constexpr int kinds[] = {1, 2, 3, 5, 6};
  const auto shape = [&] { return random.shape(kinds[random.integer(0, 4)]); };
  const double thickness = std::pow(10.0, random.number(-2.7, -0.7));
  BodyDef bar{.kind = BodyKind::spatial_fixed};
  bar.spatial.pose.r = random.rotation();
  bar.spatial.shapes = {{.shape = spatial::box(1.5, 0.3, thickness)}};
  BodyDef body = thrown(shape(), {random.number(-1, 1), random.number(-1, 1), 1.5},
                        {random.number(-9, 9), random.number(-9, 9), -random.number(0, 40)},
                        random.vector(20));
  body.spatial.pose.r = random.rotation();
  if (random.integer(0, 1)) body.spatial.shapes[0].pose = random.pose(0.3);
  return bar_and(bar, body);
}

Model spinning_over_planar_bar(spatial::Random& random) {
  BodyDef bar{.kind = BodyKind::fixed};
  bar.shapes = {{.shape = planar::box(1.5, std::pow(10.0, random.number(-2.7, -0.7)))}};
  BodyDef body;
  body.pose = {{random.number(-1, 1), 1.5}, random.number(-3, 3)};
  body.velocity = {random.number(-9, 9), -random.number(0, 40), random.number(-20, 20)};
  body.shapes = {{.shape = static_cast<planar::Random&>(random).shape(random.integer(0, 2))}};
  if (random.integer(0, 1)) body.shapes[0].pose = static_cast<planar::Random&>(random).pose(0.3);
  return bar_and(bar, body);
}

std::optional<double> first_overlap(const Model& model, double duration, double ahead = 0) {
  State state = initial_state(model);
  state.q[model.bodies[1].q_offset] += ahead;
  Collider collider(model);
  Sweep sweep(model);
  sweep.start(state, state.v);
  return sweep.first_overlap(collider, 0, 1, duration);
}

}  // namespace

TEST_CASE("a sweep finds when a ball meets a wall") {
  const Model model = wall_and(thrown(spatial::Sphere{0.1}, {-1, 0, 0}, {50, 0, 0}));
  const std::optional<double> time = first_overlap(model, 0.1);
  REQUIRE(time.has_value());
  // 0.8 m to touch; then an overlap of 1 to 2 % of the inner radius, 0.1 m.
  CHECK(*time >= 0.801 / 50);
  CHECK(*time <= 0.8021 / 50);
  CHECK_FALSE(first_overlap(model, 0.015).has_value());
}

TEST_CASE("a sweep in the plane finds when a disc meets the ground, from above alone") {
  const auto meets = [](double height, double fall, double spin) {
    ModelBuilder builder;
    builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
    builder.add_body({.pose = {{0, height}, 0},
                      .velocity = {30, -fall, spin},
                      .shapes = {{.shape = planar::Disc{0.1}}}});
    const Model model = builder.build().value();
    const State state = initial_state(model);
    Collider collider(model);
    Sweep sweep(model);
    sweep.start(state, state.v);
    return sweep.first_overlap(collider, 0, 1, 0.1);
  };
  const std::optional<double> time = meets(0.5, 20, 400);
  REQUIRE(time.has_value());
  CHECK(*time >= 0.401 / 20);
  CHECK(*time <= 0.4021 / 20);
  CHECK_FALSE(meets(0.5, -20, 400).has_value());
}

TEST_CASE("what passes by, flies off or only spins about its axis meets nothing") {
  const Vector3d off(-0.21, 0, 0);
  CHECK_FALSE(
      first_overlap(wall_and(thrown(spatial::Sphere{0.1}, off, {0, 900, 0})), 1).has_value());
  CHECK_FALSE(
      first_overlap(wall_and(thrown(spatial::Sphere{0.1}, off, {-9, 0, 0})), 1).has_value());
  CHECK_FALSE(
      first_overlap(wall_and(thrown(spatial::cylinder(0.2, 0.1), off, {0, 5, 0}, {0, 0, 500})), 1)
          .has_value());
}

TEST_CASE("a rod that turns into a wall meets it at its angle") {
  // Along the wall at a distance of 0.3 m from it, half as long again; radius 0.01.
  const Model model =
      wall_and(thrown(spatial::capsule(0.9, 0.01), {-0.4, 0, 0}, {0, 0, 0}, {0, 2, 0}));
  const std::optional<double> time = first_overlap(model, 1);
  REQUIRE(time.has_value());
  const double touch = std::asin(0.29 / 0.45) / 2;
  CHECK(*time >= touch);
  CHECK(*time <= touch + 2e-3);
}

// 3 cm deep in the wall and on its way further in: met where 1 to 2 % of the inner radius are
// added.
TEST_CASE("an overlap at the start counts from there on") {
  const Vector3d touching(-0.2, 0, 0);
  const auto moving = [&](double speed) {
    return first_overlap(wall_and(thrown(spatial::Sphere{0.1}, touching, {speed, 0, 0})), 1, 0.03);
  };
  const std::optional<double> time = moving(1);
  REQUIRE(time.has_value());
  CHECK(*time >= 0.001 - 1e-12);
  CHECK(*time <= 0.002 + 1e-12);
  CHECK_FALSE(moving(-1).has_value());
}

// As long and as far from the wall, and thinner than the rod above by its ends.
TEST_CASE("whatever is long turns into a wall with its farthest point") {
  const double half = 0.45, radius = 0.01, far = std::hypot(half, radius);
  const double corner = std::asin(0.3 / far) - std::atan(radius / half);
  const Vector3d h(radius, radius, half);
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(h.cwiseProduct(Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  // An ellipsoid reaches sqrt((half sin)² + (radius cos)²) towards the wall.
  const double smooth =
      std::asin(std::sqrt((0.09 - radius * radius) / (half * half - radius * radius)));
  const std::vector<std::pair<spatial::Shape, double>> touches{
      {spatial::Box{h}, corner},
      {spatial::Cylinder{half, radius}, corner},
      {spatial::convex_hull(corners), corner},
      {spatial::Ellipsoid{h}, smooth},
      // About its centre of mass, three quarters of its height below the tip.
      {spatial::Cone{half, radius}, std::asin(0.3 / (1.5 * half))}};
  for (const auto& [shape, angle] : touches) {
    CAPTURE(shape.index());
    const Model model = wall_and(thrown(shape, {-0.4, 0, 0}, {0, 0, 0}, {0, 2, 0}));
    const std::optional<double> time = first_overlap(model, 1);
    REQUIRE(time.has_value());
    CHECK(*time >= angle / 2 - 1e-9);
    CHECK(*time <= angle / 2 + 2e-3);
  }
}

TEST_CASE("the largest angular speed of free rotation bounds what a drift shows and is reached") {
  BodyDef body = thrown(spatial::box(0.1, 0.5, 1.0), {-9, 0, 0}, {0, 0, 0}, {3, 0.02, 1.5});
  body.spatial.omega = {0.5, 6, 0.1};
  const Model model = wall_and(body);
  State state = initial_state(model);
  const Body& box = model.bodies[1];
  const auto omega = [&] {
    return Vector3d(spatial_pose(model, state, {1}).r.conjugate() *
                    Vector3d(state.v.segment<3>(box.v_offset + 3)));
  };
  const double bound = top_spin(box.principal_inertia, omega());
  double fastest = 0;
  for (int i = 0; i < 4000; ++i) {
    drift(model, 0.005, state);
    fastest = std::max(fastest, omega().norm());
  }
  CHECK(fastest <= bound * (1 + 1e-9));
  CHECK(fastest >= bound * (1 - 1e-3));
  CHECK(bound > 1.01 * body.spatial.omega.norm());
}

TEST_CASE("a sweep finds the same time whichever body moves and comes first") {
  const BodyDef ball = thrown(spatial::Sphere{0.1}, {-1, 0, 0}, {50, 0, 0});
  const BodyDef rod = thrown(spatial::capsule(0.9, 0.01), {-0.4, 0, 0}, {0, 0, 0}, {0, 2, 0});
  const auto meeting = [](const BodyDef& first, const BodyDef& second) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_body(first);
    builder.add_body(second);
    const Model model = builder.build().value();
    const State state = initial_state(model);
    Collider collider(model);
    Sweep sweep(model);
    sweep.start(state, state.v);
    return sweep.first_overlap(collider, 0, 1, 1).value_or(-1);
  };
  const auto wall = [](double speed) {
    return thrown(spatial::box(0.2, 4, 4), {0, 0, 0}, {speed, 0, 0});
  };
  for (const BodyDef& body : {ball, rod}) {
    const double time = first_overlap(wall_and(body), 1).value();
    CHECK(meeting(body, wall(0)) == relative(time, 1e-6));
  }
  BodyDef slow = ball;
  slow.spatial.velocity.x() = 20;
  const double time = first_overlap(wall_and(ball), 1).value();
  CHECK(meeting(slow, wall(-30)) == relative(time, 1e-9));
  CHECK(meeting(wall(-30), slow) == relative(time, 1e-9));
}

// What only spins comes nearer by the way of its farthest point; its own roundness moves nothing.
TEST_CASE("a piece of a body that spins reaches as far as its place and its core") {
  const auto flat = [](const std::vector<ShapeDef>& shapes, int piece) {
    ModelBuilder builder;
    builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
    builder.add_body({.pose = {{0, 9}, 0.3}, .velocity = {0, 0, -2}, .shapes = shapes});
    const Model model = builder.build().value();
    const State state = initial_state(model);
    Sweep sweep(model);
    sweep.start(state, state.v);
    return sweep.approach(0, piece, 0.5);
  };
  CHECK(flat({{.shape = planar::Disc{0.3}}}, 1) == 0);
  const std::vector<ShapeDef> dumbbell{{.shape = planar::Disc{0.2}, .pose = {{-0.7, 0}, 0}},
                                       {.shape = planar::Disc{0.2}, .pose = {{0.7, 0}, 0}}};
  CHECK(flat(dumbbell, 1) == relative(0.7));
  CHECK(flat(dumbbell, 2) == relative(0.7));
  CHECK(flat({{.shape = planar::Ellipse{0.3, 0.4}}}, 1) == relative(0.4));
  CHECK(flat({{.shape = planar::box(0.6, 0.8)}}, 1) == relative(0.5));
  const auto solid = [](BodyDef body) {
    const Model model = wall_and(body);
    const State state = initial_state(model);
    Sweep sweep(model);
    sweep.start(state, state.v);
    return sweep.approach(0, 1, 0.5);
  };
  const Vector3d at(-9, 0, 0), still(0, 0, 0), along(0, 0, 2), across(2, 0, 0);
  CHECK(solid(thrown(spatial::Ellipsoid{{0.1, 0.1, 0.4}}, at, still, along)) == near_zero(1e-12));
  CHECK(solid(thrown(spatial::Ellipsoid{{0.1, 0.1, 0.4}}, at, still, across)) ==
        relative(0.4, 1e-9));
  CHECK(solid(thrown(spatial::Ellipsoid{{0.1, 0.4, 0.1}}, at, still, along)) ==
        relative(0.4, 1e-9));
  // Unequal moments across its axis: a can does not keep a spin about it.
  BodyDef can = thrown(spatial::Cylinder{0.3, 0.1}, at, still, along);
  can.mass = 1.0;
  can.spatial.inertia = Eigen::Vector3d(0.0325, 0.026, 0.0085).asDiagonal().toDenseMatrix();
  CHECK(solid(can) == relative(std::hypot(0.3, 0.1), 1e-6));
  can.spatial.inertia = Eigen::Vector3d(0.0325, 0.0325, 0.0085).asDiagonal().toDenseMatrix();
  CHECK(solid(can) == near_zero(1e-9));
}

TEST_CASE("fast is what may pass through its neighbour between two poses") {
  const Model model = wall_and(thrown(spatial::Sphere{0.1}, {-1, 0, 0}, {10, 0, 0}));
  const State state = initial_state(model);
  Sweep sweep(model);
  sweep.start(state, state.v);
  CHECK_FALSE(sweep.is_fast(0, 1, 0.009));  // 9 cm; half the inner radii are 10 cm
  CHECK(sweep.is_fast(0, 1, 0.011));
  CHECK(sweep.approach(0, 1, 0.01) == relative(0.1));
}

TEST_CASE("all of a velocity counts, against the ground the thickness of one alone") {
  ModelBuilder builder;
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body(thrown(spatial::Sphere{0.2}, {0, 0, 9}, {1, 2, -2}));
  builder.add_body(
      {.kind = BodyKind::spatial_kinematic,
       .motion = {.omega = {2, 1, 2}},
       .spatial = {.pose = {.p = {9, 0, 9}}, .shapes = {{.shape = spatial::box(0.6, 0.8, 2.4)}}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  state.v.segment<3>(model.bodies[2].v_offset + 3) = Vector3d(2, 1, 2);
  Sweep sweep(model);
  sweep.start(state, state.v);
  CHECK(sweep.approach(0, 1, 0.5) == relative(1.5));
  CHECK_FALSE(sweep.is_fast(0, 1, 0.033));
  CHECK(sweep.is_fast(0, 1, 0.034));
  CHECK(sweep.approach(0, 2, 0.5) == relative(0.5 * 3 * std::sqrt(0.09 + 0.16 + 1.44)));
}

TEST_CASE("a sweep takes prescribed bodies along their motion from the time of the pose on") {
  const Motion motion{.velocity = {1, 0, 0},
                      .harmonics = {{.amplitude = {0, 0.3, 0}, .frequency = 1.5, .phase = 0.4}}};
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::spatial_kinematic,
                    .motion = motion,
                    .spatial = {.shapes = {{.shape = spatial::Sphere{0.1}}}}});
  builder.add_body(thrown(spatial::Sphere{0.1}, {5, 0, 0}, {-3, 2, 1}));
  const Model model = builder.build().value();
  State state = initial_state(model);
  state.time = 0.7;
  Sweep sweep(model);
  sweep.start(state, state.v);
  const auto place = [](double t) {
    return Vector3d(t, 0.3 * std::sin(2 * std::numbers::pi * 1.5 * t + 0.4), 0);
  };
  const Vector3d first = sweep.at(0, 1, 0.05).q.head<3>() - place(0.75);
  for (const double time : {0.05, 0.2, 0.4}) {
    const State& at = sweep.at(0, 1, time);
    CHECK((at.q.segment<3>(7) - Vector3d(5 - 3 * time, 2 * time, time)).norm() < 1e-12);
    CHECK((at.q.head<3>() - place(0.7 + time) - first).norm() < 1e-12);
  }
  CHECK(sweep.at(0, 1, 0).q.head<14>() == state.q);
}

// The core of a box, farthest from its middle at its corners.
TEST_CASE("a custom body that spins comes as close as a rigid one does") {
  const Vector3d omega(1, -2, 3), half(0.5, 0.2, 0.3);
  const auto approach = [&](BodyDef def) {
    def.spatial.shapes = {{.shape = spatial::Box{half}}};
    const Model model = wall_and(def);
    const State state = initial_state(model);
    Sweep sweep(model);
    sweep.start(state, state.v);
    return sweep.approach(0, 1, 0.1);
  };
  BodyDef rigid{.kind = BodyKind::spatial, .mass = 1.0};
  rigid.spatial.pose.p = {5, 0, 0};
  rigid.spatial.velocity = {1, 2, 2};
  rigid.spatial.omega = omega;
  rigid.spatial.inertia = Eigen::Matrix3d::Identity();
  rigid.spatial.center_of_mass = Vector3d::Zero();
  BodyDef custom{.kind = BodyKind::custom};
  const spatial::Pose pose{{5, 0, 0}};
  custom.type = std::make_shared<AffineBody<3>>(1.0, Eigen::Matrix3d::Identity(), 1.0);
  custom.custom_q = AffineBody<3>::coordinates(pose);
  custom.custom_v = AffineBody<3>::velocities(pose, {1, 2, 2}, omega);
  CHECK(approach(rigid) == relative(0.1 * (3 + omega.norm() * half.norm()), 1e-9));
  CHECK(approach(custom) == relative(approach(rigid), 1e-9));
}

// It stays beside the plate, or digs in.
TEST_CASE("looks at what slides and spins on a plate are as few where it is thin") {
  spatial::Random random(57);
  const double dt = 1.0 / 30;
  for (int trial = 0; trial < 300; ++trial) {
    CAPTURE(trial);
    const double thickness = std::pow(10.0, random.number(-4, 0));
    CAPTURE(thickness);
    BodyDef plate{.kind = BodyKind::spatial_fixed};
    plate.spatial.pose.p = {0, 0, -0.5 * thickness};
    plate.spatial.shapes = {{.shape = spatial::box(40, 40, thickness)}};
    constexpr int kinds[] = {1, 2, 3, 5, 6};
    const Vector3d omega = random.integer(0, 1) ? random.vector(60) : Vector3d(3, 1, 60);
    BodyDef body = thrown(random.shape(kinds[trial % 5]), {0, 0, 2}, {57, 3, 0}, omega);
    body.spatial.pose.r = random.rotation();
    const Model model = bar_and(plate, body);
    State state = initial_state(model);
    Collider collider(model);
    Sweep sweep(model);
    state.q[model.bodies[1].q_offset + 2] -= collider.distance(state, 0, 1).gap;
    sweep.start(state, state.v);
    REQUIRE(sweep.is_fast(0, 1, dt));
    sweep.first_overlap(collider, 0, 1, dt);
    CHECK(sweep.positions() < 300);
  }
}

// The same first time as the overlap sampled along the way.
TEST_CASE("a sweep misses no overlap of what spins over an edge, in the plane or in space") {
  spatial::Random random(31);
  int met = 0;
  for (int trial = 0; trial < 300; ++trial) {
    CAPTURE(trial);
    const Model model = trial % 3 ? spinning_over_bar(random) : spinning_over_planar_bar(random);
    const State state = initial_state(model);
    Collider collider(model);
    Sweep sweep(model);
    sweep.start(state, state.v);
    const double dt = 0.05, deep = sweep.depth(0, 1);
    if (collider.distance(state, 0, 1).gap < 0) continue;
    const double time = sweep.first_overlap(collider, 0, 1, dt).value_or(dt);
    met += time < dt;
    double least = 0;
    for (int k = 0; k <= 1000; ++k)
      least = std::min(least, collider.distance(sweep.at(0, 1, 1e-3 * k * time), 0, 1).gap);
    CHECK(least >= -1.001 * deep);
    if (time < dt) CHECK(collider.distance(sweep.at(0, 1, time), 0, 1).gap <= -0.499 * deep);
  }
  CHECK(met > 100);
}

// The floor is nearer all the way, and does not come closer.
TEST_CASE("what flies along the floor of a mesh meets its wall") {
  const Vector3d corners[] = {{-50, -5, 0}, {0, -5, 0}, {0, 5, 0},
                              {-50, 5, 0},  {0, -5, 5}, {0, 5, 5}};
  const std::array<int, 3> triangles[] = {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}};
  BodyDef ground{.kind = BodyKind::spatial_fixed};
  ground.spatial.shapes = {{.shape = spatial::triangle_mesh(corners, triangles)}};
  spatial::Random random(12);
  for (int trial = 0; trial < 100; ++trial) {
    CAPTURE(trial);
    const double dt = 0.05, speed = random.number(150, 600), ahead = random.number(4, 6);
    BodyDef body =
        thrown(random.shape(trial % 4), {-ahead, random.number(-1, 1), 2.2}, {speed, 0, 0});
    body.spatial.pose.r = random.rotation();
    const Model model = bar_and(ground, body);
    State state = initial_state(model);
    Collider collider(model);
    Sweep sweep(model);
    // Bodies reach 2.1 m: the floor is what is nearest, and stays so for a while.
    state.q[model.bodies[1].q_offset + 2] -=
        collider.distance(state, 0, 1).gap - random.number(0, 0.1);
    sweep.start(state, state.v);
    const std::optional<double> time = sweep.first_overlap(collider, 0, 1, dt);
    REQUIRE(time.has_value());
    CHECK(*time <= ahead / speed);
  }
}

}  // namespace perpend
