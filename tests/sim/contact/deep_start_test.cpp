// SPDX-License-Identifier: Apache-2.0
// Starts deep in a surface, or of compounds deep in each other: bodies come out at the speed of
// recovery along one direction, of which they keep none, but what is behind a mesh.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "perpend/dynamics/energy.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

Eigen::Quaterniond any_turn(Draw& draw) {
  const auto one = [&] { return draw(-1, 1); };
  return Eigen::Quaterniond(one(), one(), one(), one()).normalized();
}

spatial::Shape hull(Draw& draw, double size) {
  std::vector<Vector3d> corners;
  for (int i = 0; i < 14; ++i) corners.push_back(size * (any_turn(draw) * Vector3d::UnitX()));
  return spatial::convex_hull(corners);
}

spatial::Shape solid(Draw& draw, double size) {
  switch (static_cast<int>(draw(0, 4))) {
    case 0:
      return spatial::Sphere{size};
    case 1:
      return spatial::box(2 * size, draw(2, 3) * size, draw(2, 3) * size);
    case 2:
      return spatial::capsule(draw(0.5, 2) * size, size);
    default:
      return hull(draw, size);
  }
}

// A rough floor about z = 0, as a height field or as a mesh of its triangles with their diagonals
// the other way.
spatial::Shape rough_floor(Draw& draw) {
  constexpr int kCells = 8;
  constexpr double kCell = 0.5;
  Eigen::MatrixXd heights(kCells + 1, kCells + 1);
  const double rough = 0.05 * std::floor(draw(0, 3));
  for (double& height : heights.reshaped()) height = rough * draw(-1, 1);
  if (draw.coin()) return spatial::height_field(heights, kCell, kCell);
  std::vector<Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int i = 0; i <= kCells; ++i)
    for (int j = 0; j <= kCells; ++j) vertices.push_back({kCell * i, kCell * j, heights(i, j)});
  for (int i = 0; i < kCells; ++i)
    for (int j = 0; j < kCells; ++j) {
      const int at = i * (kCells + 1) + j, next = at + kCells + 1;
      triangles.push_back({at, next, next + 1});
      triangles.push_back({at, next + 1, at + 1});
    }
  return spatial::triangle_mesh(vertices, triangles);
}

void add_falling(ModelBuilder& builder, Draw& draw) {
  builder.set_gravity({0, 0, draw.coin() ? -9.81 : 0});
  const double mu = std::max(0.0, draw(-0.5, 1));
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.allow_start_overlap();
}

// One to three solids in the floor by 5 to 60 % of their size.
Model in_floor(Draw& draw) {
  ModelBuilder builder;
  add_falling(builder, draw);
  builder.add_body(
      {.kind = BodyKind::spatial_fixed,
       .spatial = {.pose = {.p = {-2, -2, 0}}, .shapes = {{.shape = rough_floor(draw)}}}});
  const int count = 1 + static_cast<int>(draw(0, 3));
  for (int i = 0; i < count; ++i) {
    const double size = draw(0.05, 0.2);
    BodyDef body{.kind = BodyKind::spatial, .mass = draw(0.5, 20)};
    body.spatial.pose = {{draw(-0.6, 0.6), draw(-0.6, 0.6), size * (1 - 2 * draw(0.05, 0.6))},
                         any_turn(draw)};
    body.spatial.center_of_mass = Vector3d::Zero();
    body.spatial.shapes = {{.shape = solid(draw, size)}};
    builder.add_body(body);
  }
  return builder.build().value();
}

// Two to five bodies of up to three solids each, in each other and in a floor, if there is one.
Model heap_of_compounds(Draw& draw, bool floor_is_first) {
  ModelBuilder builder;
  add_falling(builder, draw);
  const bool on_plane = draw.coin();
  const BodyDef floor{
      .kind = BodyKind::spatial_fixed,
      .spatial = {.pose = {.p = {0, 0, on_plane ? 0 : -0.5}},
                  .shapes = {{.shape = on_plane ? spatial::Shape(spatial::HalfSpace{})
                                                : spatial::box(4, 4, 1)}}}};
  const bool has_floor = on_plane || draw.coin();
  if (has_floor && floor_is_first) builder.add_body(floor);
  const int count = 2 + static_cast<int>(draw(0, 4));
  for (int i = 0; i < count; ++i) {
    BodyDef body{.kind = BodyKind::spatial, .mass = draw(0.5, 20)};
    body.spatial.pose = {{draw(-0.15, 0.15), draw(-0.15, 0.15), draw(-0.1, 0.3)}, any_turn(draw)};
    const int pieces = 1 + static_cast<int>(draw(0, 3));
    for (int k = 0; k < pieces; ++k)
      body.spatial.shapes.push_back(
          {.shape = solid(draw, draw(0.05, 0.2)),
           .pose = {0.1 * Vector3d(draw(-1, 1), draw(-1, 1), draw(-1, 1)), any_turn(draw)}});
    builder.add_body(body);
  }
  if (has_floor && !floor_is_first) builder.add_body(floor);
  return builder.build().value();
}

// The impulses of a step do the work ½ λ·(u⁺ + u⁻) = λ·u⁺ - ½ λ·W λ, of which friction has no gain
// and normal rows have u⁺ = speed of recovery: no more than twice the push-out work, which counts
// half.
struct End {
  double penetration = 0.0;  // m
  bool told = false;         // that something was not pushed out
  double lowest = 0.0;       // m
  double speed = 0.0;        // m/s or rad/s, of what no force acts on
};

End come_out(const Model& model, double dt, double duration) {
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  const double start = energy(model, state);
  double pushed = 0;
  End end;
  while (state.time < duration) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    CHECK(!report.uncertified);
    pushed += report.certificate.push_out_work;
    const double after = report.certificate.energy_after;
    REQUIRE(after - start <= 2 * pushed + 1e-6 * (std::abs(start) + std::abs(after)));
    end.penetration = report.certificate.penetration;
    end.told = end.told || !report.message.empty();
  }
  if (model.gravity.isZero()) end.speed = state.v.lpNorm<Eigen::Infinity>();
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
    if (model.bodies[i].is_dynamic())
      end.lowest = std::min(end.lowest, spatial_pose(model, state, {i}).p.z());
  return end;
}

}  // namespace

// Two turn, as they come out, until they are behind the surface.
TEST_CASE("what starts deep in a mesh or a height field comes out of it") {
  int out = 0, told = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const Model model = in_floor(draw);
    const End end = come_out(model, draw(0.002, 0.01), 0.5);
    const bool is_out = end.penetration < 0.005 && end.lowest > -0.2;
    out += is_out;
    told += !is_out && end.told;
  }
  CHECK(out >= 290);
  CHECK(out + told >= 298);
}

TEST_CASE("compounds that start deep in each other part along one direction each and stay there") {
  int out = 0, kept = 0;
  for (unsigned seed = 0; seed < 80; ++seed) {
    CAPTURE(seed);
    Draw draw(1000 + seed / 2);
    const Model model = heap_of_compounds(draw, seed % 2 == 0);
    const End end = come_out(model, draw(0.002, 0.01), 0.6);
    CHECK((end.penetration < 0.005 || end.told));
    out += end.penetration < 0.005;
    kept += end.speed > 1e-9;
  }
  CHECK(out >= 78);
  CHECK(kept <= 14);  // of what turns far, or is pushed in halves of a step
}

}  // namespace perpend
