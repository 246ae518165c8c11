// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/guess_sweep.hpp"

#include <doctest/doctest.h>

#include "lcp/random_blocks.hpp"
#include "linalg/kernels/dense_factors.hpp"
#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {
namespace {

using Eigen::VectorXd;

constexpr RandomBlocks kFree{.joints = 0, .loops = 0, .limits = 2, .motors = 0, .compliant = 0};

double residual(const ContactProblem& problem, const VectorXd& f) {
  VectorXd a;
  return certify(problem, f, a).residual;
}

}  // namespace

TEST_CASE("sweeps from near the answer come nearer, and blocks do what the stored W does") {
  int nearer = 0, asked = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    RandomBlocks shape = kFree;
    shape.seed = seed;
    const BlockProblem blocks = random_blocks(shape);
    const ContactProblem stored = condense(blocks);
    const Solution answer = solve(stored);
    if (answer.status != Status::solved) continue;
    ++asked;
    linalg::Random random(seed);
    const VectorXd guess = answer.f + 1e-6 * random.vector(stored.size());
    VectorXd f = guess, of_blocks = guess, a = stored.A * guess + stored.b;
    REQUIRE(sweep_guess(stored, 8, f, a));
    CHECK((a - stored.A * f - stored.b).norm() < 1e-12 * stored.b.norm());
    nearer += residual(stored, f) < 0.5 * residual(stored, guess);
    REQUIRE(sweep_guess(blocks, BlockResponse(blocks), 8, of_blocks));
    CHECK((of_blocks - f).norm() < 1e-11 * f.norm());
  }
  CHECK(asked >= 5);
  CHECK(nearer == asked);
}

TEST_CASE("forces that sweeps set are in their cones") {
  const ContactProblem stored = condense(random_blocks(kFree));
  VectorXd f = VectorXd::Constant(stored.size(), 3.0), a = stored.A * f + stored.b;
  REQUIRE(sweep_guess(stored, 1, f, a));
  for (const Contact& contact : stored.contacts) {
    CHECK(f[contact.row] >= 0);
    if (contact.tangents == 2)
      CHECK(f.segment<2>(contact.row + 1).norm() <= contact.mu_s * f[contact.row] * (1 + 1e-14));
  }
}

TEST_CASE("what sweeps do not know they leave alone") {
  const BlockProblem joined = random_blocks({});
  VectorXd f = VectorXd::Ones(joined.size());
  CHECK_FALSE(sweep_guess(joined, BlockResponse(joined), 1, f));
  CHECK(f == VectorXd::Ones(joined.size()));
  ContactProblem sliding = condense(random_blocks(kFree));
  sliding.contacts.front().sliding = true;
  VectorXd g = VectorXd::Ones(sliding.size()), a = sliding.A * g + sliding.b;
  CHECK_FALSE(sweep_guess(sliding, 1, g, a));
  CHECK(g == VectorXd::Ones(sliding.size()));
}

}  // namespace perpend::lcp
