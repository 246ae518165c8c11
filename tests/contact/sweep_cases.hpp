// SPDX-License-Identifier: Apache-2.0
// Bodies that sweep, for tests of when they meet.
#pragma once

#include <doctest/doctest.h>

#include "contact/sweep.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend::sweep_cases {

using Eigen::Vector3d;

/// A wall 0.2 m thick at the origin and one body.
inline Model wall_and(const BodyDef& body) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body({.kind = BodyKind::spatial_fixed,
                    .spatial = {.shapes = {{.shape = spatial::box(0.2, 4, 4)}}}});
  builder.add_body(body);
  return builder.build().value();
}

inline BodyDef thrown(const spatial::Shape& shape, const Vector3d& at, const Vector3d& v,
                      const Vector3d& omega = {0, 0, 0}) {
  return {
      .kind = BodyKind::spatial,
      .spatial = {.pose = {.p = at}, .velocity = v, .omega = omega, .shapes = {{.shape = shape}}}};
}

inline Model bar_and(const BodyDef& bar, const BodyDef& body) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.allow_start_overlap();
  builder.add_body(bar);
  builder.add_body(body);
  return builder.build().value();
}

inline std::optional<double> first_overlap(const Model& model, double duration, double ahead = 0) {
  State state = initial_state(model);
  state.q[model.bodies[1].q_offset] += ahead;
  Collider collider(model);
  Sweep sweep(model);
  sweep.start(state, state.v);
  return sweep.first_overlap(collider, 0, 1, duration);
}

}  // namespace perpend::sweep_cases
