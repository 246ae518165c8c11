// SPDX-License-Identifier: Apache-2.0
#include "dynamics/mass_system/added_mass.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <vector>

#include "dynamics/joint_models.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

BodyId link(ModelBuilder& builder, double mass, double inertia, const Vector3d& at) {
  BodyDef def{.kind = BodyKind::spatial, .mass = mass};
  def.spatial.pose.p = at;
  def.spatial.inertia = inertia * Eigen::Matrix3d::Identity();
  def.spatial.center_of_mass = Vector3d::Zero();
  return builder.add_body(def);
}

// Two links of 1 m hanging in line from the origin; every joint pulls its body a upwards.
Model two_links(double inertia) {
  ModelBuilder builder;
  const BodyId upper = link(builder, 1, inertia, {0, 0, -0.5});
  const BodyId lower = link(builder, 1, inertia, {0, 0, -1.5});
  builder.add_joint({.kind = JointKind::spherical, .a = upper});
  builder.add_joint({.kind = JointKind::spherical, .a = lower, .b = upper, .anchor = {0, 0, -1}});
  return builder.build().value();
}

State pulled(const Model& model, double upper, double lower) {
  State state = initial_state(model);
  state.joint_impulses << 0, 0, upper, 0, 0, lower;
  return state;
}

}  // namespace

TEST_CASE("a taut joint adds half of h times arm times impulse across the arm, nothing along it") {
  const Model model = two_links(0.1);
  AddedMass added(model);
  const double h = 0.01, upper = 40, lower = 30;
  added.compute(pulled(model, upper, lower), h);
  // Arms of 0.5 m along both pulls; the trace, twice that, is less by 5 % of the least inertia.
  const double across = 0.5 * h * 0.5 * (upper + lower) - 0.5 * 0.05 * 0.1;
  const Eigen::Matrix3d B = added.rotation(0);
  CHECK(B(0, 0) == relative(across));
  CHECK(B(1, 1) == relative(across));
  CHECK(std::abs(B(2, 2)) < 1e-12);
  CHECK(added.rotation(1)(0, 0) == relative(0.5 * h * 0.5 * lower - 0.5 * 0.05 * 0.1));
}

TEST_CASE("joints in compression add nothing") {
  const Model model = two_links(0.1);
  AddedMass added(model);
  added.compute(pulled(model, -40, -30), 0.01);
  CHECK(added.rotation(0).isZero(1e-12));
  CHECK(added.rotation(1).isZero(1e-12));
}

TEST_CASE("only two light bodies damp each other") {
  for (const bool light : {true, false}) {
    const Model model = two_links(light ? 1e-3 : 10.0);
    AddedMass added(model);
    added.compute(pulled(model, 40, 30), 0.01);
    CHECK(added.dampers().size() == (light ? 1u : 0u));
    if (!light) continue;
    CHECK(added.dampers()[0].joint == 1);
    // As the lower one bears, about both axes across its arm.
    CHECK(added.dampers()[0].damping == relative(2 * 0.5 * 0.01 * 0.5 * 30));
    added.clear();
    CHECK(added.dampers().empty());
  }
}

TEST_CASE(
    "a rod in tension adds a positive semidefinite mass that common translation does not feel") {
  ModelBuilder builder;
  const BodyId a = link(builder, 1, 0.1, {0, 0, 0}), b = link(builder, 1, 0.1, {1, 2, 0});
  builder.add_joint({.kind = JointKind::distance,
                     .a = a,
                     .b = b,
                     .anchor = {0.1, 0, 0.2},
                     .anchor_b = Vector3d(1, 1.5, 0)});
  const Model model = builder.build().value();
  AddedMass added(model);
  State state = initial_state(model);
  state.joint_impulses << -25;
  added.compute(state, 0.01);
  REQUIRE(added.pairs().size() == 1);
  const Matrix12d B = added.pairs()[0].block;
  CHECK(Eigen::SelfAdjointEigenSolver<Matrix12d>(B).eigenvalues().minCoeff() > -1e-12);
  CHECK(B.norm() > 1e-3);
  Eigen::Matrix<double, 12, 1> together = Eigen::Matrix<double, 12, 1>::Zero();
  together.segment<3>(0) = together.segment<3>(6) = Vector3d(1, -2, 3);
  CHECK((B * together).norm() < 1e-12);
}

TEST_CASE("rows that turn with b add a mass that common translation does not feel") {
  struct Case {
    JointKind kind;
    std::vector<double> impulses;
  };
  for (const Case& c :
       {Case{JointKind::prismatic, {30, -20, 0, 0, 0}},
        Case{JointKind::cylindrical, {30, -20, 4, 5}}, Case{JointKind::screw, {30, -20, 4, 5, 10}},
        Case{JointKind::planar, {30, 4, 5}}, Case{JointKind::point_on_line, {30, -20}},
        Case{JointKind::point_on_plane, {30}}, Case{JointKind::universal, {0, 0, 0, 9}},
        Case{JointKind::pin, {0, 0, 0, 9, -4}}}) {
    CAPTURE(to_string(c.kind));
    ModelBuilder builder;
    const BodyId a = link(builder, 1, 0.01, {0, 0, 0}), b = link(builder, 1, 0.01, {1, 2, 0});
    builder.add_joint({.kind = c.kind, .a = a, .b = b, .anchor = {0.3, 0.5, 0.2}});
    const Model model = builder.build().value();
    AddedMass added(model);
    State state = initial_state(model);
    state.joint_impulses = Eigen::Map<const Eigen::VectorXd>(
        c.impulses.data(), static_cast<Eigen::Index>(c.impulses.size()));
    added.compute(state, 0.01);
    REQUIRE(!added.pairs().empty());
    CHECK(added.couples());
    Eigen::Matrix<double, 12, 1> together = Eigen::Matrix<double, 12, 1>::Zero();
    together.segment<3>(0) = together.segment<3>(6) = Vector3d(1, -2, 3);
    for (const AddedMass::Pair& pair : added.pairs()) {
      const Eigen::MatrixXd B = pair.block;
      CHECK(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(B).eigenvalues().minCoeff() > -1e-12);
      CHECK(B.norm() > 1e-3);
      CHECK((B * together).norm() < 1e-12);
    }
    // What could not be seen is not there.
    state.joint_impulses *= 1e-3;
    added.compute(state, 0.01);
    CHECK(added.pairs().empty());
  }
}

// A link from a point off whose centre a rod, or a spring as taut, leads 1 m up to the world.
Model tied(JointKind kind, const Vector3d& anchor, const Vector3d& off,
           const CoordinateDef& along) {
  ModelBuilder builder;
  const BodyId body = link(builder, 2, 0.3, anchor + off);
  JointDef joint{.kind = kind, .a = body, .anchor = anchor, .anchor_b = anchor + Vector3d::UnitZ()};
  if (kind == JointKind::strut) joint.coordinates = {along};
  builder.add_joint(joint);
  return builder.build().value();
}

constexpr double kTension = 9e3, kTautStep = 0.01;

Matrix12d of_rod(const Vector3d& anchor, const Vector3d& off) {
  const Model model = tied(JointKind::distance, anchor, off, {});
  State state = initial_state(model);
  state.joint_impulses << -kTension * kTautStep;
  AddedMass added(model);
  added.compute(state, kTautStep);
  REQUIRE(added.pairs().size() == 1);
  return added.pairs()[0].block;
}

TEST_CASE("a rod to the world adds h² T / (2 l) across it, wherever the origin is") {
  const Matrix12d B = of_rod({0, 0, 0}, {0, 0, 0});
  CHECK(B(0, 0) == relative(0.5 * kTautStep * kTautStep * kTension, 1e-9));
  CHECK(B(1, 1) == relative(0.5 * kTautStep * kTautStep * kTension, 1e-9));
  CHECK(B.topLeftCorner<6, 6>().trace() == relative(B(0, 0) + B(1, 1), 1e-9));
  const Vector3d off(0.3, -0.2, 0.1);
  const Matrix12d here = of_rod({0, 0, 0}, off), there = of_rod({30, -200, 7}, off);
  CHECK((there - here).norm() < 1e-9 * here.norm());
}

// What a strut adds, by its pull at the pose or by `told`.
Matrix12d of_strut(const Vector3d& off, const CoordinateDef& along,
                   const std::vector<double>& told) {
  const Model model = tied(JointKind::strut, {1, 2, 3}, off, along);
  AddedMass added(model);
  CHECK(added.falls_short(initial_state(model), kTautStep, {-kTension * kTautStep}) ==
        (along.stiffness != 1.2e4));
  added.set_struts(told);
  CHECK(!added.falls_short(initial_state(model), kTautStep, {kTension * kTautStep}));
  added.compute(initial_state(model), kTautStep);
  return added.pairs().empty() ? Matrix12d::Zero() : added.pairs()[0].block;
}

TEST_CASE("a stretched spring adds what a rod as taut adds, less what could not be seen") {
  const Vector3d off(0.03, -0.02, 0.01);
  const CoordinateDef soft{.stiffness = 1.2e4, .rest = 0.25}, stiff{.stiffness = 1e9, .rest = 0.9};
  const Matrix12d rod = of_rod({1, 2, 3}, off);
  // A stiff one pulls as its row is solved for, which is told afterwards.
  CHECK(of_strut(off, stiff, {}).isZero(0));
  for (const Matrix12d& strut :
       {of_strut(off, soft, {}), of_strut(off, stiff, {-kTension * kTautStep})}) {
    const double share = strut.trace() / rod.trace();
    CHECK((strut - share * rod).norm() < 1e-9 * rod.norm());
    CHECK(share < 1);
    CHECK((1 - share) * rod(0, 0) == relative(0.05 * 2, 0.05));
  }
}

TEST_CASE("a spring at rest adds nothing across, nor does a broken one") {
  const Vector3d at(0, 0, 0);
  const Model model = tied(JointKind::strut, at, at, {.stiffness = 1e5, .rest = 0.75});
  State state = initial_state(model);
  state.broken = {1};
  AddedMass added(model);
  added.compute(state, 0.01);
  CHECK(added.pairs().empty());
  const Model relaxed = tied(JointKind::strut, at, at, {.stiffness = 1e5, .rest = 1});
  AddedMass none(relaxed);
  none.compute(initial_state(relaxed), 0.01);
  CHECK(none.pairs().empty());
}

// With r from the centre to the joint, r' turned by x and the force f: x · K x / 2 = what
// -(r' · f) changes by, K = (r · f) - (r fᵀ + f rᵀ) / 2.
Eigen::Matrix3d clipped_ball(const Vector3d& r, const Vector3d& f) {
  const Eigen::Matrix3d K =
      r.dot(f) * Eigen::Matrix3d::Identity() - 0.5 * (r * f.transpose() + f * r.transpose());
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(K);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() *
         eigen.eigenvectors().transpose();
}

// Bodies with none, one or several ball joints, so many that lanes are filled and left over.
TEST_CASE("every ball joint adds the stiffness of its force to the rotation of both its bodies") {
  testing::Random random(73);
  for (int count = 1; count <= 13; ++count) {
    ModelBuilder builder;
    for (int i = 0; i < count; ++i) builder.add_body(testing::spatial_body(random));
    for (int j = 0; j < count; ++j) {
      JointDef joint = testing::random_joint(random, JointKind::spherical, false);
      joint.a = {j};
      joint.b = j % 3 == 0 ? kWorld : BodyId{j / 2};
      builder.add_joint(joint);
    }
    const Model model = builder.build().value();
    State state = initial_state(model);
    for (double& impulse : state.joint_impulses) impulse = 1e7 * random.uniform();
    if (count > 4) state.joint_impulses.segment<3>(3).setZero();
    std::vector<Eigen::Matrix3d> expected(count, Eigen::Matrix3d::Zero());
    for (const Joint& joint : model.joints) {
      const Vector3d f = state.joint_impulses.segment<3>(joint.first_row);
      const auto add = [&](BodyId id, const spatial::Pose& frame, double sign) {
        if (id == kWorld) return;
        const Vector3d r = transform_vector(spatial_pose(model, state, id), frame.p);
        expected[id.index] += 0.005 * clipped_ball(r, sign * f);
      };
      add(joint.a, joint.frame_a, 1), add(joint.b, joint.frame_b, -1);
    }
    AddedMass added(model);
    added.compute(state, 0.01);
    for (int i = 0; i < count; ++i) {
      const double trace = expected[i].trace();
      if (trace > 0) expected[i] *= std::max(0.0, 1 - 0.05 * 0.3 / trace);
      CHECK((added.rotation(i) - expected[i]).norm() <= 1e-9 * expected[i].norm());
    }
  }
}

}  // namespace perpend
