// SPDX-License-Identifier: Apache-2.0
#include "dynamics/mass_system/added_mass.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <vector>

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

}  // namespace perpend
