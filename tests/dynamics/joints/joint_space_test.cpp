// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/joint_space.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "dynamics/joint_models.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "perpend/core/error.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Quaterniond, Eigen::Vector3d, Eigen::VectorXd;
using testing::Random;

constexpr JointKind kTreeKinds[] = {
    JointKind::pin,       JointKind::prismatic,   JointKind::weld,   JointKind::spherical,
    JointKind::universal, JointKind::cylindrical, JointKind::planar, JointKind::screw};

int below(Random& random, int n) {
  return static_cast<int>(random.engine() % static_cast<unsigned>(n));
}

// Bodies on earlier ones or on the world, either way round; floating trees have no world.
Model random_tree(Random& random, int bodies, bool in_plane, bool floating) {
  ModelBuilder builder;
  for (int i = 0; i < bodies; ++i) {
    const BodyId body =
        builder.add_body(in_plane ? testing::planar_body(random) : testing::spatial_body(random));
    if (i == 0 && floating) continue;
    const int other = floating ? below(random, i) : below(random, i + 1) - 1;
    JointKind kind = JointKind::distance;
    while (row_count(kind, in_plane) == 0 || kind == JointKind::distance)
      kind = kTreeKinds[below(random, 8)];
    JointDef joint = testing::random_joint(random, kind, in_plane);
    const bool reversed = other >= 0 && below(random, 2) == 1;
    joint.a = reversed ? BodyId{other} : body;
    joint.b = reversed ? body : BodyId{other};
    if (coordinate_count(kind, in_plane) > 0 && below(random, 2) == 1)
      joint.coordinates = {{.coordinate = 0, .start = random.uniform()}};
    builder.add_joint(joint);
  }
  return builder.build().value();
}

bool is_ball(const Joint& joint) {
  return joint.kind == JointKind::spherical && !joint.in_plane;
}

JointCoordinates random_coordinates(Random& random, const Model& model, const JointSpace& space) {
  JointCoordinates c{VectorXd(space.positions), VectorXd(space.velocities)};
  for (double& q : c.q) q = 1.5 * random.uniform();
  for (double& v : c.v) v = random.uniform();
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    if (!is_ball(model.joints[j])) continue;
    Quaterniond turn = random.rotation();
    if (turn.w() < 0) turn.coeffs() = -turn.coeffs();
    c.q.segment<4>(space.first_position[j]) << turn.w(), turn.x(), turn.y(), turn.z();
  }
  return c;
}

// Positions moved along the velocities for h seconds.
JointCoordinates moved(const Model& model, const JointSpace& space, JointCoordinates c, double h) {
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const int q = space.first_position[j], v = space.first_velocity[j];
    const int next = j + 1 < model.joints.size() ? space.first_velocity[j + 1] : space.velocities;
    if (!is_ball(model.joints[j])) {
      c.q.segment(q, next - v) += h * c.v.segment(v, next - v);
      continue;
    }
    const Vector3d turn = h * c.v.segment<3>(v);
    const Quaterniond P = Quaterniond(Eigen::AngleAxisd(turn.norm(), turn.stableNormalized())) *
                          Quaterniond(c.q[q], c.q[q + 1], c.q[q + 2], c.q[q + 3]);
    c.q.segment<4>(q) << P.w(), P.x(), P.y(), P.z();
  }
  return c;
}

template <class Check>
void for_random_trees(const Check& check) {
  Random random(61);
  for (int trial = 0; trial < 60; ++trial) {
    const Model model = random_tree(random, 12, trial % 3 == 0, trial % 2 == 0);
    CAPTURE(trial);
    check(random, model, joint_space(model).value());
  }
}

}  // namespace

TEST_CASE("joint coordinates of random trees come back, and their joints hold") {
  for_random_trees([](Random& random, const Model& model, const JointSpace& space) {
    const JointCoordinates set = random_coordinates(random, model, space);
    State state = initial_state(model);
    state.v = testing::random_velocity(random, model);  // of the root
    set_joint_coordinates(model, space, set, state);
    CHECK(joint_error(model, state).gap < 1e-12);
    CHECK(joint_error(model, state).angle < 1e-12);
    const JointCoordinates got = joint_coordinates(model, space, state);
    CHECK((got.q - set.q).cwiseAbs().maxCoeff() < 1e-12);
    CHECK((got.v - set.v).cwiseAbs().maxCoeff() < 1e-12);
    RowPool pool;
    std::vector<double> phi;
    append_joint_rows(model, state, pool, phi);
    CHECK((testing::dense(pool, model) * state.v).cwiseAbs().maxCoeff() < 1e-11);
  });
}

TEST_CASE("velocities are the difference quotients of the poses") {
  for_random_trees([](Random& random, const Model& model, const JointSpace& space) {
    const JointCoordinates set = random_coordinates(random, model, space);
    State rest = initial_state(model), at = rest;
    set_joint_coordinates(model, space, set, at);
    const double h = 1e-6;
    State ahead = rest, behind = rest;
    set_joint_coordinates(model, space, moved(model, space, set, h), ahead);
    set_joint_coordinates(model, space, moved(model, space, set, -h), behind);
    for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
      const spatial::Pose x = spatial_pose(model, ahead, {i}), y = spatial_pose(model, behind, {i});
      const Twist twist = body_twist(model, at, {i});
      const Eigen::AngleAxisd turn(x.r * y.r.conjugate());
      CHECK((twist.velocity - (x.p - y.p) / (2 * h)).norm() < 1e-7);
      CHECK((twist.omega - turn.angle() * turn.axis() / (2 * h)).norm() < 1e-7);
    }
  });
}

TEST_CASE("angles keep their full turns") {
  Random random(67);
  for (const bool in_plane : {true, false}) {
    const Model model = testing::one_joint(
        random, JointKind::pin, in_plane ? testing::Space::plane : testing::Space::space, true);
    const JointSpace space = joint_space(model).value();
    State state = initial_state(model);
    set_joint_coordinates(model, space, {VectorXd::Constant(1, 20.0), VectorXd::Zero(1)}, state);
    CHECK(state.coordinates[0] == relative(20.0, 1e-14));
    CHECK(joint_coordinates(model, space, state).q[0] == relative(20.0, 1e-14));
  }
}

// A ball is put by a rotation; its swing and twist, which limits and motors ask, go along.
TEST_CASE("swing and twist of a ball follow the rotation it is put at") {
  ModelBuilder builder;
  for (const double x : {0.0, 3.0}) {
    BodyDef def{.kind = BodyKind::spatial, .mass = 1.0};
    def.spatial.pose.p = {x, 0, 0};
    def.spatial.inertia = Eigen::Matrix3d::Identity();
    const BodyId body = builder.add_body(def);
    builder.add_joint({.kind = JointKind::spherical, .a = body, .anchor = {x, 0, 0}});
  }
  const Model model = builder.build().value();
  const JointSpace space = joint_space(model).value();
  const Quaterniond twisted(Eigen::AngleAxisd(0.4, Vector3d::UnitX()));
  const Quaterniond swung(Eigen::AngleAxisd(0.7, Vector3d::UnitY()));
  State state = initial_state(model);
  VectorXd q(8);
  for (const bool other : {false, true}) {
    const Quaterniond first = other ? swung : twisted, second = other ? twisted : swung;
    q << first.w(), first.vec(), second.w(), second.vec();
    set_joint_coordinates(model, space, {q, VectorXd::Zero(6)}, state);
    const int swing = other ? 0 : 2, twist = other ? 2 : 0;
    CHECK(state.coordinates[swing] == relative(0.7, 1e-12));
    CHECK(state.coordinates[swing + 1] == near_zero(1e-12));
    CHECK(state.coordinates[twist] == near_zero(1e-12));
    CHECK(state.coordinates[twist + 1] == relative(0.4, 1e-12));
  }
}

TEST_CASE("the joints of a model that is no tree are named") {
  Random random(71);
  ModelBuilder builder;
  const BodyId a = builder.add_body(testing::planar_body(random));
  const BodyId b = builder.add_body(testing::planar_body(random));
  const BodyId particle = builder.add_body({.kind = BodyKind::particle, .mass = 1});
  builder.add_joint({.name = "base", .a = a});
  builder.add_joint({.name = "elbow", .a = b, .b = a});
  builder.add_joint({.name = "loop", .a = b});
  builder.add_joint({.name = "bead", .kind = JointKind::point_on_line, .a = particle, .b = a});
  const Result<JointSpace> space = joint_space(builder.build().value());
  REQUIRE(!space);
  const std::string faults = to_string(space.error());
  CAPTURE(faults);
  // Both ground joints carry their bodies; the joint between the two is the one left over.
  CHECK(faults.find("'elbow' closes a loop") != std::string::npos);
  CHECK(faults.find("'bead' is a joint 'point_on_line'") != std::string::npos);
  CHECK(faults.find("'bead' cannot carry 'body_2'") != std::string::npos);
}

TEST_CASE("coordinates of the wrong size are refused") {
  Random random(73);
  const Model model = testing::one_joint(random, JointKind::spherical, testing::Space::space, true);
  const JointSpace space = joint_space(model).value();
  State state = initial_state(model);
  CHECK(space.positions == 4);
  CHECK(space.velocities == 3);
  CHECK_THROWS_AS(set_joint_coordinates(model, space, {VectorXd(3), VectorXd(3)}, state),
                  InvalidArgument);
  CHECK_THROWS_AS(set_joint_coordinates(model, space, {VectorXd(4), VectorXd(4)}, state),
                  InvalidArgument);
}

TEST_CASE("a tree stands on a body that nothing moves or that is driven, and goes along with it") {
  Random random(79);
  for (const bool in_plane : {true, false})
    for (const bool driven : {true, false}) {
      ModelBuilder builder;
      std::vector<BodyId> bodies;
      for (int i = 0; i < 3; ++i) {
        BodyDef def = in_plane ? testing::planar_body(random) : testing::spatial_body(random);
        if (i == 1 && in_plane) def.kind = driven ? BodyKind::kinematic : BodyKind::fixed;
        if (i == 1 && !in_plane)
          def.kind = driven ? BodyKind::spatial_kinematic : BodyKind::spatial_fixed;
        bodies.push_back(builder.add_body(def));
      }
      for (const auto& [a, b] : {std::pair(0, 1), {0, 2}}) {
        JointDef joint = testing::random_joint(random, JointKind::pin, in_plane);
        joint.a = bodies[a];
        joint.b = bodies[b];
        builder.add_joint(joint);
      }
      const Model model = builder.build().value();
      const Result<JointSpace> space = joint_space(model);
      REQUIRE(space);
      State state = initial_state(model);
      if (driven) state.v = testing::random_velocity(random, model);
      const VectorXd base = state.v.segment(model.bodies[1].v_offset, model.bodies[1].dof);
      const JointCoordinates set = random_coordinates(random, model, *space);
      set_joint_coordinates(model, *space, set, state);
      CHECK(state.v.segment(model.bodies[1].v_offset, model.bodies[1].dof) == base);
      CHECK(joint_error(model, state).gap < 1e-12);
      const JointCoordinates got = joint_coordinates(model, *space, state);
      CHECK((got.q - set.q).norm() < 1e-12);
      CHECK((got.v - set.v).norm() < 1e-12);
      RowPool pool;
      std::vector<double> phi;
      append_joint_rows(model, state, pool, phi);
      CHECK((testing::dense(pool, model) * state.v).norm() < 1e-12);
    }
}

}  // namespace perpend
