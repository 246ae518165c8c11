// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <Eigen/LU>
#include <cmath>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joint_models.hpp"
#include "dynamics/joints/coordinate_reaction.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/measure.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

constexpr double kG = 10.0, kStep = 0.01;

// Impulses of one step from rest: J M⁻¹ Jᵀ lambda = -J h g, dense.
VectorXd impulses_at_rest(const Model& model, const State& state) {
  RowPool pool;
  std::vector<double> phi;
  append_joint_rows(model, state, pool, phi);
  const MatrixXd J = testing::dense(pool, model);
  MatrixXd M = MatrixXd::Zero(model.dof(), model.dof());
  VectorXd force;
  applied_force(model, state.q, state.v, force);
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    MatrixXd block(body.dof, body.dof);
    mass_block(model, state.q, i, Eigen::Map<MatrixXd>(block.data(), body.dof, body.dof));
    M.block(body.v_offset, body.v_offset, body.dof, body.dof) = block;
  }
  const MatrixXd inverse = M.inverse();
  return (J * inverse * J.transpose()).fullPivLu().solve(-kStep * J * inverse * force);
}

BodyDef solid(double mass, const Vector3d& p) {
  BodyDef def{.kind = BodyKind::spatial, .mass = mass};
  def.spatial.pose.p = p;
  def.spatial.inertia = Vector3d(0.3, 0.4, 0.5).asDiagonal();
  return def;
}

ModelBuilder heavy(const Vector3d& gravity) {
  ModelBuilder builder;
  builder.set_gravity(gravity);
  return builder;
}

JointReaction reaction(const Model& model, int joint) {
  const State state = initial_state(model);
  return joint_reaction(model, state, {joint}, impulses_at_rest(model, state), kStep);
}

bool near(const Vector3d& x, const Vector3d& y) {
  return (x - y).norm() < 1e-11;
}

}  // namespace

TEST_CASE("each joint of a hanging chain bears the weight below it") {
  ModelBuilder builder = heavy({0, 0, -kG});
  const BodyId upper = builder.add_body(solid(2, {0, 0, -1}));
  const BodyId lower = builder.add_body(solid(3, {0, 0, -3}));
  builder.add_joint({.kind = JointKind::spherical, .a = upper});
  builder.add_joint({.kind = JointKind::spherical, .a = lower, .b = upper, .anchor = {0, 0, -2}});
  const Model model = builder.build().value();
  CHECK(near(reaction(model, 0).force, {0, 0, 50}));
  CHECK(near(reaction(model, 1).force, {0, 0, 30}));
  CHECK(near(reaction(model, 1).torque, {0, 0, 0}));
}

// Two boxes welded end to end and to a wall: force and moment of a cantilever.
TEST_CASE("a welded beam bears weight and moment at its root") {
  ModelBuilder builder = heavy({0, 0, -kG});
  const BodyId root = builder.add_body(solid(2, {1, 0, 0}));
  const BodyId tip = builder.add_body(solid(2, {3, 0, 0}));
  builder.add_joint({.kind = JointKind::weld, .a = root, .axis = {0, 1, 0}});
  builder.add_joint({.kind = JointKind::weld, .a = tip, .b = root, .anchor = {2, 0, 0}});
  const Model model = builder.build().value();
  const JointReaction wall = reaction(model, 0), middle = reaction(model, 1);
  CHECK(near(wall.force, {0, 0, 40}));
  CHECK(near(wall.torque, {0, -80, 0}));
  // The joint's x axis is the world's y axis.
  CHECK(wall.joint_torque.x() == relative(-80));
  CHECK(wall.joint_force.x() == near_zero(1e-12));
  CHECK(near(middle.force, {0, 0, 20}));
  CHECK(near(middle.torque, {0, -20, 0}));
}

TEST_CASE("a balanced lever's pivot bears both weights, in the plane") {
  ModelBuilder builder = heavy({0, -kG, 0});
  const BodyId beam = builder.add_body({.pose = {{0.5, 0}}, .mass = 1, .inertia = 1});
  const BodyId left = builder.add_body({.pose = {{-2, -1}}, .mass = 4, .inertia = 1});
  const BodyId right = builder.add_body({.pose = {{5, -1}}, .mass = 1.5, .inertia = 1});
  builder.add_joint({.a = beam});
  builder.add_joint({.a = left, .b = beam, .anchor = {-2, 0, 0}});
  builder.add_joint({.a = right, .b = beam, .anchor = {5, 0, 0}});
  const Model model = builder.build().value();
  // Moments about the pivot: -4·2 + 1·0.5 + 1.5·5 = 0.
  CHECK(near(reaction(model, 0).force, {0, 65, 0}));
  CHECK(near(reaction(model, 1).force, {0, 40, 0}));
  CHECK(near(reaction(model, 2).force, {0, 15, 0}));
}

TEST_CASE("a slider across gravity bears weight and the moment of its overhang") {
  ModelBuilder builder = heavy({0, -kG, 0});
  const BodyId a = builder.add_body({.pose = {{3, 0}}, .mass = 2, .inertia = 1});
  builder.add_joint({.kind = JointKind::prismatic, .a = a, .anchor = {1, 0, 0}});
  const Model model = builder.build().value();
  CHECK(near(reaction(model, 0).force, {0, 20, 0}));
  CHECK(near(reaction(model, 0).torque, {0, 0, 40}));
}

// A disc on a slope: the plane bears g cos and holds back with a third of g sin, at the rim, which
// is the torque I α = (m r²/2) (2/3) g sin / r about its centre.
TEST_CASE("what a slope exerts at the rim of a disc turns it about its centre") {
  const double slope = 0.3, radius = 0.4, mass = 2.0;
  ModelBuilder builder = heavy({kG * std::sin(slope), -kG * std::cos(slope), 0});
  const BodyId disc = builder.add_body(
      {.pose = {{1, radius}}, .mass = mass, .inertia = mass * radius * radius / 2});
  builder.add_joint(
      {.kind = JointKind::rolling, .a = disc, .anchor = {1, 0, 0}, .axis = {0, 1, 0}});
  const Model model = builder.build().value();
  const double held = mass * kG * std::sin(slope) / 3;
  CHECK(near(reaction(model, 0).force, {-held, mass * kG * std::cos(slope), 0}));
  CHECK(near(reaction(model, 0).torque, {0, 0, -radius * held}));
}

TEST_CASE("a motor's torque and an upper limit's force are part of the reaction") {
  ModelBuilder builder = heavy({0, 0, 0});
  const BodyId a = builder.add_body(solid(2, {0, 0, 0}));
  builder.add_joint({.kind = JointKind::cylindrical,
                     .a = a,
                     .axis = {0, 0, 1},
                     .coordinates = {{.coordinate = 0, .hi = 0},
                                     {.coordinate = 1, .motor = MotorKind::velocity}}});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  RowPool pool;
  std::vector<CoordinateRow> rows;
  append_coordinate_rows(model, state, kStep, pool, rows);
  REQUIRE(rows.size() == 2);
  JointReaction sum;
  add_reaction(model, state, rows[0], 0.5, kStep, sum);
  add_reaction(model, state, rows[1], 0.2, kStep, sum);
  CHECK(near(sum.force, {0, 0, -50}));
  CHECK(near(sum.torque, {0, 0, 20}));
  CHECK(near(sum.joint_torque, {20, 0, 0}));
}

TEST_CASE("a reaction of a joint or a step that is none is refused") {
  ModelBuilder builder = heavy({0, 0, 0});
  builder.add_joint({.kind = JointKind::weld, .a = builder.add_body(solid(1, {0, 0, 0}))});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  CHECK_THROWS_AS(joint_reaction(model, state, {1}, state.joint_impulses, 0.1), InvalidArgument);
  CHECK_THROWS_AS(joint_reaction(model, state, {0}, state.joint_impulses, 0.0), InvalidArgument);
  CHECK_THROWS_AS(joint_reaction(model, state, {0}, VectorXd(), 0.1), InvalidArgument);
}

namespace {

// What generalised forces on a are in the words of a reaction: a force, and a moment about the
// anchor on a, here moved to its centre of mass.
void check_push(const Model& model, const State& state, const VectorXd& push,
                const JointReaction& found) {
  const Joint& joint = model.joints[0];
  const Body& a = model.bodies[joint.a.index];
  const spatial::Pose pose = spatial_pose(model, state, joint.a);
  const Vector3d anchor =
      joint.kind == JointKind::rolling ? pose.p : transform_point(pose, joint.frame_a.p);
  const Vector3d about = found.torque + (anchor - pose.p).cross(found.force);
  const int lines = a.is_planar() ? 2 : 3;
  CHECK((push.segment(a.v_offset, lines) - found.force.head(lines)).norm() < 1e-10);
  if (a.is_planar())
    CHECK(std::abs(push[a.v_offset + 2] - about.z()) < 1e-10);
  else
    CHECK((push.segment<3>(a.v_offset + 3) - about).norm() < 1e-10);
  const Eigen::Quaterniond to_frame =
      (spatial_pose(model, state, joint.b).r * joint.frame_b.r).conjugate();
  CHECK((found.joint_force - to_frame * found.force).norm() < 1e-12);
  CHECK((found.joint_torque - to_frame * found.torque).norm() < 1e-12);
}

// Calls check(model, state, random) for joints of every kind at poses that they do not hold.
template <class Check>
void for_joints(const CoordinateDef* coordinate, const Check& check) {
  testing::Random random(61);
  for (int k = 0; k < static_cast<int>(JointKind::custom); ++k)
    for (const testing::Space space :
         {testing::Space::plane, testing::Space::space, testing::Space::mixed})
      for (const bool to_world : {false, true}) {
        const JointKind kind = static_cast<JointKind>(k);
        const bool in_plane = space == testing::Space::plane;
        if (row_count(kind, in_plane) == 0) continue;
        if (coordinate && coordinate->coordinate >= coordinate_count(kind, in_plane)) continue;
        CAPTURE(to_string(kind));
        CAPTURE(to_world);
        const Model model = testing::one_joint(random, kind, space, to_world, coordinate);
        State state = testing::moved(model, initial_state(model),
                                     testing::random_velocity(random, model), 0.1);
        state.v = testing::random_velocity(random, model);
        check(model, state, random);
      }
}

}  // namespace

TEST_CASE("the reaction of a joint of any kind is what its rows exert on a") {
  for_joints(nullptr, [](const Model& model, const State& state, testing::Random& random) {
    VectorXd impulses(model.joint_rows);
    for (double& impulse : impulses) impulse = 0.1 * random.uniform();
    const VectorXd push = constraint_rows(model, state).jacobian.transpose() * impulses / kStep;
    check_push(model, state, push, joint_reaction(model, state, {0}, impulses, kStep));
  });
}

TEST_CASE("so is that of what acts along any of its coordinates, limits and motors") {
  int with_limit = 0;
  for (int k = 0; k < 3; ++k) {
    const CoordinateDef def{
        .coordinate = k, .hi = 0.2, .motor = MotorKind::velocity, .max_force = 3, .friction = 1};
    for_joints(&def, [&](const Model& model, const State& state, testing::Random& random) {
      RowPool pool;
      std::vector<CoordinateRow> rows;
      append_coordinate_rows(model, state, 1.0, pool, rows);
      with_limit += rows.size() == 3;
      const MatrixXd J = testing::dense(pool, model);
      VectorXd push = VectorXd::Zero(model.dof());
      JointReaction sum;
      for (const CoordinateRow& row : rows) {
        const double impulse = 0.1 * random.uniform();
        push += impulse / kStep * J.row(pool.groups()[row.group].first_row).transpose();
        add_reaction(model, state, row, impulse, kStep, sum);
      }
      check_push(model, state, push, sum);
    });
  }
  CHECK(with_limit > 20);
}

}  // namespace perpend
