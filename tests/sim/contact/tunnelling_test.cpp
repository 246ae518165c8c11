// SPDX-License-Identifier: Apache-2.0
// No convex body goes through a wall, however fast it flies or turns, however thin the wall is and
// long the step.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;

class ShotDraw {
 public:
  explicit ShotDraw(unsigned seed) : engine_(seed) {}
  double between(double lo, double hi) {
    return lo + (hi - lo) * (static_cast<double>(engine_()) / 4294967296.0);
  }
  double log(double lo, double hi) { return std::exp(between(std::log(lo), std::log(hi))); }
  int below(int n) { return static_cast<int>(between(0, n)); }
  Vector3d direction() {
    const double z = between(-1, 1), angle = between(0, 2 * std::numbers::pi);
    const double r = std::sqrt(1 - z * z);
    return {r * std::cos(angle), r * std::sin(angle), z};
  }

 private:
  std::mt19937 engine_;
};

struct Shot {
  double dt, thickness, speed, spin, distance, e;
  Stepper stepper;
};

Shot draw_shot(ShotDraw& draw, bool turns) {
  Shot shot{};
  shot.dt = draw.log(1e-3, 1.0 / 60);
  shot.thickness = draw.log(1e-3, 0.2);
  shot.speed = draw.log(0.5, 1000);
  shot.spin = turns ? draw.log(0.1, 2.0) / shot.dt : 0.0;
  shot.distance = 0.4 + draw.between(0, 2) * shot.speed * shot.dt;
  shot.e = draw.below(2) * draw.between(0, 1);
  shot.stepper = draw.below(2) == 0 ? Stepper::midpoint : Stepper::semi_implicit;
  return shot;
}

planar::Shape draw_outline(ShotDraw& draw) {
  const double r = draw.log(0.01, 0.25);
  switch (draw.below(5)) {
    case 0:
      return planar::Disc{r};
    case 1:
      return planar::ellipse(2 * r, draw.between(0.1, 1) * 2 * r);
    case 2:
      return planar::box(r, draw.between(0.05, 1) * r);
    case 3:
      return planar::capsule(r, draw.between(0.02, 0.5) * r);
    default:
      return planar::regular_polygon(3 + draw.below(6), r);
  }
}

spatial::Shape draw_solid(ShotDraw& draw) {
  const double r = draw.log(0.01, 0.25);
  switch (draw.below(4)) {
    case 0:
      return spatial::Sphere{r};
    case 1:
      return spatial::box(r, draw.between(0.05, 1) * r, draw.between(0.05, 1) * r);
    case 2:
      return spatial::capsule(r, draw.between(0.02, 0.5) * r);
    default:
      return spatial::cylinder(r, draw.between(0.05, 0.7) * r);
  }
}

// The largest x the body reaches before it flies back, from in front of a wall that faces -x.
double farthest(const Model& model, const Shot& shot) {
  Simulator simulator(model, {.dt = shot.dt, .stepper = shot.stepper});
  State state = initial_state(model);
  double x = -HUGE_VAL;
  for (int i = 0; i < 12; ++i) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    x = std::max(x, state.q[model.bodies[1].q_offset]);
  }
  return x;
}

Model planar_shot(ShotDraw& draw, const Shot& shot) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_material({.name = "default", .self = {.mu_s = 0.3, .mu_k = 0.3, .e = shot.e}});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::box(shot.thickness, 1000)}}});
  const double slant = draw.between(-1, 1);
  builder.add_body({.pose = {{-shot.distance, 0}, draw.between(0, 6)},
                    .velocity = {shot.speed * std::cos(slant), shot.speed * std::sin(slant),
                                 draw.below(2) == 0 ? shot.spin : -shot.spin},
                    .shapes = {{.shape = draw_outline(draw)}}});
  return builder.build().value();
}

Model spatial_shot(ShotDraw& draw, const Shot& shot) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_material({.name = "default", .self = {.mu_s = 0.3, .mu_k = 0.3, .e = shot.e}});
  builder.add_body({.kind = BodyKind::spatial_fixed,
                    .spatial = {.shapes = {{.shape = spatial::box(shot.thickness, 1000, 1000)}}}});
  Vector3d along = draw.direction();
  along.x() = std::abs(along.x()) + 0.5;
  const Eigen::AngleAxisd turned(draw.between(0, 3), draw.direction());
  builder.add_body({.kind = BodyKind::spatial,
                    .spatial = {.pose = {{-shot.distance, 0, 0}, Eigen::Quaterniond(turned)},
                                .velocity = shot.speed * along.normalized(),
                                .omega = shot.spin * draw.direction(),
                                .shapes = {{.shape = draw_solid(draw)}}}});
  return builder.build().value();
}

template <typename Shoot>
void check_stopped(Shoot shoot, int shots, unsigned seed, bool turns) {
  ShotDraw draw(seed);
  for (int i = 0; i < shots; ++i) {
    const Shot shot = draw_shot(draw, turns);
    CAPTURE(i);
    CAPTURE(shot.dt);
    CAPTURE(shot.speed);
    CAPTURE(shot.thickness);
    CAPTURE(shot.spin);
    const Model model = shoot(draw, shot);
    const Body& body = model.bodies[1];
    const auto kind = body.is_planar() ? body.details->shapes[0].shape.index()
                                       : body.details->spatial_shapes[0].shape.index();
    CAPTURE(kind);
    CAPTURE(to_string(shot.stepper));
    CHECK(farthest(model, shot) < shot.thickness / 2);
  }
}

// Where a smooth ball is, and how it moves, after it was shot past a thin post at this offset.
Eigen::Vector4d shot_past_post(bool in_space, bool post_first, double offset, double spin) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0, .e = 0}});
  BodyDef post{.kind = BodyKind::fixed, .shapes = {{planar::Disc{0.01}}}};
  BodyDef ball{
      .pose = {{-0.4, offset}}, .velocity = {50, 0, spin}, .shapes = {{planar::Disc{0.1}}}};
  if (in_space) {
    post = {.kind = BodyKind::spatial_fixed,
            .spatial = {.shapes = {{.shape = spatial::Sphere{0.01}}}}};
    ball = {.kind = BodyKind::spatial,
            .spatial = {.pose = {.p = {-0.4, offset, 0}},
                        .velocity = {50, 0, 0},
                        .omega = {0, 0, spin},
                        .shapes = {{.shape = spatial::Sphere{0.1}}}}};
  }
  if (post_first) builder.add_body(post);
  const BodyId id = builder.add_body(ball);
  if (!post_first) builder.add_body(post);
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.01});
  State state = initial_state(model);
  for (int i = 0; i < 3; ++i) REQUIRE(simulator.step(state).status == StepStatus::ok);
  const Vector3d p = spatial_pose(model, state, id).p, v = body_twist(model, state, id).velocity;
  return {p.x(), p.y(), v.x(), v.y()};
}

}  // namespace

TEST_CASE("a smooth ball is deflected by a post as if it did not spin") {
  int deflected = 0;
  for (const bool in_space : {false, true})
    for (const bool post_first : {false, true})
      for (double offset = 0.005; offset < 0.115; offset += 0.005) {
        CAPTURE(in_space);
        CAPTURE(post_first);
        CAPTURE(offset);
        const Eigen::Vector4d still = shot_past_post(in_space, post_first, offset, 0);
        const Eigen::Vector4d spins = shot_past_post(in_space, post_first, offset, 100);
        CHECK((spins - still).norm() < 1e-9);
        deflected += still[3] > 1;
      }
  CHECK(deflected > 20);
}

TEST_CASE("no body goes through a wall: in the plane") {
  check_stopped(planar_shot, 600, 1, false);
}
TEST_CASE("no body that turns goes through a wall: in the plane") {
  check_stopped(planar_shot, 600, 2, true);
}
TEST_CASE("no body goes through a wall: in space") {
  check_stopped(spatial_shot, 400, 3, false);
}
TEST_CASE("no body that turns goes through a wall: in space") {
  check_stopped(spatial_shot, 400, 4, true);
}

}  // namespace perpend
