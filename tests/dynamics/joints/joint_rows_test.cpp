// SPDX-License-Identifier: Apache-2.0
// RowsAndErrors of joints: their errors, rates and momentum.
#include "dynamics/joints/joint_rows.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joint_models.hpp"
#include "dynamics/joints/joint_cases.hpp"
#include "dynamics/joints/joint_motion.hpp"
#include "model/joint_traits.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;
using joint_cases::disturbed;
using joint_cases::for_every_joint;
using joint_cases::omega;
using joint_cases::RowsAndErrors;
using testing::Random, testing::Space;

// How much the rows of coinciding anchors may err (joint_rows.hpp): |omega_a + omega_b| |d| / 2.
double rate_error(const Model& model, const State& state, const VectorXd& v) {
  const Joint& joint = model.joints[0];
  const auto anchor = [&](BodyId id, const spatial::Pose& frame) {
    return transform_point(spatial_pose(model, state, id), frame.p);
  };
  const double gap = (anchor(joint.a, joint.frame_a) - anchor(joint.b, joint.frame_b)).norm();
  const bool coincide = joint.kind == JointKind::pin || joint.kind == JointKind::weld ||
                        joint.kind == JointKind::spherical || joint.kind == JointKind::universal;
  return coincide ? 0.5 * (omega(model, v, joint.a) + omega(model, v, joint.b)).norm() * gap : 0;
}

BodyDef box_at(double x, double y, double angle) {
  return {.pose = {{x, y}, angle}, .shapes = {{.shape = planar::box(1, 0.4), .density = 2}}};
}

// Two bodies and the world, four joints for either pair.
Model planar_joints() {
  ModelBuilder builder;
  const BodyId a = builder.add_body(box_at(0, 0, 0.3)), b = builder.add_body(box_at(3, 1, -0.7));
  for (const BodyId other : {b, kWorld})
    for (const JointKind kind :
         {JointKind::pin, JointKind::prismatic, JointKind::distance, JointKind::weld}) {
      JointDef joint{.kind = kind, .a = a, .b = other, .anchor = {0.4, 0.1, 0}, .axis = {1, 2, 0}};
      if (kind == JointKind::distance) joint.anchor_b = Vector3d(2.5, 1.2, 0);
      builder.add_joint(joint);
    }
  return builder.build().value();
}

}  // namespace

TEST_CASE("it is known of every kind which of its rows are moments") {
  for_every_joint(1, [](const Model& model, Random&, Space, bool) {
    const Joint& joint = model.joints[0];
    const State start = initial_state(model);
    std::array<RelativeRow, JointType::kMaxRows> rows;
    const double* coordinates = start.coordinates.data() + joint.first_coordinate;
    const int count = relative_rows(place(model, start, joint), coordinates, rows);
    REQUIRE(count == joint.rows);
    for (int row = 0; row < count; ++row) {
      CAPTURE(row);
      CHECK(is_angle_row(joint.kind, joint.in_plane, row) == rows[row].angle);
      CHECK((rows[row].wrench.force.norm() == 0) == rows[row].angle);
    }
  });
}

TEST_CASE("every kind has its rows, without error and independent at the start") {
  for_every_joint(3, [](const Model& model, Random&, Space space, bool) {
    const State start = initial_state(model);
    const RowsAndErrors rows(model, start);
    const Joint& joint = model.joints[0];
    REQUIRE(rows.pool.rows() == row_count(joint.kind, space == Space::plane));
    REQUIRE(rows.pool.rows() == joint.rows);
    REQUIRE(rows.phi.size() == static_cast<std::size_t>(joint.rows));
    for (const double phi : rows.phi) CHECK(std::abs(phi) < 1e-14);
    CHECK(joint_error(model, start).gap < 1e-14);
    CHECK(joint_error(model, start).angle < 1e-14);
    const MatrixXd J = testing::dense(rows.pool, model);
    CHECK(J.jacobiSvd().singularValues()[joint.rows - 1] > 1e-3);
  });
}

TEST_CASE("J v is the rate of the joint errors at any pose") {
  for_every_joint(10, [](const Model& model, Random& random, Space, bool) {
    const State state = disturbed(model, random, 0.3);
    const VectorXd v = testing::random_velocity(random, model);
    const RowsAndErrors rows(model, state);
    const double h = 1e-6;
    const RowsAndErrors ahead(model, testing::moved(model, state, v, h));
    const RowsAndErrors behind(model, testing::moved(model, state, v, -h));
    const VectorXd rate = testing::dense(rows.pool, model) * v;
    const bool rolling = model.joints[0].kind == JointKind::rolling;
    for (int r = 0; r < (rolling ? 1 : rate.size()); ++r) {
      // Rounding of the differences is 1e-16 / h, their error h² of a third derivative.
      const double difference = (ahead.phi[r] - behind.phi[r]) / (2 * h);
      CHECK(std::abs(rate[r] - difference) < rate_error(model, state, v) + 2e-9);
    }
  });
}

TEST_CASE("joints between bodies keep linear and angular momentum at any pose") {
  for_every_joint(5, [](const Model& model, Random& random, Space space, bool to_world) {
    if (to_world) return;
    const State state = disturbed(model, random, 0.3);
    const MatrixXd J = testing::dense(RowsAndErrors(model, state).pool, model);
    for (int r = 0; r < J.rows(); ++r) {
      const testing::Total total = testing::total(model, state, J.row(r));
      // A planar body takes no force along z and no torque across it.
      CHECK(total.force.head(space == Space::mixed ? 2 : 3).norm() < 1e-14);
      CHECK(total.torque.tail(space == Space::mixed ? 1 : 3).norm() < 1e-14);
    }
  });
}

TEST_CASE("a particle on a body's joint keeps angular momentum") {
  Random random(3);
  for (const JointKind kind : {JointKind::spherical, JointKind::distance, JointKind::point_on_line,
                               JointKind::point_on_plane}) {
    for (const bool particle_first : {true, false}) {
      ModelBuilder builder;
      BodyDef particle{.kind = BodyKind::spatial_particle, .mass = 1.0};
      particle.spatial.pose.p = random.vector();
      JointDef joint = testing::random_joint(random, kind, false);
      joint.anchor = particle.spatial.pose.p;
      if (!particle_first && kind == JointKind::distance) std::swap(joint.anchor, *joint.anchor_b);
      const BodyId point = builder.add_body(particle);
      const BodyId body = builder.add_body(testing::spatial_body(random));
      joint.a = particle_first ? point : body;
      joint.b = particle_first ? body : point;
      builder.add_joint(joint);
      const Model model = builder.build().value();
      const State state = disturbed(model, random, 0.3);
      // A line or a plane can turn with a body only.
      const bool turns = kind == JointKind::spherical || kind == JointKind::distance;
      if (!particle_first && !turns) continue;
      const MatrixXd J = testing::dense(RowsAndErrors(model, state).pool, model);
      for (int r = 0; r < J.rows(); ++r) {
        const testing::Total total = testing::total(model, state, J.row(r));
        CHECK(total.force.norm() < 1e-14);
        CHECK(total.torque.norm() < 1e-14);
      }
    }
  }
}

TEST_CASE("joint errors are those of the pose, and name the worst joint") {
  ModelBuilder builder;
  BodyDef def{.kind = BodyKind::spatial, .mass = 1.0};
  def.spatial.inertia = Eigen::Matrix3d::Identity();
  const BodyId a = builder.add_body(def), b = builder.add_body(def);
  builder.add_joint({.kind = JointKind::weld, .a = a});
  builder.add_joint({.kind = JointKind::weld, .a = b});
  const Model model = builder.build().value();
  State state = initial_state(model);
  state.q.segment<3>(0) << 3e-3, 0, 4e-3;
  const double angle = 0.02;
  state.q.segment<4>(10) << std::cos(angle / 2), 0, std::sin(angle / 2), 0;
  const JointError error = joint_error(model, state);
  CHECK(error.gap == relative(5e-3));
  CHECK(error.gap_joint == 0);
  CHECK(error.angle == relative(angle, 1e-4));
  CHECK(error.angle_joint == 1);
}

TEST_CASE("rows that are evaluated again are those of the pose they have then") {
  Random random(19);
  ModelBuilder builder;
  Coupler coupler;
  for (const double factor : {1.0, 2.0}) {
    const BodyId body = builder.add_body(testing::spatial_body(random));
    JointDef joint = testing::random_joint(random, JointKind::pin, false);
    joint.a = body;
    coupler.terms.push_back({builder.add_joint(joint), 0, factor});
  }
  builder.add_coupler(coupler);
  const Model model = builder.build().value();
  JointRows again(model);
  for (int k = 0; k < 3; ++k) {
    const State state = disturbed(model, random, 0.2);
    again.evaluate(state);
    const RowsAndErrors anew(model, state);
    CHECK(again.phi() == Eigen::Map<const VectorXd>(anew.phi.data(), 11));
    CHECK(testing::dense(again.pool(), model) == testing::dense(anew.pool, model));
  }
}

TEST_CASE("the assembled Delassus matrix is J M^-1 J^T") {
  const Model model = planar_joints();
  RowPool pool;
  std::vector<double> phi;
  append_joint_rows(model, initial_state(model), pool, phi);
  const MatrixXd J = testing::dense(pool, model);
  std::vector<int> groups, first_rows;
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
    groups.push_back(g);
    first_rows.push_back(pool.groups()[g].first_row);
  }
  MatrixXd W;
  DelassusAssembler().assemble(pool, groups, first_rows, inverse_mass(model), model, pool.rows(),
                               W);
  const MatrixXd expected = J * inverse_mass(model).asDiagonal() * J.transpose();
  CHECK((W - expected).cwiseAbs().maxCoeff() < 1e-13);
  CHECK(W == W.transpose());
}

TEST_CASE("a body that rocks turns as far in a step as its motion does, half a turn and more") {
  for (const double omega : {10.0, 40.0, -55.0}) {
    CAPTURE(omega);
    ModelBuilder builder;
    builder.add_body({.kind = BodyKind::spatial_kinematic,
                      .motion = {.omega = {0, 0, omega},
                                 .harmonics = {{.rotation = {0, 0, 0.01}, .frequency = 2}}}});
    const Model model = builder.build().value();
    const State state = initial_state(model);
    VectorXd v = VectorXd::Zero(model.dof());
    free_velocity(model, all_bodies(model), state, v, 0.1, v);
    const double rocked = 0.01 * std::sin(2 * std::numbers::pi * 2 * 0.1);
    CHECK(v[5] == relative(omega + rocked / 0.1, 1e-12));
  }
}

TEST_CASE("free fall gains dt g per step and prescribed bodies land on their motion") {
  ModelBuilder builder;
  builder.add_body(box_at(0, 0, 0));
  builder.add_body(
      {.kind = BodyKind::kinematic, .pose = {{5, 0}, 0}, .motion = {.velocity = {0, 1, 2}}});
  builder.add_body({.kind = BodyKind::particle, .pose = {{9, 0}, 0}, .mass = 2});
  const Model model = builder.build().value();
  State state = initial_state(model);
  VectorXd force = VectorXd::Zero(model.dof()), v = force;
  force[7] = 2 * 9.81;
  free_velocity(model, all_bodies(model), state, force, 0.1, v);
  CHECK(v[1] == relative(-0.981));
  CHECK(v.segment<3>(3).isApprox(Vector3d(0, 1, 2)));
  CHECK(v[7] == near_zero(1e-12));
  state.v = v;
  drift(model, 0.1, state);
  CHECK(state.q[4] == relative(0.1));
  CHECK(state.time == relative(0.1));
  CHECK(energy(model, state) == relative(kinetic_energy(model, state.q, v) - 0.8 * 9.81 * 0.0981));
}

TEST_CASE("a broken joint keeps nothing, nor do the couplers it is part of") {
  ModelBuilder builder;
  std::vector<JointId> pins;
  for (int i = 0; i < 3; ++i) {
    const double x = i;
    const BodyId wheel = builder.add_body({.pose = {{x, 0}, 0.3}, .mass = 1, .inertia = 0.1});
    pins.push_back(builder.add_joint({.a = wheel, .anchor = {x, 0, 0}}));
  }
  builder.add_coupler({.terms = {{pins[0], 0, 2.0}, {pins[1], 0, 1.0}}});
  builder.add_coupler({.terms = {{pins[1], 0, 1.0}, {pins[2], 0, 1.0}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  state.q[0] += 0.5;
  state.q[2] += 0.3;
  state.broken = {1, 0, 0};
  CHECK(joint_error(model, state).gap < 1e-14);
  CHECK(joint_error(model, state).angle < 1e-14);
  const RowsAndErrors rows(model, state);
  REQUIRE(rows.pool.rows() == 8);
  const MatrixXd J = testing::dense(rows.pool, model);
  for (int r = 0; r < 8; ++r) {
    const bool holds = r >= 2 && r != 6;
    CHECK((J.row(r).norm() > 0) == holds);
    CHECK(std::abs(rows.phi[r]) < 1e-14);
  }
}

TEST_CASE("rows that a broken joint left empty are whole again in a state where it is not") {
  for (const JointKind kind : {JointKind::spherical, JointKind::pin, JointKind::weld}) {
    testing::Random random(61);
    ModelBuilder builder;
    const BodyId a = builder.add_body(testing::spatial_body(random));
    const BodyId b = builder.add_body(testing::spatial_body(random));
    builder.add_joint({.kind = kind, .a = a, .b = b, .anchor = random.vector()});
    builder.add_joint({.kind = kind, .a = b, .anchor = random.vector()});
    const Model model = builder.build().value();
    State state = initial_state(model);
    JointRows rows(model);
    rows.evaluate(state);
    const MatrixXd whole = testing::dense(rows.pool(), model);
    state.broken = {1, 0};
    rows.evaluate(state);
    CHECK(testing::dense(rows.pool(), model) != whole);
    state.broken = {0, 0};
    rows.evaluate(state);
    CHECK(testing::dense(rows.pool(), model) == whole);
  }
}

}  // namespace perpend
