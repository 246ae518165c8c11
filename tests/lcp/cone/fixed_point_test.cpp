// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/fixed_point.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "bench/problems/families.hpp"
#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/solve.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

Solution solve_cold(const ContactProblem& problem) {
  FixedPointWorkspace workspace;
  Solution solution;
  solve_fixed_point(problem, {}, workspace, solution);
  return solution;
}

double residual(const ContactProblem& problem, const Solution& solution) {
  VectorXd a;
  return certify(problem, solution.f, a).residual;
}

// A particle of mass 1 on a plane of slope angle: b is gravity along (normal, tangents).
ContactProblem particle(double angle, double mu, int tangents) {
  const int n = 1 + tangents;
  VectorXd b = VectorXd::Zero(n);
  b[0] = -9.81 * std::cos(angle);
  b[1] = -9.81 * std::sin(angle);
  ContactProblem problem{MatrixXd::Identity(n, n), b, {}};
  problem.contacts.push_back({.row = 0, .tangents = tangents, .mu_s = mu, .mu_k = mu});
  return problem;
}

int count_solved(FrictionFamily family, int problems, int most_contacts) {
  FixedPointWorkspace workspace;
  Solution solution;
  VectorXd a;
  int count = 0;
  for (int i = 0; i < problems; ++i) {
    const ContactProblem problem = make_contact_problem(family, 1 + i % most_contacts, 4000 + i);
    solve_fixed_point(problem, {}, workspace, solution);
    const bool holds = certify(problem, solution.f, a).residual <= 1e-9;
    CHECK(holds == (solution.status == Status::solved));
    count += holds;
  }
  return count;
}

}  // namespace

// Two belts under one particle run against each other: without limits friction has no answer,
// within them it has.
TEST_CASE("what has no solution without limits of friction is no proof for any limits") {
  for (const double speed : {0.1, 1.0, 10.0})
    for (const double mu : {0.2, 1.0}) {
      MatrixXd J(4, 2);
      J << 1, 0, 0, 1, 1, 0, 0, 1;
      ContactProblem problem{J * J.transpose(), VectorXd(4), {}};
      problem.b << -1, speed, -1, -speed;
      for (const int row : {0, 2})
        problem.contacts.push_back({.row = row, .tangents = 1, .mu_s = mu, .mu_k = mu});
      const Solution solution = solve_cold(problem);
      CHECK(solution.status != Status::infeasible);
      CHECK(solution.status != Status::ray);
      const Solution chosen = solve(problem, {.method = Method::keller});
      CHECK(chosen.status != Status::ray);
    }
}

TEST_CASE("a particle on a slope sticks below the friction angle and slides above it") {
  for (const int tangents : {1, 2}) {
    const ContactProblem steep = particle(0.6, 0.5, tangents), flat = particle(0.4, 0.5, tangents);
    const Solution slides = solve_cold(steep), sticks = solve_cold(flat);
    CHECK(slides.status == Status::solved);
    CHECK(slides.f[0] == relative(9.81 * std::cos(0.6)));
    CHECK(slides.f[1] == relative(0.5 * 9.81 * std::cos(0.6)));
    CHECK(sticks.status == Status::solved);
    CHECK(sticks.f[1] == relative(9.81 * std::sin(0.4)));
  }
}

TEST_CASE("in space friction opposes oblique slip; the box law saturates each axis") {
  ContactProblem problem = particle(0, 0.5, 2);
  problem.b = Vector3d(-10, 40, 30);
  CHECK(solve_cold(problem).f.isApprox(Vector3d(10, -4, -3), 1e-12));
  problem.law = FrictionLaw::box;
  CHECK(solve_cold(problem).f.isApprox(Vector3d(10, -5, -5), 1e-12));
}

TEST_CASE("a sliding contact brakes at full strength, whatever its acceleration") {
  ContactProblem problem = particle(0, 0.5, 2);
  problem.contacts[0].sliding = true;
  problem.contacts[0].direction = {0.6, -0.8};
  CHECK(solve_cold(problem).f.isApprox(9.81 * Vector3d(1, -0.3, 0.4), 1e-12));
}

TEST_CASE("rows of no contact are bilateral; contradictory ones prove infeasibility") {
  MatrixXd A = MatrixXd::Identity(4, 4);
  A.bottomRightCorner(2, 2).setOnes();
  ContactProblem problem{A, Eigen::Vector4d(-1, 0.2, 3, 3), {}};
  problem.contacts.push_back({.row = 0, .tangents = 1, .mu_s = 0.5, .mu_k = 0.5});
  const Solution solution = solve_cold(problem);
  CHECK(solution.status == Status::solved);
  CHECK(solution.f[2] + solution.f[3] == relative(-3));
  problem.b[3] = 4;
  const Solution none = solve_cold(problem);
  REQUIRE(none.status == Status::infeasible);
  CHECK((A * none.ray).norm() <= 1e-12 * none.ray.norm());
  CHECK(problem.b.dot(none.ray) < 0);
}

// Rows in other units: A -> S A S, b -> S b, and so a proof d -> S⁻¹ d.
TEST_CASE("a proof of infeasibility is told in the units of the problem") {
  const Eigen::Vector4d S(0.5, 3, 8, 0.02);
  MatrixXd A = MatrixXd::Identity(4, 4);
  A.bottomRightCorner(2, 2).setOnes();
  ContactProblem problem{S.asDiagonal() * A * S.asDiagonal(),
                         S.cwiseProduct(Eigen::Vector4d(-1, 0.2, 3, 4)),
                         {{.row = 0, .tangents = 1, .mu_s = 0.5, .mu_k = 0.5}}};
  const Solution none = solve_cold(problem);
  REQUIRE(none.status == Status::infeasible);
  CHECK((problem.A * none.ray).norm() <= 1e-12 * none.ray.norm());
  CHECK(problem.b.dot(none.ray) < 0);
}

TEST_CASE("blocks, piles and sliding contacts of the friction families") {
  CHECK(count_solved(FrictionFamily::planar_blocks, 100, 30) == 100);
  CHECK(count_solved(FrictionFamily::planar_pile, 100, 30) == 100);
  CHECK(count_solved(FrictionFamily::spatial_blocks, 60, 20) == 60);
  CHECK(count_solved(FrictionFamily::spatial_pile, 60, 20) == 60);
  CHECK(count_solved(FrictionFamily::spatial_mixed, 60, 20) == 60);
  CHECK(count_solved(FrictionFamily::spatial_box, 60, 20) == 60);
}

// The first of these goes round in circles undamped, the second is left by the limits of no
// friction.
TEST_CASE("limits are damped, and what one start leaves another solves") {
  for (const ContactProblem& problem : {make_contact_problem(FrictionFamily::planar_pile, 15, 542),
                                        make_contact_problem(FrictionFamily::spatial_box, 5, 74)}) {
    const Solution solution = solve_cold(problem);
    CHECK(solution.status == Status::solved);
    CHECK(residual(problem, solution) <= 1e-9);
  }
}

TEST_CASE("a warm start from the answer takes no pass, and no contacts take no time") {
  const ContactProblem problem = make_contact_problem(FrictionFamily::spatial_pile, 12, 3);
  FixedPointWorkspace workspace;
  Solution solution;
  solve_fixed_point(problem, {}, workspace, solution);
  REQUIRE(solution.status == Status::solved);
  const VectorXd f = solution.f;
  Options options;
  options.warm = {f.data(), std::size_t(f.size())};
  solve_fixed_point(problem, options, workspace, solution);
  CHECK(solution.drives == 0);
  CHECK(residual(problem, solution) <= 1e-10);
  CHECK(solve_cold(ContactProblem{}).status == Status::solved);
}

}  // namespace perpend::lcp
