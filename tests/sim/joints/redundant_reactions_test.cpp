// SPDX-License-Identifier: Apache-2.0
// Reactions of joints that repeat each other, against those of the same linkage in the plane.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

Eigen::Quaterniond any_rotation(Draw& draw) {
  const double w = draw(-1, 1), x = draw(-1, 1), y = draw(-1, 1);
  return Eigen::Quaterniond(w, x, y, draw(-1, 1)).normalized();
}

// A four-bar linkage, in the plane or with its plane anywhere in space.
struct FourBar {
  Eigen::Vector2d at[4];  // m: pins, the first and the last on the ground
  double mass[3], inertia[3];
  Eigen::Isometry3d frame;
  Eigen::Quaterniond axes[3];  // principal, of the bodies in space
};

FourBar any_four_bar(Draw& draw, bool tilted) {
  FourBar bar;
  bar.frame = Eigen::Isometry3d(any_rotation(draw));
  bar.frame.pretranslate(Vector3d(draw(-5, 5), draw(-5, 5), 0));
  const double x[] = {0, 0.3, 1.3, 1.5}, y[] = {0, 0.8, 1, 0};
  for (int i = 0; i < 4; ++i) bar.at[i] = {x[i] + draw(-0.2, 0.2), y[i] + draw(-0.2, 0.2)};
  for (int i = 0; i < 3; ++i) {
    bar.mass[i] = draw(0.5, 5);
    bar.inertia[i] = bar.mass[i] * draw(0.05, 0.2);
    bar.axes[i] = tilted ? any_rotation(draw) : Eigen::Quaterniond(bar.frame.linear());
  }
  return bar;
}

Model in_plane(const FourBar& bar) {
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  BodyId before = kWorld;
  for (int i = 0; i < 4; ++i) {
    BodyDef def{.mass = bar.mass[i % 3], .inertia = bar.inertia[i % 3]};
    if (i < 3) def.pose.p = 0.5 * (bar.at[i] + bar.at[i + 1]);
    const BodyId rod = i < 3 ? builder.add_body(def) : kWorld;
    builder.add_joint({.kind = JointKind::pin,
                       .a = i < 3 ? rod : before,
                       .b = i < 3 ? before : kWorld,
                       .anchor = {bar.at[i].x(), bar.at[i].y(), 0}});
    before = rod;
  }
  return builder.build().value();
}

// With what the planar bodies have about the axes of the pins.
Model in_space(const FourBar& bar) {
  const auto place = [&](const Eigen::Vector2d& p) {
    return Vector3d(bar.frame * Vector3d(p.x(), p.y(), 0));
  };
  ModelBuilder builder;
  builder.set_gravity(bar.frame.linear() * Vector3d(0, -9.81, 0));
  BodyId before = kWorld;
  for (int i = 0; i < 4; ++i) {
    const Vector3d axis = bar.frame.linear() * Vector3d::UnitZ();
    BodyDef def{.kind = BodyKind::spatial, .mass = bar.mass[i % 3]};
    if (i < 3) def.spatial.pose = {place(0.5 * (bar.at[i] + bar.at[i + 1])), bar.axes[i]};
    const Vector3d own = bar.axes[i % 3].conjugate() * axis, principal(1, 1.1, 1.2);
    def.spatial.inertia = (bar.inertia[i % 3] / own.cwiseAbs2().dot(principal) * principal)
                              .asDiagonal()
                              .toDenseMatrix();
    const BodyId rod = i < 3 ? builder.add_body(def) : kWorld;
    builder.add_joint({.kind = JointKind::pin,
                       .a = i < 3 ? rod : before,
                       .b = i < 3 ? before : kWorld,
                       .anchor = place(bar.at[i]),
                       .axis = axis});
    before = rod;
  }
  return builder.build().value();
}

}  // namespace

// Pins that repeat each other would answer the rounding of their errors, divided by the step twice:
// at 0.1 ms by hundreds of times the weight. Across the plane they share what has the least norm by
// rows of the world; tilted bodies need forces there besides.
TEST_CASE("pins of a four-bar in space bear what pins in the plane do, at any step") {
  Draw draw(52);
  for (int round = 0; round < 24; ++round) {
    const bool tilted = round % 3 == 2;
    CAPTURE(round);
    const FourBar bar = any_four_bar(draw, tilted);
    const double dt = std::pow(10, draw(-4, -2.7));
    const Model plane = in_plane(bar), space = in_space(bar);
    Simulator flat(plane, {.dt = dt}), deep(space, {.dt = dt});
    State a = initial_state(plane), b = initial_state(space);
    double most = 0, apart = 0, across = 0;
    for (int k = 0; a.time < 0.4; ++k) {
      REQUIRE(flat.step(a).uncertified == 0);
      REQUIRE(deep.step(b).uncertified == 0);
      for (int j = 0; j < 4; ++j) {
        const Vector3d want = flat.joint_reaction({j}).force;
        const Vector3d got = bar.frame.linear().transpose() * deep.joint_reaction({j}).force;
        most = std::max(most, want.norm());
        apart = std::max(apart, (got - want).head<2>().norm());
        across = std::max(across, std::abs(got.z()));
      }
    }
    CAPTURE(dt);
    CHECK(apart < 1e-3 * most);
    CHECK(across < (tilted ? 10 : 0.1) * most);
  }
}

}  // namespace perpend
