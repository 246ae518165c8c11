// SPDX-License-Identifier: Apache-2.0
#include "dynamics/bodies/kinetics.hpp"

#include <doctest/doctest.h>

#include "dynamics/joint_models.hpp"
#include "perpend/dynamics/energy.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

const Vector3d kGravity(0.3, -9, 4);

// Bodies of prescribed motion and fixed ones before, between and behind those that forces move.
Model one_of_each() {
  testing::Random random(11);
  ModelBuilder builder;
  builder.set_gravity(kGravity);
  const Motion motion{.velocity = {1, 2, 3}, .omega = {4, 5, 6}};
  builder.add_body({.kind = BodyKind::kinematic, .motion = {.velocity = {1, 2, 3}}});
  builder.add_body(testing::planar_body(random));
  builder.add_body({.kind = BodyKind::spatial_kinematic, .motion = motion});
  builder.add_body({.kind = BodyKind::fixed});
  builder.add_body({.kind = BodyKind::particle, .mass = 0.7});
  builder.add_body(testing::spatial_body(random));
  builder.add_body({.kind = BodyKind::spatial_particle, .mass = 0.9});
  builder.add_body({.kind = BodyKind::spatial_fixed});
  builder.add_body({.kind = BodyKind::kinematic, .motion = {.velocity = {1, 2, 3}}});
  return builder.build().value();
}

}  // namespace

TEST_CASE("gravity pulls at the centre of what forces move, and at nothing else") {
  const Model model = one_of_each();
  const State state = initial_state(model);
  VectorXd force;
  applied_force(model, state.q, state.v, force);
  VectorXd expected = VectorXd::Zero(model.dof());
  const auto pull = [&](int body, double mass, int lines) {
    expected.segment(model.bodies[body].v_offset, lines) = mass * kGravity.head(lines);
  };
  pull(1, 1.3, 2), pull(4, 0.7, 2), pull(5, 1.7, 3), pull(6, 0.9, 3);
  CHECK(force == expected);
}

TEST_CASE("the energy is that of what forces move, at their poses and velocities") {
  const Model model = one_of_each();
  State state = initial_state(model);
  testing::Random random(12);
  double expected = 0;
  const auto add = [&](int body, double mass, int lines) {
    const Body& at = model.bodies[body];
    const Vector3d velocity = random.vector(), p = random.vector();
    state.v.segment(at.v_offset, lines) = velocity.head(lines);
    state.q.segment(at.q_offset, lines) = p.head(lines);
    expected += 0.5 * mass * velocity.head(lines).squaredNorm() -
                mass * kGravity.head(lines).dot(p.head(lines));
  };
  add(1, 1.3, 2), add(4, 0.7, 2), add(5, 1.7, 3), add(6, 0.9, 3);
  state.v[model.bodies[1].v_offset + 2] = 3;
  expected += 0.5 * 0.4 * 9;
  const Vector3d omega = random.vector();
  state.v.segment<3>(model.bodies[5].v_offset + 3) = omega;
  const Vector3d turned = spatial_pose(model, state, {5}).r.conjugate() * omega;
  expected += 0.5 * turned.dot(Vector3d(0.3, 0.4, 0.5).cwiseProduct(turned));
  CHECK(energy(model, state) == relative(expected));
}

}  // namespace perpend
