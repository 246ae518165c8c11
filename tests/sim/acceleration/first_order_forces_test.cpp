// SPDX-License-Identifier: Apache-2.0
// Where force is mass times velocity: from rest, velocities are what accelerations are elsewhere.
#include <doctest/doctest.h>

#include "perpend/sim/acceleration.hpp"
#include "perpend/sim/first_order.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/mechanisms.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

// s: too short to reach anything.
constexpr double kStep = 1e-6;

// A mechanism that moved, at rest; projection leaves its joints closed.
State stopped(const Model& model) {
  Simulator simulator(model, {.dt = 2e-3, .drift = DriftControl::projection});
  State state = initial_state(model);
  for (int k = 0; k < 60; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
  state.v.setZero();
  return state;
}

Model at_rest(Model model) {
  for (Body& body : model.bodies)
    if (body.is_kinematic()) body.details->motion = {};
  return model;
}

void check_near(const VectorXd& found, const VectorXd& expected) {
  const double size = 1 + expected.lpNorm<Eigen::Infinity>();
  CHECK_MESSAGE((found - expected).lpNorm<Eigen::Infinity>() < 1e-6 * size, found.transpose(),
                " and not ", expected.transpose());
}

// dq/dt of a step, of bodies in space with twice the vector of the turn.
VectorXd rates(const Model& model, const State& before, const State& after) {
  VectorXd v = VectorXd::Zero(model.dof());
  const auto turn = [](const Body& body, const State& state) {
    const double* r = state.q.data() + body.q_offset + 3;
    return Eigen::Quaterniond(r[0], r[1], r[2], r[3]);
  };
  for (const Body& body : model.bodies) {
    const int lines = body.has_quaternion() ? 3 : body.dof;
    v.segment(body.v_offset, lines) = (after.q - before.q).segment(body.q_offset, lines) / kStep;
    if (!body.has_quaternion()) continue;
    const Eigen::Quaterniond r = turn(body, after) * turn(body, before).conjugate();
    v.segment<3>(body.v_offset + 3) = 2 * (r.w() < 0 ? -1.0 : 1.0) * r.vec() / kStep;
  }
  return v;
}

VectorXd along_coordinates(const Model& model, std::span<const TouchForce> touches) {
  VectorXd sum = VectorXd::Zero(model.joint_coordinates);
  for (const TouchForce& touch : touches)
    if (touch.kind != TouchKind::contact)
      sum[model.joints[touch.joint.index].first_coordinate + touch.coordinate] += touch.force.x();
  return sum;
}

// Contact forces on each body, and their moments about the origin.
VectorXd loads(const Model& model, std::span<const TouchForce> touches) {
  VectorXd sum = VectorXd::Zero(6 * static_cast<Eigen::Index>(model.bodies.size()));
  for (const TouchForce& touch : touches)
    for (const auto& [body, sign] : {std::pair(touch.a.index, -1.0), {touch.b.index, 1.0}}) {
      if (touch.kind != TouchKind::contact) continue;
      sum.segment<3>(6 * body) += sign * touch.force;
      sum.segment<3>(6 * body + 3) += sign * touch.point.cross(touch.force);
    }
  return sum;
}

// What gravity adds is given as a force.
void check_against_accelerations(Draw& draw, const Model& model, const State& state) {
  Vector3d more = mechanisms::vector(draw, 1);
  if (model.bodies[0].is_planar()) more.z() = 0;
  Model heavier = model;
  heavier.gravity += more;
  const ContactForces expected = contact_forces(heavier, state);
  REQUIRE(expected.status == InstantStatus::solved);
  VectorXd force = VectorXd::Zero(model.dof());
  for (const Body& body : model.bodies) {
    const int lines = std::min(body.dof, body.is_planar() ? 2 : 3);
    force.segment(body.v_offset, lines) = body.mass * more.head(lines);
  }
  FirstOrderStepper stepper(model);
  stepper.set_force(force);
  State after = state;
  REQUIRE(stepper.step(after, kStep).status == InstantStatus::solved);
  check_near(after.v, expected.acceleration);
  check_near(rates(model, state, after), after.v);
  check_near(stepper.joint_forces(), expected.joint_forces);
  check_near(along_coordinates(model, stepper.touches()),
             along_coordinates(model, expected.touches));
  check_near(loads(model, stepper.touches()), loads(model, expected.touches));
}

// Balls and round particles on slopes that they roll and slide down.
Model balls_on_slope(Draw& draw, bool in_space) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.3, .mu_k = 0.3}});
  builder.add_material({.name = "ice", .self = {.mu_s = 0.02, .mu_k = 0.02}});
  const Eigen::Quaterniond r = mechanisms::rotation(draw);
  if (in_space) builder.set_gravity(r * Vector3d(draw(-5, 5), draw(-5, 5), -9));
  if (!in_space) builder.set_gravity({draw(-5, 5), -9, 0});
  BodyDef plate{.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}};
  if (in_space)
    plate = {.kind = BodyKind::spatial_fixed,
             .spatial = {.pose = {{0, 0, 0}, r}, .shapes = {{spatial::box(4, 4, 2)}}}};
  for (int k = 0; k < 4; ++k) {
    const double radius = draw(0.1, 0.2);
    BodyDef ball{.kind = k < 2 ? BodyKind::rigid : BodyKind::particle,
                 .mass = draw(0.5, 2),
                 .material = k % 2 ? "ice" : ""};
    ball.pose.p = {k - 1.5, radius};
    if (in_space) {
      ball.kind = k < 2 ? BodyKind::spatial : BodyKind::spatial_particle;
      ball.spatial.pose.p = r * Vector3d(k - 1.5, draw(-1, 1), 1 + radius);
      ball.spatial.shapes = {{spatial::Sphere{radius}}};
    } else {
      ball.shapes = {{planar::Disc{radius}}};
    }
    if (k == 1) builder.add_body(plate);
    builder.add_body(ball);
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("chains at rest get the velocities and joint forces of their accelerations") {
  for (int seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Draw draw(1800 + static_cast<unsigned>(seed));
    const Model model =
        at_rest(mechanisms::chain_with(draw, seed < 12, seed, {.motors = false, .limits = false})
                    .build()
                    .value());
    check_against_accelerations(draw, model, stopped(model));
  }
}

TEST_CASE("chains at rest on limits get the velocities of their accelerations") {
  for (int seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    Draw draw(1900 + static_cast<unsigned>(seed));
    const Model model = at_rest(
        mechanisms::chain_with(draw, seed % 2 == 0, seed, {.motors = false}).build().value());
    check_against_accelerations(draw, model, initial_state(model));
  }
}

TEST_CASE("what lies on a slope gets the velocities of its accelerations") {
  for (int seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    Draw draw(2000 + static_cast<unsigned>(seed));
    const Model model = balls_on_slope(draw, seed % 2 == 0);
    check_against_accelerations(draw, model, initial_state(model));
  }
}

}  // namespace perpend
