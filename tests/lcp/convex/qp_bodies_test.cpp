// SPDX-License-Identifier: Apache-2.0
// Convex QPs of contacts in the velocities of their bodies, beside dense ones.
#include "lcp/convex/qp_bodies.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "bench/problems/families.hpp"
#include "lcp/friction/relaxed.hpp"
#include "lcp/problem/block_pairs.hpp"
#include "lcp/problem/block_response.hpp"
#include "lcp/problem/global_blocks.hpp"
#include "lcp/problem/sparse_check.hpp"
#include "lcp/random_global.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {
namespace {

struct Answer {
  Solution solution;
  bool is_answer = false;
  int judged = 0;
};

// The relaxation of a problem, W never formed but by the judge.
Answer solve_in_bodies(const BlockProblem& problem, const RelaxedProblem& relaxed,
                       std::span<const double> guess = {}) {
  Answer answer;
  QpBodies workspace;
  solve_qp_in_bodies(
      problem, relaxed.edges(), guess, Threads::alone(), workspace, answer.solution, [&] {
        Solution& solution = answer.solution;
        const Certificate found = certify(relaxed.boxed(), solution.f, solution.a, solution.terms);
        solution.residual = found.residual;
        ++answer.judged;
        return answer.is_answer = found.holds();
      });
  return answer;
}

RelaxedProblem relaxation(const BlockProblem& problem, int directions) {
  return RelaxedProblem(condense(problem), {.directions = directions});
}

}  // namespace

TEST_CASE("blocks of contacts that share a body are those of W") {
  for (const int tangents : {0, 1, 2, -1}) {
    CAPTURE(tangents);
    const BlockProblem problem =
        to_blocks(random_global({.seed = 3, .body_size = 0, .tangents = tangents, .bilateral = 2}));
    linalg::PairBlocks pairs;
    set_pairs(problem, pairs);
    const Eigen::MatrixXd W = BlockResponse(problem).matrix();
    CHECK((pairs.dense() - W).cwiseAbs().maxCoeff() < 1e-12 * W.cwiseAbs().maxCoeff());
  }
}

TEST_CASE(
    "relaxed piles are answered in the velocities of their bodies, by the one motion they have") {
  std::vector<int> factorisations;
  for (const GlobalFamily family :
       {GlobalFamily::pile_moving, GlobalFamily::stacks_at_rest, GlobalFamily::wall_at_rest})
    for (const int directions : {2, 4, 8})
      for (int seed = 1; seed <= 4; ++seed) {
        CAPTURE(static_cast<int>(family));
        CAPTURE(directions);
        CAPTURE(seed);
        const BlockProblem problem = to_blocks(make_global_problem(family, 30 + 20 * seed, seed));
        const RelaxedProblem relaxed = relaxation(problem, directions);
        const Answer answer = solve_in_bodies(problem, relaxed);
        CHECK(answer.is_answer);
        CHECK(answer.solution.f.minCoeff() >= 0);
        const Solution dense = solve(relaxed.boxed(), {.method = Method::keller});
        REQUIRE(dense.status == Status::solved);
        const double size = relaxed.boxed().b.lpNorm<Eigen::Infinity>();
        CHECK((answer.solution.a - dense.a).lpNorm<Eigen::Infinity>() < 1e-7 * size);
        factorisations.push_back(answer.solution.factorisations);
      }
  std::ranges::sort(factorisations);
  std::printf(
      "relaxed piles in the velocities of their bodies: factorisations median %d, most %d\n",
      factorisations[factorisations.size() / 2], factorisations.back());
  CHECK(factorisations[factorisations.size() / 2] < 30);
  CHECK(factorisations.back() < 200);
}

TEST_CASE("relaxed piles of a thousand contacts take tens of factorisations") {
  const BlockProblem problem = to_blocks(make_global_problem(GlobalFamily::pile_moving, 1200, 1));
  linalg::PairBlocks pairs;
  set_pairs(problem, pairs);
  RelaxedProblem relaxed({}, {}, made);
  relaxed.restate({.A = {}, .b = problem.b, .contacts = problem.contacts}, {.directions = 8},
                  &pairs);
  REQUIRE(relaxed.columns());
  QpBodies workspace;
  Solution solution;
  const auto is_answer = [&] {
    return certify(relaxed.bounds(), *relaxed.columns(), solution.f, solution.a, solution.terms)
        .holds();
  };
  solve_qp_in_bodies(problem, relaxed.edges(), {}, Threads::alone(), workspace, solution,
                     is_answer);
  CHECK(is_answer());
  std::printf("relaxed pile of 1200 contacts in the velocities of its bodies: %d factorisations\n",
              solution.factorisations);
  CHECK(solution.factorisations < 100);
}

TEST_CASE("contacts of any rows and bodies of any size in one problem of edges") {
  for (int seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    GlobalContactProblem drawn = random_global(
        {.seed = static_cast<std::uint64_t>(seed), .body_size = 0, .contacts = 40, .tangents = -1});
    drawn.w.setZero();  // so that b is a velocity, and the relaxation has an answer
    const BlockProblem problem = to_blocks(drawn);
    const RelaxedProblem relaxed = relaxation(problem, 6);
    CHECK(solve_in_bodies(problem, relaxed).is_answer);
  }
}

TEST_CASE("an answer that is the guess is judged and nothing more") {
  const BlockProblem problem = to_blocks(make_global_problem(GlobalFamily::pile_moving, 60, 3));
  const RelaxedProblem relaxed = relaxation(problem, 4);
  const Eigen::VectorXd guess = solve_in_bodies(problem, relaxed).solution.f;
  const Answer again =
      solve_in_bodies(problem, relaxed, {guess.data(), guess.data() + guess.size()});
  CHECK(again.is_answer);
  CHECK(again.judged == 1);
  CHECK(again.solution.factorisations == 0);
  CHECK(again.solution.f.isApprox(guess, 1e-14));
}

TEST_CASE("from a guess that is wrong the answer is found all the same") {
  const BlockProblem problem = to_blocks(make_global_problem(GlobalFamily::pile_moving, 60, 4));
  const RelaxedProblem relaxed = relaxation(problem, 8);
  Eigen::VectorXd guess = solve_in_bodies(problem, relaxed).solution.f;
  for (const double factor : {0.0, 0.5, 3.0, 1e3}) {
    CAPTURE(factor);
    const Eigen::VectorXd wrong = factor * guess.reverse();
    CHECK(solve_in_bodies(problem, relaxed, {wrong.data(), wrong.data() + wrong.size()}).is_answer);
  }
}

}  // namespace perpend::lcp
