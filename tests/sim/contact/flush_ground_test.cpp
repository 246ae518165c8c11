// SPDX-License-Identifier: Apache-2.0
// A floor of flush pieces is a floor: what stands or slides on it meets no seam, wherever its sides
// are, however slow it is.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kGravity = 9.81, kTile = 0.5, kDepth = 0.4;
constexpr int kAround = 2;  // tiles on each side of the middle one
constexpr double kSteps[] = {1.0 / 60, 1.0 / 240, 1e-3};

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  double between(double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random_);
  }
  double share(double least, double most) { return std::pow(10, between(least, most)); }
  int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }

 private:
  std::mt19937 random_;
};

std::vector<Vector3d> corners(double x, double y, double z) {
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back(i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
  return corners;
}

// Between regular polygons, the lower one of radius r; its first corner, or a side, is ahead in x.
spatial::Shape prism(int sides, bool side_ahead, double r, double upper, double half) {
  std::vector<Vector3d> points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * (i + (side_ahead ? 0.5 : 0.0)) / sides;
    const double grown = side_ahead ? 1 / std::cos(std::numbers::pi / sides) : 1.0;
    const Vector3d ray = grown * Vector3d(std::cos(angle), std::sin(angle), 0);
    points.push_back(r * ray - half * Vector3d::UnitZ());
    points.push_back(upper * ray + half * Vector3d::UnitZ());
  }
  return spatial::convex_hull(points);
}

// What stands on a flat foot that reaches r ahead, its middle `half` above the ground.
spatial::Shape standing(Draw& draw, double r, double half) {
  const int sides = 3 + draw.below(6);
  const bool side_ahead = draw.below(2) == 0;
  switch (draw.below(5)) {
    case 0:
      return spatial::box(2 * r, 2 * r, 2 * half);
    case 1:
      return spatial::Cylinder{half, r};
    case 2:
      return spatial::Cone{half, r};
    case 3:
      return prism(sides, side_ahead, r, r, half);
    default:
      return prism(sides, side_ahead, r, draw.between(0.8, 1.3) * r, half);
  }
}

// A closed mesh.
spatial::Shape block(double half) {
  const std::array<std::array<int, 3>, 12> triangles{{{0, 2, 1},
                                                      {1, 2, 3},
                                                      {4, 5, 6},
                                                      {5, 7, 6},
                                                      {0, 1, 4},
                                                      {1, 5, 4},
                                                      {2, 6, 3},
                                                      {3, 6, 7},
                                                      {0, 4, 2},
                                                      {2, 4, 6},
                                                      {1, 3, 5},
                                                      {3, 7, 5}}};
  return spatial::triangle_mesh(corners(half, half, kDepth / 2), triangles);
}

// A tile with its top in z = 0 and its middle at x, y.
SpatialShapeDef tile(int kind, double x, double y) {
  const double half = kTile / 2;
  const Vector3d middle(x, y, -kDepth / 2), corner(x - half, y - half, 0);
  switch (kind) {
    case 0:
      return {.shape = spatial::box(kTile, kTile, kDepth), .pose = {.p = middle}};
    case 1:
      return {.shape = spatial::convex_hull(corners(half, half, kDepth / 2)),
              .pose = {.p = middle}};
    case 2:
      return {.shape = block(half), .pose = {.p = middle}};
    case 3:
      return {.shape = spatial::height_field(Eigen::MatrixXd::Zero(2, 2), kTile, kTile),
              .pose = {.p = corner}};
    default:
      return {.shape = spatial::height_field(Eigen::MatrixXd::Zero(4, 3), kTile / 2, kTile / 3),
              .pose = {.p = corner}};
  }
}

// Of one kind or of all, of one body or of many.
void add_ground(Draw& draw, ModelBuilder& builder) {
  const int kind = draw.below(6);
  const bool one_body = draw.below(2) == 0;
  BodyDef ground{.kind = BodyKind::spatial_fixed};
  for (int i = -kAround; i <= kAround; ++i)
    for (int j = -kAround; j <= kAround; ++j) {
      ground.spatial.shapes.push_back(tile(kind == 5 ? draw.below(5) : kind, i * kTile, j * kTile));
      if (one_body) continue;
      builder.add_body(ground);
      ground.spatial.shapes.clear();
    }
  if (one_body) builder.add_body(ground);
}

struct Slide {
  Model model;
  BodyId body;
};

Slide slide(Draw& draw, double mu, const Vector3d& gravity, const Vector3d& p, double r,
            const Vector3d& velocity) {
  ModelBuilder builder;
  builder.set_gravity(gravity);
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  add_ground(draw, builder);
  const double half = draw.between(0.2, 0.8) * r;
  const double yaw = draw.below(3) == 0 ? draw.between(-3, 3) : 0.0;
  const Eigen::Quaterniond turned(Eigen::AngleAxisd(yaw, Vector3d::UnitZ()));
  const BodyId body =
      builder.add_body({.kind = BodyKind::spatial,
                        .mass = 1.0,
                        .spatial = {.pose = {.p = p + half * Vector3d::UnitZ(), .r = turned},
                                    .velocity = velocity,
                                    .shapes = {{.shape = standing(draw, r, half)}}}});
  return {builder.build().value(), body};
}

// Along x, or anywhere.
Vector3d heading(Draw& draw) {
  const double angle = draw.below(2) == 0 ? 0.0 : draw.between(-1.2, 1.2);
  return {std::cos(angle), std::sin(angle), 0};
}

void check_moves(const Slide& slide, double dt, int steps, const auto& velocity_at, double off) {
  Simulator simulator(slide.model, {.dt = dt});
  State state = initial_state(slide.model);
  const Body& body = slide.model.bodies[static_cast<std::size_t>(slide.body.index)];
  const double height = state.q[body.q_offset + 2];
  for (int i = 0; i < steps; ++i) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    REQUIRE((state.v.segment<3>(body.v_offset) - velocity_at(state.time)).norm() <= off);
    REQUIRE(state.v.segment<3>(body.v_offset + 3).norm() <= off);
    REQUIRE(std::abs(state.q[body.q_offset + 2] - height) <= off);
  }
}

}  // namespace

TEST_CASE("what slides over the seams of a flush ground keeps its speed, however slow it is") {
  Draw draw(11);
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const double dt = kSteps[draw.below(3)], speed = draw.share(-3, 0), r = draw.between(0.1, 0.3);
    const Vector3d along = heading(draw);
    const double before = draw.between(0, 20) * speed * dt;
    const Vector3d p(kTile / 2 - r - before, draw.between(-0.3, 0.3), 0);
    const Slide over = slide(draw, 0, {0, 0, -kGravity}, p, r, speed * along);
    const auto kept = [&](double) { return Vector3d(speed * along); };
    check_moves(over, dt, 40, kept, 1e-7 * speed);
  }
}

TEST_CASE("what stands with its sides in seams of a flush slope starts to slide") {
  Draw draw(12);
  for (int i = 0; i < 120; ++i) {
    CAPTURE(i);
    const double dt = kSteps[draw.below(3)], slope = 0.4, mu = draw.between(0, 0.35);
    const double r = draw.below(2) == 0 ? kTile / 2 : kTile / 4;
    const Vector3d along = heading(draw);
    const double beside = draw.below(2) == 0 ? 0.0 : draw.share(-12, -4);
    const Vector3d p(kTile / 2 - r + beside, draw.below(2) * kTile / 4, 0);
    const Vector3d gravity =
        kGravity * (std::sin(slope) * along - std::cos(slope) * Vector3d::UnitZ());
    const Slide down = slide(draw, mu, gravity, p, r, {0, 0, 0});
    const double a = kGravity * (std::sin(slope) - mu * std::cos(slope));
    const auto falling = [&](double time) { return Vector3d(a * time * along); };
    check_moves(down, dt, std::min(60, static_cast<int>(0.2 / dt)), falling, 1e-6);
  }
}

}  // namespace perpend
