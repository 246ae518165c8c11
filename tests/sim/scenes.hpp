// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::scenes {

inline BodyDef ground(double slope = 0.0) {
  return {.name = "ground",
          .kind = BodyKind::fixed,
          .shapes = {{.shape = planar::HalfPlane{{-std::sin(slope), std::cos(slope)}}}}};
}

/// A box of 1 m × 0.5 m resting with its long side on the slope through the origin.
inline Model box_on_slope(double slope, double mu, const Eigen::Vector2d& velocity = {0, 0}) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = 0}});
  builder.add_body(ground(slope));
  const Eigen::Vector2d normal(-std::sin(slope), std::cos(slope));
  const Eigen::Vector2d along(std::cos(slope), std::sin(slope));
  const Eigen::Vector2d v = velocity.x() * along + velocity.y() * normal;
  builder.add_body({.name = "box",
                    .pose = {0.25 * normal, slope},
                    .velocity = {v.x(), v.y(), 0},
                    .shapes = {{.shape = planar::box(1, 0.5)}}});
  return builder.build().value();
}

/// Boxes of side 1 m on the ground, one on the other; masses as given, bottom first.
inline Model stack(std::initializer_list<double> masses) {
  ModelBuilder builder;
  builder.add_body(ground());
  double y = 0.5;
  for (const double mass : masses)
    builder.add_body(
        {.pose = {{0, y++}, 0}, .shapes = {{.shape = planar::box(1, 1)}}, .mass = mass});
  return builder.build().value();
}

/// Steps until `duration`; returns the worst certificate seen and stops where a step fails.
struct Run {
  StepStatus status = StepStatus::ok;
  double residual = 0, velocity_residual = 0, cone_excess = 0, wrong_way = 0, penetration = 0;
  double joint_gap = 0, momentum_error = 0;
  int steps = 0;
};

inline Run simulate(Simulator& simulator, State& state, double duration) {
  Run run;
  const double end = state.time + duration - 0.5 * simulator.options().dt;
  while (state.time < end && run.status == StepStatus::ok) {
    const StepReport report = simulator.step(state);
    const StepCertificate& c = report.certificate;
    run.status = report.status;
    run.residual = std::max(run.residual, c.residual);
    run.velocity_residual = std::max(run.velocity_residual, c.velocity_residual);
    run.cone_excess = std::max(run.cone_excess, c.cone_excess);
    run.wrong_way = std::max(run.wrong_way, c.wrong_way);
    run.penetration = std::max(run.penetration, c.penetration);
    run.joint_gap = std::max(run.joint_gap, c.joint_gap);
    run.momentum_error = std::max(run.momentum_error, c.momentum_error);
    ++run.steps;
  }
  return run;
}

}  // namespace perpend::scenes
