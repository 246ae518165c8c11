// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "core/threads.hpp"
#include "dynamics/joint_models.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr int kLinks = 4000;
static_assert(kLinks > 3 * Threads::kChunk);

BodyDef link(const Vector3d& from, const Vector3d& to, double mass) {
  BodyDef def{.kind = BodyKind::spatial, .mass = mass};
  def.spatial.pose.p = 0.5 * (from + to);
  def.spatial.pose.r = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitX(), to - from);
  def.spatial.inertia = Vector3d(1e-3, 4e-3, 4e-3).asDiagonal();
  def.spatial.center_of_mass = Vector3d::Zero();
  return def;
}

// What acts along the hinges of every hundredth link, in turn.
std::vector<CoordinateDef> action(int i) {
  if (i % 100 != 0) return {};
  if (i % 400 == 0) return {{.lo = -1e-3, .hi = 1e-3, .e = 0.3}};
  if (i % 400 == 100) return {{.motor = MotorKind::velocity, .target = 1.0, .max_force = 0.2}};
  if (i % 400 == 200) return {{.stiffness = 5.0, .damping = 0.1}};
  return {{.friction = 0.05}};
}

// Links on one of the twenty before them by balls, every third by a hinge, every seventh along a
// line; the first on a body that is led; gears between hinges that follow one another.
Model random_tree() {
  ModelBuilder builder;
  testing::Random random(7);
  BodyDef top{.kind = BodyKind::spatial_kinematic};
  top.motion.harmonics = {{.amplitude = Vector3d(0.02, 0, 0.05), .frequency = 2.0}};
  std::vector<BodyId> bodies{builder.add_body(top)};
  std::vector<Vector3d> ends{Vector3d::Zero()};
  JointId geared;
  for (int i = 0; i < kLinks; ++i) {
    const auto parent = static_cast<std::size_t>(i - random.engine() % std::min(i + 1, 20));
    const Vector3d to = ends[parent] + 0.2 * (random.vector() - Vector3d(0, 1, 0)).normalized();
    bodies.push_back(builder.add_body(link(ends[parent], to, 1.0 + 0.5 * random.uniform())));
    const JointKind kind = i % 3 == 0   ? JointKind::pin
                           : i % 7 == 0 ? JointKind::cylindrical
                                        : JointKind::spherical;
    const JointId joint =
        builder.add_joint({.kind = kind,
                           .a = bodies.back(),
                           .b = bodies[parent],
                           .anchor = ends[parent],
                           .axis = random.vector(),
                           .coordinates = i % 3 == 0 ? action(i / 3) : action(1)});
    if (i % 300 == 0) geared = joint;
    if (i % 300 == 3) builder.add_coupler({.terms = {{geared, 0, 1.0}, {joint, 0, -2.0}}});
    ends.push_back(to);
  }
  return builder.build().value();
}

// A tonne on light links: added mass, dampers and a second solve.
Model taut_chain() {
  ModelBuilder builder;
  BodyId before = kWorld;
  Vector3d at(0, 0, 0);
  for (int i = 0; i < kLinks; ++i) {
    const Vector3d next = at + Vector3d(0.01, -0.1, 0);
    BodyDef def = link(at, next, i + 1 == kLinks ? 1000.0 : 0.01);
    if (i + 1 < kLinks) *def.spatial.inertia *= 1e-3;
    const BodyId body = builder.add_body(def);
    builder.add_joint({.kind = JointKind::spherical, .a = body, .b = before, .anchor = at});
    before = body, at = next;
  }
  return builder.build().value();
}

State after_steps(const Model& model, int threads, int steps) {
  Simulator simulator(model, {.dt = 2e-3, .threads = threads});
  State state = initial_state(model);
  for (int k = 0; k < steps; ++k) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
  }
  return state;
}

void check_same_bits(const Model& model, int steps) {
  const State alone = after_steps(model, 1, steps);
  CHECK(alone.v.lpNorm<Eigen::Infinity>() > 1e-3);
  for (const int threads : {2, 4}) {
    CAPTURE(threads);
    const State shared = after_steps(model, threads, steps);
    CHECK(shared.q == alone.q);
    CHECK(shared.v == alone.v);
    CHECK(shared.joint_impulses == alone.joint_impulses);
    CHECK(shared.coordinates == alone.coordinates);
    CHECK(shared.joint_work.gained == alone.joint_work.gained);
    CHECK(shared.joint_work.scale == alone.joint_work.scale);
    CHECK(hash(shared) == hash(alone));
  }
}

}  // namespace

TEST_CASE("a mechanism of many chunks has the same bits on any number of threads") {
  check_same_bits(random_tree(), 6);
}

TEST_CASE("a damped chain of many chunks has the same bits on any number of threads") {
  check_same_bits(taut_chain(), 6);
}

}  // namespace perpend
