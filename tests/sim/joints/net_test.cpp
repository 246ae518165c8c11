// SPDX-License-Identifier: Apache-2.0
// Nets of balls on threads, which nearly depend on each other where the net is flat.
#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// `count` by `count` balls, each on threads to its neighbours, level at `height`.
void add_net(ModelBuilder& builder, int count, double pitch, double height) {
  const auto place = [&](int i, int j) -> Vector3d {
    return {pitch * (i - 0.5 * (count - 1)), pitch * (j - 0.5 * (count - 1)), height};
  };
  std::vector<BodyId> balls;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      BodyDef ball{.kind = BodyKind::spatial, .mass = 0.05};
      ball.spatial.pose.p = place(i, j);
      ball.spatial.shapes = {{.shape = spatial::Sphere{0.25 * pitch}}};
      balls.push_back(builder.add_body(ball));
    }
  const auto tie = [&](int i, int j, int k, int l) {
    if (k == count || l == count) return;
    builder.add_joint({.kind = JointKind::distance,
                       .a = balls[i * count + j],
                       .b = balls[k * count + l],
                       .anchor = place(i, j),
                       .anchor_b = place(k, l)});
  };
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) tie(i, j, i + 1, j), tie(i, j, i, j + 1);
}

}  // namespace

// The solver took the rounding of its joints for motion: one step in ten was inexact.
TEST_CASE("nets that fall over a ball come to lie on the ground, every step certified") {
  std::mt19937 generator(3);
  for (int n = 0; n < 3; ++n) {
    CAPTURE(n);
    std::uniform_real_distribution<double> any(-1, 1);
    ModelBuilder builder;
    builder.set_gravity({0, 0, -9.81});
    builder.add_material({.name = "default", .self = {.mu_s = 0.6, .mu_k = 0.6}});
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
    const double pitch = 0.12 + 0.02 * any(generator), radius = 0.06 + 0.02 * any(generator);
    BodyDef ball{.kind = BodyKind::spatial_fixed};
    ball.spatial.pose.p = {0.1 * any(generator), 0.1 * any(generator), 0.0};
    ball.spatial.shapes = {{.shape = spatial::Sphere{radius}}};
    builder.add_body(ball);
    add_net(builder, 7, pitch, radius + 0.3 * pitch);
    const Model model = builder.build().value();
    State state = initial_state(model);
    Simulator simulator(model, {.dt = 1.0 / 240});
    int inexact = 0;
    for (int k = 0; k < 240; ++k) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.uncertified + report.halvings == 0);
      CHECK(report.certificate.joint_gap < 1e-3);
      inexact += report.inexact;
    }
    CHECK(inexact == 0);
  }
}

}  // namespace perpend
