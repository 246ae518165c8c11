// SPDX-License-Identifier: Apache-2.0
//
// The problem of an island against dense products of J and M, its answers against closed forms,
// and where its impulses go.
#include "contact/island/island_problem.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <variant>

#include "contact/island/island_data.hpp"
#include "contact/step_scene.hpp"
#include "lcp/friction/relaxed.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::MatrixXd, Eigen::RowVector3d, Eigen::Vector3d, Eigen::VectorXd;
using testing::StepScene;

RowSetup setup(const ContactLaw& law) {
  return {.law = law, .dt = 1e-2, .stick_speed = 1e-6};
}

// Boxes of different masses, stacked with an offset, some of them moving.
Model stack(int boxes, double mu) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -10});
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = 0}});
  BodyDef ground{.kind = BodyKind::spatial_fixed};
  ground.spatial.shapes = {{.shape = spatial::HalfSpace{}}};
  builder.add_body(ground);
  for (int i = 0; i < boxes; ++i) {
    BodyDef box{.kind = BodyKind::spatial, .mass = 1.0 + i % 3};
    box.spatial.pose.p = {0.05 * (i % 2), 0.03 * (i % 3), 0.25 + 0.5 * i};
    box.spatial.velocity = {0.1 * (i % 4), -0.05 * i / (1.0 + boxes), 0};
    box.spatial.shapes = {{.shape = spatial::Box{{0.5, 0.4, 0.25}}}};
    builder.add_body(box);
  }
  return builder.build().value();
}

// The island's problem as a ContactProblem, whichever way it is stored.
lcp::ContactProblem contact_problem(const IslandProblem& island) {
  const auto problem = as_data(island.equations());
  if (const auto* global = std::get_if<lcp::GlobalContactProblem>(&problem))
    return condense(*global);
  return std::get<lcp::ContactProblem>(problem);
}

void check_matrix(StepScene& scene) {
  scene.settle();
  scene.problem.assemble(scene.rows, scene.all_groups(), scene.options);
  const lcp::ContactProblem problem = contact_problem(scene.problem);
  const MatrixXd J = scene.jacobian(), W = J * scene.inverse_masses() * J.transpose();
  REQUIRE(problem.size() == W.rows());
  CHECK((problem.A - W).cwiseAbs().maxCoeff() < 1e-12 * W.cwiseAbs().maxCoeff());
  const VectorXd b = J * scene.rows.v_free + scene.rows.bias;
  CHECK((problem.b - b).cwiseAbs().maxCoeff() < 1e-12);
  REQUIRE(problem.contacts.size() == scene.rows.contacts.size());
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    CHECK(problem.contacts[i].row == scene.rows.first_row(scene.rows.contacts[i].group));
    CHECK(problem.contacts[i].mu_s == scene.rows.contacts[i].mu);
    CHECK(problem.contacts[i].tangents == scene.rows.contacts[i].pair.tangents);
  }
}

// Rows of eight discs on the ground, each in the gaps of the one below.
Model hexagonal_pile(int layers) {
  std::vector<Eigen::Vector2d> centres;
  std::vector<Vector3d> velocities;
  std::vector<double> masses;
  for (int layer = 0; layer < layers; ++layer)
    for (int i = 0; i < 8; ++i) {
      centres.emplace_back(2 * i + layer % 2, 1 + std::sqrt(3.0) * layer);
      velocities.emplace_back(0.1 * (i % 3), -0.2 * layer, 0.3 * (i % 2));
      masses.push_back(1 + (i + layer) % 4);
    }
  return testing::planar_discs({.mu_s = 0.5, .mu_k = 0.5}, centres, velocities, masses);
}

}  // namespace

TEST_CASE("a large island of the relaxed law is solved by blocks, without a dense W") {
  StepScene scene(hexagonal_pile(6), setup(ContactLaw::relaxed));
  scene.fall();
  scene.collide(0.01);
  scene.rows.compliance.setZero(scene.rows.pool.rows());
  check_matrix(scene);
  REQUIRE(scene.problem.size() >= 128);
  scene.problem.solve(scene.rows, scene.options, scene.workspace);
  const lcp::Solution& solution = scene.problem.solution();
  CHECK(solution.status == lcp::Status::solved);
  const lcp::ContactProblem problem = contact_problem(scene.problem);
  const VectorXd a = problem.A * solution.f + problem.b;
  CHECK((solution.a - a).cwiseAbs().maxCoeff() < 1e-12);
  REQUIRE(scene.problem.law_problem()->discretised()->columns());
  const lcp::BoxedLcp& law = scene.problem.law_problem()->discretised()->boxed();
  const lcp::RelaxedProblem expected(problem);
  CHECK((law.A - expected.boxed().A).cwiseAbs().maxCoeff() < 1e-14);
  CHECK((law.b - expected.boxed().b).cwiseAbs().maxCoeff() < 1e-14);
  // Once more in the memory of the first, then small, where W is dense.
  const VectorXd first = solution.f;
  scene.problem.assemble(scene.rows, scene.all_groups(), scene.options);
  scene.problem.solve(scene.rows, scene.options, scene.workspace);
  CHECK(scene.problem.solution().f == first);
  const std::vector<int> few = {0, 1, 2, 3};
  scene.problem.assemble(scene.rows, few, scene.options);
  scene.problem.solve(scene.rows, scene.options, scene.workspace);
  CHECK(scene.problem.solution().status == lcp::Status::solved);
  CHECK(!scene.problem.law_problem()->discretised()->columns());
}

TEST_CASE("W is J M^-1 J^T and b is J v + bias: in the plane, in space, small and large") {
  {
    StepScene scene(
        testing::planar_discs({.mu_s = 0.3, .mu_k = 0.2}, {{0, 1}, {2, 1}, {1, 2.7320509}},
                              {{1, 0, 2}, {0, 0, 0}, {0, -1, 0.5}}, {1, 2, 5}),
        setup(ContactLaw::cone));
    scene.fall();
    scene.collide(0.01);
    REQUIRE(scene.rows.contacts.size() == 5);
    check_matrix(scene);
  }
  for (const int boxes : {3, 20}) {
    StepScene scene(stack(boxes, 0.4), setup(ContactLaw::cone));
    scene.fall();
    scene.collide(0.01);
    REQUIRE(scene.rows.pool.rows() == 12 * boxes);
    check_matrix(scene);
  }
}

// From 150 rows on the unknowns are the velocities of the bodies; what comes out is the same.
TEST_CASE("a large island answers as its dense problem does") {
  StepScene scene(stack(16, 0.4), setup(ContactLaw::cone));
  scene.fall();
  scene.collide(0.01);
  scene.step();
  REQUIRE(scene.problem.solution().status == lcp::Status::solved);
  const lcp::ContactProblem dense = contact_problem(scene.problem);
  VectorXd a;
  CHECK(lcp::certify(dense, scene.rows.impulses.lambda, a).holds());
  lcp::Solution solution;
  lcp::Workspace workspace;
  lcp::solve(dense, {}, workspace, solution);
  REQUIRE(solution.status == lcp::Status::solved);
  const MatrixXd push = scene.inverse_masses() * scene.jacobian().transpose();
  CHECK((push * (solution.f - scene.rows.impulses.lambda)).cwiseAbs().maxCoeff() < 1e-7);
}

TEST_CASE("a limit alone takes away what closes it within the step, and no more") {
  for (const double gap : {0.0, 0.002, 0.02}) {
    StepScene scene(testing::planar_disc({}, {-1, 0, 0}, 5, 3), setup(ContactLaw::cone));
    scene.bound(1, RowVector3d(1, 0, 0), 0, INFINITY, {.bias = gap / 1e-2, .start = -1});
    scene.step();
    CHECK(scene.rows.impulses.lambda[0] == relative(3 * std::max(0.0, 1 - gap / 1e-2)));
    CHECK(scene.problem.solution().status == lcp::Status::solved);
  }
}

TEST_CASE("a motor drives to its speed as far as its impulse reaches, both ways") {
  for (const double speed : {-2.0, 0.5, 2.0})
    for (const double most : {0.5, 100.0}) {
      StepScene scene(testing::planar_disc({}, {0.25, 0, 0}, 5, 3), setup(ContactLaw::cone));
      scene.bound(1, RowVector3d(1, 0, 0), -most, most, {.bias = -speed, .start = 0.25});
      scene.step();
      const double wanted = std::clamp(3 * (speed - 0.25), -most, most);
      CHECK(scene.rows.impulses.lambda[0] == relative(wanted));
    }
}

// A motor pushes a disc along the ground, which may not rotate: its own limit is a slack row beside
// the cone and a bound beside the other laws. Normal impulse m g h = 0.3.
TEST_CASE("a limited motor beside a contact with friction moves what friction leaves of it") {
  const double m = 3, mu = 0.5, press = m * 10 * 1e-2;
  for (const ContactLaw::Kind law : {ContactLaw::cone, ContactLaw::polyhedral, ContactLaw::box})
    for (const double most : {0.1, 0.5, 2.0}) {
      CAPTURE(to_string(law));
      CAPTURE(most);
      StepScene scene(testing::planar_disc({.mu_s = mu, .mu_k = mu}, {0, 0, 0}, 1, m), setup(law));
      scene.fall();
      scene.bound(1, RowVector3d(1, 0, 0), -most, most, {.bias = -1.0});
      scene.bound(1, RowVector3d(0, 0, 1), -1e6, 1e6, {});
      scene.collide(0.01);
      scene.step();
      REQUIRE(scene.problem.solution().status == lcp::Status::solved);
      const double slides = std::min(1.0, std::max(0.0, most - mu * press) / m);
      CHECK(scene.end_of(1)[0] - slides == near_zero(1e-14));
      CHECK(std::abs(scene.end_of(1)[1]) < 1e-12);
      const ActiveContact& contact = scene.rows.contacts[0];
      CHECK(scene.rows.lambda(contact.group)[0] == relative(press));
      if (most > mu * press)
        CHECK(std::abs(scene.rows.lambda(contact.group)[1]) == relative(mu * press));
    }
}

TEST_CASE("each island writes the impulses of its own rows and no other") {
  StepScene scene(testing::planar_discs({.mu_s = 0.5, .mu_k = 0.5}, {{0, 1}, {5, 1}},
                                        {{0, -1, 0}, {0, -2, 0}}, {1, 4}),
                  setup(ContactLaw::cone));
  scene.collide(0.01);
  REQUIRE(scene.rows.contacts.size() == 2);
  scene.settle();
  scene.rows.impulses.lambda.setConstant(-77);
  IslandProblem first, second;
  scene.solve(second, {1});
  CHECK(scene.rows.lambda(0) == Eigen::Vector2d(-77, -77));
  CHECK(scene.rows.lambda(1)[0] == relative(8));
  scene.solve(first, {0});
  CHECK(scene.rows.lambda(0)[0] == relative(1));
  CHECK(scene.rows.lambda(1)[0] == relative(8));
}

TEST_CASE("compliance is added to W, and gives way by its share") {
  StepScene scene(testing::planar_disc({.mu_s = 0, .mu_k = 0}, {0, -1, 0}, 1, 2),
                  setup(ContactLaw::frictionless));
  scene.collide(0.01);
  scene.settle();
  scene.rows.compliance[0] = 0.5;
  scene.solve(scene.problem, scene.all_groups());
  // (1/2 + 1/2) lambda = 1
  CHECK(scene.rows.impulses.lambda[0] == relative(1));
  CHECK(scene.end_of(1)[1] == relative(-0.5));
}

// Sets the surface in motion: what a prescribed body moves is in b, not in W.
TEST_CASE("a rising floor lifts a disc with its own speed") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body({.kind = BodyKind::kinematic,
                    .shapes = {{.shape = planar::HalfPlane{}}},
                    .motion = {.velocity = {0.5, 2, 0}}});
  builder.add_body(
      {.pose = {{0, 1}, 0}, .shapes = {{.shape = planar::Disc{1}}}, .mass = 3.0, .inertia = 1.5});
  StepScene scene(builder.build().value(), setup(ContactLaw::cone));
  scene.rows.v_free.head<3>() = Vector3d(0.5, 2, 0);
  scene.collide(0.01);
  scene.step();
  CHECK(scene.end_of(1)[1] == relative(2));
  CHECK(scene.rows.lambda(0)[0] == relative(6));
  // The rim follows the floor: v_x + omega = 0.5, with f on a disc of inertia m/2.
  CHECK(scene.end_of(1)[0] + scene.end_of(1)[2] == relative(0.5));
}

}  // namespace perpend
