// SPDX-License-Identifier: Apache-2.0
#include "lcp/pivoting/keller/keller.hpp"

#include <doctest/doctest.h>

#include <Eigen/QR>
#include <array>
#include <cmath>

#include "lcp/random_problem.hpp"
#include "perpend/lcp/certificate.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::kInfinity;
using testing::random_matrix;
using testing::semidefinite;
using testing::uniform;

Index below(std::mt19937_64& random, Index n) {
  return static_cast<Index>(random() % n);
}

BoxedLcp random_boxes(std::mt19937_64& random, Index n, Index rank) {
  const Lcp lcp = semidefinite(random, n, rank);
  BoxedLcp problem{lcp.A, lcp.b, VectorXd(n), VectorXd(n)};
  for (Index i = 0; i < n; ++i) {
    const double middle = uniform(random), half = 0.3 * (1 + uniform(random));
    const int kind = static_cast<int>(below(random, 5));
    problem.lo[i] = kind == 0 ? -kInfinity : kind == 1 ? 0.0 : middle - half;
    problem.hi[i] = kind == 0 || kind == 1 ? kInfinity : kind == 2 ? middle - half : middle + half;
  }
  return problem;
}

// A tower of unit cubes on the ground, four contacts per face pair, straight or in running bond.
// Contact (upper, lower, x, y) presses along z; the world is body -1.
Lcp wall_at_rest(Index courses, Index width) {
  struct Press {
    Index upper, lower;
    double x, y;
  };
  std::vector<double> centre;
  std::vector<Press> presses;
  std::vector<Index> below_row;
  for (Index row = 0; row < courses; ++row) {
    std::vector<Index> now;
    for (Index i = 0; i + row % 2 < width; ++i) {
      const double x = 2.0 * double(i) + double(row % 2);
      const Index id = static_cast<Index>(centre.size());
      centre.push_back(x);
      now.push_back(id);
      std::vector<std::array<double, 2>> spans;
      std::vector<Index> under;
      if (row == 0) {
        spans.push_back({x - 1, x + 1});
        under.push_back(-1);
      }
      for (const Index lower : below_row) {
        if (std::abs(centre[lower] - x) > 1.5) continue;
        spans.push_back({std::max(x, centre[lower]) - 1, std::min(x, centre[lower]) + 1});
        under.push_back(lower);
      }
      for (std::size_t s = 0; s < under.size(); ++s)
        for (const double px : spans[s])
          for (const double py : {-0.5, 0.5}) presses.push_back({id, under[s], px, py});
    }
    below_row = now;
  }
  // Motion of a brick seen by vertical contacts: (z, rotation about x, rotation about y).
  const Index n = static_cast<Index>(presses.size()), bodies = static_cast<Index>(centre.size());
  MatrixXd J = MatrixXd::Zero(n, 3 * bodies);
  VectorXd gravity = VectorXd::Zero(3 * bodies);
  for (Index i = 0; i < bodies; ++i) gravity[3 * i] = -9.81;
  const Eigen::RowVector3d inertia_root(1, std::sqrt(6.0), std::sqrt(12.0 / 5));
  for (Index i = 0; i < n; ++i) {
    const Press& press = presses[i];
    J.block<1, 3>(i, 3 * press.upper) << 1, press.y, -(press.x - centre[press.upper]);
    if (press.lower >= 0)
      J.block<1, 3>(i, 3 * press.lower) << -1, -press.y, press.x - centre[press.lower];
  }
  const VectorXd b = J * gravity;
  for (Index i = 0; i < bodies; ++i) J.middleCols<3>(3 * i) *= inertia_root.asDiagonal();
  return {J * J.transpose(), b};
}

template <class Problem>
Solution solve_cold(const Problem& problem) {
  KellerWorkspace workspace;
  Solution solution;
  solve_keller(problem, {}, workspace, solution);
  return solution;
}

template <class Problem>
bool solved(const Problem& problem, const Solution& solution) {
  VectorXd a;
  return solution.status == Status::solved && certify(problem, solution.f, a).holds();
}

// a = A f + b of some solution (it is unique), by trying every partition into free, lo and hi;
// empty where none fits.
VectorXd enumerated_a(const BoxedLcp& problem) {
  const Index n = problem.size();
  Index cases = 1;
  for (Index i = 0; i < n; ++i) cases *= 3;
  for (Index code = 0; code < cases; ++code) {
    VectorXd f = VectorXd::Zero(n);
    std::vector<Index> C;
    bool possible = true;
    for (Index i = 0, rest = code; i < n; ++i, rest /= 3) {
      if (rest % 3 == 0) C.push_back(i);
      if (rest % 3 == 1) f[i] = problem.lo[i];
      if (rest % 3 == 2) f[i] = problem.hi[i];
      possible = possible && std::isfinite(f[i]);
    }
    if (!possible) continue;
    const VectorXd load = -(problem.A * f + problem.b)(C);
    if (!C.empty()) {
      const VectorXd free = MatrixXd(problem.A(C, C)).completeOrthogonalDecomposition().solve(load);
      f(C) = free;
    }
    VectorXd a;
    if (certify(problem, f, a).residual < 1e-9) return a;
  }
  return {};
}

void check_ray(const BoxedLcp& problem, const VectorXd& ray) {
  REQUIRE(ray.size() == problem.size());
  CHECK(problem.b.dot(ray) < 0);
  CHECK((problem.A * ray).norm() <= 1e-12 * problem.A.norm() * ray.norm());
  for (Index i = 0; i < ray.size(); ++i) {
    if (problem.lo[i] > -kInfinity) CHECK(ray[i] >= 0);
    if (problem.hi[i] < kInfinity) CHECK(ray[i] <= 0);
  }
}

}  // namespace

TEST_CASE("one row in closed form, and no rows at all") {
  const Lcp pressed{MatrixXd::Constant(1, 1, 2.0), VectorXd::Constant(1, -3.0)};
  CHECK(solve_cold(pressed).f[0] == 1.5);
  const Lcp lifted{MatrixXd::Constant(1, 1, 2.0), VectorXd::Constant(1, 3.0)};
  CHECK(solve_cold(lifted).f[0] == 0.0);
  const Solution nothing = solve_cold(Lcp{});
  CHECK(nothing.status == Status::solved);
  CHECK(nothing.f.size() == 0);
}

TEST_CASE("random rank-deficient problems of every rank, degenerate ones included") {
  std::mt19937_64 random(1);
  int count = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const Index n = 1 + below(random, 60);
    Lcp problem = semidefinite(random, n, 1 + below(random, n));
    // A third of them with f and a both zero at many rows.
    if (trial % 3 == 0) problem.b = -(problem.A * random_matrix(random, n, 1).cwiseMax(0.0));
    count += solved(problem, solve_cold(problem));
  }
  CHECK(count == 1500);
}

TEST_CASE("the exact wall at rest: bricks ask for their weight and redundancy costs nothing") {
  for (const Index courses : {1, 2, 5, 8}) {
    const Lcp problem = wall_at_rest(courses, 6);
    const Solution solution = solve_cold(problem);
    CHECK(solved(problem, solution));
    CHECK(solution.pivots <= problem.size());
    // The ground carries all bricks: mass 1 each, 9.81 m/s².
    double carried = 0;
    for (Index i = 0; i < 24; ++i) carried += solution.f[i];
    const double bricks = double(6 * (courses - courses / 2) + 5 * (courses / 2));
    CHECK(carried == relative(9.81 * bricks, 1e-9));
  }
}

TEST_CASE("boxed problems agree with enumeration of all partitions") {
  std::mt19937_64 random(2);
  int compared = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Index n = 1 + below(random, 6);
    const BoxedLcp problem = random_boxes(random, n, n);
    const VectorXd expected = enumerated_a(problem);
    const Solution solution = solve_cold(problem);
    CHECK(solved(problem, solution));
    if (expected.size() == 0) continue;
    ++compared;
    CHECK((problem.A * solution.f + problem.b - expected).norm() <= 1e-8 * problem.b.norm());
  }
  CHECK(compared == 400);
}

TEST_CASE("boxed problems with bilateral rows, fixed rows and every rank") {
  std::mt19937_64 random(3);
  int count = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const Index n = 1 + below(random, 50);
    const BoxedLcp problem = random_boxes(random, n, n);
    count += solved(problem, solve_cold(problem));
  }
  CHECK(count == 1000);
}

TEST_CASE("dependent but consistent bilateral rows are no obstacle") {
  std::mt19937_64 random(4);
  for (int trial = 0; trial < 200; ++trial) {
    const Index n = 2 + below(random, 40);
    const Lcp lcp = semidefinite(random, n, 1 + below(random, n / 2 + 1));
    BoxedLcp problem = to_boxed(lcp);
    problem.lo.head(n / 2).setConstant(-kInfinity);
    CHECK(solved(problem, solve_cold(problem)));
  }
}

TEST_CASE("inconsistent bilateral rows are proven infeasible") {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const Index n = 3 + below(random, 30);
    const Lcp lcp = semidefinite(random, n, 1 + below(random, n - 2));
    BoxedLcp problem = to_boxed(lcp);
    problem.lo.setConstant(-kInfinity);
    problem.b[below(random, n)] += 0.1;
    const Solution solution = solve_cold(problem);
    REQUIRE(solution.status == Status::infeasible);
    check_ray(problem, solution.ray);
  }
}

TEST_CASE("a contact squeezed by an opposing one has no solution when the gap is negative") {
  std::mt19937_64 random(6);
  for (int trial = 0; trial < 300; ++trial) {
    const Index half = 1 + below(random, 20), n = 2 * half;
    const Lcp one = semidefinite(random, half, 1 + below(random, half));
    Lcp problem{MatrixXd(n, n), VectorXd(n)};
    problem.A << one.A, -one.A, -one.A, one.A;
    problem.b << one.b, -one.b;
    problem.b[half + below(random, half)] += trial % 2 == 0 ? 1e-3 : -1e-3;
    const Solution solution = solve_cold(problem);
    if (trial % 2 == 0) {
      CHECK(solved(problem, solution));
    } else {
      REQUIRE(solution.status == Status::infeasible);
      check_ray(to_boxed(problem), solution.ray);
    }
  }
}

TEST_CASE("rows that nothing moves: only the sign of b counts") {
  BoxedLcp problem{MatrixXd::Zero(3, 3), Eigen::Vector3d(1, -2, 0), Eigen::Vector3d(-1, -1, -1),
                   Eigen::Vector3d(4, 4, 4)};
  const Solution solution = solve_cold(problem);
  CHECK(solution.status == Status::solved);
  CHECK(solution.f == Eigen::Vector3d(-1, 4, 0));
  problem.hi[1] = kInfinity;
  const Solution unbounded = solve_cold(problem);
  REQUIRE(unbounded.status == Status::infeasible);
  check_ray(problem, unbounded.ray);
}

TEST_CASE("indefinite matrices are recognised") {
  CHECK(solve_cold(Lcp{-MatrixXd::Identity(2, 2), Eigen::Vector2d(-1, -1)}).status ==
        Status::invalid);
  CHECK(solve_cold(Lcp{MatrixXd{{1, -3}, {-3, 1}}, Eigen::Vector2d(-1, -1)}).status ==
        Status::invalid);
  CHECK(solve_cold(Lcp{MatrixXd{{0, 1}, {1, 1}}, Eigen::Vector2d(-1, -1)}).status ==
        Status::invalid);
}

TEST_CASE("a warm start changes the work, never the answer") {
  std::mt19937_64 random(7);
  KellerWorkspace workspace;
  Solution warm;
  for (int trial = 0; trial < 300; ++trial) {
    const Index n = 1 + below(random, 80);
    const Lcp problem = semidefinite(random, n, 1 + below(random, n));
    const Solution cold = solve_cold(problem);
    const VectorXd a = problem.A * cold.f + problem.b;
    Options options;
    options.warm = {cold.f.data(), std::size_t(n)};
    solve_keller(problem, options, workspace, warm);
    CHECK(solved(problem, warm));
    CHECK(warm.pivots <= 1);
    const VectorXd wrong = random_matrix(random, n, 1);
    options.warm = {wrong.data(), std::size_t(n)};
    solve_keller(problem, options, workspace, warm);
    CHECK(solved(problem, warm));
    CHECK((problem.A * warm.f + problem.b - a).norm() <= 1e-9 * (1 + problem.b.norm()));
  }
}

TEST_CASE("warm starts of boxed problems keep rows at their bounds") {
  std::mt19937_64 random(8);
  KellerWorkspace workspace;
  Solution warm;
  for (int trial = 0; trial < 300; ++trial) {
    const Index n = 1 + below(random, 40);
    const BoxedLcp problem = random_boxes(random, n, n);
    const Solution cold = solve_cold(problem);
    Options options;
    options.warm = {cold.f.data(), std::size_t(n)};
    solve_keller(problem, options, workspace, warm);
    CHECK(solved(problem, warm));
    CHECK(warm.pivots <= 1);
  }
}

TEST_CASE("the same problem gives the same bits in a used workspace") {
  std::mt19937_64 random(9);
  KellerWorkspace used;
  Solution first, again;
  for (int trial = 0; trial < 50; ++trial) {
    const Index n = 1 + below(random, 60);
    const Lcp problem = semidefinite(random, n, 1 + below(random, n));
    solve_keller(problem, {}, used, again);
    first = solve_cold(problem);
    CHECK(first.f == again.f);
    CHECK(first.pivots == again.pivots);
  }
}

TEST_CASE("a row that nothing moves is inside its bounds") {
  for (const double lo : {-2.0, 0.0, 1.0}) {
    const Eigen::Matrix2d A{{1, 0}, {0, 0}};
    const BoxedLcp problem{A, Eigen::Vector2d(-1, 0), Eigen::Vector2d(0, lo),
                           Eigen::Vector2d(kInfinity, lo + 1)};
    const Solution solution = solve(problem, {.method = Method::keller});
    CHECK(solution.status == Status::solved);
    CHECK(solution.f == Eigen::Vector2d(1, std::clamp(0.0, lo, lo + 1)));
  }
}

TEST_CASE("max_pivots stops early and says so") {
  const Lcp problem = wall_at_rest(5, 6);
  KellerWorkspace workspace;
  Solution solution;
  solve_keller(problem, {.max_pivots = 3}, workspace, solution);
  CHECK(solution.status == Status::limit);
  CHECK(solution.pivots <= 11);
}

}  // namespace perpend::lcp
