// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "bench/problems/families.hpp"
#include "perpend/lcp/solve.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr Options kProximal{.method = Method::proximal};

// A unit mass on the ground: A = I, rows normal, x, y.
ContactProblem particle(const Vector3d& b, double mu) {
  ContactProblem problem{MatrixXd::Identity(3, 3), b, {}};
  problem.contacts.push_back({.row = 0, .tangents = 2, .mu_s = mu, .mu_k = mu});
  return problem;
}

}  // namespace

TEST_CASE("one particle: open, sticking and sliding in closed form") {
  CHECK(solve(particle({1, 2, 3}, 0.5), kProximal).f == Vector3d::Zero());
  const Solution stick = solve(particle({-2, 0.3, -0.4}, 0.5), kProximal);
  CHECK((stick.f - Vector3d(2, -0.3, 0.4)).norm() < 1e-14);
  const Solution slide = solve(particle({-2, 3, -4}, 0.5), kProximal);
  CHECK((slide.f - Vector3d(2, -0.6, 0.8)).norm() < 1e-14);
  CHECK((slide.a - Vector3d(0, 2.4, -3.2)).norm() < 1e-14);
}

TEST_CASE("a sliding contact gets mu_k f_N against its direction, in the plane and in space") {
  ContactProblem problem = particle({-2, 0.1, 0.1}, 0.5);
  problem.contacts[0].sliding = true;
  problem.contacts[0].mu_k = 0.25;
  problem.contacts[0].direction = {0.6, 0.8};
  CHECK((solve(problem, kProximal).f - Vector3d(2, -0.3, -0.4)).norm() < 1e-14);
}

TEST_CASE("a bilateral row holds while its neighbour slides") {
  ContactProblem problem{MatrixXd::Identity(4, 4), Eigen::Vector4d(-1, 3, 0, 0.5), {}};
  problem.A(0, 3) = problem.A(3, 0) = 0.5;
  problem.contacts.push_back({.row = 0, .tangents = 2, .mu_s = 0.1, .mu_k = 0.1});
  const Solution answer = solve(problem, kProximal);
  REQUIRE(answer.status == Status::solved);
  CHECK(std::abs(answer.a[3]) < 1e-14);
  // a_N = f_N + f_3 / 2 - 1 = 0 and f_N / 2 + f_3 + 1/2 = 0.
  CHECK(answer.f[0] == relative(5.0 / 3));
  CHECK(answer.f[1] == relative(-1.0 / 6));
}

TEST_CASE("the path alone solves redundant piles with friction in the plane and in space") {
  for (const FrictionFamily family :
       {FrictionFamily::planar_blocks, FrictionFamily::planar_pile, FrictionFamily::spatial_blocks,
        FrictionFamily::spatial_pile, FrictionFamily::spatial_box}) {
    for (int seed = 0; seed < 20; ++seed) {
      const Solution answer = solve(make_contact_problem(family, 1 + seed, seed), kProximal);
      CAPTURE(to_string(family));
      CAPTURE(seed);
      CHECK(answer.status == Status::solved);
      CHECK(answer.answered_by == Method::proximal);
    }
  }
}

TEST_CASE("from a near answer a few Newton steps are enough") {
  ContactProblem problem = make_contact_problem(FrictionFamily::spatial_pile, 24, 3);
  const Solution cold = solve(problem, kProximal);
  REQUIRE(cold.status == Status::solved);
  problem.b *= 1.001;
  const Options warm{.method = Method::proximal,
                     .warm = {cold.f.data(), static_cast<std::size_t>(cold.f.size())}};
  const Solution again = solve(problem, warm);
  CHECK(again.status == Status::solved);
  CHECK(again.pivots <= 8);
}

TEST_CASE("a contact pressed by a bilateral contradiction is never called solved") {
  ContactProblem problem{MatrixXd::Ones(2, 2), Eigen::Vector2d(-1, 1), {}};
  CHECK(solve(problem, kProximal).status == Status::limit);
}

}  // namespace perpend::lcp
