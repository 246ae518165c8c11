// SPDX-License-Identifier: Apache-2.0
// Derivatives of two bodies of unlike mass that are welded to each other and stand on one of them
// or on both. On both, friction holds them apart as the weld does: a step has no derivative by what
// opens the weld, since a foot slips then.
#include <algorithm>
#include <cmath>

#include "sim/derivatives/finite_differences.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using differences::check_state, differences::Step;

constexpr double kStep = 0.004;

// A foot of that height, round or square, lifted off the ground.
BodyDef foot(Draw& draw, bool in_space, const Eigen::Vector2d& place, double mass) {
  const bool round = draw.coin();
  const double height = draw(0.05, 0.3), width = height * draw(0.3, 1);
  const double x = place.x(), z = place.y() + height / 2;
  if (!in_space) {
    BodyDef def{.pose = {{x, z}}, .mass = mass};
    def.shapes = {{planar::box(width, height)}};
    if (round) def.shapes = {{planar::Disc{height / 2}}};
    return def;
  }
  BodyDef def{.kind = BodyKind::spatial, .mass = mass};
  def.spatial.pose.p = {x, 0, z};
  def.spatial.shapes = {{spatial::box(width, width, height)}};
  if (round) def.spatial.shapes = {{spatial::Sphere{height / 2}}};
  return def;
}

Step stand(Draw& draw, bool in_space, bool on_both) {
  ModelBuilder builder;
  builder.set_gravity(in_space ? Eigen::Vector3d(0, 0, -9.81) : Eigen::Vector3d(0, -9.81, 0));
  const double mu = draw(0.2, 1.2), ratio = std::exp(draw(std::log(1e3), std::log(1e6)));
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  BodyDef ground{.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}};
  if (in_space)
    ground = {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{spatial::HalfSpace{}}}}};
  builder.add_body(ground);
  const double first = draw.coin() ? ratio : 1.0;
  const Eigen::Vector2d beside(draw(0.32, 0.5), 0), above(draw(-0.01, 0.01), 0.4);
  const BodyId a = builder.add_body(foot(draw, in_space, {0, 0}, first));
  const BodyId b = builder.add_body(foot(draw, in_space, on_both ? beside : above, ratio / first));
  builder.add_joint({.kind = JointKind::weld, .a = a, .b = b});
  Model model = builder.build().value();
  State state = initial_state(model);
  return differences::after({std::move(model), {.dt = kStep}, std::move(state)}, 3);
}

}  // namespace

TEST_CASE("welded feet of unlike mass have derivatives on one foot, and none on both") {
  int regular = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Draw draw(6200 + seed);
    const bool on_both = seed % 4 < 2;
    Step step = stand(draw, seed % 2 == 0, on_both);
    step.length = 1e-7;  // the lighter body rubs at its bound if the weld opens further
    const StepDerivatives d = differences::derivatives(step);
    CHECK(!(on_both && d.status == DerivativeStatus::regular));
    if (d.status != DerivativeStatus::regular) continue;
    ++regular;
    check_state(step, d, 1e-3);
  }
  CHECK(regular > 10);
}

}  // namespace perpend
