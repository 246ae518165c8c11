// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/coordinates.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "dynamics/joint_models.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/affine_body.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Quaterniond, Eigen::Vector3d, Eigen::VectorXd;
using testing::Random, testing::Space;

constexpr JointId kFirst{0};

// Moves a spatial body a so that its joint frame has the pose `relative` in the joint frame on b.
State place_a(const Model& model, const spatial::Pose& relative) {
  State state = initial_state(model);
  const Joint& joint = model.joints[0];
  const spatial::Pose frame_b = compose(spatial_pose(model, state, joint.b), joint.frame_b);
  const spatial::Pose a = compose(compose(frame_b, relative), inverse(joint.frame_a));
  auto q = state.q.segment(model.bodies[joint.a.index].q_offset, 7);
  q << a.p, a.r.w(), a.r.x(), a.r.y(), a.r.z();
  return state;
}

Quaterniond about(const Vector3d& axis, double angle) {
  return Quaterniond(Eigen::AngleAxisd(angle, axis));
}

}  // namespace

TEST_CASE("the rate of every coordinate is the difference quotient of its value") {
  Random random(17);
  for (int k = 0; k < static_cast<int>(JointKind::custom); ++k)
    for (const Space space : {Space::plane, Space::space, Space::mixed})
      for (int trial = 0; trial < 20; ++trial) {
        const JointKind kind = static_cast<JointKind>(k);
        const bool in_plane = space == Space::plane;
        if (row_count(kind, in_plane) == 0 && kind != JointKind::strut) continue;
        CAPTURE(to_string(kind));
        const Model model = testing::one_joint(random, kind, space, trial % 2 == 0);
        State state = testing::moved(model, initial_state(model),
                                     testing::random_velocity(random, model), 0.3);
        state.v = testing::random_velocity(random, model);
        for (int c = 0; c < coordinate_count(kind, in_plane); ++c) {
          const double h = 1e-6;
          const double difference =
              (coordinate(model, testing::moved(model, state, state.v, h), kFirst, c) -
               coordinate(model, testing::moved(model, state, state.v, -h), kFirst, c)) /
              (2 * h);
          const double rate = coordinate_rate(model, state, kFirst, c);
          // Rounding 1e-16 / h, and h² times a third derivative, large near a swing of 0.
          CHECK(std::abs(rate - difference) < 1e-8);
          RowPool pool;
          append_coordinate(model, state, kFirst, c, -1.0, pool);
          const VectorXd row = testing::dense(pool, model).row(0);
          CHECK(row.dot(state.v) == relative(-rate));
          if (trial % 2 == 0) continue;
          const testing::Total total = testing::total(model, state, row);
          CHECK(total.force.head(space == Space::mixed ? 2 : 3).norm() < 1e-14);
          CHECK(total.torque.tail(space == Space::mixed ? 1 : 3).norm() < 1e-14);
        }
      }
}

TEST_CASE("coordinates measure a against b from their start value") {
  Random random(23);
  const auto values = [&](JointKind kind, const spatial::Pose& relative) {
    const CoordinateDef def{.coordinate = 0, .start = 0.25};
    const Model model = testing::one_joint(random, kind, Space::space, false, &def);
    const State state = place_a(model, relative);
    Vector3d value(0, 0, 0);
    for (int k = 0; k < coordinate_count(kind, false); ++k)
      value[k] = coordinate(model, state, kFirst, k);
    return Vector3d(value - Vector3d(0.25, 0, 0));
  };
  const auto expect = [&](JointKind kind, const spatial::Pose& relative, const Vector3d& expected) {
    CAPTURE(to_string(kind));
    CHECK((values(kind, relative) - expected).norm() < 1e-14);
  };
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY();
  expect(JointKind::pin, {{0, 0, 0}, about(x, 0.7)}, {0.7, 0, 0});
  expect(JointKind::prismatic, {{0.3, 0, 0}}, {0.3, 0, 0});
  expect(JointKind::cylindrical, {{0.3, 0, 0}, about(x, -1.1)}, {0.3, -1.1, 0});
  expect(JointKind::planar, {{0, 0.2, 0.4}, about(x, -1.1)}, {0.2, 0.4, -1.1});
  expect(JointKind::point_on_line, {{0.3, 0, 0}, random.rotation()}, {0.3, 0, 0});
  expect(JointKind::point_on_plane, {{0, 0.2, 0.4}, random.rotation()}, {0.2, 0.4, 0});
  expect(JointKind::screw, {{0.3 * 0.5, 0, 0}, about(x, 0.5)}, {0.5, 0, 0});
  expect(JointKind::universal, {{0, 0, 0}, about(y, 0.8) * about(x, -2.0)}, {0.8, -2.0, 0});
  expect(JointKind::spherical, {{0, 0, 0}, about(y, 0.8) * about(x, 2.0)}, {0.8, 2.0, 0});
}

TEST_CASE("coordinates count full turns") {
  Random random(29);
  for (const Space space : {Space::plane, Space::space}) {
    const Model model = testing::one_joint(random, JointKind::pin, space, true);
    State state = initial_state(model);
    for (int k = 1; k <= 200; ++k) {
      const double angle = -0.3 * k;  // to -60 rad
      if (space == Space::plane) {
        state.q[2] = model.start_q[2] + angle;
      } else {
        const State rotated = place_a(model, {{0, 0, 0}, about(Vector3d::UnitX(), angle)});
        state.q = rotated.q;
      }
      update_coordinates(model, state);
      CHECK(state.coordinates[0] == relative(angle, 1e-13));
    }
  }
}

TEST_CASE("both angles of a universal joint count full turns") {
  Random random(32);
  const Model model = testing::one_joint(random, JointKind::universal, Space::space, true);
  State state = initial_state(model);
  for (int k = 1; k <= 200; ++k) {
    const double first = 0.2 * k, second = -0.3 * k;  // to 40 and -60 rad
    const Quaterniond turned = about(Vector3d::UnitY(), first) * about(Vector3d::UnitX(), second);
    state.q = place_a(model, {{0, 0, 0}, turned}).q;
    update_coordinates(model, state);
    CHECK(state.coordinates[0] == relative(first, 1e-13));
    CHECK(state.coordinates[1] == relative(second, 1e-13));
  }
}

TEST_CASE("updated coordinates of a ball joint are those measured one by one") {
  Random random(30);
  const CoordinateDef def{.coordinate = 1, .start = 0.25};
  for (const bool world : {true, false}) {
    const Model model = testing::one_joint(random, JointKind::spherical, Space::space, world, &def);
    State state = initial_state(model);
    for (int k = 0; k < 100; ++k) {
      state.q = place_a(model, {{0, 0, 0}, random.rotation()}).q;
      state.coordinates[1] = 40 * std::sin(k);
      const State before = state;
      update_coordinates(model, state);
      for (int c = 0; c < 2; ++c)
        CHECK(std::abs(state.coordinates[c] - coordinate(model, before, kFirst, c)) < 1e-14);
    }
  }
}

// Bodies a and b, pinned one to the other, turn about the axis of the pin.
Model spun(const BodyDef& a, const BodyDef& b, const BodyDef& last) {
  ModelBuilder builder;
  const BodyId first = builder.add_body(a), second = builder.add_body(b);
  builder.add_body(last);
  builder.add_joint({.kind = JointKind::pin, .a = first, .b = second, .axis = {0, 0, 1}});
  return builder.build().value();
}

BodyDef spatial_spun(double spin) {
  BodyDef def{.kind = BodyKind::spatial, .mass = 1.0};
  def.spatial.omega = {0, 0, spin};
  def.spatial.inertia = Eigen::Matrix3d::Identity();
  return def;
}

BodyDef planar_spun(double spin) {
  return {.velocity = {0, 0, spin}, .mass = 1.0, .inertia = 1.0};
}

// Both spins of a step count, what turns by less than a radian is told from its pose.
TEST_CASE("a pin counts ahead what two bodies turn by in a step, once that is beyond a radian") {
  const auto turned = [](const BodyDef& a, const BodyDef& b, double last = 0) {
    const Model model = spun(a, b, spatial_spun(last));
    VectorXd coordinates = VectorXd::Constant(1, 0.25);
    add_turns(model, initial_state(model), 0.5, coordinates);
    return coordinates[0] - 0.25;
  };
  const auto turn = [](double spin) { return spatial_spun(spin); };
  CHECK(turned(turn(1.2), turn(-1.2)) == relative(1.2));
  CHECK(turned(turn(-1.2), turn(1.2)) == relative(-1.2));
  CHECK(turned(turn(1.2), turn(1.2)) == near_zero(1e-15));
  CHECK(turned(turn(3), turn(1)) == relative(1.0));
  CHECK(turned(turn(0.9), turn(-0.9)) == 0);
  CHECK(turned(planar_spun(1.2), turn(-1.2)) == relative(1.2));
  CHECK(turned(turn(-1.2), planar_spun(1.2)) == relative(-1.2));
  CHECK(turned(turn(0.2), planar_spun(-1.2), 50) == 0);
  // A fixed body has no spin, of whatever turns beside it none either.
  const BodyDef fixed{.kind = BodyKind::spatial_fixed};
  CHECK(turned(turn(1.2), fixed, 50) == 0);
  CHECK(turned(turn(2.4), fixed) == relative(1.2));
  CHECK(turned(turn(1.2), {.kind = BodyKind::fixed}, 50) == 0);
  // Nor do rates of a custom one count, whatever they are.
  VectorXd rates = VectorXd::Zero(12);
  rates.segment<3>(3).setConstant(50);
  CHECK(turned(turn(1.2),
               {.kind = BodyKind::custom,
                .type = std::make_shared<AffineBody<3>>(1.0, Eigen::Matrix3d::Identity(), 1.0),
                .custom_q = AffineBody<3>::coordinates(spatial::Pose{}),
                .custom_v = rates}) == 0);
}

TEST_CASE("of a cylindrical joint the turns are counted ahead, not the way along") {
  ModelBuilder builder;
  BodyDef def = spatial_spun(3);
  def.spatial.velocity = {0, 0, 7};
  const BodyId a = builder.add_body(def);
  builder.add_joint({.kind = JointKind::cylindrical, .a = a, .axis = {0, 0, 1}});
  const Model model = builder.build().value();
  VectorXd coordinates = VectorXd::Zero(2);
  add_turns(model, initial_state(model), 0.5, coordinates);
  CHECK(coordinates[0] == 0);
  CHECK(coordinates[1] == relative(1.5));
}

TEST_CASE("in the plane nothing is counted ahead") {
  ModelBuilder builder;
  const BodyId a = builder.add_body(planar_spun(50));
  builder.add_joint({.kind = JointKind::pin, .a = a});
  const Model model = builder.build().value();
  VectorXd coordinates = VectorXd::Zero(1);
  add_turns(model, initial_state(model), 0.5, coordinates);
  CHECK(coordinates[0] == 0);
}

TEST_CASE("a pin at a particle starts at 0, wherever its neighbours are") {
  for (const bool particle_first : {true, false}) {
    ModelBuilder builder;
    const BodyId point = builder.add_body({.kind = BodyKind::particle, .mass = 1});
    const BodyId bar = builder.add_body({.pose = {{0.5, 0}, 0.3}, .mass = 1, .inertia = 0.1});
    builder.add_body({.kind = BodyKind::particle, .pose = {{5, 7}}, .mass = 1});
    builder.add_joint({.kind = JointKind::pin,
                       .a = particle_first ? point : bar,
                       .b = particle_first ? bar : point});
    const Model model = builder.build().value();
    CHECK(coordinate(model, initial_state(model), kFirst, 0) == near_zero(1e-15));
  }
}

TEST_CASE("a coordinate a joint does not have is refused") {
  Random random(31);
  const Model model = testing::one_joint(random, JointKind::pin, Space::space, true);
  const State state = initial_state(model);
  CHECK_THROWS_AS(coordinate(model, state, kFirst, 1), InvalidArgument);
  CHECK_THROWS_AS(coordinate_rate(model, state, {1}, 0), InvalidArgument);
}

}  // namespace perpend
