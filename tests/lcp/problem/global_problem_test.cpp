// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/global_problem.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <limits>

#include "lcp/problem/global_blocks.hpp"
#include "lcp/problem/global_islands.hpp"
#include "lcp/random_global.hpp"
#include "perpend/core/error.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST_CASE("condense gives H' M^-1 H and H' M^-1 f + w") {
  for (const int size : {1, 3, 6, 14}) {
    CAPTURE(size);
    const GlobalContactProblem problem = random_global({.seed = 5, .body_size = size});
    const ContactProblem dense = condense(problem);
    const MatrixXd H(problem.H), inverse = MatrixXd(problem.M).inverse();
    const MatrixXd W = H.transpose() * inverse * H;
    CHECK((dense.A - W).norm() < 1e-12 * W.norm());
    CHECK(dense.A == dense.A.transpose());
    const VectorXd b = H.transpose() * inverse * problem.f + problem.w;
    CHECK((dense.b - b).norm() < 1e-12 * (b.norm() + W.norm()));
    CHECK(dense.contacts.size() == problem.contacts.size());
  }
}

TEST_CASE("a problem of bodies is the same in the global form, from whatever velocities") {
  const GlobalContactProblem problem = random_global({.seed = 3, .bodies = 3, .contacts = 5});
  const ContactProblem expected = condense(problem);
  const BlockProblem blocks = to_blocks(problem);
  for (const double most : {0.0, 2.0}) {
    const VectorXd v = VectorXd::LinSpaced(problem.M.rows(), -1, 1) * most;
    const ContactProblem back = condense(to_global(blocks, v));
    CHECK((back.A - expected.A).norm() < 1e-12 * expected.A.norm());
    CHECK((back.b - expected.b).norm() < 1e-12 * expected.b.norm());
  }
}

TEST_CASE("the residual checker of the global form agrees with the one of the condensed form") {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    CAPTURE(seed);
    GlobalContactProblem problem = random_global({.seed = seed});
    if (seed > 4) problem = unsymmetric(problem);
    const ContactProblem dense = condense(problem);
    linalg::Random random(seed);
    const VectorXd r = random.vector(problem.size());
    VectorXd v, u, a;
    const Certificate global = certify(problem, r, v, u);
    const Certificate condensed = certify(dense, r, a);
    CHECK((u - a).norm() < 1e-12 * (1 + a.norm()));
    CHECK((problem.M * v - problem.f - problem.H * r).norm() < 1e-12 * (1 + v.norm()));
    CHECK(global.natural == relative(condensed.natural, 1e-11));
    CHECK(global.residual == relative(condensed.residual, 1e-11));
    CHECK(global.friction == relative(condensed.friction, 1e-11));
    CHECK(global.wrong_way == relative(condensed.wrong_way, 1e-11));
    CHECK(global.rounding >= condensed.rounding * (1 - 1e-12));
    CHECK(global.rounding < 100 * condensed.rounding);
  }
}

// M⁻¹ = [1 -c; -c 1] / (1 - c²): a row along (1, 1) moves by little that is a difference of much.
TEST_CASE("rounding counts the terms of a motion, not what is left of them") {
  const double c = 0.9, force = 5;
  GlobalContactProblem problem;
  problem.M = MatrixXd{{1, c}, {c, 1}}.sparseView();
  problem.H = MatrixXd{{1}, {1}}.sparseView();
  problem.f = VectorXd::Zero(2);
  problem.w = VectorXd::Ones(1);
  problem.contacts = {{.row = 0}};
  VectorXd v, u;
  const Certificate certificate = certify(problem, VectorXd::Constant(1, force), v, u);
  CHECK(u[0] == relative(2 * (1 - c) / (1 - c * c) * force + 1));
  const double terms = 2 * (1 + c) / (1 - c * c) * force;
  CHECK(certificate.rounding == relative(terms * std::numeric_limits<double>::epsilon(), 1e-9));
}

// Two bodies, of which row 0 holds the second and row 1 the first.
TEST_CASE("a law broken by less than w and f are known holds, in every form of the problem") {
  const double noise = 2e-11;
  for (const double off : {0.99 * noise, 1.01 * noise}) {
    GlobalContactProblem problem;
    problem.M = MatrixXd::Identity(2, 2).sparseView();
    problem.H = MatrixXd{{0, 1}, {1, 0}}.sparseView();
    problem.f = Eigen::Vector2d(1, -off);
    problem.w = VectorXd::Zero(2);
    problem.contacts = {{.row = 0}, {.row = 1}};
    const VectorXd rest = VectorXd::Zero(2);
    VectorXd v, u;
    CHECK_FALSE(certify(problem, rest, v, u).holds());
    problem.noise = Eigen::Vector2d(noise, 1e-13);
    CHECK(certify(problem, rest, v, u).holds() == (off < noise));
    CHECK(certify(condense(problem), rest, u).holds() == (off < noise));
    CHECK(to_blocks(problem).noise == problem.noise);
    const std::vector<GlobalIsland> islands = split_islands(problem);
    REQUIRE(islands.size() == 2);
    for (const GlobalIsland& island : islands)
      CHECK(island.problem.noise == problem.noise(island.rows));
    problem.noise[1] = -1;
    CHECK_THROWS_WITH_AS(validate(problem), doctest::Contains("noise"), InvalidArgument);
  }
}

TEST_CASE("a bilateral row is judged by its motion") {
  GlobalContactProblem problem = random_global({.seed = 3, .bilateral = 2});
  const VectorXd r = VectorXd::Zero(problem.size());
  VectorXd v, u;
  problem.w[problem.size() - 1] += 1e3;
  const Certificate certificate = certify(problem, r, v, u);
  CHECK(certificate.natural >= std::abs(u[problem.size() - 1]));
}

TEST_CASE("condense takes an unsymmetric M that is invertible") {
  for (const int size : {1, 3, 6}) {
    CAPTURE(size);
    const GlobalContactProblem problem = unsymmetric(random_global({.seed = 5, .body_size = size}));
    CHECK_NOTHROW(validate(problem));
    const ContactProblem dense = condense(problem);
    const MatrixXd H(problem.H), inverse = MatrixXd(problem.M).inverse();
    const MatrixXd W = H.transpose() * inverse * H;
    CHECK((dense.A - W).norm() < 1e-12 * W.norm());
    CHECK((dense.A == dense.A.transpose()) == (size == 1));
    const VectorXd b = H.transpose() * inverse * problem.f + problem.w;
    CHECK((dense.b - b).norm() < 1e-12 * (b.norm() + W.norm()));
  }
  GlobalContactProblem singular = unsymmetric(random_global({.seed = 5, .body_size = 3}));
  for (int k = 0; k < 3; ++k) singular.M.coeffRef(0, k) = 0;
  CHECK_THROWS_AS(condense(singular), InvalidArgument);
  VectorXd v, u;
  CHECK_THROWS_AS(certify(singular, VectorXd::Zero(singular.size()), v, u), InvalidArgument);
}

TEST_CASE("bodies of singular mass are refused, also where no row touches them") {
  GlobalContactProblem problem = random_global({.seed = 2, .bodies = 2, .contacts = 4});
  const Eigen::Index n = problem.velocities();
  problem.M.conservativeResize(n + 2, n + 2);
  for (const int i : {0, 1})
    for (const int j : {0, 1}) problem.M.coeffRef(n + i, n + j) = 1;
  problem.M.makeCompressed();
  problem.H.conservativeResize(n + 2, problem.size());
  problem.f.conservativeResize(n + 2);
  problem.f.tail<2>() = Eigen::Vector2d(1, -1);
  Eigen::VectorXd v, a;
  CHECK_THROWS_WITH_AS((void)certify(problem, Eigen::VectorXd::Zero(problem.size()), v, a),
                       doctest::Contains("positive definite"), InvalidArgument);
}

TEST_CASE("a problem of bodies without rows has a global form") {
  const BlockProblem problem;
  CHECK(to_global(problem, {}).size() == 0);
}

TEST_CASE("malformed global problems are refused") {
  const GlobalContactProblem good = random_global({.seed = 1});
  CHECK_NOTHROW(validate(good));
  GlobalContactProblem bad = good;
  bad.f.conservativeResize(3);
  CHECK_THROWS_AS(validate(bad), InvalidArgument);
  bad = good;
  bad.w[0] = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(validate(bad), InvalidArgument);
  bad = good;
  bad.H.coeffRef(0, 0) = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(validate(bad), InvalidArgument);
  bad = good;
  bad.contacts[1].row = bad.contacts[0].row;
  CHECK_THROWS_AS(validate(bad), InvalidArgument);
  bad = good;
  bad.M.coeffRef(0, 1) = bad.M.coeffRef(1, 0) = 1e3;  // symmetric but indefinite
  CHECK_NOTHROW(validate(bad));
  CHECK_THROWS_AS(condense(bad), InvalidArgument);
  VectorXd v, u;
  CHECK_THROWS_AS(certify(bad, VectorXd::Zero(bad.size()), v, u), InvalidArgument);
}

}  // namespace
}  // namespace perpend::lcp
