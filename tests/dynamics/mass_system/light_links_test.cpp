// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics of mechanisms with links that hardly weigh.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "perpend/dynamics/inverse_dynamics.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

// Rods of 1 m, 2 kg and 3 kg, with a knuckle of that moment of inertia between them; the angles
// about it add up. The lower rod is turned by `bend` against the upper one.
Model knuckled_arm(double lightness, double bend) {
  ModelBuilder builder;
  const BodyId upper = builder.add_body({.pose = {{0.5, 0}}, .mass = 2.0, .inertia = 2.0 / 12});
  const BodyId knuckle = builder.add_body({.pose = {{1, 0}}, .mass = 1e-6, .inertia = lightness});
  const planar::Pose turned{{1 + 0.5 * std::cos(bend), 0.5 * std::sin(bend)}, bend};
  const BodyId lower = builder.add_body({.pose = turned, .mass = 3.0, .inertia = 3.0 / 12});
  builder.add_joint({.kind = JointKind::pin, .a = upper});
  builder.add_joint({.kind = JointKind::pin, .a = knuckle, .b = upper, .anchor = {1, 0, 0}});
  builder.add_joint({.kind = JointKind::pin, .a = lower, .b = knuckle, .anchor = {1, 0, 0}});
  return builder.build().value();
}

TEST_CASE("the mass matrix does not depend on how light a link is beside its neighbours") {
  std::mt19937 random(22);
  for (const double lightness : {1e-2, 1e-5, 1e-8, 1e-11}) {
    const double bend = std::uniform_real_distribution<double>(-3, 3)(random);
    const Model model = knuckled_arm(lightness, bend);
    const double c = std::cos(bend), I = 1e-6 + lightness;
    Eigen::Matrix3d H;
    H << 4 + 2.0 / 3 + 3 * c + I, 1 + 1.5 * c + lightness, 1 + 1.5 * c,  //
        1 + 1.5 * c + lightness, 1 + lightness, 1,                       //
        1 + 1.5 * c, 1, 1;
    const InverseDynamics dynamics(model, initial_state(model), {{{0}, 0}, {{1}, 0}, {{2}, 0}});
    CAPTURE(lightness);
    CHECK((dynamics.mass_matrix() - H).norm() < 1e-8);
  }
}

}  // namespace
}  // namespace perpend
