// SPDX-License-Identifier: Apache-2.0
// How far what spins reaches, and how fast that is.
#include <doctest/doctest.h>

#include <cmath>

#include "contact/sweep.hpp"
#include "contact/sweep_cases.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "geometry/random_solids.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;
using sweep_cases::bar_and;
using sweep_cases::first_overlap;
using sweep_cases::thrown;
using sweep_cases::wall_and;

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

}  // namespace

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

}  // namespace perpend
