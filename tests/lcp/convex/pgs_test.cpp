// SPDX-License-Identifier: Apache-2.0
#include "lcp/convex/pgs.hpp"

#include <doctest/doctest.h>

#include <array>
#include <span>

#include "bench/problems/families.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {

TEST_CASE("sweeps lower the energy 1/2 f'Af + b'f and never leave the bounds") {
  const Lcp problem = make_lcp(Family::pile, 40, 3);
  double last = 0.0;
  for (const int sweeps : {1, 2, 4, 8, 16, 64}) {
    const Solution answer = solve(problem, {.method = Method::pgs, .max_pivots = sweeps});
    const double energy = answer.f.dot(0.5 * problem.A * answer.f + problem.b);
    CHECK(energy <= last);
    CHECK(answer.f.minCoeff() >= 0);
    CHECK(answer.pivots <= sweeps);
    last = energy;
  }
}

TEST_CASE("a diagonally dominant problem converges, a tall stack stays short of the bound") {
  CHECK(solve(Lcp{Eigen::MatrixXd{{4, 1}, {1, 4}}, Eigen::Vector2d(-1, 1)}, {.method = Method::pgs})
            .status == Status::solved);
  const Solution stack = solve(make_lcp(Family::stack, 100, 1), {.method = Method::pgs});
  CHECK(stack.status == Status::limit);
  CHECK(stack.residual > stack.residual_bound);
}

TEST_CASE("one particle under the cone: sliding in closed form") {
  ContactProblem problem{Eigen::MatrixXd::Identity(3, 3), Eigen::Vector3d(-2, 3, -4), {}};
  problem.contacts.push_back({.row = 0, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
  const Solution answer = solve(problem, {.method = Method::pgs});
  CHECK(answer.status == Status::solved);
  CHECK((answer.f - Eigen::Vector3d(2, -0.6, 0.8)).norm() < 1e-14);
}

TEST_CASE("under the box law each tangent of a particle has a bound of its own") {
  ContactProblem problem{Eigen::MatrixXd::Identity(3, 3), Eigen::Vector3d(-2, 3, -0.4), {}};
  problem.contacts.push_back({.row = 0, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
  problem.law = FrictionLaw::box;
  const Solution answer = solve(problem, {.method = Method::pgs});
  CHECK(answer.status == Status::solved);
  CHECK((answer.f - Eigen::Vector3d(2, -1, 0.4)).norm() < 1e-14);
}

TEST_CASE("what slides already is braked with mu_k, whatever would hold it at rest") {
  ContactProblem problem{Eigen::MatrixXd::Identity(3, 3), Eigen::Vector3d(-2, 3, -4), {}};
  problem.contacts.push_back({.row = 0,
                              .tangents = 2,
                              .mu_s = 0.5,
                              .mu_k = 0.3,
                              .sliding = true,
                              .direction = {0.6, -0.8}});
  const Solution answer = solve(problem, {.method = Method::pgs});
  CHECK(answer.status == Status::solved);
  CHECK((answer.f - Eigen::Vector3d(2, -0.36, 0.48)).norm() < 1e-14);
}

TEST_CASE("sweeps go on from the guess, inside of the bounds: one of them in closed form") {
  const Eigen::Matrix2d A{{2, 1}, {1, 2}};
  const std::array<double, 2> guess{1, 1.5}, outside{1, -4};
  const auto one_sweep = [&](const auto& problem, std::span<const double> warm) {
    return solve(problem, {.method = Method::pgs, .warm = warm, .max_pivots = 1}).f;
  };
  const Lcp lcp{A, Eigen::Vector2d(-3, -3)};
  CHECK((one_sweep(lcp, guess) - Eigen::Vector2d(0.75, 1.125)).norm() < 1e-15);
  CHECK((one_sweep(lcp, outside) - Eigen::Vector2d(1.5, 0.75)).norm() < 1e-15);
  // Rows of no contact first: row 1 from the guess of row 0.
  ContactProblem contact{A, lcp.b, {{.row = 0}}};
  CHECK((one_sweep(contact, guess) - Eigen::Vector2d(1, 1)).norm() < 1e-15);
}

// The larger one keeps sweeps from leaping over the answer; the force is the same.
TEST_CASE("tangents of different masses are swept with the larger diagonal") {
  for (const FrictionLaw law : {FrictionLaw::coulomb, FrictionLaw::box}) {
    ContactProblem problem{
        Eigen::Vector3d(1, 1, 4).asDiagonal().toDenseMatrix(), Eigen::Vector3d(-10, 2, 4), {}};
    problem.contacts.push_back({.row = 0, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
    problem.law = law;
    const Solution first = solve(problem, {.method = Method::pgs, .max_pivots = 1});
    CHECK((first.f - Eigen::Vector3d(10, -0.5, -1)).norm() < 1e-14);
    const Solution answer = solve(problem, {.method = Method::pgs});
    CHECK(answer.status == Status::solved);
    CHECK((answer.f - Eigen::Vector3d(10, -2, -1)).norm() < 1e-9);
  }
}

TEST_CASE("bilateral rows pull as well as push") {
  // Row 0 is held by a pull, against which the contact on rows 1 and 2 bears.
  ContactProblem problem{
      Eigen::Matrix3d{{2, 1, 0}, {1, 3, 0}, {0, 0, 1}}, Eigen::Vector3d(4, -1, 0.5), {}};
  problem.contacts.push_back({.row = 1, .tangents = 1, .mu_s = 0.1, .mu_k = 0.1});
  const Solution answer = solve(problem, {.method = Method::pgs});
  CHECK(answer.status == Status::solved);
  // 2 f0 + f1 = -4, f0 + 3 f1 = 1; friction slides: 0.1 f1 < 0.5.
  CHECK((answer.f - Eigen::Vector3d(-2.6, 1.2, -0.12)).norm() < 1e-9);
}

TEST_CASE("a contact that nothing moves pulls as little as any") {
  const std::array<double, 2> pull{-1, 0};
  const Eigen::Matrix2d A{{0, 0}, {0, 2}};
  const ContactProblem problem{A, Eigen::Vector2d(0, -1), {{.row = 0}, {.row = 1}}};
  const Solution answer =
      solve(problem, {.method = Method::pgs, .warm = pull, .guess_residual = std::nullopt});
  CHECK(answer.status == Status::solved);
  CHECK(answer.f == Eigen::Vector2d(0, 0.5));
}

TEST_CASE("a row that its own force does not move keeps the force it has") {
  const std::array<double, 2> guess{0.25, 0};
  const Eigen::Matrix2d A{{0, 0}, {0, 2}};
  const Options options{.method = Method::pgs, .warm = guess, .guess_residual = std::nullopt};
  const auto keeps = [&](const auto& problem) {
    const Solution answer = solve(problem, options);
    CHECK(answer.status == Status::solved);
    CHECK(answer.f == Eigen::Vector2d(0.25, 0.5));
  };
  keeps(BoxedLcp{A, Eigen::Vector2d(0, -1), Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1)});
  keeps(ContactProblem{A, Eigen::Vector2d(0, -1), {{.row = 0}, {.row = 1}}});
}

}  // namespace perpend::lcp
