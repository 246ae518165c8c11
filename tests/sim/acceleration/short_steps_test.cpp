// SPDX-License-Identifier: Apache-2.0
// Forces of instants beside the impulses of steps so short that they are forces.
#include <doctest/doctest.h>

#include "perpend/dynamics/measure.hpp"
#include "perpend/sim/acceleration_simulator.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/mechanisms.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

// Steps end with rows that hold to second order: 1 cm/s are no touch that comes or goes.
constexpr double kStep = 2e-5;
constexpr InstantThresholds kThresholds{
    .contact_gap = 1e-5, .rest_speed = 1e-2, .slip_speed = 1e-2};

void steps(const Model& model, const VectorXd& force, double dt, int count, State& state) {
  Simulator simulator(model, {.dt = dt});
  simulator.set_force(force);
  for (int k = 0; k < count; ++k) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
  }
}

// A mechanism in motion whose joints and touches are settled.
State in_motion(const Model& model) {
  State state = initial_state(model);
  steps(model, {}, 1e-3, 40, state);
  steps(model, {}, 1e-4, 20, state);
  steps(model, {}, kStep, 20, state);
  return state;
}

void check_near(const VectorXd& found, const VectorXd& expected, double least, const char* what) {
  const double size = std::max(least, expected.lpNorm<Eigen::Infinity>());
  CHECK_MESSAGE((found - expected).lpNorm<Eigen::Infinity>() < 1e-3 * size, what, ": ",
                found.transpose(), " and not ", expected.transpose());
}

VectorXd mean(const VectorXd& a, const VectorXd& b) {
  return 0.5 * (a + b);
}

// What limits, motors and dry friction do along every coordinate, at an instant.
VectorXd along_coordinates(const Model& model, const ContactForces& forces) {
  VectorXd sum = VectorXd::Zero(model.joint_coordinates);
  for (const TouchForce& touch : forces.touches)
    if (touch.kind != TouchKind::contact)
      sum[model.joints[touch.joint.index].first_coordinate + touch.coordinate] += touch.force.x();
  return sum;
}

// The same over a step; neither motors with gains nor those without a limit are touches.
VectorXd along_coordinates(const Model& model, const Simulator& simulator) {
  VectorXd sum = VectorXd::Zero(model.joint_coordinates);
  for (const Joint& joint : model.joints)
    for (const CoordinateDef& def : joint.coordinates) {
      const int at = joint.first_coordinate + def.coordinate;
      const CoordinateForce& force = simulator.coordinate_forces()[at];
      const bool is_touch = !def.is_servo() && std::isfinite(def.max_force);
      sum[at] = force.limit + force.friction + (is_touch ? force.motor : 0.0);
    }
  return sum;
}

// Contact forces on each body, and their moments about the origin.
VectorXd loads(const Model& model, std::span<const TouchForce> touches) {
  VectorXd sum = VectorXd::Zero(6 * static_cast<Eigen::Index>(model.bodies.size()));
  for (const TouchForce& touch : touches) {
    if (touch.kind != TouchKind::contact) continue;
    const Vector3d moment = touch.point.cross(touch.force);
    sum.segment<3>(6 * touch.b.index) += touch.force,
        sum.segment<3>(6 * touch.b.index + 3) += moment;
    sum.segment<3>(6 * touch.a.index) -= touch.force,
        sum.segment<3>(6 * touch.a.index + 3) -= moment;
  }
  return sum;
}

VectorXd loads(const Model& model, std::span<const ContactRecord> contacts, double dt) {
  std::vector<TouchForce> touches;
  for (const ContactRecord& contact : contacts)
    touches.push_back(
        {.a = contact.a, .b = contact.b, .point = contact.point, .force = contact.impulse / dt});
  return loads(model, touches);
}

// The forces at both ends of a step, in the mean, are what it did.
void check_step(const Model& model, State state) {
  const ContactForces before = contact_forces(model, state, kThresholds);
  Simulator simulator(model, {.dt = kStep});
  const VectorXd v = state.v;
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  const ContactForces after = contact_forces(model, state, kThresholds);
  REQUIRE(before.status == InstantStatus::solved);
  REQUIRE(after.status == InstantStatus::solved);
  check_near(mean(before.acceleration, after.acceleration), (state.v - v) / kStep, 1,
             "accelerations");
  check_near(mean(before.joint_forces, after.joint_forces), state.joint_impulses / kStep, 1,
             "joint forces");
  check_near(mean(along_coordinates(model, before), along_coordinates(model, after)),
             along_coordinates(model, simulator), 1, "along coordinates");
  check_near(mean(loads(model, before.touches), loads(model, after.touches)),
             loads(model, simulator.contacts(), kStep), 1, "contacts");
}

// The distance in all coordinates, those of a rotation and its opposite quaternion alike.
double off(const Model& model, const State& a, const State& b) {
  double worst = (a.v - b.v).lpNorm<Eigen::Infinity>();
  for (const Body& body : model.bodies) {
    const VectorXd x = a.q.segment(body.q_offset, body.q_size);
    const VectorXd y = b.q.segment(body.q_offset, body.q_size);
    const double sign = body.has_quaternion() && x.tail<4>().dot(y.tail<4>()) < 0 ? -1.0 : 1.0;
    const int lines = body.has_quaternion() ? 3 : body.q_size;
    worst = std::max(worst, (x - y).head(lines).lpNorm<Eigen::Infinity>());
    if (lines < body.q_size)
      worst = std::max(worst, (x.tail<4>() - sign * y.tail<4>()).lpNorm<Eigen::Infinity>());
  }
  return worst;
}

// Under a force that is held.
void check_advance(Draw& draw, const Model& model, const State& start) {
  VectorXd force = VectorXd::Zero(model.dof());
  for (const Body& body : model.bodies)
    if (body.is_dynamic()) force[body.v_offset] = draw(-2, 2);
  constexpr double kTime = 0.02;
  State fine = start, exact = start;
  steps(model, force, 1e-4, 200, fine);
  AccelerationSimulator simulator(model, {.thresholds = kThresholds});
  simulator.set_force(force);
  const AdvanceReport report = simulator.advance(exact, kTime);
  REQUIRE_MESSAGE(report.status == InstantStatus::solved, report.message);
  CHECK(exact.time == start.time + kTime);
  CHECK(off(model, exact, fine) < 2e-3);
  CHECK((exact.coordinates - fine.coordinates).lpNorm<Eigen::Infinity>() < 2e-3);
}

}  // namespace

TEST_CASE("forces of an instant are those of a short step: chains in space and in the plane") {
  for (int seed = 0; seed < 24; ++seed) {
    CAPTURE(seed);
    Draw draw(1300 + static_cast<unsigned>(seed));
    const Model model = mechanisms::chain_with(draw, seed < 14, seed, {}).build().value();
    const State state = in_motion(model);
    check_step(model, state);
  }
}

TEST_CASE("forces of an instant are those of a short step: a chain with a coupler") {
  for (const bool in_space : {true, false}) {
    Draw draw(1400);
    ModelBuilder builder = mechanisms::chain(
        draw, in_space, {JointKind::pin, JointKind::prismatic, JointKind::pin}, {});
    builder.add_coupler({.terms = {{.joint = {2}, .factor = 1.5}, {.joint = {0}, .factor = -0.7}}});
    const Model model = builder.build().value();
    check_step(model, in_motion(model));
  }
}

TEST_CASE("forces of an instant are those of a short step: on plates that move and run") {
  for (int seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    Draw draw(1500 + static_cast<unsigned>(seed));
    const Model model =
        seed % 2 ? mechanisms::balls_on_plate(draw) : mechanisms::discs_on_plate(draw);
    check_step(model, in_motion(model));
  }
}

TEST_CASE("a chain that advances is where short steps lead it") {
  for (int seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    Draw draw(1600 + static_cast<unsigned>(seed));
    const Model model =
        mechanisms::chain_with(draw, seed % 2 == 0, seed, {.limits = false}).build().value();
    check_advance(draw, model, in_motion(model));
  }
}

TEST_CASE("what rolls and slides on plates that move and run is where short steps lead it") {
  for (int seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    Draw draw(1700 + static_cast<unsigned>(seed));
    const Model model =
        seed % 2 ? mechanisms::balls_on_plate(draw) : mechanisms::discs_on_plate(draw);
    check_advance(draw, model, in_motion(model));
  }
}

}  // namespace perpend
