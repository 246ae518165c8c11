// SPDX-License-Identifier: Apache-2.0
#include "lcp/friction/phantom.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "discretised_check.hpp"
#include "lcp/random_problem.hpp"
#include "lcp/solve_made.hpp"
#include "perpend/core/error.hpp"
#include "phantom_cube.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::particle;
using testing::solve_law;

using testing::run_cube;

}  // namespace

TEST_CASE("the problem in contact rows is the paper's full system with velocities") {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const MatrixXd J = testing::random_matrix(random, 6, 7);
    const VectorXd mass = VectorXd::Constant(7, 1.5) + testing::random_matrix(random, 7, 1);
    const VectorXd momentum = testing::random_matrix(random, 7, 1);
    ContactProblem problem{J * mass.cwiseInverse().asDiagonal() * J.transpose(),
                           J * mass.cwiseInverse().cwiseProduct(momentum),
                           {}};
    for (const Index row : {0, 3})
      problem.contacts.push_back({.row = row, .tangents = 2, .mu_s = 0.6, .mu_k = 0.4});
    const PhantomProblem phantom(problem, {.directions = 4});
    const BoxedLcp& contact = phantom.boxed();
    // M v - J' f = momentum above the contact rows, whose A is left in the velocities.
    const Index n = contact.size() + 7;
    BoxedLcp full{MatrixXd::Zero(n, n), VectorXd::Zero(n),
                  VectorXd::Constant(n, -testing::kInfinity),
                  VectorXd::Constant(n, testing::kInfinity)};
    full.A.bottomRightCorner(n - 7, n - 7) = contact.A;
    full.A.block(7, 7, 6, 6).setZero();
    full.A.topLeftCorner(7, 7) = mass.asDiagonal();
    full.A.block(0, 7, 7, 6) = -J.transpose();
    full.A.block(7, 0, 6, 7) = J;
    full.b.head(7) = -momentum;
    full.lo.tail(n - 7) = contact.lo;
    const Solution answer = solve(full);
    CAPTURE(trial);
    CHECK(answer.status == Status::solved);
    CHECK((answer.f.segment(7, 6) - solve_law(phantom)).norm() <= 1e-9);
  }
}

TEST_CASE("reduced to normals and slip it has the same answers") {
  run_cube({}, [step = 0](const PhantomProblem& phantom) mutable {
    if (step++ % 10 != 0) return;
    const Reduced reduced = reduce(phantom.boxed());
    const Solution answer = solve(reduced.lcp);
    CHECK(answer.status == Status::solved);
    const VectorXd f = phantom.forces(reduced.lift * answer.f + reduced.rest);
    CHECK(f.isApprox(solve_law(phantom), 1e-8));
  });
}

TEST_CASE("redundant contacts: pivoting on x needs compliance, polygons in its place do not") {
  int hard = 0;
  Workspace workspace;
  Solution answer;
  for (int seed = 0; seed < 100; ++seed) {
    const ContactProblem problem =
        make_contact_problem(FrictionFamily::spatial_pile, 4 + seed % 14, 500 + seed);
    const PhantomProblem phantom(problem, {.directions = seed % 2 ? 4 : 8});
    hard += solve(phantom.boxed()).status == Status::solved;
    solve_phantom(phantom, {}, workspace, answer);
    CAPTURE(seed);
    CHECK(answer.status == Status::solved);
    solve_law(PhantomProblem(testing::compliant(problem, 1e-6)));
  }
  MESSAGE("of 100 piles without compliance " << hard << " are solved by pivoting on x");
  CHECK(hard < 100);
}

TEST_CASE("polygons are the same friction: sticking, sliding with and without lateral force") {
  for (const Lateral lateral : {Lateral::regularised, Lateral::none})
    for (const int directions : {4, 6, 8})
      run_cube({.directions = directions, .lateral = lateral},
               [step = 0](const PhantomProblem& phantom) mutable {
                 if (step++ % 10 != 0) return;
                 const PolyhedralProblem polygons = phantom.polygons();
                 const Solution answer = solve(polygons.boxed());
                 REQUIRE(answer.status == Status::solved);
                 const VectorXd x = phantom.start_rotated(polygons.forces(answer.f));
                 VectorXd a;
                 CHECK(certify(phantom.boxed(), x, a).holds());
               });
}

TEST_CASE("the chain of the cone answers the same friction by the corners of its polygons") {
  Workspace workspace;
  for (const Lateral lateral : {Lateral::regularised, Lateral::none})
    for (const int directions : {4, 6, 8})
      run_cube({.directions = directions, .lateral = lateral},
               [&, step = 0](const PhantomProblem& phantom) mutable {
                 if (step++ % 10 != 0) return;
                 Solution answer;
                 solve_polygons(phantom.rotated(), phantom.friction_polygons(), {}, workspace,
                                answer);
                 CHECK(answer.status == Status::solved);
                 const VectorXd x = phantom.start_rotated(answer.f);
                 CHECK(phantom.forces(x) == phantom.unrotated(answer.f));
                 VectorXd a;
                 CHECK(certify(phantom.boxed(), x, a).residual < 1e-8);
               });
}

TEST_CASE("friction stays below mu f_N along every direction and takes energy") {
  for (int seed = 0; seed < 10; ++seed) {
    const ContactProblem problem =
        testing::compliant(make_contact_problem(FrictionFamily::spatial_pile, 8, seed), 0.01);
    for (const int directions : {4, 8}) {
      const VectorXd f = solve_law(PhantomProblem(problem, {.directions = directions}));
      const VectorXd a = problem.A * f + problem.b;
      for (const Contact& contact : problem.contacts) {
        const Vector2d t = f.segment<2>(contact.row + 1);
        for (int j = 0; j < directions; ++j) {
          const double angle = 2 * std::numbers::pi * j / directions;
          CHECK(Vector2d(std::cos(angle), std::sin(angle)).dot(t) <=
                contact.mu_s * f[contact.row] + 1e-9 * f.norm());
        }
        CHECK(t.dot(a.segment<2>(contact.row + 1)) <= 1e-9 * f.norm() * problem.b.norm());
      }
    }
  }
}

TEST_CASE("with fixed directions in the plane or four in space it is the box law") {
  for (const FrictionFamily family : {FrictionFamily::planar_blocks, FrictionFamily::spatial_box}) {
    for (int seed = 0; seed < 10; ++seed) {
      ContactProblem problem = testing::compliant(make_contact_problem(family, 6, seed), 0.01);
      problem.law = FrictionLaw::box;
      const VectorXd f = solve_law(PhantomProblem(problem));
      VectorXd a;
      CAPTURE(seed);
      CHECK(certify(problem, f, a).residual < 1e-9);
    }
  }
}

TEST_CASE("mu_s holds what rests, mu_k brakes what slides; a stop is a stop") {
  ContactProblem problem = particle(Vector3d(-10, 4, 0), 0.5);
  problem.contacts[0].mu_k = 0.3;
  CHECK(solve_law(PhantomProblem(problem)).isApprox(Vector3d(10, -4, 0), 1e-9));
  PhantomOptions moving{.slip = {{{Vector2d(4, 0), 10.0}}}};
  CHECK(solve_law(PhantomProblem(problem, moving)).isApprox(Vector3d(10, -3, 0), 1e-9));
  problem.b[1] = 2;
  CHECK(solve_law(PhantomProblem(problem, moving)).isApprox(Vector3d(10, -2, 0), 1e-9));
}

TEST_CASE("across the slip: no force (34), or mu_k f_N u_l / |u| (43)") {
  const Vector2d along(0.6, 0.8), across(-0.8, 0.6);
  Vector3d b(-10, 0, 0);
  b.tail<2>() = 20 * along + 0.5 * across;
  const ContactProblem problem = particle(b, 0.5);
  PhantomOptions options{.slip = {{{Vector2d(20 * along), 10.0}}}, .lateral = Lateral::none};
  VectorXd f = solve_law(PhantomProblem(problem, options));
  CHECK(f.tail<2>().isApprox(-5 * along, 1e-9));
  options.lateral = Lateral::regularised;
  f = solve_law(PhantomProblem(problem, options));
  const VectorXd u = problem.A * f + problem.b;
  CHECK(f.tail<2>().dot(along) == relative(-5));
  CHECK(f.tail<2>().dot(across) == relative(-5 * u.tail<2>().dot(across) / 20));
}

// Where a direction faces the slip friction is mu f_N against it; the axes would give sqrt 2 of it.
TEST_CASE("each contact has its own directions: turned to the slip, friction is that of the cone") {
  const double angles[] = {0.4, 1.1};
  ContactProblem problem{MatrixXd::Identity(6, 6), VectorXd(6), {}};
  VectorXd expected(6), rotation(2);
  for (int i = 0; i < 2; ++i) {
    const Vector2d heading(std::cos(angles[i]), std::sin(angles[i]));
    problem.contacts.push_back({.row = 3 * i, .tangents = 2, .mu_s = 0.5, .mu_k = 0.2});
    problem.b.segment<3>(3 * i) << -10, 20 * heading;
    expected.segment<3>(3 * i) << 10, -5 * heading;
    rotation[i] = angles[i];
  }
  const PhantomProblem turned(problem, {.directions = 4, .rotation = rotation});
  CHECK(solve_law(turned).isApprox(expected, 1e-9));
}

TEST_CASE("the start of an answer's forces is a solution again") {
  run_cube({.lateral = Lateral::none}, [step = 0](const PhantomProblem& phantom) mutable {
    if (step++ % 10 != 0) return;
    const VectorXd f = solve_law(phantom), x = phantom.start(f);
    VectorXd a;
    CHECK(phantom.forces(x).isApprox(f, 1e-12));
    CHECK(certify(phantom.boxed(), x, a).residual < 1e-7);
  });
}

TEST_CASE("options that do not fit name the argument and its value") {
  const ContactProblem problem = particle(Vector3d(-1, 0, 0), 0.5);
  const auto refuse = [&](const PhantomOptions& options, const char* what) {
    CHECK_THROWS_WITH_AS(PhantomProblem(problem, options), doctest::Contains(what),
                         InvalidArgument);
  };
  refuse({.directions = 5}, "options.directions");
  refuse({.directions = 2}, "options.directions");
  refuse({.rho = 0.0}, "options.rho");
  refuse({.rho = -1.0}, "-1");
  refuse({.rho = HUGE_VAL}, "options.rho");
  refuse({.slip = {.slips = {{Vector2d(0, 0), std::nan("")}}}}, "options.slips[0].impulse");
  refuse({.slip = {.slips = {{}, {}}}}, "options.slips.size()");
  refuse({.slip = {.threshold = -1}}, "options.threshold");
  refuse({.slip = {.slips = {{Vector2d(std::nan(""), 0), 1}}}}, "options.slips[0].velocity");
  ContactProblem weak = problem;
  weak.contacts[0].mu_k = 0.6;
  CHECK_THROWS_WITH_AS(PhantomProblem{weak}, doctest::Contains("mu_s"), InvalidArgument);
}

TEST_CASE("a method that is asked for answers by itself, polygons are behind none but auto") {
  const ContactProblem problem = make_contact_problem(FrictionFamily::spatial_pile, 6, 500);
  const PhantomProblem phantom(problem, {});
  Workspace workspace;
  Solution answer;
  solve_phantom(phantom, {.method = Method::pgs, .max_pivots = 1}, workspace, answer);
  CHECK(answer.status == Status::limit);
  CHECK(answer.answered_by == Method::pgs);
  CHECK(answer.pivots == 1);
  solve_phantom(phantom, {}, workspace, answer);
  CHECK(answer.status == Status::solved);
}

}  // namespace perpend::lcp
