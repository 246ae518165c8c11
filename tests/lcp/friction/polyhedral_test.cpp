// SPDX-License-Identifier: Apache-2.0
#include "lcp/friction/polyhedral.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "discretised_check.hpp"
#include "perpend/core/error.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::compliant;
using testing::particle;
using testing::solve_law;

constexpr Options kLemke{.method = Method::lemke};

// Angle of a slip that no even number of directions up to 128 points along.
constexpr double kOblique = 0.3;

VectorXd cone_answer(const ContactProblem& problem) {
  const Solution exact = solve(problem);
  REQUIRE(exact.status == Status::solved);
  return exact.f;
}

}  // namespace

TEST_CASE("a particle's friction is a corner of the polygon nearest to against its slip") {
  const ContactProblem slides =
      particle(Vector3d(-10, 30 * std::cos(0.2), 30 * std::sin(0.2)), 0.5);
  const VectorXd f = solve_law(PolyhedralProblem(slides, {.directions = 8}), kLemke);
  CHECK(f.isApprox(Vector3d(10, -5, 0), 1e-12));
  const double against = 0.2 + std::numbers::pi;
  const VectorXd rotation = VectorXd::Constant(1, against);
  const VectorXd aligned = solve_law(PolyhedralProblem(slides, {4, rotation}), kLemke);
  CHECK(aligned.isApprox(Vector3d(10, -5 * std::cos(0.2), -5 * std::sin(0.2)), 1e-12));
}

TEST_CASE("two directions along the slip are Coulomb's law of a particle") {
  const ContactProblem slides = particle(Vector3d(-10, 3, 4), 0.3);
  const VectorXd rotation = VectorXd::Constant(1, std::atan2(4, 3));
  const VectorXd f = solve_law(PolyhedralProblem(slides, {2, rotation}), kLemke);
  CHECK(f.isApprox(cone_answer(slides), 1e-12));
}

TEST_CASE("the fallback chain solves 400 piles: friction stays in the polygon and takes energy") {
  int lemke_alone = 0, block_alone = 0, saturated = 0;
  for (int seed = 0; seed < 100; ++seed) {
    const ContactProblem problem =
        make_contact_problem(FrictionFamily::spatial_pile, 4 + seed % 9, 500 + seed);
    for (const int directions : {4, 6, 8, 10}) {
      CAPTURE(seed);
      CAPTURE(directions);
      const PolyhedralProblem facets(problem, {.directions = directions});
      saturated += testing::check_polygon(problem, solve_law(facets), directions);
      lemke_alone += solve(facets.boxed(), kLemke).status == Status::solved;
      block_alone += solve(facets.boxed(), {.method = Method::block}).status == Status::solved;
    }
  }
  MESSAGE("of 400 Lemke alone solves " << lemke_alone << ", block pivoting alone " << block_alone);
  CHECK(lemke_alone == 400);
  CHECK(saturated > 1000);
}

TEST_CASE("in the plane, and for the box law, the facets are the law itself") {
  for (const FrictionFamily family : {FrictionFamily::planar_pile, FrictionFamily::spatial_box}) {
    for (int seed = 0; seed < 10; ++seed) {
      const ContactProblem problem = make_contact_problem(family, 6, seed);
      const PolyhedralProblem facets(problem, {.directions = 2});
      const VectorXd f = solve_law(facets, kLemke);
      VectorXd a;
      CAPTURE(seed);
      CHECK(facets.exact());
      CHECK(certify(problem, f, a).holds());
    }
  }
}

TEST_CASE("dynamic friction acts against the slip, and on the normal force through A") {
  for (const double mu : {0.1, 0.4}) {
    ContactProblem problem = particle(Vector3d(-10, 0, 0), mu);
    problem.A(0, 1) = problem.A(1, 0) = 0.5;
    problem.contacts[0].sliding = true;
    problem.contacts[0].direction = {0.6, -0.8};
    const VectorXd f = solve_law(PolyhedralProblem(problem, {.directions = 4}), kLemke);
    // a_N = (1 - 0.5 * 0.6 mu) f_N - 10 = 0
    const double normal = 10 / (1 - 0.3 * mu);
    CHECK(f.isApprox(normal * Vector3d(1, -0.6 * mu, 0.8 * mu), 1e-12));
  }
}

TEST_CASE("a quarter of the way between two corners: off by 1/k in direction, by 1/k² in power") {
  for (int directions = 4; directions <= 64; directions *= 2) {
    const double lean = 0.5 * std::numbers::pi / directions, slip = 0.4;
    const Vector3d b(-10, 40 * std::cos(slip), 40 * std::sin(slip));
    const VectorXd rotation = VectorXd::Constant(1, slip + lean);
    const ContactProblem slides = particle(b, 0.5);
    const VectorXd exact = cone_answer(slides);
    const VectorXd f = solve_law(PolyhedralProblem(slides, {directions, rotation}), kLemke);
    CAPTURE(directions);
    // Friction of 5 at the corner next to against the slip.
    CHECK((f - exact).norm() == relative(2 * 5 * std::sin(lean / 2)));
    CHECK(f.dot(b) - f[0] * b[0] == relative(std::cos(lean) * (exact.dot(b) - exact[0] * b[0])));
  }
}

TEST_CASE("answers of many contacts tend to the cone's as fast as 1/k") {
  VectorXd error = VectorXd::Zero(6);
  for (int seed = 0; seed < 8; ++seed) {
    const ContactProblem problem =
        compliant(make_contact_problem(FrictionFamily::spatial_blocks, 4, 40 + seed), 0.05);
    const VectorXd exact = cone_answer(problem);
    for (int level = 0; level < 6; ++level) {
      const PolyhedralProblem facets(problem, {.directions = 4 << level});
      const double miss = (solve_law(facets, kLemke) - exact).norm() / exact.norm();
      error[level] = std::max(error[level], miss);
    }
  }
  MESSAGE("relative error for k = 4, 8, ... 128: " << error.transpose());
  for (int level = 0; level < 6; ++level) CHECK(error[level] * (4 << level) < 1);
}

TEST_CASE("the start of an answer's forces is a solution again") {
  for (int seed = 0; seed < 6; ++seed) {
    const ContactProblem problem = make_contact_problem(FrictionFamily::spatial_pile, 5, seed);
    const PolyhedralProblem facets(problem, {.directions = 8});
    const VectorXd f = solve_law(facets, kLemke), x = facets.start(f);
    VectorXd a;
    CHECK(facets.forces(x).isApprox(f, 1e-12));
    CHECK(certify(facets.boxed(), x, a).residual < 1e-8);
  }
}

TEST_CASE("a disc that slides on: the forces of the step before give block pivoting its set") {
  // Eight points on each of three rims, load on equal springs.
  constexpr int kPoints = 24;
  const auto problem_at = [](const Vector3d& motion) {  // vx, vy, spin
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3 * kPoints, 6);
    for (int i = 0; i < kPoints; ++i) {
      const double angle = std::numbers::pi / 4 * i + 0.1 * (i / 8), r = 0.2 + 0.15 * (i / 8);
      const double x = r * std::cos(angle), y = r * std::sin(angle);
      J.row(3 * i) << 0, 0, 1, y, -x, 0;
      J.row(3 * i + 1) << 1, 0, 0, 0, 0, -y;
      J.row(3 * i + 2) << 0, 1, 0, 0, 0, x;
    }
    Eigen::Matrix<double, 6, 1> inverse_mass, free;
    inverse_mass << 1, 1, 1, 16, 16, 8;
    free << motion.x(), motion.y(), -0.02, 0, 0, motion.z();
    ContactProblem problem{J * inverse_mass.asDiagonal() * J.transpose(), J * free, {}};
    for (int i = 0; i < kPoints; ++i) {
      problem.A(3 * i, 3 * i) += 0.17;
      problem.contacts.push_back({.row = 3 * i, .tangents = 2, .mu_s = 0.3, .mu_k = 0.3});
    }
    return problem;
  };
  const VectorXd last = cone_answer(problem_at({1, 0, 4}));
  const ContactProblem now = problem_at({0.99, 0.02, 3.97});
  VectorXd slip(kPoints);
  for (int i = 0; i < kPoints; ++i) slip[i] = std::atan2(now.b[3 * i + 2], now.b[3 * i + 1]);
  for (const VectorXd& rotation : {VectorXd(), slip}) {
    const PolyhedralProblem facets(now, {.directions = 16, .rotation = rotation});
    const VectorXd x = facets.start(last);
    const Solution answer =
        solve(facets.boxed(), {.warm = {x.data(), static_cast<std::size_t>(x.size())}});
    CHECK(answer.status == Status::solved);
    CHECK(answer.answered_by == Method::block);
    CHECK(answer.factorisations <= 6);
  }
}

TEST_CASE("the set of an open contact that slips is regular: one of its corners is in it") {
  ContactProblem problem = particle(Vector3d(1, 0.3, -0.4), 0.5);
  for (const int directions : {4, 8, 16}) {
    const PolyhedralProblem facets(problem, {.directions = directions});
    const VectorXd x = facets.start(VectorXd::Zero(3));
    CHECK(facets.forces(x).norm() < 1e-300);
    CHECK(x[x.size() - 1] > 0);  // how fast it slips
    CHECK((x.segment(1, directions).array() > 0).count() == 1);
    const Solution answer =
        solve(facets.boxed(), {.method = Method::block,
                               .warm = {x.data(), static_cast<std::size_t>(x.size())},
                               .guess_residual = std::nullopt});
    CHECK(answer.status == Status::solved);
    CHECK(answer.factorisations == 1);
  }
}

TEST_CASE("options that do not fit name the argument and its value") {
  const ContactProblem problem = particle(Vector3d(-1, 0, 0), 0.5);
  for (const int directions : {-2, 0, 1, 7}) {
    try {
      PolyhedralProblem(problem, {.directions = directions});
      FAIL("accepted");
    } catch (const InvalidArgument& error) {
      CHECK(error.argument() == "options.directions");
      CHECK(error.value() == std::to_string(directions));
    }
  }
  const auto refuse = [&](const VectorXd& rotation, const char* what) {
    CHECK_THROWS_WITH_AS(PolyhedralProblem(problem, {8, rotation}), doctest::Contains(what),
                         InvalidArgument);
  };
  refuse(VectorXd::Zero(2), "options.rotation.size()");
  refuse(VectorXd::Constant(1, std::nan("")), "options.rotation must be finite");
  CHECK_THROWS_WITH_AS(PolyhedralProblem::of_corners(problem, {}),
                       doctest::Contains("corners.size()"), InvalidArgument);
}

}  // namespace perpend::lcp
