// SPDX-License-Identifier: Apache-2.0
//
// Alternating directions as a start of Newton steps (docs/methods/cone_alternating.md).
#include "lcp/cone/alternating.hpp"

#include "cone_cases.hpp"
#include "lcp/cone/operator/dense.hpp"

namespace perpend::lcp {
namespace {

using Eigen::VectorXd;

struct Started {
  VectorXd f;
  double residual;
  int factorisations;
};

Started start(const ContactProblem& problem, int iterations) {
  DenseConeOperator W;
  ConeProblem cone;
  equilibrate(problem, W, cone);
  SearchMemory memory;
  ConeSearch search(cone, {.most = 1000}, memory);
  const VectorXd r = alternating_start(search, iterations);
  return {cone.force_scale.cwiseProduct(r), search.consider(r), search.factorisations()};
}

VectorXd force(const ContactProblem& problem) {
  return start(problem, 2000).f;
}

}  // namespace

TEST_CASE("alternating directions come to the forces of particles: open, stick, slide, dragged") {
  using Eigen::Vector3d;
  CHECK(force(testing::particle({1, 2, 3}, 0.5)).norm() < 1e-4);
  const VectorXd stick = force(testing::particle({-2, 0.3, -0.4}, 0.5));
  CHECK((stick - Vector3d(2, -0.3, 0.4)).norm() < 1e-4);
  const VectorXd slide = force(testing::particle({-2, 3, -4}, 0.5));
  CHECK((slide - Vector3d(2, -0.6, 0.8)).norm() < 1e-4);
  ContactProblem moving = testing::particle({-2, 0.1, 0.1}, 0.5);
  moving.contacts[0].sliding = true;
  moving.contacts[0].mu_k = 0.25;
  moving.contacts[0].direction = {0.6, 0.8};
  CHECK((force(moving) - Vector3d(2, -0.3, -0.4)).norm() < 1e-4);
}

TEST_CASE("alternating directions bear a bilateral row, which pushes and pulls") {
  ContactProblem tied{Eigen::MatrixXd::Identity(4, 4), Eigen::Vector4d(-1, 3, 0, 0.5), {}};
  tied.A(0, 3) = tied.A(3, 0) = 0.5;
  tied.contacts.push_back({.row = 0, .tangents = 2, .mu_s = 0.1, .mu_k = 0.1});
  CHECK((force(tied) - Eigen::Vector4d(5.0 / 3, -1.0 / 6, 0, -4.0 / 3)).norm() < 1e-3);
}

TEST_CASE("two factors and four hundred back substitutions leave a hundredth of the load") {
  std::vector<double> residuals;
  for (int seed = 0; seed < 40; ++seed) {
    const Started started = start(
        make_contact_problem(FrictionFamily::cone_pile, 50, static_cast<std::uint64_t>(seed)), 200);
    CHECK(started.factorisations <= 2);
    residuals.push_back(started.residual);
  }
  std::nth_element(residuals.begin(), residuals.begin() + 20, residuals.end());
  MESSAGE("median residual " << residuals[20]);
  CHECK(residuals[20] <= 1e-2);
}

TEST_CASE("alternating directions go on from where the last ones ended") {
  const ContactProblem problem = make_contact_problem(FrictionFamily::cone_pile, 50, 3);
  DenseConeOperator W;
  ConeProblem cone;
  equilibrate(problem, W, cone);
  SearchMemory memory;
  ConeSearch search(cone, {.most = 1000}, memory);
  alternating_start(search, 100);
  const double first = search.best_residual();
  alternating_start(search, 1000);
  CHECK(search.best_residual() < 0.5 * first);
}

}  // namespace perpend::lcp
