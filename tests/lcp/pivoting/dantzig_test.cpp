// SPDX-License-Identifier: Apache-2.0
#include "lcp/pivoting/dantzig/dantzig.hpp"

#include <doctest/doctest.h>

#include "bench/problems/families.hpp"
#include "enumeration.hpp"
#include "lcp/random_problem.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {
namespace {

using testing::kInfinity;
using testing::semidefinite;
using testing::uniform;

template <typename Problem>
Solution dantzig(const Problem& problem) {
  DantzigWorkspace workspace;
  Solution solution;
  solve_dantzig(problem, {}, workspace, solution);
  solution.residual = certify(problem, solution.f, solution.a).residual;
  return solution;
}

}  // namespace

TEST_CASE("Dantzig finds the accelerations that brute force finds, full rank or not") {
  std::mt19937_64 engine(1);
  for (int round = 0; round < 300; ++round) {
    const auto n = static_cast<Eigen::Index>(1 + engine() % 8);
    const auto rank = static_cast<Eigen::Index>(1 + engine() % static_cast<unsigned>(n));
    const Lcp problem = semidefinite(engine, n, rank);
    const Solution solution = dantzig(problem);
    REQUIRE(solution.status == Status::solved);
    REQUIRE(solution.residual < 1e-10);
    const auto all = testing::enumerate(problem);
    REQUIRE_FALSE(all.empty());
    CHECK((problem.A * (solution.f - all.front())).cwiseAbs().maxCoeff() < 1e-7);
  }
}

TEST_CASE("nothing to do: no rows, or no force needed") {
  CHECK(dantzig(Lcp{Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)}).status == Status::solved);
  const Solution rest = dantzig(Lcp{Eigen::MatrixXd::Identity(3, 3), Eigen::Vector3d(0, 1, 2)});
  CHECK(rest.status == Status::solved);
  CHECK(rest.f.isZero());
  CHECK(rest.drives == 0);
}

TEST_CASE("families of box structures are solved in the order of the rows") {
  for (const Family family : all_families()) {
    int solved = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Lcp problem = make_lcp(family, 36, seed);
      const Solution solution = dantzig(problem);
      Eigen::VectorXd a;
      CHECK_MESSAGE((solution.status != Status::ray), to_string(family));
      solved += certify(problem, solution.f, a).holds();
    }
    CHECK_MESSAGE(solved == 20, to_string(family));
  }
}

TEST_CASE("paper, 4.3: a redundant contact that ties with the driven one opens no false ray") {
  // Three copies of each contact: every copy reaches a = 0 together with the driven one.
  std::mt19937_64 engine(2);
  for (int round = 0; round < 200; ++round) {
    const Lcp base = semidefinite(engine, 6, 4);
    Lcp tripled{Eigen::MatrixXd(18, 18), Eigen::VectorXd(18)};
    for (Eigen::Index i = 0; i < 18; ++i) {
      tripled.b[i] = base.b[i % 6];
      for (Eigen::Index j = 0; j < 18; ++j) tripled.A(i, j) = base.A(i % 6, j % 6);
    }
    const Solution solution = dantzig(tripled);
    REQUIRE(solution.status == Status::solved);
    REQUIRE(solution.residual < 1e-10);
  }
}

TEST_CASE("paper, 4.3: low-rank problems, where ties within rounding stop the printed code") {
  for (std::uint64_t seed = 1000; seed < 1200; ++seed) {
    const Solution solution = dantzig(make_lcp(Family::low_rank, 24, seed));
    CHECK(solution.status != Status::ray);
    CHECK(solution.residual < 1e-10);
  }
}

TEST_CASE("perturbed drives with a Keller finish solve every family on the given b") {
  DantzigWorkspace workspace;
  Solution solution;
  for (const Family family : all_families())
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Lcp problem = make_lcp(family, 48, seed);
      solve_dantzig_perturbed(problem, {}, workspace, solution);
      CHECK_MESSAGE(certify(problem, solution.f, solution.a).holds(), to_string(family));
    }
}

TEST_CASE("two walls that close in on a body: the ray is a certificate") {
  const Lcp squeezed{(Eigen::Matrix2d() << 1, -1, -1, 1).finished(), Eigen::Vector2d(-1, -2)};
  const Solution solution = dantzig(squeezed);
  CHECK(solution.status == Status::ray);
  REQUIRE(solution.ray.size() == 2);
  CHECK(solution.ray.minCoeff() >= 0);
  CHECK((squeezed.A * solution.ray).isZero(1e-14));
  CHECK(squeezed.b.dot(solution.ray) < 0);
}

TEST_CASE("bilateral rows are solved first, may pull, and never limit a step") {
  std::mt19937_64 engine(3);
  int pulling = 0, solved = 0;
  for (int round = 0; round < 200; ++round) {
    BoxedLcp problem = to_boxed(semidefinite(engine, 12, 9));
    problem.lo.tail(4).setConstant(-kInfinity);
    const Solution solution = dantzig(problem);
    REQUIRE(solution.status != Status::ray);
    CHECK((solution.status != Status::solved || solution.residual < 1e-10));
    solved += solution.status == Status::solved;
    pulling += solution.f.tail(4).minCoeff() < 0;
  }
  // Nearly dependent clamped rows may leave one short of the bound (3.6e-10), and it says so.
  CHECK(solved >= 198);
  CHECK(pulling > 100);
}

TEST_CASE("redundant bilateral rows: consistent ones are solved, contradictory ones proven so") {
  BoxedLcp problem{Eigen::MatrixXd::Ones(2, 2), Eigen::Vector2d(1, 1),
                   Eigen::Vector2d::Constant(-kInfinity), Eigen::Vector2d::Constant(kInfinity)};
  CHECK(dantzig(problem).residual < 1e-15);
  for (const double other : {2.0, 0.0}) {
    problem.b[1] = other;
    const Solution solution = dantzig(problem);
    CHECK(solution.status == Status::infeasible);
    REQUIRE(solution.ray.size() == 2);
    CHECK((problem.A * solution.ray).isZero(1e-15));
    CHECK(problem.b.dot(solution.ray) < -0.5);
  }
}

TEST_CASE("two-sided bounds: forces rest at both ends, in between and where both ends meet") {
  std::mt19937_64 engine(4);
  int upper = 0, lower = 0, between = 0;
  for (int round = 0; round < 300; ++round) {
    BoxedLcp problem = to_boxed(semidefinite(engine, 15, 1 + engine() % 15));
    for (Eigen::Index i = 0; i < 15; ++i) {
      problem.lo[i] = 0.3 * (uniform(engine) - 0.7);
      problem.hi[i] = i % 5 == 0 ? problem.lo[i] : problem.lo[i] + 0.3 * (1 + uniform(engine));
    }
    const Solution solution = dantzig(problem);
    REQUIRE(solution.status == Status::solved);
    REQUIRE(solution.residual < 1e-10);
    upper += static_cast<int>((solution.f.array() == problem.hi.array()).count());
    lower += static_cast<int>((solution.f.array() == problem.lo.array()).count());
    between += static_cast<int>(
        (solution.f.array() > problem.lo.array() && solution.f.array() < problem.hi.array())
            .count());
  }
  CHECK(upper > 300);
  CHECK(lower > 300);
  CHECK(between > 300);
}

TEST_CASE("a workspace that has seen another problem gives the same bits") {
  DantzigWorkspace workspace;
  Solution first, again;
  const Lcp problem = make_lcp(Family::pile, 48, 7);
  solve_dantzig(problem, {}, workspace, first);
  solve_dantzig(make_lcp(Family::stack, 24, 1), {}, workspace, again);
  solve_dantzig(problem, {}, workspace, again);
  CHECK((first.f.array() == again.f.array()).all());
  CHECK(first.pivots == again.pivots);
}

TEST_CASE("perturbed drives are counted with those of the finish") {
  DantzigWorkspace workspace;
  Solution solution;
  Eigen::VectorXd b(6);
  b << -1, 2, -3, 1, -2, -1;  // four rows to drive, which do not meet
  solve_dantzig_perturbed(Lcp{2 * Eigen::MatrixXd::Identity(6, 6), b}, {}, workspace, solution);
  CHECK(solution.drives == 4);
  CHECK(solution.pivots == 4);
}

}  // namespace perpend::lcp
