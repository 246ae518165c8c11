// SPDX-License-Identifier: Apache-2.0
//
// What a simulator keeps from step to step may spare work and nothing else: another one, new in
// every step, gets the same bits.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <random>

#include "heap.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/report_fields.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Random = std::mt19937;

double between(Random& random, double least, double most) {
  return std::uniform_real_distribution<double>(least, most)(random);
}

ModelBuilder on_ground(double mu) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.add_body({.name = "ground",
                    .kind = BodyKind::spatial_fixed,
                    .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  return builder;
}

BodyDef box(const Eigen::Vector3d& half, const Eigen::Vector3d& at, double angle = 0) {
  const Eigen::Quaterniond turn(
      Eigen::AngleAxisd(angle, Eigen::Vector3d(0.3, 0.2, 1).normalized()));
  return {.kind = BodyKind::spatial,
          .spatial = {.pose = {.p = at, .r = turn}, .shapes = {{.shape = spatial::Box{half}}}}};
}

// Two stacks, one of them turned at random about the vertical, and a ball that rolls by.
Model stacks(Random& random) {
  ModelBuilder builder = on_ground(0.5);
  for (const double x : {0.0, 1.0})
    for (int i = 0; i < 4; ++i) {
      BodyDef def = box({0.1, 0.1, 0.05}, {x, 0, 0.05 + 0.1 * i});
      def.spatial.pose.r =
          Eigen::AngleAxisd(x * between(random, -0.2, 0.2), Eigen::Vector3d::UnitZ());
      builder.add_body(def);
    }
  builder.add_body({.kind = BodyKind::spatial,
                    .spatial = {.pose = {.p = {-2, 1, 0.1}},
                                .velocity = {between(random, 1, 2), 0, 0},
                                .shapes = {{.shape = spatial::Sphere{0.1}}}}});
  return builder.build().value();
}

// Bricks in bond, and a ball on its way to them.
Model wall(Random& random) {
  ModelBuilder builder = on_ground(0.6);
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4 - row; ++column)
      builder.add_body(box({0.1, 0.05, 0.05}, {0.2 * column + 0.1 * row, 0, 0.05 + 0.1 * row}));
  builder.add_body({.kind = BodyKind::spatial,
                    .spatial = {.pose = {.p = {0.3, -0.8, 0.15}},
                                .velocity = {0, between(random, 3, 4), 0},
                                .shapes = {{.shape = spatial::Sphere{0.05}}}}});
  return builder.build().value();
}

// Boxes turned at random that fall onto each other.
Model pile(Random& random) {
  ModelBuilder builder = on_ground(0.4);
  for (int i = 0; i < 6; ++i)
    builder.add_body(
        box({0.1, 0.08, 0.06},
            {between(random, -0.05, 0.05), between(random, -0.05, 0.05), 0.12 + 0.2 * i},
            between(random, -1, 1)));
  return builder.build().value();
}

// Layers of boxes turned at random: an island of hundreds of rows, of which drafts are made.
Model heap(Random& random) {
  ModelBuilder builder = on_ground(0.5);
  for (int i = 0; i < 36; ++i)
    builder.add_body(box({0.1, 0.1, 0.1}, {0.3 * (i % 3), 0.3 * (i / 3 % 3), 0.2 + 0.3 * (i / 9)},
                         between(random, -0.3, 0.3)));
  return builder.build().value();
}

// Boxes in pairs of a hinge each.
Model hinged(Random& random) {
  ModelBuilder builder = on_ground(0.5);
  for (int i = 0; i < 3; ++i) {
    const double z = 0.05 + 0.11 * i;
    const BodyId a = builder.add_body(box({0.1, 0.1, 0.05}, {-0.11, 0, z}));
    const BodyId b = builder.add_body(box({0.1, 0.1, 0.05}, {0.11, between(random, 0, 0.01), z}));
    builder.add_joint(
        {.kind = JointKind::pin, .a = a, .b = b, .anchor = {0, 0, z}, .axis = {0, 1, 0}});
  }
  return builder.build().value();
}

Model planar_stack(Random& random) {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  for (int i = 0; i < 6; ++i)
    builder.add_body({.pose = {{between(random, -0.1, 0.1), 0.101 + 0.201 * i}, 0},
                      .shapes = {{.shape = planar::box(0.6, 0.2)}}});
  return builder.build().value();
}

// A plate that rocks for a while under two boxes, and then once more.
Model rocked(Random& random) {
  ModelBuilder builder = on_ground(0.6);
  BodyDef plate = box({0.5, 0.5, 0.05}, {0, 0, 0.5});
  plate.kind = BodyKind::spatial_kinematic;
  plate.spatial.pose.r.setIdentity();
  for (const double start : {0.0, 1.2})
    plate.motion.harmonics.push_back({.amplitude = {0, 0, between(random, 0.005, 0.01)},
                                      .frequency = 2,
                                      .start = start,
                                      .stop = start + 0.3});
  builder.add_body(plate);
  for (int i = 0; i < 2; ++i) builder.add_body(box({0.1, 0.1, 0.05}, {0, 0, 0.6 + 0.1 * i}));
  return builder.build().value();
}

// A few kicks on any body, in the middle of what rests.
void kick(const Model& model, Random& random, int step, Simulator& simulator) {
  if (step % 50 != 40) return;
  const int body =
      std::uniform_int_distribution<int>(1, static_cast<int>(model.bodies.size()) - 1)(random);
  const Body& hit = model.bodies[body];
  simulator.apply_impulse({body}, {.force = {hit.mass * between(random, -1, 1), 0, 0},
                                   .point = Eigen::Vector3d::Zero()});
}

void check_same_report(const StepReport& a, const StepReport& b) {
  CHECK(a.time == b.time);
  CHECK(a.step == b.step);
  CHECK(a.message == b.message);
  for (const ReportField& field : report_fields()) {
    if (std::holds_alternative<double PhaseTimes::*>(field.member)) continue;
    CAPTURE(field.name);
    CHECK(std::bit_cast<std::uint64_t>(field.value(a)) ==
          std::bit_cast<std::uint64_t>(field.value(b)));
  }
}

void check_same_contacts(const Simulator& a, const Simulator& b) {
  REQUIRE(a.contacts().size() == b.contacts().size());
  for (std::size_t i = 0; i < a.contacts().size(); ++i) {
    CHECK(a.contacts()[i].impulse == b.contacts()[i].impulse);
    CHECK(a.contacts()[i].point == b.contacts()[i].point);
    CHECK(a.contacts()[i].slip == b.contacts()[i].slip);
  }
  CHECK(a.islands().size() == b.islands().size());
}

// After one step of a simulator whose memory begins so many bytes behind a multiple of 64.
std::uint64_t stepped_at(const Model& model, const SimulationOptions& options, State state,
                         Random random, int step, std::size_t bytes) {
  const HeapAt heap(bytes);
  Simulator simulator(model, options);
  kick(model, random, step, simulator);
  simulator.step(state);
  return hash(state);
}

// In the ten steps from each kick on.
void check_places(const Model& model, const SimulationOptions& options, unsigned seed) {
  Simulator simulator(model, options);
  State state = initial_state(model);
  Random random(seed);
  for (int step = 0; step < 100; ++step) {
    CAPTURE(step);
    const State before = state;
    const Random draw = random;
    kick(model, random, step, simulator);
    simulator.step(state);
    if (step % 50 < 40) continue;
    for (const std::size_t bytes : {0, 16, 48})
      REQUIRE(stepped_at(model, options, before, draw, step, bytes) == hash(state));
  }
}

// Returns the hash of the last state.
std::uint64_t check_reuse(const Model& model, const SimulationOptions& options, unsigned seed,
                          int steps, bool kicked = true) {
  Simulator keeps(model, options);
  State state = initial_state(model), other = state;
  Random random(seed), same(seed);
  for (int step = 0; step < steps; ++step) {
    Simulator anew(model, options);
    if (kicked) kick(model, random, step, keeps);
    if (kicked) kick(model, same, step, anew);
    const StepReport report = keeps.step(state);
    check_same_report(report, anew.step(other));
    REQUIRE(hash(state) == hash(other));
    check_same_contacts(keeps, anew);
  }
  return hash(state);
}

}  // namespace

TEST_CASE("a simulator that is new in every step gets the same bits") {
  Random random(11);
  using Make = Model (*)(Random&);
  for (const Make make : {Make(stacks), Make(wall), Make(pile), Make(hinged), Make(planar_stack)})
    for (const double dt : {1.0 / 60, 1.0 / 240}) {
      const unsigned seed = static_cast<unsigned>(random());
      CAPTURE(seed);
      CAPTURE(dt);
      const Model model = make(random);
      const std::uint64_t alone = check_reuse(model, {.dt = dt, .threads = 1}, seed, 160);
      CHECK(check_reuse(model, {.dt = dt, .threads = 2}, seed, 160) == alone);
    }
}

TEST_CASE("where memory lies changes no bit") {
  if (!PERPEND_COUNTS_HEAP) return;
  Random random(29);
  using Make = Model (*)(Random&);
  const std::pair<Make, int> drawn[] = {
      {wall, 30}, {stacks, 4}, {pile, 10}, {hinged, 6}, {planar_stack, 4}};
  for (const auto& [make, times] : drawn)
    for (int seed = 0; seed < times; ++seed) {
      CAPTURE(seed);
      check_places(make(random), {.dt = 1.0 / 60}, static_cast<unsigned>(seed));
    }
}

TEST_CASE("what is kept within a step changes no bit of the next ones") {
  Random random(17);
  const Model model = heap(random);
  const std::uint64_t alone = check_reuse(model, {.dt = 1.0 / 240, .threads = 1}, 3, 50);
  CHECK(check_reuse(model, {.dt = 1.0 / 240, .threads = 2}, 3, 50) == alone);
}

TEST_CASE("what rests is solved once, whatever stands on what, until it is hit") {
  Random random(5);
  for (const double dt : {1.0 / 60, 1.0 / 240, 1e-3}) {
    CAPTURE(dt);
    const Model model = pile(random);
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    while (state.time < 3) REQUIRE(simulator.step(state).status == StepStatus::ok);
    const Eigen::VectorXd rest = state.q;
    const StepReport before = simulator.step(state);
    CHECK(before.phases.solve == 0);
    CHECK(before.certificate.residual <= before.certificate.residual_bound);
    CHECK(before.contacts >= 12);
    CHECK(state.q == rest);
    CHECK(state.time == before.time);
    // Half of what friction on the ground bears does not move the lowest box, twice all does.
    double weight = 0;
    for (const Body& body : model.bodies) weight += 9.81 * body.mass;
    const ForceAt push{.force = {2 * 0.4 * weight, 0, 0}, .point = Eigen::Vector3d::Zero()};
    simulator.apply_force_at({1}, push);
    const StepReport pushed = simulator.step(state);
    CHECK(pushed.phases.solve > 0);
    CHECK(state.v.lpNorm<Eigen::Infinity>() > 0.1 * 9.81 * dt);
  }
}

TEST_CASE("what rests on a body whose motion pauses is solved until the motion has ended") {
  Random random(31);
  const Model model = rocked(random);
  const SimulationOptions options{.dt = 1.0 / 240};
  check_reuse(model, options, 1, 480, false);
  Simulator simulator(model, options);
  State state = initial_state(model);
  while (state.time < 1.19) CHECK(simulator.step(state).phases.solve > 0);
  const double height = state.q.tail<7>()[2];
  double moved = 0;
  while (state.time < 3) {
    simulator.step(state);
    moved = std::max(moved, std::abs(state.q.tail<7>()[2] - height));
  }
  CHECK(moved > 1e-3);
  CHECK(simulator.step(state).phases.solve == 0);
  state.time = 1.25;
  CHECK(simulator.step(state).phases.solve > 0);
}

TEST_CASE("whole turns that a joint is told of end a rest") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  BodyDef wheel{.kind = BodyKind::spatial, .mass = 1};
  wheel.spatial.inertia = Eigen::Matrix3d::Identity();
  builder.add_joint({.kind = JointKind::pin,
                     .a = builder.add_body(wheel),
                     .coordinates = {{.stiffness = 3, .rest = 0.0}}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 1.0 / 240});
  State state = initial_state(model);
  for (int k = 0; k < 3; ++k) CHECK(simulator.step(state).status == StepStatus::ok);
  REQUIRE(state.v.isZero(0));
  state.coordinates[0] += 2 * std::numbers::pi;
  CHECK(simulator.step(state).status == StepStatus::ok);
  CHECK(coordinate_rate(model, state, {0}, 0) == relative(-3 * 2 * std::numbers::pi / 240, 1e-3));
}

TEST_CASE("forces that are held and motors that are told otherwise end a rest") {
  Random random(3);
  const Model model = planar_stack(random);
  Simulator simulator(model, {.dt = 1.0 / 240});
  State state = initial_state(model);
  while (state.time < 2) simulator.step(state);
  REQUIRE(simulator.step(state).phases.solve == 0);
  const double weight = 9.81 * model.bodies[6].mass;
  simulator.set_force({6}, {2 * weight, 0, 0});
  CHECK(simulator.step(state).phases.solve > 0);
  CHECK(state.v[3 * 6] > 0);
  simulator.set_force({6}, {0, 0, 0});
  while (state.time < 4) simulator.step(state);
  CHECK(simulator.step(state).phases.solve == 0);
  state.q[3 * 6 + 1] += 1e-3;
  CHECK(simulator.step(state).phases.solve > 0);
}

TEST_CASE("a step of what rests takes nothing from the heap" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  Random random(9);
  const Model model = pile(random);
  Simulator simulator(model, {.dt = 1.0 / 240});
  State state = initial_state(model);
  while (state.time < 3) simulator.step(state);
  const long before = heap_allocations();
  for (int i = 0; i < 10; ++i) simulator.step(state);
  CHECK(heap_allocations() == before);
}

}  // namespace perpend
