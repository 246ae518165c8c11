// SPDX-License-Identifier: Apache-2.0
// Derivatives of steps of mechanisms drawn at random, beside differences.
#include "relative.hpp"
#include "sim/derivatives/finite_differences.hpp"
#include "sim/mechanisms.hpp"

namespace perpend {
namespace {

using differences::after, differences::check_all, differences::Step;
using Eigen::Vector3d, Eigen::VectorXd;

constexpr double kStep = 0.004;

// Forces at points of bodies that turn with them, along coordinates, and on velocities.
HeldInputs some_inputs(Draw& draw, const Model& model) {
  HeldInputs held;
  held.force = VectorXd::Zero(model.dof());
  for (int i = 1; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    held.force[body.v_offset + 1] = draw(-1, 1);
    ForceAt at{.force = mechanisms::vector(draw, 2),
               .torque = mechanisms::vector(draw, 0.3),
               .point = mechanisms::vector(draw, 0.2)};
    if (body.is_planar()) at.force.z() = at.point.z() = at.torque.x() = at.torque.y() = 0;
    at.point_in = draw.coin() ? Frame::body : Frame::world;
    at.force_in = draw.coin() ? Frame::body : Frame::world;
    held.forces.push_back({{i}, at});
  }
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[j];
    if (coordinate_count(joint.kind, joint.in_plane) == 0) continue;
    if (joint.kind == JointKind::spherical && !joint.in_plane) continue;
    held.joint_forces.push_back({{j}, 0, draw(-0.5, 0.5)});
  }
  return held;
}

SimulationOptions some_options(Draw& draw) {
  SimulationOptions options{.dt = kStep, .energy_guard = false};
  if (mechanisms::pick(draw, 4) == 0) options.stepper = Stepper::semi_implicit;
  if (mechanisms::pick(draw, 3) == 0) options.drift = DriftControl::baumgarte;
  options.baumgarte = 0.3;
  return options;
}

void check_chain(Draw& draw, const Model& model, SimulationOptions options) {
  Step step{model, options, initial_state(model), some_inputs(draw, model)};
  const StepDerivatives d = check_all(after(step, 30), 3e-5);
  std::string constant;
  for (const std::string& text : d.constant) constant += text + "; ";
  CHECK_MESSAGE(d.status == DerivativeStatus::regular, constant);
}

}  // namespace

TEST_CASE("chains of any joints in space on a carriage, beside differences") {
  for (int seed = 0; seed < 14; ++seed) {
    CAPTURE(seed);
    Draw draw(900 + static_cast<unsigned>(seed));
    const Model model = mechanisms::chain_with(draw, true, seed, {}).build().value();
    check_chain(draw, model, some_options(draw));
  }
}

TEST_CASE("chains of any joints in the plane on a carriage, beside differences") {
  for (int seed = 0; seed < 16; ++seed) {
    CAPTURE(seed);
    Draw draw(1000 + static_cast<unsigned>(seed));
    const Model model = mechanisms::chain_with(draw, false, seed, {}).build().value();
    check_chain(draw, model, some_options(draw));
  }
}

TEST_CASE("soft joints of chains, beside differences") {
  for (int seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    Draw draw(1100 + static_cast<unsigned>(seed));
    const bool in_space = seed % 2 == 0;
    const Model model = mechanisms::chain_with(draw, in_space, seed, {}).build().value();
    SimulationOptions options = some_options(draw);
    options.drift = DriftControl::stabilised;
    options.joints = {.stiffness = 1e5, .damping = seed % 4 < 2 ? 0.0 : 300.0};
    check_chain(draw, model, options);
  }
}

// Two angles whose sum, with factors, stays.
TEST_CASE("chains with a coupler, beside differences") {
  for (int seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    Draw draw(1200 + static_cast<unsigned>(seed));
    const bool in_space = seed % 2 == 0;
    ModelBuilder builder =
        mechanisms::chain(draw, in_space, {JointKind::pin, JointKind::prismatic, JointKind::pin},
                          {.motors = false, .limits = false});
    builder.add_coupler({.terms = {{.joint = {2}, .factor = 1.5},
                                   {.joint = {0}, .factor = -0.7},
                                   {.joint = {1}, .factor = 0.4}}});
    check_chain(draw, builder.build().value(), some_options(draw));
  }
}

// x_m = q + h/2 v, v⁺ = v - h/m (K x_m + D v), q⁺ = x_m + h/2 v⁺ with a force of any form that a
// callback gives, here one that no spring has.
TEST_CASE("derivatives know the force of a callback") {
  constexpr double kMass = 1.7;
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::particle, .mass = 1});
  builder.add_body({.kind = BodyKind::particle, .pose = {{0.3, -0.2}}, .mass = kMass});
  const Model model = builder.build().value();
  const Eigen::Matrix2d K{{30, 12}, {-7, 50}}, D{{0.4, 0.3}, {-0.2, 0.6}};
  Simulator simulator(model, {.dt = kStep});
  simulator.set_force_callback([&](const State& state, VectorXd& force) {
    force.segment<2>(2) -= K * state.q.segment<2>(2) + D * state.v.segment<2>(2);
  });
  const StepDerivatives d = simulator.derivatives(initial_state(model));
  const Eigen::Matrix2d one = Eigen::Matrix2d::Identity();
  const Eigen::Matrix2d by_q = -kStep / kMass * K;
  const Eigen::Matrix2d by_v = one - kStep / kMass * (0.5 * kStep * K + D);
  CHECK((d.by_state.block<2, 2>(6, 2) - by_q).norm() < 1e-8);
  CHECK((d.by_state.block<2, 2>(6, 6) - by_v).norm() < 1e-8);
  CHECK((d.by_state.block<2, 2>(2, 2) - one - 0.5 * kStep * by_q).norm() < 1e-8);
  CHECK((d.by_state.block<2, 2>(2, 6) - 0.5 * kStep * (one + by_v)).norm() < 1e-8);
  CHECK((d.by_force.block<2, 2>(6, 2) - kStep / kMass * one).norm() < 1e-10);
}

}  // namespace perpend
