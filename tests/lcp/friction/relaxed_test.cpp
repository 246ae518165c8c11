// SPDX-License-Identifier: Apache-2.0
#include "lcp/friction/relaxed.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "discretised_check.hpp"
#include "lcp/friction/polyhedral.hpp"
#include "perpend/core/error.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::compliant;
using testing::particle;
using testing::solve_law;

constexpr Options kKeller{.method = Method::keller};

}  // namespace

TEST_CASE("a sliding particle is lifted by mu times its speed along the polygon") {
  const ContactProblem slides = particle(Vector3d(-10, 30, 0), 0.5);
  const VectorXd f = solve_law(RelaxedProblem(slides, {.directions = 8}), kKeller);
  const VectorXd a = slides.A * f + slides.b;
  CHECK(f[1] == relative(-0.5 * f[0]));
  CHECK(a[0] == relative(0.5 * a[1]));
  const ContactProblem rests = particle(Vector3d(-10, 3, 1), 0.5);
  CHECK(solve_law(RelaxedProblem(rests), kKeller).isApprox(-rests.b, 1e-12));
}

// One direction of each contact faces its slip, so that both laws have their closed forms.
TEST_CASE("each contact has its own directions and its own friction, relaxed or not") {
  constexpr double kFall = 10, kSlip = 20;
  const Eigen::Vector2d angles(0.4, 1.1), mu(0.5, 0.3);
  ContactProblem problem{Eigen::MatrixXd::Identity(6, 6), VectorXd(6), {}};
  VectorXd relaxed(6), polyhedral(6);
  for (int i = 0; i < 2; ++i) {
    const Eigen::Vector2d heading(std::cos(angles[i]), std::sin(angles[i]));
    problem.contacts.push_back({.row = 3 * i, .tangents = 2, .mu_s = mu[i], .mu_k = mu[i]});
    problem.b.segment<3>(3 * i) << -kFall, kSlip * heading;
    polyhedral.segment<3>(3 * i) << kFall, -mu[i] * kFall * heading;
    const double normal = (kFall + mu[i] * kSlip) / (1 + mu[i] * mu[i]);
    relaxed.segment<3>(3 * i) << normal, -mu[i] * normal * heading;
  }
  const FacetOptions facets{.directions = 6, .rotation = angles};
  const VectorXd free = solve_law(RelaxedProblem(problem, facets), kKeller);
  CHECK((free - relaxed).norm() < 1e-9);
  // Against the slip: of an even number of directions one faces it there too.
  const VectorXd exact = solve_law(PolyhedralProblem(problem, facets));
  CHECK((exact - polyhedral).norm() < 1e-9);
}

TEST_CASE("the matrix is symmetric and semidefinite, Keller solves every pile") {
  for (int seed = 0; seed < 12; ++seed) {
    const ContactProblem problem =
        make_contact_problem(FrictionFamily::spatial_pile, 4 + 2 * seed, 900 + seed);
    const RelaxedProblem relaxed(problem, {.directions = 4 + 2 * (seed % 4)});
    const Eigen::MatrixXd& A = relaxed.boxed().A;
    CAPTURE(seed);
    CHECK((A - A.transpose()).cwiseAbs().maxCoeff() <= 1e-12 * A.diagonal().maxCoeff());
    testing::check_polygon(problem, solve_law(relaxed, kKeller), 4 + 2 * (seed % 4));
  }
}

TEST_CASE("taken back, the relaxation is the polyhedral law") {
  Workspace workspace;
  for (const FrictionFamily family :
       {FrictionFamily::planar_blocks, FrictionFamily::spatial_blocks}) {
    for (int seed = 0; seed < 10; ++seed) {
      const ContactProblem problem = compliant(make_contact_problem(family, 4, seed), 0.05);
      const FacetOptions facets{.directions = 6};
      RelaxedProblem relaxed(problem, facets);
      Solution solution;
      const Unrelaxed run = solve_unrelaxed(relaxed, kKeller, 200, workspace, solution);
      const PolyhedralProblem polyhedral(problem, facets);
      VectorXd a;
      CAPTURE(seed);
      CAPTURE(run.passes);
      CHECK(solution.status == Status::solved);
      CHECK(run.change <= 1e-11);
      CHECK(certify(polyhedral.boxed(), polyhedral.start(relaxed.forces(solution.f)), a).residual <
            1e-9);
    }
  }
}

TEST_CASE("one pass is the relaxed problem itself, the second takes the lift back") {
  const ContactProblem slides = particle(Vector3d(-10, 30, 0), 0.5);
  RelaxedProblem relaxed(slides);
  const VectorXd once = solve_law(relaxed, kKeller);
  Workspace workspace;
  Solution solution;
  CHECK(solve_unrelaxed(relaxed, kKeller, 1, workspace, solution).passes == 1);
  CHECK(relaxed.forces(solution.f) == once);
  CHECK(relaxed.shift().isZero(0));
  CHECK(solve_unrelaxed(relaxed, kKeller, 2, workspace, solution).passes == 2);
  CHECK(relaxed.shift()[0] == relative(10));
  CHECK(solution.a.minCoeff() == near_zero(1e-12));
}

TEST_CASE("where a pass is not solved the change is that of what it left") {
  const ContactProblem problem = make_contact_problem(FrictionFamily::spatial_pile, 12, 3);
  RelaxedProblem relaxed(problem);
  Workspace workspace;
  Solution solution;
  const Unrelaxed run = solve_unrelaxed(relaxed, {.method = Method::keller, .max_pivots = 1}, 100,
                                        workspace, solution);
  CHECK(solution.status == Status::limit);
  CHECK(run.passes == 0);
  CHECK(run.change > 0);
  CHECK(run.change == relative(relaxed.lift(solution.a).lpNorm<Eigen::Infinity>() /
                               relaxed.boxed().b.lpNorm<Eigen::Infinity>()));
}

// A particle b = (-1, mu + speed) slides at `speed`, relaxed at speed / (1 + mu²) only: the answer
// of the first pass already holds to the bound of the second where both are small.
TEST_CASE("the relaxation of a creeping particle is taken back as that of a fast one") {
  constexpr double kMu = 0.5, kChange = 1e-11;
  Workspace workspace;
  for (const Method method : {Method::keller, Method::dantzig, Method::lemke, Method::automatic})
    for (const double speed : {1.0, 1e-3, 1e-6, 1e-8, 1e-9, 3e-10, 1e-10}) {
      CAPTURE(speed);
      RelaxedProblem relaxed(particle(Vector3d(-1, kMu + speed, 0), kMu));
      Solution solution;
      const Unrelaxed run = solve_unrelaxed(relaxed, {.method = method}, 100, workspace, solution);
      CHECK(solution.status == Status::solved);
      CHECK(run.change <= kChange);
      // What a pass leaves is a fifth of what it was given: mu² / (1 + mu²).
      CHECK(std::abs(relaxed.shift()[0] - kMu * speed) <= 2 * kChange);
      const VectorXd f = relaxed.forces(solution.f);
      CHECK(std::abs(f[0] - 1) <= 2 * kChange);
      CHECK(std::abs(f[1] + kMu) <= 2 * kChange);
    }
}

TEST_CASE("contacts without friction have one row; bilateral rows stay free") {
  ContactProblem problem =
      compliant(make_contact_problem(FrictionFamily::spatial_blocks, 4, 3), 0.1);
  problem.contacts[0].mu_s = problem.contacts[0].mu_k = 0;
  const Contact freed = problem.contacts[1];
  problem.contacts.erase(problem.contacts.begin() + 1);
  const RelaxedProblem relaxed(problem, {.directions = 6});
  CHECK(relaxed.boxed().size() == 3 + 1 + 2 * 6);
  const VectorXd f = solve_law(relaxed);
  const VectorXd a = problem.A * f + problem.b;
  CHECK(a.segment<3>(freed.row).norm() <= 1e-9 * problem.b.norm());
  CHECK(f.segment<2>(problem.contacts[0].row + 1).isZero(0));
}

TEST_CASE("the start of forces inside the polygon gives them back") {
  const ContactProblem problem = make_contact_problem(FrictionFamily::spatial_pile, 6, 5);
  const RelaxedProblem relaxed(problem, {.directions = 8});
  const VectorXd f = solve_law(relaxed);
  const VectorXd x = relaxed.start(f);
  CHECK(relaxed.forces(x).isApprox(f, 1e-9));
  CHECK(x.minCoeff() >= 0);
}

TEST_CASE("forced sliding is refused by name") {
  ContactProblem problem = particle(Vector3d(-1, 0, 0), 0.5);
  problem.contacts[0].sliding = true;
  CHECK_THROWS_WITH_AS(RelaxedProblem{problem}, doctest::Contains("contacts[0].sliding"),
                       InvalidArgument);
  problem.contacts[0].sliding = false;
  CHECK_THROWS_AS(RelaxedProblem(problem, {.directions = 3}), InvalidArgument);
}

TEST_CASE("a lift of each contact and at least one pass are asked for") {
  RelaxedProblem relaxed(particle(Vector3d(-1, 0, 0), 0.5));
  CHECK_THROWS_WITH_AS(relaxed.set_shift(VectorXd::Zero(2)), doctest::Contains("shift.size()"),
                       InvalidArgument);
  Workspace workspace;
  Solution solution;
  CHECK_THROWS_WITH_AS(solve_unrelaxed(relaxed, kKeller, 0, workspace, solution),
                       doctest::Contains("passes"), InvalidArgument);
}

}  // namespace perpend::lcp
