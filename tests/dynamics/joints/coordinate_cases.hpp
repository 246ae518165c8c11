// SPDX-License-Identifier: Apache-2.0
// A joint coordinate with a spring, damper or motor, for tests of its rows.
#pragma once

#include <doctest/doctest.h>

#include <Eigen/LU>
#include <vector>

#include "dynamics/joint_models.hpp"
#include "dynamics/joints/coordinate_rows.hpp"

namespace perpend::coordinate_cases {

inline constexpr double kMass = 1.3, kStep = 0.01;

/// A slider along x of the world with one coordinate; v is its velocity.
inline Model slider(const CoordinateDef& def) {
  ModelBuilder builder;
  const BodyId a = builder.add_body({.mass = kMass, .inertia = 0.4});
  builder.add_joint({.kind = JointKind::prismatic, .a = a, .coordinates = {def}});
  return builder.build().value();
}

struct Rows {
  RowPool pool;
  std::vector<CoordinateRow> rows;
  Rows(const Model& model, const State& state) {
    append_coordinate_rows(model, state, kStep, pool, rows);
  }
};

inline State slider_at(const Model& model, double x, double v) {
  State state = initial_state(model);
  state.q[0] = x;
  state.v[0] = v;
  return state;
}

/// Half a drift, the kick of the only row without bounds, the other half.
inline void step(const Model& model, State& state) {
  state.q[0] += 0.5 * kStep * state.v[0];
  const Rows at(model, state);
  REQUIRE(at.rows.size() == 1);
  const CoordinateRow& row = at.rows[0];
  const double lambda = -(state.v[0] + row.bias) / (1 / kMass + row.compliance);
  state.v[0] += lambda / kMass;
  state.q[0] += 0.5 * kStep * state.v[0];
}

}  // namespace perpend::coordinate_cases
