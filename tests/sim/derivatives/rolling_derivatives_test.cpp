// SPDX-License-Identifier: Apache-2.0
// Derivatives of a step in which points of contact run over curved bodies, beside differences.
#include "sim/derivatives/finite_differences.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using differences::after, differences::check_all, differences::Step;
using Eigen::Vector3d, Eigen::VectorXd;

Vector3d draw_vector(Draw& draw, double size) {
  const double x = draw(-size, size), y = draw(-size, size);
  return {x, y, draw(-size, size)};
}

Eigen::Quaterniond draw_rotation(Draw& draw) {
  const double w = draw(-1, 1), x = draw(-1, 1), y = draw(-1, 1);
  return Eigen::Quaterniond(w, x, y, draw(-1, 1)).normalized();
}

enum class Ground { level, tilted, turntable, overlapped };

spatial::Shape shape_of(int kind, Draw& draw) {
  if (kind == 0) return spatial::Ellipsoid{{draw(0.1, 0.3), draw(0.1, 0.3), draw(0.1, 0.3)}};
  if (kind == 1) return spatial::Cylinder{draw(0.05, 0.2), draw(0.1, 0.2)};
  return spatial::Cone{draw(0.1, 0.2), draw(0.1, 0.2)};
}

SpatialDef ground_of(Ground kind) {
  SpatialDef ground{.shapes = {{spatial::HalfSpace{}}}};
  if (kind == Ground::tilted)
    ground.pose.r = Eigen::AngleAxisd(0.2, Vector3d(0.6, 0.8, 0)) * Eigen::Quaterniond::Identity();
  if (kind == Ground::turntable) ground.omega = {0, 0, 1.5};
  return ground;
}

// A body above the ground or `deep` in it, which spins and slips.
Model thrown(const spatial::Shape& shape, Ground kind, Draw& draw) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  const double mu = draw(0.1, 0.8);
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.add_body(
      {.name = "ground",
       .kind = kind == Ground::turntable ? BodyKind::spatial_kinematic : BodyKind::spatial_fixed,
       .spatial = ground_of(kind)});
  builder.add_body({.name = "body",
                    .kind = BodyKind::spatial,
                    .spatial = {.pose = {.p = {0.2, 0.1, 0.42}, .r = draw_rotation(draw)},
                                .velocity = draw_vector(draw, 1),
                                .omega = draw_vector(draw, 3),
                                .shapes = {{shape}}}});
  return builder.build().value();
}

// Some steps after it first touched the ground. Placed 1e-5 m in it, a step takes its geometry at
// its start.
Step rolling(Model model, Ground kind, int steps) {
  const SimulationOptions options{.dt = 0.002};
  Simulator simulator(model, options);
  State state = initial_state(model);
  for (int k = 0; k < 1000 && simulator.contacts().empty(); ++k) simulator.step(state);
  for (int k = 0; k < steps; ++k) simulator.step(state);
  if (kind == Ground::overlapped) state.q[model.bodies[1].q_offset + 2] -= 1e-5;
  Step step{std::move(model), options, std::move(state)};
  step.length = 3e-7;  // what pushes out is curved
  return step;
}

// Whether what rotation closes within the step counts as constant.
bool names_rotation(const StepDerivatives& d) {
  return std::ranges::any_of(d.constant, [](const std::string& what) {
    return what.starts_with("how rotation within the step closes");
  });
}

}  // namespace

TEST_CASE("ellipsoids, cylinders and cones that roll and slip, beside differences") {
  int regular = 0;
  for (int seed = 0; seed < 48; ++seed) {
    CAPTURE(seed);
    Draw draw(7000 + seed);
    const auto kind = static_cast<Ground>(seed / 3 % 4);
    const spatial::Shape shape = shape_of(seed % 3, draw);
    const Step step = rolling(thrown(shape, kind, draw), kind, 3 + seed % 20);
    const StepDerivatives d = differences::derivatives(step);
    REQUIRE(d.status != DerivativeStatus::failed);
    // Two points of a cylinder that lies tie for the plane of friction.
    if (d.status != DerivativeStatus::regular || d.sliding + d.sticking != 1) continue;
    ++regular;
    check_all(step, 2e-5);
  }
  CHECK(regular >= 30);
}

// What rotation takes from a gap is solved for and no part of the equations of a kick.
TEST_CASE("a cylinder whose rim comes down within the step has partial derivatives") {
  int named = 0;
  for (int seed = 0; seed < 40; ++seed) {
    Draw draw(7100 + seed);
    const Model model = thrown(shape_of(seed % 3, draw), Ground::level, draw);
    Simulator simulator(model, {.dt = 0.01});
    State state = initial_state(model);
    for (int k = 0; k < 200; ++k) {
      const StepDerivatives d = simulator.derivatives(state);
      if (names_rotation(d)) {
        ++named;
        CHECK(d.status == DerivativeStatus::partial);
      }
      simulator.step(state);
    }
  }
  CHECK(named > 0);
}

}  // namespace perpend
