// SPDX-License-Identifier: Apache-2.0
//
// Gauss-Seidel sweeps as a start of Newton steps (docs/methods/cone_sweeps.md).
#include "lcp/cone/sweeps.hpp"

#include "cone_cases.hpp"
#include "lcp/cone/operator/bodies.hpp"
#include "lcp/cone/operator/dense.hpp"
#include "lcp/cone/operator/sparse.hpp"
#include "lcp/problem/global_blocks.hpp"
#include "lcp/random_global.hpp"

namespace perpend::lcp {
namespace {

using Eigen::VectorXd;

VectorXd swept(const ContactProblem& problem, int most) {
  SparseConeOperator W;
  ConeProblem cone;
  set_blocks(problem.size(), problem.contacts, problem.law, cone.blocks);
  REQUIRE(W.assign(problem.A, cone.blocks, cone.blocks.size() * cone.blocks.size()));
  equilibrate(problem.b, problem.noise, W, cone);
  SweepMemory memory;
  Eigen::VectorXd start;
  sweeps_start(cone, *W.rows(), most, memory, start);
  return cone.force_scale.cwiseProduct(start);
}

double residual(const ContactProblem& problem, const VectorXd& f) {
  VectorXd a;
  return certify(problem, f, a).residual;
}

ContactProblem many_bodies(std::uint64_t seed) {
  return condense(
      random_global({.seed = seed, .bodies = 60, .contacts = 30, .tangents = -1, .bilateral = 2}));
}

// What sweeps in the velocities of the bodies work on.
struct InBodies {
  BodyConeOperator bodies;
  ConeProblem cone;
  SweepMemory memory;

  explicit InBodies(const BlockProblem& problem) {
    bodies.assign(problem);
    set_blocks(problem.size(), problem.contacts, problem.law, cone.blocks);
    equilibrate(problem.b, problem.noise, bodies, cone);
    REQUIRE(bodies.columns() != nullptr);
  }
};

}  // namespace

TEST_CASE("one sweep answers a particle: open, stick, slide, dragged") {
  using Eigen::Vector3d;
  CHECK(swept(testing::particle({1, 2, 3}, 0.5), 1).norm() == 0);
  const VectorXd stick = swept(testing::particle({-2, 0.3, -0.4}, 0.5), 1);
  CHECK((stick - Vector3d(2, -0.3, 0.4)).norm() < 1e-14);
  const VectorXd slide = swept(testing::particle({-2, 3, -4}, 0.5), 1);
  CHECK((slide - Vector3d(2, -0.6, 0.8)).norm() < 1e-14);
  ContactProblem moving = testing::particle({-2, 0.1, 0.1}, 0.5);
  moving.contacts[0].sliding = true;
  moving.contacts[0].mu_k = 0.25;
  moving.contacts[0].direction = {0.6, 0.8};
  CHECK((swept(moving, 1) - Vector3d(2, -0.3, -0.4)).norm() < 1e-14);
}

TEST_CASE("sweeps come near the law where bodies touch few others, and nearer the longer") {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const ContactProblem problem = many_bodies(seed);
    CAPTURE(seed);
    const double few = residual(problem, swept(problem, 5));
    const double many = residual(problem, swept(problem, 40));
    CHECK(many < 0.2 * few);
    CHECK(many <= 1e-2);
  }
}

TEST_CASE("started by sweeps, the fallback chain needs one factor where bodies touch few others") {
  std::vector<int> counts;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Solution answer = solve(many_bodies(seed));
    CAPTURE(seed);
    CHECK(answer.status == Status::solved);
    counts.push_back(answer.factorisations);
  }
  std::nth_element(counts.begin(), counts.begin() + 10, counts.end());
  MESSAGE("median factorisations " << counts[10]);
  CHECK(counts[10] <= 1);
}

TEST_CASE("what sticks after a few sweeps sticks: stacks at rest, redundant as they are") {
  int most = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Solution answer =
        solve(condense(make_global_problem(GlobalFamily::stacks_at_rest, 160, seed)));
    CAPTURE(seed);
    CHECK(answer.status == Status::solved);
    CHECK(answer.answered_by == Method::alart_curnier);
    most = std::max(most, answer.factorisations);
  }
  MESSAGE("at most " << most << " factorisations");
  CHECK(most <= 3);
}

TEST_CASE("a sweep over a stored W is one over its blocks, and goes on from its start") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    CAPTURE(seed);
    const ContactProblem problem = many_bodies(seed);
    DenseConeOperator W;
    ConeProblem cone;
    equilibrate(problem, W, cone);
    SweepMemory memory;
    const auto after = [&](const VectorXd& start, int times) -> VectorXd {
      MatrixSweeps sweeps(cone, W.matrix(), memory, start);
      sweeps.run(times);
      return sweeps.forces();
    };
    const VectorXd zero = VectorXd::Zero(problem.size()), one = after(zero, 1);
    const VectorXd stored = swept(problem, 1);
    CHECK(stored.norm() > 0);
    CHECK((cone.force_scale.cwiseProduct(one) - stored).norm() < 1e-10 * stored.norm());
    CHECK((after(after(one, 2), 3) - after(zero, 6)).norm() < 1e-10 * one.norm());
  }
}

TEST_CASE("a sweep in the velocities of the bodies is one over the blocks of W") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    CAPTURE(seed);
    const BlockProblem problem = to_blocks(random_global({.seed = seed, .contacts = 30}));
    InBodies in(problem);
    BodySweeps sweeps(in.cone, *in.bodies.columns(), in.memory, VectorXd::Zero(problem.size()));
    sweeps.run(1);
    const VectorXd f = in.cone.force_scale.cwiseProduct(sweeps.forces()),
                   stored = swept(condense(problem), 1);
    CHECK(f.norm() > 0);
    CHECK((f - stored).norm() < 1e-10 * stored.norm());
    sweeps.run(30);
    CHECK(residual(condense(problem), in.cone.force_scale.cwiseProduct(sweeps.forces())) <
          0.5 * residual(condense(problem), f));
  }
}

TEST_CASE("sweeps that go on as conjugate gradients do come as far as three times as many others") {
  std::vector<double> gains;
  for (std::uint64_t seed = 1; seed <= 9; ++seed) {
    const BlockProblem problem =
        to_blocks(make_global_problem(GlobalFamily::wall_at_rest, 300, seed));
    InBodies in(problem);
    const auto after = [&](int times, bool conjugate) {
      BodySweeps sweeps(in.cone, *in.bodies.columns(), in.memory, VectorXd::Zero(problem.size()));
      if (conjugate)
        sweeps.run_conjugate(times);
      else
        sweeps.run(times);
      const VectorXd& r = conjugate ? sweeps.swept() : sweeps.forces();
      return residual(condense(problem), in.cone.force_scale.cwiseProduct(r));
    };
    const double others = after(450, false), conjugate = after(150, true);
    MESSAGE("seed " << seed << ": residual " << others << ", " << conjugate);
    gains.push_back(others / conjugate);
  }
  std::ranges::sort(gains);
  CHECK(gains[4] >= 1);
}

TEST_CASE("bodies of other sizes or with joints have no columns to sweep over") {
  BodyConeOperator bodies;
  bodies.assign(to_blocks(random_global({.body_size = 3})));
  CHECK(bodies.columns() == nullptr);
}

}  // namespace perpend::lcp
