// SPDX-License-Identifier: Apache-2.0
#include "lcp/friction/hybrid.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "discretised_check.hpp"
#include "perpend/core/error.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::particle;
using testing::solve_law;

constexpr Options kKeller{.method = Method::keller};

}  // namespace

TEST_CASE("sliding: the kinetic limit along the slip, mu_k p u_l / |u| across it") {
  const Vector2d along(0.6, -0.8), across(0.8, 0.6);
  Vector3d b(-10, 0, 0);
  b.tail<2>() = 20 * along + 0.5 * across;
  ContactProblem problem = particle(b, 0.5);
  problem.contacts[0].mu_k = 0.4;
  const SlipOptions slip{.slips = {{Vector2d(20 * along), 9.0}}};
  const VectorXd f = solve_law(HybridProblem(problem, slip), kKeller);
  const VectorXd u = problem.A * f + problem.b;
  CHECK(f[0] == relative(10));
  CHECK(f.tail<2>().dot(along) == relative(-0.4 * 9));
  CHECK(f.tail<2>().dot(across) == relative(-0.4 * 9 * u.tail<2>().dot(across) / 20));
}

TEST_CASE("sticking: the box of mu_s p; a contact slower than the threshold sticks") {
  ContactProblem problem = particle(Vector3d(-10, 4, -9), 0.5);
  problem.contacts[0].mu_k = 0.1;
  const SlipOptions slow{.slips = {{Vector2d(5e-4, 0), 10.0}}};
  CHECK(solve_law(HybridProblem(problem, slow), kKeller).isApprox(Vector3d(10, -4, 5), 1e-12));
  SlipOptions fast = slow;
  fast.threshold = 1e-4;
  CHECK(solve_law(HybridProblem(problem, fast), kKeller)[1] == relative(-1));
}

TEST_CASE("a brake that would reverse the slip stops it instead") {
  const ContactProblem problem = particle(Vector3d(-10, 2, 0), 0.5);
  const SlipOptions slip{.slips = {{Vector2d(2, 0), 10.0}}};
  CHECK(solve_law(HybridProblem(problem, slip), kKeller).isApprox(Vector3d(10, -2, 0), 1e-12));
}

TEST_CASE("friction of sliding piles opposes the slip and takes energy") {
  for (int seed = 0; seed < 10; ++seed) {
    const ContactProblem problem =
        testing::compliant(make_contact_problem(FrictionFamily::spatial_pile, 8, seed), 0.01);
    SlipOptions slip;
    for (const Contact& contact : problem.contacts)
      slip.slips.push_back({problem.b.segment<2>(contact.row + 1), 1.0});
    const HybridProblem hybrid(problem, slip);
    const VectorXd f = solve_law(hybrid, kKeller), u = problem.A * f + problem.b;
    CHECK((hybrid.start(f) - solve(hybrid.boxed(), kKeller).f).norm() <= 1e-9 * f.norm());
    for (const Contact& contact : problem.contacts) {
      const Vector2d t = f.segment<2>(contact.row + 1);
      CHECK(t.dot(u.segment<2>(contact.row + 1)) <= 1e-9 * f.norm() * problem.b.norm());
      CHECK(t.cwiseAbs().maxCoeff() <= std::sqrt(2.0) * contact.mu_s + 1e-9);
    }
  }
}

TEST_CASE("slips that do not fit are refused") {
  const ContactProblem problem = particle(Vector3d(-1, 0, 0), 0.5);
  CHECK_THROWS_AS(HybridProblem(problem, {.slips = {{}, {}}}), InvalidArgument);
}

}  // namespace perpend::lcp
