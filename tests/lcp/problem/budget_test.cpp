// SPDX-License-Identifier: Apache-2.0
//
// Methods that ask others in turn: a limit on pivots is one for all they ask, and so is a deadline.
#include "lcp/problem/budget.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "bench/problems/families.hpp"
#include "lcp/friction/discretised_check.hpp"
#include "lcp/friction/phantom.hpp"
#include "lcp/friction/relaxed.hpp"
#include "lcp/problem/sparse_columns.hpp"
#include "lcp/solve_made.hpp"
#include "lcp/sparse_problem.hpp"
#include "linalg/kernels/lanes.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {
namespace {

using Eigen::VectorXd;

// Keller's method ends with the batch of rows that reaches the limit.
constexpr int kBatch = linalg::kLanes;
constexpr auto kPast = std::chrono::steady_clock::time_point::min();

// A problem in contact with nothing around it, by its columns alone.
struct Columns {
  explicit Columns(const Lcp& problem) : dense(to_boxed(problem)), bounds(dense) {
    const Eigen::Index n = problem.size();
    REQUIRE(columns.load(problem.A.data(), n, n * n));
    bounds.A.resize(0, 0);
  }
  Solution solve(const Options& options) {
    Workspace workspace;
    Solution solution;
    const auto ask_dense = [&]() -> const BoxedLcp& {
      asked_dense = true;
      return dense;
    };
    solve_made({.bounds = bounds, .columns = columns, .dense = ask_dense}, options, workspace,
               solution);
    return solution;
  }
  BoxedLcp dense, bounds;
  SparseColumns columns;
  bool asked_dense = false;
};

}  // namespace

TEST_CASE("nothing is spent without a limit; the rest of a limit is never no limit") {
  CHECK(!is_spent({}, 1000000));
  CHECK(!is_spent({.max_pivots = 5}, 4));
  CHECK(is_spent({.max_pivots = 5}, 5));
  CHECK(is_spent({.deadline = kPast}, 0));
  CHECK(rest_of({}, 1000000).max_pivots == 0);
  CHECK(rest_of({.max_pivots = 5}, 3).max_pivots == 2);
  CHECK(rest_of({.max_pivots = 5}, 9).max_pivots == 1);
}

TEST_CASE("passes, rotations and restarts of a method share its pivots") {
  int stopped = 0;
  for (int seed = 0; seed < 10; ++seed) {
    const ContactProblem problem =
        make_contact_problem(FrictionFamily::spatial_mixed, 10, 40 + seed);
    for (const Method method : {Method::keller, Method::lemke, Method::dantzig}) {
      const int all = solve(problem, {.method = method}).pivots;
      for (const int most : {1, 1 + all / 3, 1 + all / 2}) {
        CAPTURE(to_string(method));
        CAPTURE(seed);
        CAPTURE(most);
        const Solution solution = solve(problem, {.method = method, .max_pivots = most});
        CHECK(solution.pivots <= most + (method == Method::keller ? kBatch : 0));
        stopped += solution.status == Status::limit;
      }
    }
  }
  CHECK(stopped > 10);
}

TEST_CASE("a problem by its columns shares its pivots with the same one by its matrix") {
  std::mt19937_64 random(7);
  const Lcp problem = testing::grid_of_discs(random, 9);
  Columns solved(problem);
  const Solution all = solved.solve({});
  CHECK(all.status == Status::solved);
  CHECK(!solved.asked_dense);

  Columns stopped(problem);
  const Solution part = stopped.solve({.method = Method::keller, .max_pivots = 5});
  CHECK(part.status == Status::limit);
  CHECK(part.pivots <= 5 + kBatch);
  CHECK(!stopped.asked_dense);

  // Found when its rows are driven together; the same is then tried once more by the matrix.
  Lcp indefinite = problem;
  for (Eigen::Index i = 1; i < problem.size(); i += 2)
    indefinite.A(i, i - 1) = indefinite.A(i - 1, i) =
        -10 * std::sqrt(problem.A(i, i) * problem.A(i - 1, i - 1));
  Columns refused(indefinite);
  const int once = solve(refused.dense, {.method = Method::keller}).pivots;
  const Solution tried = refused.solve({.method = Method::keller});
  CHECK(refused.asked_dense);
  CHECK(tried.status != Status::solved);
  CHECK(tried.pivots == 2 * once);
  const int most = once + once / 2;
  CHECK(refused.solve({.method = Method::keller, .max_pivots = most}).pivots <= most + kBatch);
}

TEST_CASE("passes that take a relaxation back share their pivots") {
  const ContactProblem problem =
      testing::compliant(make_contact_problem(FrictionFamily::spatial_blocks, 4, 3), 0.05);
  const auto run = [&](const Options& options, Solution& solution) {
    RelaxedProblem relaxed(problem, {.directions = 6});
    Workspace workspace;
    return solve_unrelaxed(relaxed, options, 50, workspace, solution);
  };
  Solution all, part, late;
  const Unrelaxed whole = run({.method = Method::keller}, all);
  REQUIRE(whole.passes > 2);
  const int most = all.pivots / 2;
  const Unrelaxed half = run({.method = Method::keller, .max_pivots = most}, part);
  CHECK(half.passes < whole.passes);
  CHECK(part.pivots <= most + kBatch);
  CHECK(run({.method = Method::keller, .deadline = kPast}, late).passes == 1);
}

TEST_CASE("after the deadline no polygons are asked behind block pivoting") {
  Workspace workspace;
  Solution answer;
  int by_polygons = 0;
  for (int seed = 0; seed < 20; ++seed) {
    const PhantomProblem phantom(make_contact_problem(FrictionFamily::spatial_pile, 12, seed), {});
    solve_phantom(phantom, {}, workspace, answer);
    if (answer.answered_by == Method::block) continue;
    ++by_polygons;
    solve_phantom(phantom, {.deadline = kPast}, workspace, answer);
    CHECK(answer.status != Status::solved);
    CHECK(answer.answered_by == Method::block);
  }
  CHECK(by_polygons > 0);
}

// Dantzig's, Keller's and the path's first stage end at one pivot; sweeps alone go on.
TEST_CASE("past its deadline what no method has solved has the answer of some sweeps") {
  const Eigen::Index n = 30;
  Lcp problem{4 * Eigen::MatrixXd::Identity(n, n), -VectorXd::Ones(n)};
  for (Eigen::Index i = 0; i + 1 < n; ++i) problem.A(i, i + 1) = problem.A(i + 1, i) = -0.3;
  const Options late{.max_pivots = 1, .deadline = kPast};
  const ContactProblem contacts{problem.A, problem.b, [&] {
                                  std::vector<Contact> all;
                                  for (Eigen::Index i = 0; i < n; ++i) all.push_back({.row = i});
                                  return all;
                                }()};
  const auto is_swept = [&](const Solution& answer) {
    CHECK(answer.answered_by == Method::pgs);
    CHECK(answer.status == Status::solved);
    CHECK(answer.pivots > 10);
    CHECK(answer.pivots <= 30 + 1 + kBatch);
  };
  is_swept(solve(problem, late));
  is_swept(solve(to_boxed(problem), late));
  is_swept(solve(contacts, late));
  CHECK(solve(problem, {.max_pivots = 1}).answered_by != Method::pgs);
}

}  // namespace perpend::lcp
