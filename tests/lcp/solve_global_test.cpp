// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "bench/problems/families.hpp"
#include "lcp/problem/global_islands.hpp"
#include "perpend/core/error.hpp"
#include "perpend/lcp/solve.hpp"
#include "random_global.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Answer {
  Solution solution;
  VectorXd v;
};

Answer answer_of(const GlobalContactProblem& problem, const Options& options = {}) {
  Workspace workspace;
  Answer answer;
  solve(problem, options, workspace, answer.solution, answer.v);
  return answer;
}

// The claim by the equations themselves and by the residual checker of the condensed problem.
void check_solved(const GlobalContactProblem& problem, const Answer& answer) {
  const Solution& solution = answer.solution;
  REQUIRE(solution.status == Status::solved);
  CHECK(solution.residual <= 1e-10);
  const VectorXd momentum = problem.M * answer.v - problem.f - problem.H * solution.f;
  CHECK(momentum.norm() <= 1e-12 * (problem.f.norm() + (problem.H * solution.f).norm()));
  const VectorXd motion = problem.H.transpose() * answer.v + problem.w - solution.a;
  CHECK(motion.norm() <= 1e-12 * (1 + answer.v.norm()));
  VectorXd a;
  CHECK(certify(condense(problem), solution.f, a).residual <= 1.1e-10);
}

TEST_CASE("bodies in space, in the plane and particles are solved, with bilateral rows") {
  for (const int size : {0, 3, 6, 14})
    for (const int tangents : {-1, 1, 2})
      for (const std::uint64_t seed : {1, 2, 3}) {
        CAPTURE(size);
        CAPTURE(tangents);
        CAPTURE(seed);
        GlobalContactProblem problem = random_global({.seed = seed,
                                                      .body_size = size,
                                                      .contacts = 24,
                                                      .tangents = tangents,
                                                      .bilateral = 2});
        problem.w.setZero();  // walls that close in on a body have no answer
        const Answer answer = answer_of(problem);
        check_solved(problem, answer);
        for (Index row = problem.size() - 2; row < problem.size(); ++row)
          CHECK(std::abs(answer.solution.a[row]) < 1e-9);
      }
}

TEST_CASE("every cone method and a pivoting one answer the same global problem") {
  const GlobalContactProblem problem = make_global_problem(GlobalFamily::stacks_at_rest, 16, 1);
  for (const Method method : {Method::automatic, Method::fischer_burmeister, Method::interior,
                              Method::proximal, Method::lemke}) {
    CAPTURE(to_string(method));
    check_solved(problem, answer_of(problem, {.method = method}));
  }
  CHECK_THROWS_AS(answer_of(problem, {.method = Method::murty}), InvalidArgument);
}

TEST_CASE("few contacts are answered in contact space") {
  const GlobalContactProblem problem =
      random_global({.seed = 3, .bodies = 12, .contacts = 4, .bilateral = 1});
  for (const GlobalIsland& island : split_islands(problem))
    REQUIRE(island.problem.size() < island.problem.velocities());
  const Answer answer = answer_of(problem);
  check_solved(problem, answer);
}

TEST_CASE("bodies without contacts move by their momentum, rows without bodies stay") {
  GlobalContactProblem problem = random_global({.seed = 2, .bodies = 6, .contacts = 9});
  const Index n = problem.velocities(), m = problem.size();
  problem.M.conservativeResize(n + 3, n + 3);
  for (Index i = n; i < n + 3; ++i) problem.M.insert(i, i) = 2.0;
  problem.H.conservativeResize(n + 3, m + 3);
  problem.f.conservativeResize(n + 3);
  problem.f.tail(3) << 2, 4, 6;
  problem.w.conservativeResize(m + 3);
  problem.w.tail(3) << 0.1, 0.2, 0;  // opens at its own speed
  problem.contacts.push_back({.row = m, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
  const Answer answer = answer_of(problem);
  check_solved(problem, answer);
  CHECK((answer.v.tail(3) - Eigen::Vector3d(1, 2, 3)).norm() < 1e-14);
  CHECK((answer.solution.a.tail(3) - problem.w.tail(3)).norm() < 1e-14);
}

TEST_CASE("islands are found and put together again") {
  const GlobalContactProblem stacks = make_global_problem(GlobalFamily::stacks_moving, 120, 2);
  const auto islands = split_islands(stacks);
  REQUIRE(islands.size() == 3);
  std::vector<bool> seen(stacks.size(), false);
  for (const GlobalIsland& island : islands) {
    CHECK(island.problem.contacts.size() == 40);
    CHECK(island.problem.velocities() == 60);
    CHECK_NOTHROW(validate(island.problem));
    for (const Index row : island.rows) {
      CHECK_FALSE(seen[row]);
      seen[row] = true;
    }
  }
  // W of the islands is all there is of W.
  const MatrixXd W = condense(stacks).A;
  MatrixXd rest = W;
  for (const GlobalIsland& island : islands) {
    const ContactProblem part = condense(island.problem);
    CHECK((W(island.rows, island.rows) - part.A).norm() < 1e-14 * part.A.norm());
    rest(island.rows, island.rows).setZero();
  }
  CHECK(rest.isZero(0));
  check_solved(stacks, answer_of(stacks));
}

// Two problems behind each other, which share no body.
GlobalContactProblem joined(const GlobalContactProblem& a, const GlobalContactProblem& b) {
  GlobalContactProblem both;
  const auto diagonal = [](const auto& p, const auto& q) {
    MatrixXd sum = MatrixXd::Zero(p.rows() + q.rows(), p.cols() + q.cols());
    sum.topLeftCorner(p.rows(), p.cols()) = MatrixXd(p);
    sum.bottomRightCorner(q.rows(), q.cols()) = MatrixXd(q);
    return Eigen::SparseMatrix<double>(sum.sparseView());
  };
  both.M = diagonal(a.M, b.M);
  both.H = diagonal(a.H, b.H);
  both.f.resize(a.f.size() + b.f.size());
  both.f << a.f, b.f;
  both.w.resize(a.w.size() + b.w.size());
  both.w << a.w, b.w;
  both.contacts = a.contacts;
  for (Contact contact : b.contacts) {
    contact.row += a.size();
    both.contacts.push_back(contact);
  }
  return both;
}

TEST_CASE("islands together take the pivots of all of them") {
  const auto one = random_global({.seed = 3, .bodies = 2, .contacts = 4, .tangents = 1});
  const auto two = random_global({.seed = 4, .bodies = 3, .contacts = 5, .tangents = 1});
  const Options options{.method = Method::lemke};
  const int apart =
      answer_of(one, options).solution.pivots + answer_of(two, options).solution.pivots;
  REQUIRE(apart > 0);
  CHECK(answer_of(joined(one, two), options).solution.pivots == apart);
  CHECK(answer_of(joined(two, one), options).solution.pivots == apart);
}

TEST_CASE("of islands that are factored the hardest is told, and by what it was answered") {
  const auto easy = random_global({.seed = 3, .bodies = 2, .contacts = 1});
  const auto hard = random_global({.seed = 4, .bodies = 6, .contacts = 12});
  const Solution alone = answer_of(hard).solution;
  REQUIRE(alone.factorisations > answer_of(easy).solution.factorisations);
  for (const auto& both : {joined(easy, hard), joined(hard, easy)}) {
    const Solution together = answer_of(both).solution;
    CHECK(together.factorisations == alone.factorisations);
    CHECK(together.answered_by == alone.answered_by);
  }
}

TEST_CASE("two thousand boxes in stacks at rest take ten factorisations and keep their weight") {
  const GlobalContactProblem problem = make_global_problem(GlobalFamily::stacks_at_rest, 8000, 1);
  const Answer answer = answer_of(problem);
  REQUIRE(problem.velocities() == 12000);
  CHECK(answer.solution.status == Status::solved);
  CHECK(answer.solution.residual <= 1e-10);
  CHECK(answer.solution.factorisations <= 10);
  MESSAGE("factorisations: ", answer.solution.factorisations);
  CHECK(answer.v.cwiseAbs().maxCoeff() < 1e-9);
  // Newton's law for each stack of ten: the ground carries its weight.
  for (const GlobalIsland& island : split_islands(problem)) {
    double carried = 0.0;
    for (int k = 0; k < 4; ++k) carried += answer.solution.f[island.rows[3 * k]];
    CHECK(carried == relative(-island.problem.f.sum(), 1e-8));
  }
}

TEST_CASE("large walls at rest and moving stacks are solved") {
  for (const auto& [family, contacts] : {std::pair(GlobalFamily::wall_at_rest, 4000),
                                         std::pair(GlobalFamily::stacks_moving, 2000)}) {
    CAPTURE(to_string(family));
    const Answer answer = answer_of(make_global_problem(family, contacts, 1));
    CHECK(answer.solution.status == Status::solved);
    MESSAGE(to_string(family), " factorisations: ", answer.solution.factorisations);
  }
}

TEST_CASE("moving piles are solved or said not to be") {
  int solved = 0;
  for (const GlobalFamily family : {GlobalFamily::pile_moving, GlobalFamily::planar_pile_moving})
    for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
      const GlobalContactProblem problem = make_global_problem(family, 150, seed);
      const Answer answer = answer_of(problem);
      const Solution& solution = answer.solution;
      CHECK((solution.status == Status::solved) == (solution.residual <= solution.residual_bound));
      solved += solution.status == Status::solved;
      VectorXd a;
      CHECK(certify(condense(problem), solution.f, a).residual ==
            relative(solution.residual, 0.01));
    }
  MESSAGE("solved: ", solved, " of 10");
  CHECK(solved >= 9);
}

Solution solve_large(GlobalFamily family, int contacts, std::uint64_t seed) {
  const GlobalContactProblem problem = make_global_problem(family, contacts, seed);
  const Solution solution = answer_of(problem).solution;
  MESSAGE(to_string(family), " seed ", seed, ": ", problem.velocities(), " velocities, ",
          problem.contacts.size(), " contacts, ", solution.factorisations, " factorisations, by ",
          to_string(solution.answered_by), ", residual ", solution.residual);
  CHECK((solution.status == Status::solved) == (solution.residual <= solution.residual_bound));
  return solution;
}

void check_large(GlobalFamily family, int contacts, std::uint64_t seed) {
  CHECK(solve_large(family, contacts, seed).status == Status::solved);
}

TEST_CASE("moving piles of a thousand contacts are solved") {
  check_large(GlobalFamily::pile_moving, 1000, 1);
  check_large(GlobalFamily::pile_moving, 1000, 3);
  check_large(GlobalFamily::planar_pile_moving, 1000, 3);
}

// Minutes: perpend_test_lcp -ns -tc="the largest*"
TEST_CASE("the largest problems are solved, or said not to be" * doctest::skip()) {
  for (const GlobalFamily family : {GlobalFamily::stacks_at_rest, GlobalFamily::stacks_moving,
                                    GlobalFamily::wall_at_rest, GlobalFamily::pile_moving})
    check_large(family, 8000, 1);
  solve_large(GlobalFamily::planar_pile_moving, 8000, 1);
  for (const std::uint64_t seed : {2, 4, 5}) {
    check_large(GlobalFamily::pile_moving, 1000, seed);
    check_large(GlobalFamily::planar_pile_moving, 1000, seed);
  }
  check_large(GlobalFamily::pile_moving, 2000, 1);
  check_large(GlobalFamily::planar_pile_moving, 2000, 1);
}

TEST_CASE("a warm start and a used workspace save factorisations and change no answer") {
  GlobalContactProblem problem = make_global_problem(GlobalFamily::stacks_moving, 400, 5);
  Workspace workspace;
  Solution cold, warm, again;
  VectorXd v;
  solve(problem, {}, workspace, cold, v);
  REQUIRE(cold.status == Status::solved);
  solve(problem, {}, workspace, again, v);
  CHECK(again.f == cold.f);
  CHECK(answer_of(problem).solution.f == cold.f);
  problem.f *= 1.001;
  const Options options{.warm = {cold.f.data(), static_cast<std::size_t>(cold.f.size())}};
  solve(problem, options, workspace, warm, v);
  CHECK(warm.status == Status::solved);
  CHECK(warm.factorisations <= cold.factorisations);
  CHECK(2 * warm.pivots < cold.pivots);
  MESSAGE("steps cold ", cold.pivots, ", warm ", warm.pivots);
}

TEST_CASE("units of mass and speed do not matter") {
  const GlobalContactProblem problem = make_global_problem(GlobalFamily::stacks_moving, 80, 1);
  const Answer answer = answer_of(problem);
  // Powers of four, so that the roots of the equilibration are exact: this problem has several
  // answers, and rounding decides which one is found.
  for (const double scale : {std::ldexp(1.0, -40), std::ldexp(1.0, 40)}) {
    GlobalContactProblem scaled = problem;
    scaled.M *= scale;
    scaled.f *= scale * scale;
    const Answer other = answer_of(scaled);
    CHECK(other.solution.status == Status::solved);
    CHECK((other.v / scale - answer.v).norm() < 1e-12 * answer.v.norm());
  }
}

TEST_CASE("bodies whose masses are not symmetric, as gyroscopic terms leave them, are solved") {
  int solved = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6})
    for (const int tangents : {0, 1, 2}) {
      CAPTURE(seed);
      CAPTURE(tangents);
      GlobalContactProblem problem = unsymmetric(random_global(
          {.seed = seed, .bodies = 4, .contacts = 12, .tangents = tangents, .bilateral = 1}));
      problem.w.setZero();
      const Answer answer = answer_of(problem);
      if (answer.solution.status != Status::solved) continue;
      ++solved;
      check_solved(problem, answer);
    }
  CHECK(solved >= 15);
}

}  // namespace
}  // namespace perpend::lcp
