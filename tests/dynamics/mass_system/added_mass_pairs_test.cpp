// SPDX-License-Identifier: Apache-2.0
//
// B over both bodies of a joint against c h K⁺ of its own rows, differenced as the bodies move.
#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "dynamics/added_masses.hpp"
#include "dynamics/joint_models.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;
using testing::dense, testing::Random, testing::Space;

constexpr double kStep = 0.01, kFactor = 0.5 * kStep;

VectorXd joint_forces(const Model& model, const State& state) {
  RowPool pool;
  std::vector<double> phi;
  append_joint_rows(model, state, pool, phi);
  return testing::dense(pool, model).transpose() * state.joint_impulses;
}

// c h K⁺, K = -d(Jᵀ lambda)/dx by central differences.
MatrixXd differenced(const Model& model, const State& state) {
  const double h = 1e-5;
  const Eigen::Index n = model.dof();
  MatrixXd K(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto at = [&](double step) {
      return joint_forces(model, testing::moved(model, state, VectorXd::Unit(n, i), step));
    };
    K.col(i) = (at(-h) - at(h)) / (2 * h);
  }
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(0.5 * (K + K.transpose()));
  return kFactor * eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() *
         eigen.eigenvectors().transpose();
}

MatrixXd added_by(const Model& model, const State& state) {
  AddedMass added(model);
  added.compute(state, kStep);
  return dense(added, model);
}

struct Rows {
  JointKind kind;
  int first, count;
};

// Impulses so large that what could not be seen, 5 % of the inertia, is nothing beside them.
void check_rows(Random& random, const Rows& rows, Space space, bool to_world) {
  CAPTURE(to_string(rows.kind));
  CAPTURE(rows.first);
  CAPTURE(to_world);
  const Model model = testing::one_joint(random, rows.kind, space, to_world);
  State state = initial_state(model);
  for (int r = 0; r < rows.count; ++r)
    state.joint_impulses[rows.first + r] = 1e7 * random.uniform();
  const MatrixXd expected = differenced(model, state);
  CHECK((added_by(model, state) - expected).norm() <= 1e-4 * expected.norm() + 1e-9);
}

}  // namespace

TEST_CASE("rows across a line or plane and those of hinges add what their forces turn by") {
  Random random(41);
  for (int trial = 0; trial < 5; ++trial) {
    for (const bool to_world : {false, true}) {
      for (const Rows& rows :
           {Rows{JointKind::prismatic, 0, 2}, Rows{JointKind::point_on_line, 0, 2},
            Rows{JointKind::cylindrical, 0, 2}, Rows{JointKind::screw, 0, 2},
            Rows{JointKind::planar, 0, 1}, Rows{JointKind::point_on_plane, 0, 1}})
        check_rows(random, rows, Space::space, to_world);
      for (const JointKind kind : {JointKind::prismatic, JointKind::point_on_line})
        check_rows(random, {kind, 0, 1}, Space::plane, to_world);
    }
    for (const Rows& rows : {Rows{JointKind::distance, 0, 1}, Rows{JointKind::pin, 3, 2},
                             Rows{JointKind::universal, 3, 1}, Rows{JointKind::cylindrical, 2, 2},
                             Rows{JointKind::screw, 2, 2}, Rows{JointKind::planar, 1, 2}})
      check_rows(random, rows, Space::space, false);
    check_rows(random, {JointKind::distance, 0, 1}, Space::plane, false);
  }
}

TEST_CASE("the thrust of a screw adds what the push of a plane across its axis adds") {
  for (const bool to_world : {false, true})
    for (const unsigned seed : {44u, 45u, 46u}) {
      CAPTURE(seed);
      Random random(seed), again(seed);
      const Model screw = testing::one_joint(random, JointKind::screw, Space::space, to_world);
      const Model plane =
          testing::one_joint(again, JointKind::point_on_plane, Space::space, to_world);
      REQUIRE(screw.joints[0].frame_b.p == plane.joints[0].frame_b.p);
      State thrust = initial_state(screw), push = initial_state(plane);
      thrust.joint_impulses[4] = push.joint_impulses[0] = 1e7;
      const MatrixXd expected = added_by(plane, push);
      CHECK(expected.norm() > 1);
      CHECK((added_by(screw, thrust) - expected).norm() < 1e-9 * expected.norm());
    }
}

// A strut between both bodies of the model, which pulls by `impulse` as it is told.
Model held_by_strut(Random& random, Space space, bool to_world) {
  const CoordinateDef spring{.stiffness = 1, .rest = 0.1};
  return testing::one_joint(random, JointKind::strut, space, to_world, &spring);
}

TEST_CASE("a strut that is told its impulse adds what a rod with that impulse adds") {
  for (const Space space : {Space::plane, Space::space})
    for (const bool to_world : {false, true}) {
      Random random(43), again(43);
      const Model strut = held_by_strut(random, space, to_world);
      const Model rod = testing::one_joint(again, JointKind::distance, space, to_world);
      State state = initial_state(rod);
      state.joint_impulses << -1e7;
      const MatrixXd expected = added_by(rod, state);
      AddedMass added(strut);
      added.set_struts({-1e7});
      added.compute(initial_state(strut), kStep);
      CHECK(added.couples() == !to_world);
      CHECK((dense(added, strut) - expected).norm() < 1e-4 * expected.norm());
      added.clear();
      CHECK(!added.couples());
      CHECK(dense(added, strut).isZero(0));
    }
}

// pull k (l - rest) times h of a spring that the step resolves.
TEST_CASE("a spring between two bodies adds what a rod with its pull adds, as it is stretched") {
  for (const Space space : {Space::plane, Space::space}) {
    Random random(47), again(47);
    const CoordinateDef spring{.stiffness = 5e2, .rest = -1e6};
    const Model strut = testing::one_joint(random, JointKind::strut, space, false, &spring);
    const Model rod = testing::one_joint(again, JointKind::distance, space, false);
    const State at = initial_state(strut);
    State state = initial_state(rod);
    const double length = coordinate(strut, at, {0}, 0);
    state.joint_impulses << -kStep * 5e2 * (length + 1e6);
    const MatrixXd expected = differenced(rod, state);
    CHECK((added_by(strut, at) - expected).norm() < 1e-4 * expected.norm());
  }
}

// Two bodies with a ball or pin and the joint `kind`, which bears `impulse` in its first rows.
struct Pulled {
  Model model;
  State state;
  AddedMass added;

  Pulled(Random& random, Space space, JointKind kind, double impulse)
      : model(make(random, space, kind)), state(initial_state(model)), added(model) {
    const int rows = space == Space::plane || kind == JointKind::strut ? 1 : 2;
    for (int r = 0; r < rows && kind != JointKind::strut; ++r)
      state.joint_impulses[model.joints[1].first_row + r] = impulse;
    added.set_struts({0, impulse});
    added.compute(state, kStep);
  }

  static Model make(Random& random, Space space, JointKind kind) {
    ModelBuilder builder;
    const bool in_plane = space == Space::plane;
    const auto body = [&] {
      return in_plane ? testing::planar_body(random) : testing::spatial_body(random);
    };
    const BodyId a = builder.add_body(body()), b = builder.add_body(body());
    for (const JointKind each : {in_plane ? JointKind::pin : JointKind::spherical, kind}) {
      JointDef joint = testing::random_joint(random, each, in_plane);
      joint.a = a, joint.b = b;
      if (each == JointKind::strut) joint.coordinates = {{.stiffness = 1, .rest = 0.1}};
      builder.add_joint(joint);
    }
    return builder.build().value();
  }

  // Trace of B over the rotation of a body.
  double borne(int body) const {
    const Body& of = model.bodies[body];
    const int turns = of.is_planar() ? 1 : 3;
    return dense(added, model).diagonal().segment(of.v_offset + of.dof - turns, turns).sum();
  }
};

// The mean moment of inertia is 0.4 kg m² of either.
TEST_CASE("bodies damp each other as the lighter loaded one bears, beyond half of its inertia") {
  Random random(53);
  int damped = 0, free = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Space space = trial % 2 ? Space::plane : Space::space;
    const Pulled pulled(random, space, JointKind::strut, -std::exp(5 + 2 * random.uniform()));
    const double least = std::min(pulled.borne(0), pulled.borne(1));
    const auto& dampers = pulled.added.dampers();
    REQUIRE(dampers.size() == (least > 0.2 ? 1u : 0u));
    ++(dampers.empty() ? free : damped);
    if (dampers.empty()) continue;
    CHECK(dampers[0].joint == 0);
    CHECK(dampers[0].damping == relative(least));
  }
  CHECK(damped > 20);
  CHECK(free > 20);
}

TEST_CASE("added mass takes the work of B on what changes and of D on what is left, negated") {
  Random random(59);
  for (const Space space : {Space::plane, Space::space})
    for (const JointKind kind : {JointKind::strut, JointKind::prismatic}) {
      Pulled pulled(random, space, kind, -500);
      pulled.state.joint_impulses.head(2) << 700, -900;
      pulled.added.compute(pulled.state, kStep);
      REQUIRE(!pulled.added.pairs().empty());
      REQUIRE(pulled.added.has_rotation());
      const MatrixXd B = dense(pulled.added, pulled.model);
      const VectorXd v = testing::random_velocity(random, pulled.model),
                     after = testing::random_velocity(random, pulled.model);
      const int dof = space == Space::plane ? 3 : 6, turns = dof == 3 ? 1 : 3;
      const auto spin = [&](const VectorXd& u) -> VectorXd {
        return u.segment(dof - turns, turns) - u.tail(turns);
      };
      double damped = 0;
      for (const AddedMass::Damper& damper : pulled.added.dampers())
        damped += 0.5 * damper.damping * (spin(v) + spin(after)).dot(spin(after));
      const VectorXd mean = 0.5 * (v + after);
      CHECK(pulled.added.work(v, after, false) == relative(-mean.dot(B * (after - v)) - damped));
      CHECK(pulled.added.work(v, after, true) == relative(-mean.dot(B * after) - damped));
    }
}

// Of 5 % of the inertia that what is left out could be seen by.
TEST_CASE("mass across a strut is less by the share of the inertia that could not be seen") {
  Random random(61);
  for (int trial = 0; trial < 20; ++trial) {
    const bool in_plane = trial % 2 == 1;
    const Model model = held_by_strut(random, in_plane ? Space::plane : Space::space, false);
    const State state = initial_state(model);
    const auto told = [&](double impulse) {
      AddedMass added(model);
      added.set_struts({impulse});
      added.compute(state, kStep);
      return dense(added, model);
    };
    const Joint& joint = model.joints[0];
    const auto arm = [&](BodyId id, const spatial::Pose& frame) {
      return transform_vector(spatial_pose(model, state, id), frame.p).norm();
    };
    const double r_a = arm(joint.a, joint.frame_a), r_b = arm(joint.b, joint.frame_b);
    const double length = coordinate(model, state, {0}, 0), size = kFactor * 2e3;
    const double mass = in_plane ? 1.3 : 1.7, inertia = in_plane ? 0.4 : 0.3,
                 r = std::max(r_a, r_b);
    const double of_inertia = std::max(size / length / mass, size * r * (1 + r / length) / inertia);
    const MatrixXd expected = 2e-9 * (1 - 0.05 / of_inertia) * told(-1e12);
    CHECK((told(-2e3) - expected).norm() < 1e-9 * expected.norm());
  }
}

// Both bodies have the same moments, of which 0.3 or 0.4 kg m² is the least.
TEST_CASE("mass of rows across a line and of hinges is less by that share as well") {
  Random random(71);
  for (const Rows& rows : {Rows{JointKind::prismatic, 0, 2}, Rows{JointKind::prismatic, 0, 1},
                           Rows{JointKind::pin, 3, 2}}) {
    const bool in_plane = rows.count == 1, hinge = rows.kind == JointKind::pin;
    const Model model =
        testing::one_joint(random, rows.kind, in_plane ? Space::plane : Space::space, false);
    State state = initial_state(model);
    const auto with = [&](double impulse) {
      state.joint_impulses.segment(rows.first, rows.count).setConstant(impulse);
      return added_by(model, state);
    };
    const Joint& joint = model.joints[0];
    const Vector3d p_a = spatial_pose(model, state, joint.a).p;
    const Vector3d anchor = transform_point(spatial_pose(model, state, joint.a), joint.frame_a.p);
    const double arm_a = (anchor - p_a).norm();
    const double arm_b = (anchor - spatial_pose(model, state, joint.b).p).norm();
    const double mass = in_plane ? 1.3 : 1.7, inertia = in_plane ? 0.4 : 0.3;
    const double size = kFactor * 2e3 * std::sqrt(rows.count);
    const double seen =
        hinge ? size / inertia
              : std::max(size * std::max(arm_a, arm_b) / inertia, size / std::sqrt(mass * inertia));
    const MatrixXd expected = 2e-9 * (1 - 0.05 / seen) * with(1e12);
    CHECK((with(2e3) - expected).norm() < 1e-9 * expected.norm());
  }
}

TEST_CASE("a strut between two bodies couples them, whatever struts follow") {
  Random random(67);
  ModelBuilder builder;
  const BodyId a = builder.add_body(testing::spatial_body(random));
  const BodyId b = builder.add_body(testing::spatial_body(random));
  for (const BodyId other : {b, kWorld}) {
    JointDef strut = testing::random_joint(random, JointKind::strut, false);
    strut.a = a, strut.b = other, strut.coordinates = {{.stiffness = 1, .rest = 0.1}};
    builder.add_joint(strut);
  }
  JointDef rod = testing::random_joint(random, JointKind::distance, false);
  rod.a = a, rod.b = b;
  builder.add_joint(rod);
  JointDef hung = testing::random_joint(random, JointKind::strut, false);
  hung.a = builder.add_body({.kind = BodyKind::spatial_fixed}), hung.b = b;
  hung.coordinates = {{.stiffness = 1, .rest = 0.1}};
  builder.add_joint(hung);
  const Model model = builder.build().value();
  const State state = initial_state(model);
  AddedMass added(model);
  // Rods, known from the last step, do not fall short of anything.
  added.set_struts({-1e3, -1e3, 0, 0});
  added.compute(state, kStep);
  CHECK(added.couples());
  CHECK(!added.falls_short(state, kStep, {0, 0, -1e3, 0}));
  CHECK(!added.falls_short(state, kStep, {-1e3, -1.9e3, 0, 0}));
  CHECK(added.falls_short(state, kStep, {-1e3, -2.1e3, 0, 0}));
  added.set_struts({0, -1e3, 0, -1e3});
  added.compute(state, kStep);
  REQUIRE(added.pairs().size() == 2);
  CHECK(!added.couples());
}

}  // namespace perpend
