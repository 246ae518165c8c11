// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "contact/sweep.hpp"
#include "geometry/random_solids.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// 2 · across² triangles over the square of 8 m, with bumps of `rough` m.
spatial::Mesh terrain(spatial::Random& random, int across, double rough) {
  std::vector<Vector3d> corners;
  std::vector<std::array<int, 3>> triangles;
  const double pitch = 8.0 / across;
  for (int i = 0; i <= across; ++i)
    for (int j = 0; j <= across; ++j) {
      corners.emplace_back(pitch * i - 4, pitch * j - 4, rough * random.number(-1, 1));
      if (i == across || j == across) continue;
      const int k = i * (across + 1) + j;
      triangles.push_back({k, k + across + 1, k + 1});
      triangles.push_back({k + 1, k + across + 1, k + across + 2});
    }
  return spatial::triangle_mesh(corners, triangles);
}

struct Thrown {
  double height = 0;  // m
  Vector3d velocity{0, 0, 0}, omega{0, 0, 0};
};

// A solid over a terrain. The terrain may move as well, and either may be the first body.
Model thrown_over(spatial::Random& random, const spatial::Mesh& mesh, const Thrown& thrown) {
  const Vector3d drift = random.integer(0, 1) ? random.vector(5) : Vector3d::Zero();
  BodyDef ground{.kind = BodyKind::spatial_kinematic};
  ground.spatial.pose = {.p = {0, 0, 0}, .r = random.rotation()};
  ground.spatial.shapes = {{.shape = mesh, .pose = random.pose(0.3)}};
  ground.motion.velocity = drift;
  const spatial::Pose at = compose(ground.spatial.pose, ground.spatial.shapes[0].pose);
  BodyDef body{.kind = BodyKind::spatial};
  body.spatial.pose = {.p = at.p + at.r * Vector3d(0, 0, thrown.height), .r = random.rotation()};
  body.spatial.velocity = at.r * thrown.velocity + drift;
  body.spatial.omega = thrown.omega;
  constexpr int kinds[] = {0, 1, 2, 3, 5, 6};
  body.spatial.shapes = {{.shape = random.shape(kinds[random.integer(0, 5)])}};
  if (random.integer(0, 1)) body.spatial.shapes[0].pose = random.pose(0.3);
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.allow_start_overlap();
  const bool is_first = random.integer(0, 1);
  builder.add_body(is_first ? ground : body);
  builder.add_body(is_first ? body : ground);
  return builder.build().value();
}

void bring_to_touch(const Model& model, const Collider& collider, State& state) {
  const spatial::Distance apart = collider.distance(state, 0, 1);
  const int solid = model.bodies[0].is_kinematic() ? 1 : 0;
  const double along = solid == 1 ? -apart.gap : apart.gap;
  state.q.segment<3>(model.bodies[solid].q_offset) += along * apart.normal;
}

}  // namespace

// The same first time as the overlap sampled along the way, on few triangles and on so many that
// the nearest one is looked for.
TEST_CASE("a sweep over a mesh misses no overlap") {
  spatial::Random random(7);
  int met = 0;
  for (int trial = 0; trial < 200; ++trial) {
    CAPTURE(trial);
    const spatial::Mesh mesh = terrain(random, trial % 5 ? random.integer(2, 6) : 16, 0.4);
    const Model model = thrown_over(random, mesh,
                                    {random.number(2, 4),
                                     {random.number(-20, 20), 0, -random.number(0, 60)},
                                     random.vector(20)});
    const State state = initial_state(model);
    Collider collider(model);
    Sweep sweep(model);
    sweep.start(state, state.v);
    const double dt = 0.05, deep = sweep.depth(0, 1);
    if (collider.distance(state, 0, 1).gap < 0) continue;
    const double time = sweep.first_overlap(collider, 0, 1, dt).value_or(dt);
    met += time < dt;
    double least = 0;
    for (int k = 0; k <= 300; ++k)
      least = std::min(least, collider.distance(sweep.at(0, 1, k * time / 300), 0, 1).gap);
    CHECK(least >= -1.001 * deep);
    if (time < dt) CHECK(collider.distance(sweep.at(0, 1, time), 0, 1).gap <= -0.499 * deep);
  }
  CHECK(met > 40);
}

// Beside the nearest triangle alone each look leads 2 % of the solid's thickness on.
TEST_CASE("what slides and spins along a mesh is looked at a few times for each triangle") {
  spatial::Random random(8);
  for (int trial = 0; trial < 100; ++trial) {
    CAPTURE(trial);
    const spatial::Mesh mesh = terrain(random, 4, 0.0);
    const Model model = thrown_over(random, mesh, {2, {40, 3, 0}, random.vector(20)});
    State state = initial_state(model);
    Collider collider(model);
    Sweep sweep(model);
    bring_to_touch(model, collider, state);
    sweep.start(state, state.v);
    const double dt = 1.0 / 30;
    REQUIRE(sweep.is_fast(0, 1, dt));
    sweep.first_overlap(collider, 0, 1, dt);
    CHECK(sweep.positions() < 100);
  }
}

}  // namespace perpend
