// SPDX-License-Identifier: Apache-2.0
// Models that change in the middle of a run.
#include "perpend/sim/exchange.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "perpend/core/error.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"
#include "relative.hpp"
#include "scenes.hpp"

namespace perpend {
namespace {

constexpr double kStep = 0.005;

BodyDef box(const char* name, double x, double y) {
  return {.name = name, .pose = {{x, y}}, .shapes = {{planar::box(1, 1)}}};
}

// A stack of three, and more bodies before and behind it.
Model stack(bool first, bool last) {
  ModelBuilder builder;
  if (first) builder.add_body(box("first", 8, 0.5));
  builder.add_body(scenes::ground());
  for (const auto& [name, y] : {std::pair("low", 0.5), {"mid", 1.5}, {"top", 2.5}})
    builder.add_body(box(name, 0, y));
  if (last) {
    BodyDef ball{.name = "ball", .kind = BodyKind::spatial};
    ball.spatial.pose.p = {0, 0, 9};
    ball.spatial.shapes = {{spatial::Sphere{0.5}}};
    builder.add_body(ball);
  }
  return builder.build().value();
}

void steps(Simulator& simulator, State& state, int count) {
  for (int k = 0; k < count; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
}

// A pendulum of two rods, and a third one further down.
Model pendulum(bool third) {
  ModelBuilder builder;
  BodyId above = kWorld;
  for (const int k : {0, 1, 2}) {
    if (k == 2 && !third) break;
    const BodyId rod = builder.add_body({.name = "rod_" + std::to_string(k),
                                         .pose = {{k + 0.5, 0}},
                                         .mass = 1.0,
                                         .inertia = 1.0 / 12});
    builder.add_joint({.name = "pin_" + std::to_string(k),
                       .a = rod,
                       .b = above,
                       .anchor = {static_cast<double>(k), 0, 0},
                       .coordinates = {{.motor = MotorKind::velocity, .max_force = 0.5}}});
    above = rod;
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("a stack goes on with its contacts when bodies come and go") {
  const Model small = stack(false, false), large = stack(true, true);
  State state = initial_state(small);
  Simulator simulator(small, {.dt = kStep});
  steps(simulator, state, 40);
  for (const Model* model : {&large, &small}) {
    const std::size_t known = state.contacts.size();
    simulator.exchange(*model, state);
    CHECK(state.contacts.size() >= (model == &small ? 6 : known));
    const std::vector<ContactMemory> before = state.contacts;
    steps(simulator, state, 1);
    int found = 0;
    for (const ContactMemory& contact : state.contacts)
      for (const ContactMemory& old : before)
        if (old.key == contact.key && (old.impulse - contact.impulse).norm() < 1e-6) ++found;
    CHECK(found >= 6);  // two points between each two of the stack
    CHECK(state.q.size() == model->q_size());
    const Eigen::Vector2d top = body_pose(*model, state, find_body(*model, "top")).p;
    CHECK((top - Eigen::Vector2d(0, 2.5)).norm() < 1e-6);
    steps(simulator, state, 20);
  }
  CHECK(state.step == 82);
  CHECK(state.time == relative(82 * kStep));
}

TEST_CASE("a model exchanged for itself changes no bit") {
  const Model model = stack(true, true), same = stack(true, true);
  State a = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  steps(simulator, a, 30);
  State b = a;
  Simulator other(model, {.dt = kStep});
  other.exchange(same, b);
  CHECK(hash(a) == hash(b));
  steps(simulator, a, 30);
  steps(other, b, 30);
  CHECK(hash(a) == hash(b));
}

TEST_CASE("joints that stay keep their coordinates and motors, those that go let loose") {
  const Model three = pendulum(true), two = pendulum(false);
  State state = initial_state(three);
  Simulator simulator(three, {.dt = kStep});
  simulator.set_motor_target({0}, 0, 1.0);
  simulator.set_motor_target({2}, 0, 1.0);
  simulator.hold_force_at({1}, {.force = {0, 1, 0}});
  simulator.hold_force_at({2}, {.force = {0, 1, 0}});
  steps(simulator, state, 100);
  const double angle = coordinate(three, state, {1}, 0);
  const double rate = coordinate_rate(three, state, {1}, 0);
  const Eigen::VectorXd impulses = state.joint_impulses.head(4);
  simulator.exchange(two, state);
  CHECK(coordinate(two, state, {1}, 0) == angle);
  CHECK(coordinate_rate(two, state, {1}, 0) == rate);
  CHECK((state.joint_impulses - impulses).norm() == 0);
  CHECK(simulator.held().motors.size() == 1);
  CHECK(simulator.held().forces.size() == 1);
  steps(simulator, state, 100);
}

TEST_CASE("held forces along joint coordinates go with their joint and coordinate") {
  const auto slides = [](std::initializer_list<const char*> names) {
    ModelBuilder builder;
    for (const char* name : names) {
      BodyDef ball{.name = name, .kind = BodyKind::spatial};
      ball.spatial.shapes = {{spatial::Sphere{0.5}}};
      ball.spatial.pose.p = {2.0 * (name[0] - 'a'), 0, 0};
      const BodyId body = builder.add_body(ball);
      builder.add_joint(
          {.name = name, .kind = JointKind::cylindrical, .a = body, .axis = {0, 0, 1}});
    }
    return builder.build().value();
  };
  const Model from = slides({"a", "b", "c"}), to = slides({"c", "b"});
  Simulator simulator(from, {.dt = kStep});
  simulator.hold_joint_force({0}, 0, 1.0);
  simulator.hold_joint_force({1}, 1, 2.0);
  simulator.hold_joint_force({2}, 0, 3.0);
  simulator.hold_joint_force({2}, 1, 4.0);
  const HeldInputs carried = carried_over(from, simulator.held(), to);
  REQUIRE(carried.joint_forces.size() == 3);
  const auto is = [&](std::size_t i, int joint, int coordinate, double force) {
    const JointForce& held = carried.joint_forces[i];
    return held.joint.index == joint && held.coordinate == coordinate && held.force == force;
  };
  CHECK(is(0, 1, 1, 2.0));
  CHECK(is(1, 0, 0, 3.0));
  CHECK(is(2, 0, 1, 4.0));
}

TEST_CASE("what drives a motor is dropped where its joint has none in the other model") {
  const auto wheel = [](MotorKind motor) {
    ModelBuilder builder;
    const BodyId body = builder.add_body({.name = "wheel", .mass = 1.0, .inertia = 0.5});
    builder.add_joint(
        {.name = "axle", .a = body, .coordinates = {{.motor = motor, .friction = 1}}});
    return builder.build().value();
  };
  const Model driven = wheel(MotorKind::velocity), free = wheel(MotorKind::none);
  State state = initial_state(driven);
  Simulator simulator(driven, {.dt = kStep});
  simulator.set_motor_target({0}, 0, 1.0);
  CHECK(carried_over(driven, simulator.held(), driven).motors.size() == 1);
  CHECK(carried_over(driven, simulator.held(), free).motors.empty());
  CHECK_NOTHROW(simulator.exchange(free, state));
  steps(simulator, state, 10);
}

TEST_CASE("what broke stays broken, and what joints gave stays counted") {
  const auto chain = [](std::initializer_list<const char*> names) {
    ModelBuilder builder;
    for (const char* name : names) {
      const BodyId body = builder.add_body({.name = name, .mass = 1.0, .inertia = 1.0});
      builder.add_joint({.name = name, .a = body});
    }
    return builder.build().value();
  };
  const Model from = chain({"a", "b", "c"}), to = chain({"c", "b", "new"});
  State state = initial_state(from);
  state.broken = {0, 0, 1};
  state.joint_work = {.gained = 0.25, .scale = 4.0};
  const State carried = carried_over(from, state, to);
  CHECK(carried.is_broken({0}));
  CHECK_FALSE(carried.is_broken({1}));
  CHECK_FALSE(carried.is_broken({2}));
  CHECK(carried.joint_work.gained == 0.25);
  CHECK(carried.joint_work.scale == 4.0);
}

TEST_CASE("what couplers gave and forces that are held go with their bodies") {
  const auto geared = [](std::initializer_list<const char*> names) {
    ModelBuilder builder;
    std::vector<JointId> joints;
    for (const char* name : names) {
      const BodyId body = builder.add_body({.name = name, .mass = 1.0, .inertia = 1.0});
      joints.push_back(builder.add_joint({.name = name, .a = body}));
    }
    for (const std::size_t k : {1, 2})
      builder.add_coupler({.name = std::string("of ") + (names.begin()[k]),
                           .terms = {{joints[0], 0, 1.0}, {joints[k], 0, -2.0}}});
    return builder.build().value();
  };
  const Model from = geared({"a", "b", "c"}), to = geared({"new", "c", "b"});
  State state = initial_state(from);
  state.joint_impulses[from.couplers[0].row] = 1.5;
  state.joint_impulses[from.couplers[1].row] = 2.5;
  const State carried = carried_over(from, state, to);
  CHECK(carried.joint_impulses[to.couplers[0].row] == 2.5);
  CHECK(carried.joint_impulses[to.couplers[1].row] == 1.5);

  Simulator simulator(from, {.dt = kStep});
  for (const int k : {0, 1, 2})
    simulator.set_force({k}, {3.0 * k + 1, 3.0 * k + 2, 0}, {0, 0, 3.0 * k + 3});
  simulator.exchange(to, state);
  Eigen::VectorXd expected(9);
  expected << 0, 0, 0, 7, 8, 9, 4, 5, 6;
  CHECK(simulator.held().force == expected);
}

TEST_CASE("the callback of forces goes on acting on the other model") {
  const Model small = stack(false, false), large = stack(true, false);
  State state = initial_state(small);
  Simulator simulator(small, {.dt = kStep});
  Eigen::Index seen = 0;
  simulator.set_force_callback([&](const State&, Eigen::VectorXd& force) { seen = force.size(); });
  simulator.exchange(large, state);
  steps(simulator, state, 1);
  CHECK(seen == large.dof());
}

// Their numbers would be those of something else.
TEST_CASE("bodies and joints that have their name alone in common start anew") {
  const auto model = [](BodyKind cart, JointKind joint, bool in_space) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    BodyDef def{.name = "cart", .kind = cart, .pose = {{7, 0}, 0}};
    if (cart == BodyKind::rigid) def.mass = 1, def.inertia = 1;
    builder.add_body(def);
    BodyId ends[2];
    for (const int i : {0, 1}) {
      def = {.name = i == 0 ? "low" : "high", .pose = {{0, 1.0 * i}, 0}, .mass = 1};
      def.spatial.pose.p.y() = i;
      if (in_space) def.kind = BodyKind::spatial, def.spatial.inertia = Eigen::Matrix3d::Identity();
      if (!in_space) def.inertia = 1;
      ends[i] = builder.add_body(def);
    }
    builder.add_joint({.name = "joint",
                       .kind = joint,
                       .a = ends[1],
                       .b = ends[0],
                       .anchor = {0, 1, 0},
                       .anchor_b = Eigen::Vector3d(0, joint == JointKind::distance ? 0 : 1, 0)});
    return builder.build().value();
  };
  const Model pin = model(BodyKind::rigid, JointKind::pin, false);
  State state = initial_state(pin);
  state.q[0] = 5;
  state.joint_impulses.setConstant(2);
  const State same = carried_over(pin, state, pin);
  CHECK(same.q == state.q);
  CHECK(same.joint_impulses == state.joint_impulses);
  const Model other = model(BodyKind::kinematic, JointKind::spherical, false);
  REQUIRE(other.joint_rows == pin.joint_rows);
  const State carried = carried_over(pin, state, other);
  CHECK(carried.q[0] == 7);
  CHECK(carried.joint_impulses.norm() == 0);
  const Model plane = model(BodyKind::rigid, JointKind::distance, false);
  const Model space = model(BodyKind::rigid, JointKind::distance, true);
  state = initial_state(plane);
  state.joint_impulses.setConstant(2);
  CHECK(carried_over(plane, state, plane).joint_impulses.norm() == 2);
  CHECK(carried_over(plane, state, space).joint_impulses.norm() == 0);
}

// Holds a particle to the first axes of space.
class Guide : public JointType {
 public:
  explicit Guide(int rows) : rows_(rows) {}
  int rows() const override { return rows_; }
  void evaluate(const JointBody& a, const JointBody&,
                std::array<JointRow, kMaxRows>& rows) const override {
    for (int k = 0; k < rows_; ++k) {
      rows[k].point_a = rows[k].point_b = a.pose.p;
      rows[k].force_a = Eigen::Vector3d::Unit(k);
      rows[k].force_b = -Eigen::Vector3d::Unit(k);
      rows[k].phi = a.pose.p[k];
    }
  }

 private:
  int rows_;
};

TEST_CASE("a joint of more rows or fewer starts anew") {
  const auto model = [](int rows) {
    ModelBuilder builder;
    const BodyId body =
        builder.add_body({.name = "bead", .kind = BodyKind::spatial_particle, .mass = 1});
    builder.add_joint({.name = "guide",
                       .kind = JointKind::custom,
                       .a = body,
                       .type = std::make_shared<Guide>(rows)});
    return builder.build().value();
  };
  const Model one = model(1), two = model(2);
  State state = initial_state(two);
  state.joint_impulses.setConstant(3);
  CHECK(carried_over(two, state, two).joint_impulses == state.joint_impulses);
  CHECK(carried_over(two, state, one).joint_impulses.isZero(0));
  CHECK(carried_over(two, state, one).joint_impulses.size() == 1);
}

// Of a foot with two pads, which stand beside a block, one pad is taken away.
TEST_CASE("the contacts of a shape that the other model lacks go with it") {
  const auto standing = [](bool both) {
    ModelBuilder builder;
    builder.add_body(scenes::ground());
    BodyDef foot{.name = "foot", .pose = {{0, 0}}, .mass = 1.0};
    for (const double x : {-0.5, 0.5})
      if (x < 0 || both)
        foot.shapes.push_back({.shape = planar::box(0.2, 0.2), .pose = {{x, 0.1}}});
    builder.add_body(foot);
    builder.add_body(box("block", 3, 0.5));
    return builder.build().value();
  };
  const Model two = standing(true), one = standing(false);
  Simulator simulator(two, {.dt = kStep});
  State state = initial_state(two);
  steps(simulator, state, 2);
  REQUIRE(state.contacts.size() == 6);
  CHECK(carried_over(two, state, one).contacts.size() == 4);
  CHECK(carried_over(one, carried_over(two, state, one), two).contacts.size() == 4);
}

// Prescribed poses are functions of the time, those of bodies that come later too.
TEST_CASE("a new kinematic body is where its motion has it by then") {
  const auto with_belt = [](bool belt) {
    ModelBuilder builder;
    builder.add_body(scenes::ground());
    builder.add_body(box("block", 0, 0.5));
    BodyDef mover{.name = "mover", .kind = BodyKind::kinematic, .pose = {{3, 4}}};
    mover.motion.velocity = {0.5, 0, 0};
    if (belt) builder.add_body(mover);
    return builder.build().value();
  };
  const Model without = with_belt(false), with = with_belt(true);
  Simulator simulator(without, {.dt = kStep});
  State state = initial_state(without);
  steps(simulator, state, 100);
  simulator.exchange(with, state);
  const BodyId mover{2};
  CHECK(body_pose(with, state, mover).p.x() == relative(3 + 0.5 * 100 * kStep));
  steps(simulator, state, 1);
  CHECK(body_pose(with, state, mover).p.x() == relative(3 + 0.5 * 101 * kStep));
}

TEST_CASE("what a model cannot have is not carried over as held") {
  const Model small = stack(false, false), large = stack(true, true);
  CHECK_THROWS_AS((void)carried_over(small, HeldInputs{.forces = {{{99}, {}}}}, large),
                  InvalidArgument);
  CHECK_THROWS_AS((void)carried_over(small, HeldInputs{.joint_forces = {{{0}, 0, 1.0}}}, large),
                  InvalidArgument);
}

TEST_CASE("a state of other sizes is not carried over") {
  const Model small = stack(false, false), large = stack(true, true);
  CHECK_THROWS_AS((void)carried_over(small, initial_state(large), large), InvalidArgument);
}

TEST_CASE("an exchange that cannot be changes nothing") {
  const Model small = stack(false, false), large = stack(true, true);
  State state = initial_state(small);
  const SimulationOptions options{
      .dt = kStep, .law = ContactLaw::relaxed, .impact = ImpactLaw::poisson};
  Simulator simulator(small, options);
  State wrong = initial_state(large);
  CHECK_THROWS_AS(simulator.exchange(large, wrong), InvalidArgument);
  CHECK_THROWS_AS(simulator.exchange(large, state), InvalidArgument);  // Poisson in space
  CHECK(&simulator.model() == &small);
  CHECK(state.q.size() == small.q_size());
}

TEST_CASE("a body that gets another shape keeps its frame and the velocity of its points") {
  const auto scene = [](double x) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    BodyDef plane{.name = "plane", .velocity = {1, 2, 3}};
    plane.shapes = {{planar::box(1, 1)}, {planar::box(0.5, 0.5), {{x, 0.2}, 0}}};
    builder.add_body(plane);
    BodyDef space{.name = "space", .kind = BodyKind::spatial};
    space.spatial.shapes = {{spatial::box(1, 2, 3)}, {spatial::box(0.5, 0.7, 0.9), {{x, 1, x}}}};
    space.spatial.velocity = {1, 2, 3};
    space.spatial.omega = {0.3, -0.4, 0.5};
    builder.add_body(space);
    return builder.build().value();
  };
  const Model before = scene(1.0), after = scene(3.0);
  State state = initial_state(before);
  Simulator simulator(before, {.dt = kStep});
  steps(simulator, state, 40);
  const State old = state;
  simulator.exchange(after, state);
  CHECK((frame_pose(after, state, {0}).p - frame_pose(before, old, {0}).p).norm() < 1e-14);
  const spatial::Pose a = spatial_frame_pose(before, old, {1}),
                      b = spatial_frame_pose(after, state, {1});
  CHECK((a.p - b.p).norm() < 1e-14);
  CHECK(a.r.angularDistance(b.r) < 1e-14);
  for (const BodyId body : {BodyId{0}, BodyId{1}}) {
    const Eigen::Vector3d point(0.4, 0.3, 0);
    const Eigen::Vector3d v = point_jacobian(before, old, body, point) * old.v;
    CHECK((v - point_jacobian(after, state, body, point) * state.v).norm() < 1e-13);
  }
}

TEST_CASE("forces set along joints stay on those that are still there") {
  const Model two = pendulum(false), three = pendulum(true);
  State state = initial_state(three);
  Simulator simulator(three, {.dt = kStep});
  simulator.set_joint_force({1}, 0, 0.7);
  simulator.exchange(two, state);
  CHECK(simulator.held().joint_force == Eigen::VectorXd(Eigen::Vector2d(0, 0.7)));
}

}  // namespace perpend
