// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/certificate.hpp"

#include <doctest/doctest.h>

#include <array>
#include <limits>

#include "perpend/core/error.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ContactProblem one_contact(double b_normal, double b_x, double b_y, double mu) {
  ContactProblem problem{Eigen::MatrixXd::Identity(3, 3), Eigen::Vector3d(b_normal, b_x, b_y), {}};
  problem.contacts.push_back({.row = 0, .tangents = 2, .mu_s = mu, .mu_k = mu});
  return problem;
}

}  // namespace

TEST_CASE(
    "the residual checker accepts the solution of a one-contact problem and nothing near it") {
  const Lcp problem{Eigen::MatrixXd::Constant(1, 1, 2.0), Eigen::VectorXd::Constant(1, -4.0)};
  Eigen::VectorXd a;
  CHECK(certify(problem, Eigen::VectorXd::Constant(1, 2.0), a).residual == 0.0);
  CHECK(certify(problem, Eigen::VectorXd::Constant(1, 1.5), a).residual == doctest::Approx(0.25));
  CHECK(a[0] == -1.0);
}

TEST_CASE("a NaN answer never holds") {
  const Lcp problem{Eigen::MatrixXd::Identity(2, 2), Eigen::VectorXd::Constant(2, -1.0)};
  Eigen::VectorXd f = Eigen::VectorXd::Constant(2, 1.0), a;
  f[1] = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(certify(problem, f, a).holds());
}

TEST_CASE("no checker forgets a NaN, whatever stands before and behind it") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Eigen::MatrixXd A = Eigen::MatrixXd::Identity(7, 7);
  const Eigen::VectorXd b = Eigen::VectorXd::Zero(7);
  ContactProblem contacts{A, b, {}};
  contacts.contacts.push_back({.row = 0, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
  contacts.contacts.push_back({.row = 3, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
  for (Eigen::Index at = 0; at < 7; ++at)
    for (const double poison : {nan, kInfinity, -kInfinity}) {
      Eigen::VectorXd f = b, a;
      f[at] = poison;
      CHECK_FALSE(certify(Lcp{A, b}, f, a).holds());
      CHECK_FALSE(certify(to_boxed(Lcp{A, b}), f, a).holds());
      for (const auto law : {FrictionLaw::coulomb, FrictionLaw::opposing, FrictionLaw::box}) {
        contacts.law = law;
        CHECK_FALSE(certify(contacts, f, a).holds());
      }
    }
}

TEST_CASE("opposing forces of any size do not excuse a residual of 1e-3") {
  Lcp problem{Eigen::MatrixXd::Identity(3, 3), Eigen::Vector3d(-1e-3, 5e-4, -1)};
  problem.A(0, 1) = problem.A(1, 0) = -1;
  Eigen::VectorXd a;
  const Certificate sized = certify(problem, Eigen::Vector3d(1e11, 1e11, 1), a);
  CHECK(sized.residual == doctest::Approx(1e-3));
  CHECK(100 * sized.rounding > sized.residual);
  CHECK(sized.bound() == 1e-6);
  CHECK_FALSE(sized.holds());
  for (const Method method : all_methods()) {
    if (!supports(method, ProblemKind::lcp)) continue;
    std::array<double, 3> warm{1e11, 1e11, 1};
    CHECK(solve(problem, {.method = method, .warm = warm}).status != Status::solved);
  }
}

TEST_CASE("the bound follows rounding between 1e-10 and 1e-6") {
  CHECK(Certificate{.rounding = 0}.bound() == 1e-10);
  CHECK(Certificate{.rounding = 1e-10}.bound() == doctest::Approx(1e-8));
  CHECK(Certificate{.rounding = kInfinity}.bound() == 1e-6);
  CHECK(Certificate{.rounding = std::numeric_limits<double>::quiet_NaN()}.bound() == 1e-10);
}

TEST_CASE("boxed rows: bilateral rows want a = 0, bounds want the right sign") {
  BoxedLcp problem{Eigen::MatrixXd::Identity(2, 2), Eigen::Vector2d(-1, -3),
                   Eigen::Vector2d(-kInfinity, 0), Eigen::Vector2d(kInfinity, 2)};
  Eigen::VectorXd a;
  CHECK(certify(problem, Eigen::Vector2d(1, 2), a).residual == 0.0);
  CHECK(certify(problem, Eigen::Vector2d(0, 2), a).residual == doctest::Approx(1.0 / 3));
  CHECK(certify(problem, Eigen::Vector2d(1, 0), a).residual == doctest::Approx(2.0 / 3));
}

TEST_CASE("the circular cone asks for maximum dissipation, the opposing law only for a brake") {
  ContactProblem problem = one_contact(-1.0, -3.0, 0.0, 0.5);
  const Eigen::Vector3d best(1, 0.5, 0), oblique(1, 0.4, 0.3), stick(1, 3, 0);
  Eigen::VectorXd a;
  CHECK(certify(problem, best, a).residual < 1e-15);
  CHECK(certify(problem, oblique, a).residual > 0.05);
  CHECK(certify(problem, stick, a).friction == doctest::Approx(2.5));
  problem.law = FrictionLaw::opposing;
  CHECK(certify(problem, best, a).residual < 1e-15);
  CHECK(certify(problem, oblique, a).residual < 1e-15);
  CHECK(certify(problem, Eigen::Vector3d(1, 0.3, 0), a).residual > 0.05);
  CHECK(certify(problem, Eigen::Vector3d(1, -0.5, 0), a).residual > 0.1);
  CHECK(certify(problem, Eigen::Vector3d(1, -0.5, 0), a).wrong_way > 0.1);
}

TEST_CASE("every row outside the contacts is bilateral, wherever the contacts lie") {
  const Eigen::Index n = 1030;
  ContactProblem problem{Eigen::MatrixXd::Identity(n, n), -Eigen::VectorXd::Ones(n), {}};
  for (const Eigen::Index row : {1022, 0}) {
    problem.contacts.push_back({.row = row, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
    problem.b.segment<3>(row) = Eigen::Vector3d(1, 1, 1);
  }
  const Eigen::VectorXd f = (-problem.b).cwiseMax(0);
  Eigen::VectorXd a;
  CHECK(certify(problem, f, a).residual == 0.0);
  for (const Eigen::Index row : {3, 1021, 1025, 1029}) {
    Eigen::VectorXd loose = f;
    loose[row] = 0.75;
    CAPTURE(row);
    CHECK(certify(problem, loose, a).residual == 0.25);
  }
}

TEST_CASE("dynamic friction acts against the sliding direction with full strength") {
  ContactProblem problem = one_contact(-1.0, 0.0, 0.0, 0.5);
  problem.contacts[0].sliding = true;
  problem.contacts[0].direction = {0, 1};
  Eigen::VectorXd a;
  CHECK(certify(problem, Eigen::Vector3d(1, 0, -0.5), a).residual < 1e-15);
  CHECK(certify(problem, Eigen::Vector3d(1, 0, 0.5), a).residual == doctest::Approx(1.0));
}

TEST_CASE("malformed problems are refused by name") {
  Lcp wrong{Eigen::MatrixXd::Identity(2, 3), Eigen::Vector2d(1, 1)};
  CHECK_THROWS_WITH_AS(validate(wrong), "A must be 2 x 2, got 2 x 3", InvalidArgument);
  Lcp poisoned{Eigen::MatrixXd::Identity(1, 1),
               Eigen::VectorXd::Constant(1, std::numeric_limits<double>::quiet_NaN())};
  CHECK_THROWS_AS(validate(poisoned), InvalidArgument);
  ContactProblem problem = one_contact(-1, 0, 0, 0.5);
  problem.contacts.push_back({.row = 2});
  CHECK_THROWS_WITH_AS(validate(problem),
                       "contacts[1].row must be rows of this contact only, got 2", InvalidArgument);
  problem.contacts.pop_back();
  problem.contacts[0].mu_k = 0.6;
  CHECK_THROWS_AS(validate(problem), InvalidArgument);
  CHECK_NOTHROW(validate(Lcp{}));
}

}  // namespace perpend::lcp
