// SPDX-License-Identifier: Apache-2.0
#include "lcp/friction/box.hpp"

#include <doctest/doctest.h>

#include "discretised_check.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::particle;
using testing::solve_law;

constexpr Options kKeller{.method = Method::keller};

VectorXd normals(const ContactProblem& problem, const VectorXd& f) {
  VectorXd normal(static_cast<Eigen::Index>(problem.contacts.size()));
  for (Eigen::Index i = 0; i < normal.size(); ++i) normal[i] = f[problem.contacts[i].row];
  return normal;
}

}  // namespace

TEST_CASE("limits are mu_s times the impulses given, on each axis") {
  const ContactProblem problem = particle(Vector3d(-10, 30, -1), 0.5);
  const auto answer = [&](double normal) {
    return solve_law(BoxProblem(problem, VectorXd::Constant(1, normal)), kKeller);
  };
  CHECK(answer(10).isApprox(Vector3d(10, -5, 1), 1e-12));
  CHECK(answer(4).isApprox(Vector3d(10, -2, 1), 1e-12));
  CHECK(answer(-3).isApprox(Vector3d(10, 0, 0), 1e-12));
}

TEST_CASE("with limits at the answer's own pressure it is the box law") {
  for (int seed = 0; seed < 15; ++seed) {
    ContactProblem problem =
        testing::compliant(make_contact_problem(FrictionFamily::spatial_pile, 8, seed), 0.01);
    problem.law = FrictionLaw::box;
    const Solution exact = solve(problem);
    REQUIRE(exact.status == Status::solved);
    const VectorXd f = solve_law(BoxProblem(problem, normals(problem, exact.f)), kKeller);
    CAPTURE(seed);
    CHECK((f - exact.f).norm() <= 1e-7 * exact.f.norm());
  }
}

TEST_CASE("repeated with the impulses of the last answer it settles in the box law") {
  ContactProblem problem =
      testing::compliant(make_contact_problem(FrictionFamily::spatial_blocks, 8, 2), 0.05);
  VectorXd f = VectorXd::Zero(problem.size()), a;
  for (int pass = 0; pass < 60; ++pass)
    f = solve_law(BoxProblem(problem, normals(problem, f)), kKeller);
  problem.law = FrictionLaw::box;
  CHECK(certify(problem, f, a).residual < 1e-9);
}

TEST_CASE("impulses that do not fit are refused") {
  const ContactProblem problem = particle(Vector3d(-1, 0, 0), 0.5);
  CHECK_THROWS_WITH_AS(BoxProblem(problem, VectorXd::Zero(2)), doctest::Contains("normal.size()"),
                       InvalidArgument);
  CHECK_THROWS_AS(BoxProblem(problem, VectorXd::Constant(1, std::nan(""))), InvalidArgument);
}

}  // namespace perpend::lcp
