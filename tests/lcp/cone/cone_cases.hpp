// SPDX-License-Identifier: Apache-2.0
//
// Small problems on the friction cone, with answers in closed form or a way to break a method.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "bench/problems/families.hpp"
#include "lcp/particle.hpp"
#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp::testing {

/// A pile in space under FrictionLaw::coulomb.
inline ContactProblem pile(int contacts, std::uint64_t seed) {
  ContactProblem problem = make_contact_problem(FrictionFamily::spatial_pile, contacts, seed);
  problem.law = FrictionLaw::coulomb;
  return problem;
}

/// Every contact of `problem` twice: the forces are not unique, W has twice the null space.
inline ContactProblem duplicated(const ContactProblem& problem) {
  const Eigen::Index n = problem.size();
  ContactProblem twice{problem.A.replicate(2, 2), problem.b.replicate(2, 1), problem.contacts,
                       problem.law};
  for (Contact contact : problem.contacts) {
    contact.row += n;
    twice.contacts.push_back(contact);
  }
  return twice;
}

inline ContactProblem with_friction(ContactProblem problem, double mu) {
  for (Contact& contact : problem.contacts) contact.mu_s = contact.mu_k = mu;
  return problem;
}

/// Contact i in units of its own, 1e-3 to 1e3, and the whole in units of `size`.
inline ContactProblem rescaled(ContactProblem problem, double size) {
  Eigen::VectorXd D = Eigen::VectorXd::Ones(problem.size());
  for (std::size_t i = 0; i < problem.contacts.size(); ++i)
    D.segment(problem.contacts[i].row, problem.contacts[i].tangents + 1)
        .setConstant(std::pow(10.0, static_cast<double>(i % 7) - 3.0));
  problem.A = size * (D.asDiagonal() * problem.A * D.asDiagonal());
  problem.b = size * D.cwiseProduct(problem.b);
  return problem;
}

/// W + `share` of its largest entry times a fixed skew matrix: what inexact Jacobians leave.
inline ContactProblem unsymmetric(ContactProblem problem, double share) {
  const double size = share * problem.A.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < problem.size(); ++i)
    for (Eigen::Index j = 0; j < i; ++j) {
      const double skew = size * std::sin(1.0 + 3.0 * double(i) + 7.0 * double(j));
      problem.A(i, j) += skew;
      problem.A(j, i) -= skew;
    }
  return problem;
}

struct NamedCone {
  std::string name;
  ContactProblem problem;
};

/// Problems with a solution that are redundant, degenerate, badly scaled or unsymmetric.
inline std::vector<NamedCone> nasty_cones() {
  const ContactProblem plain = pile(6, 11);
  ContactProblem still = plain, tiny = plain;
  still.b.setZero();
  tiny.A *= 1e-12;
  tiny.b *= 1e-15;
  return {{"duplicated contacts", duplicated(plain)},    {"no friction", with_friction(plain, 0)},
          {"friction 1e-6", with_friction(plain, 1e-6)}, {"friction 10", with_friction(plain, 10)},
          {"scaled rows", rescaled(plain, 1)},           {"tiny data", tiny},
          {"unsymmetric", unsymmetric(plain, 1e-3)},     {"b = 0", still}};
}

/// A particle pressed between a floor and a bilateral row that contradict each other.
inline ContactProblem insoluble() {
  ContactProblem problem{Eigen::MatrixXd::Ones(2, 2), Eigen::Vector2d(-1, 1), {}};
  problem.contacts.push_back({.row = 0, .tangents = 0});
  return problem;
}

/// Open, sticking and sliding in closed form, a sliding contact, a bilateral row: what any method
/// for the cone has to solve.
inline void check_closed_forms(Method method) {
  using Eigen::Vector3d;
  const Options options{.method = method};
  CHECK(solve(particle({1, 2, 3}, 0.5), options).f.norm() < 1e-10);
  const Solution stick = solve(particle({-2, 0.3, -0.4}, 0.5), options);
  CHECK((stick.f - Vector3d(2, -0.3, 0.4)).norm() < 1e-10);
  const Solution slide = solve(particle({-2, 3, -4}, 0.5), options);
  CHECK((slide.f - Vector3d(2, -0.6, 0.8)).norm() < 1e-10);
  CHECK((slide.a - Vector3d(0, 2.4, -3.2)).norm() < 1e-10);
  ContactProblem moving = particle({-2, 0.1, 0.1}, 0.5);
  moving.contacts[0].sliding = true;
  moving.contacts[0].mu_k = 0.25;
  moving.contacts[0].direction = {0.6, 0.8};
  CHECK((solve(moving, options).f - Vector3d(2, -0.3, -0.4)).norm() < 1e-10);
  ContactProblem tied{Eigen::MatrixXd::Identity(4, 4), Eigen::Vector4d(-1, 3, 0, 0.5), {}};
  tied.A(0, 3) = tied.A(3, 0) = 0.5;
  tied.contacts.push_back({.row = 0, .tangents = 2, .mu_s = 0.1, .mu_k = 0.1});
  // a_N = f_N + f_3 / 2 - 1 = 0 and f_N / 2 + f_3 + 1/2 = 0.
  const Solution answer = solve(tied, options);
  CHECK((answer.f - Eigen::Vector4d(5.0 / 3, -1.0 / 6, 0, -4.0 / 3)).norm() < 1e-9);
}

/// How many of `seeds` piles of 4 to 24 contacts `method` solves by itself; never a false claim.
inline int count_piles(Method method, int seeds) {
  int count = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    const ContactProblem problem = pile(4 + seed % 21, static_cast<std::uint64_t>(seed));
    const Solution answer = solve(problem, {.method = method});
    Eigen::VectorXd a;
    const bool holds = certify(problem, answer.f, a).holds();
    CHECK((answer.status == Status::solved) == holds);
    count += holds;
  }
  return count;
}

}  // namespace perpend::lcp::testing
