// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "bench/problems/families.hpp"
#include "lcp/pivoting/dantzig/dantzig.hpp"
#include "lcp/planar_patterns.hpp"
#include "perpend/lcp/certificate.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

constexpr double kGravity = 9.81;

Solution dantzig(const ContactProblem& problem, const DantzigSettings& settings = {}) {
  DantzigWorkspace workspace;
  Solution solution;
  solve_dantzig(problem, {}, settings, workspace, solution);
  solution.residual = certify(problem, solution.f, solution.a).residual;
  return solution;
}

// Problems of 1 .. max_contacts contacts that end with conditions (15), (16), (21) met to 1e-9.
int count_solved(FrictionFamily family, int problems, int max_contacts, int restarts) {
  int solved = 0;
  for (int i = 0; i < problems; ++i) {
    const int contacts = 1 + i * 7919 % max_contacts;
    const ContactProblem problem =
        make_contact_problem(family, contacts, 5000 + static_cast<std::uint64_t>(i));
    const Solution solution = dantzig(problem, {.restarts = restarts});
    const bool holds = solution.residual <= 1e-9;
    CHECK((solution.status != Status::solved || holds));
    solved += solution.status == Status::solved;
  }
  return solved;
}

// A = J J' / mass of a rigid body: rows are the columns of `wrenches` in mass-weighted axes.
ContactProblem one_body(const Eigen::MatrixXd& wrenches, const Eigen::VectorXd& acceleration,
                        int tangents, double mu) {
  ContactProblem problem;
  problem.A = wrenches.transpose() * wrenches;
  problem.b = wrenches.transpose() * acceleration;
  for (Eigen::Index row = 0; row < wrenches.cols(); row += 1 + tangents)
    problem.contacts.push_back({.row = row, .tangents = tangents, .mu_s = mu, .mu_k = mu});
  return problem;
}

// A square block of side 2 and mass 1 on a slope: two contacts, velocities (x, y, angle).
ContactProblem block_on_slope(double tangent_of_slope, double mu) {
  const double angle = std::atan(tangent_of_slope), spin = std::sqrt(1.0 / (2.0 / 3.0));
  Eigen::MatrixXd J(3, 4);
  J.col(0) << 0, 1, -spin;
  J.col(1) << 1, 0, spin;
  J.col(2) << 0, 1, spin;
  J.col(3) << 1, 0, spin;
  const Eigen::Vector3d g(kGravity * std::sin(angle), -kGravity * std::cos(angle), 0);
  return one_body(J, g, 1, mu);
}

// A cube of side 2 and mass 1 on a slope in direction x, rotated about its normal by `yaw`.
ContactProblem cube_on_slope(double tangent_of_slope, double mu, double yaw) {
  const double angle = std::atan(tangent_of_slope), spin = std::sqrt(1.0 / (2.0 / 3.0));
  Eigen::MatrixXd J(6, 12);
  Eigen::Index column = 0;
  for (const auto& [sx, sy] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    const double x = std::cos(yaw) * sx - std::sin(yaw) * sy;
    const double y = std::sin(yaw) * sx + std::cos(yaw) * sy;
    J.col(column++) << 0, 0, 1, spin * y, -spin * x, 0;
    J.col(column++) << 1, 0, 0, 0, -spin, -spin * y;
    J.col(column++) << 0, 1, 0, spin, 0, spin * x;
  }
  Eigen::VectorXd g = Eigen::VectorXd::Zero(6);
  g[0] = kGravity * std::sin(angle);
  g[2] = -kGravity * std::cos(angle);
  ContactProblem problem = one_body(J, g, 2, mu);
  problem.law = FrictionLaw::opposing;
  return problem;
}

// Slender rod of half length 1 and mass 1 at `angle` to the ground, its lower tip (the centre is
// to the right of it) sliding to the left: the classic of Painlevé. `spin` is its angular velocity.
ContactProblem rod(double angle, double mu, double spin) {
  const double c = std::cos(angle), s = std::sin(angle), root = std::sqrt(3.0);
  Eigen::MatrixXd J(3, 2);
  J.col(0) << 0, 1, -root * c;
  J.col(1) << 1, 0, root * s;
  ContactProblem problem = one_body(J, Eigen::Vector3d::Zero(), 1, mu);
  problem.b << spin * spin * s - kGravity, spin * spin * c;
  problem.contacts[0].sliding = true;
  problem.contacts[0].direction = {-1, 0};
  return problem;
}

double effective_mass_inverse(const ContactProblem& rod) {
  return rod.A(0, 0) - rod.contacts[0].mu_k * rod.contacts[0].direction.x() * rod.A(0, 1);
}

}  // namespace

TEST_CASE("planar piles of up to four contacts: solved whenever brute force finds a pattern") {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const int contacts = static_cast<int>(1 + seed % 4);
    const ContactProblem problem =
        make_contact_problem(FrictionFamily::planar_pile, contacts, seed);
    const Solution solution = dantzig(problem);
    CHECK(solution.status == Status::solved);
    CHECK(solution.residual < 1e-9);
    CHECK_FALSE(testing::enumerate_planar(problem).empty());
  }
}

TEST_CASE("dynamic friction in the plane: an answer or an impulsive ray, as brute force has it") {
  int rays = 0, disagree = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const int contacts = static_cast<int>(1 + seed % 4);
    ContactProblem problem = make_contact_problem(FrictionFamily::planar_mixed, contacts, seed);
    for (Contact& contact : problem.contacts)
      if (contact.sliding) contact.mu_s = contact.mu_k = 4 * contact.mu_k;
    const Solution solution = dantzig(problem);
    const bool solvable = !testing::enumerate_planar(problem).empty();
    REQUIRE((solution.status == Status::solved || solution.status == Status::ray));
    if (solution.status == Status::solved) CHECK(solution.residual < 1e-9);
    if (solution.status == Status::ray) CHECK(solution.ray.size() == problem.size());
    rays += solution.status == Status::ray;
    disagree += solvable != (solution.status == Status::solved);
  }
  CHECK(rays > 0);
  // Driving is a path, not a search: a ray may pass by a solution.
  CHECK(disagree <= 3);
}

TEST_CASE(
    "a block on a slope sticks below the friction angle and slides by g (sin - mu cos) above") {
  for (const double mu : {0.1, 0.3, 0.5})
    for (const double slope : {0.05, 0.2, 0.29, 0.31, 0.45, 0.7}) {
      const Solution solution = dantzig(block_on_slope(slope, mu));
      const double angle = std::atan(slope);
      const double expected = kGravity * std::max(0.0, std::sin(angle) - mu * std::cos(angle));
      REQUIRE(solution.status == Status::solved);
      CHECK(std::abs(solution.a[1] - expected) < 1e-12 * kGravity);
      CHECK(std::abs(solution.a[3] - expected) < 1e-12 * kGravity);
    }
}

TEST_CASE("a cube on a gentle slope: conditions (15), (16), (21) hold at every yaw") {
  for (int step = 0; step < 24; ++step) {
    const ContactProblem problem = cube_on_slope(0.309, 0.5, 0.2618 * step);
    const Solution solution = dantzig(problem);
    CHECK(solution.status == Status::solved);
    CHECK(solution.residual < 1e-12);
    double friction_along_slope = 0.0;
    for (int i = 0; i < 4; ++i) friction_along_slope += solution.f[3 * i + 1];
    CHECK(friction_along_slope < 0);
  }
}

TEST_CASE(
    "(21) is weaker than Coulomb: a sliding cube may turn, and the residual checker can tell") {
  ContactProblem problem = cube_on_slope(0.8, 0.5, 0.0);
  const Solution solution = dantzig(problem);
  REQUIRE(solution.status == Status::solved);
  CHECK(solution.residual < 1e-12);
  CHECK(solution.a[1] + solution.a[4] + solution.a[7] + solution.a[10] > 0);
  problem.law = FrictionLaw::coulomb;
  Eigen::VectorXd a;
  CHECK(certify(problem, solution.f, a).residual > 1e-3);
}

TEST_CASE("Painlevé's rod: an impulsive ray exactly where A < 0 and b < 0, from mu = 4/3 on") {
  int rays = 0;
  for (const double mu : {0.5, 1.0, 1.3, 1.34, 1.5, 2.0})
    for (int k = 1; k < 90; ++k)
      for (const double spin : {0.0, 2.0, 4.0}) {
        const ContactProblem problem = rod(k * 0.017453292519943295, mu, spin);
        const double A = effective_mass_inverse(problem), b = problem.b[0];
        const Solution solution = dantzig(problem);
        const bool ray = solution.status == Status::ray;
        CHECK(ray == (A < 0 && b < 0));
        CHECK((!ray || mu > 4.0 / 3));
        if (ray) {
          CHECK(solution.ray[0] > 0);
          CHECK(solution.ray[1] == relative(mu * solution.ray[0]));
        } else {
          CHECK(solution.residual < 1e-10);  // forces grow without bound towards A = 0
        }
        rays += ray;
      }
  CHECK(rays > 100);
}

TEST_CASE("paper, 5.6: f · a = 0 does not mean a = 0; such contacts must not be called sticking") {
  for (const auto& [contacts, seed] : {std::pair{5, 1182}, {3, 1232}, {6, 1241}}) {
    const ContactProblem problem =
        make_contact_problem(FrictionFamily::spatial_pile, contacts, seed);
    const Solution solution = dantzig(problem, {.restarts = 0});
    CHECK(solution.status == Status::solved);
    CHECK(solution.residual < 1e-9);
  }
}

TEST_CASE("paper, 5.3: a contact that closes while another is driven takes friction against a_T") {
  // Pushed down at the left end, the block rocks onto its right contact, which slides.
  ContactProblem problem = block_on_slope(0.0, 0.2);
  problem.b += problem.A.col(0) * -30.0 + problem.A.col(1) * 20.0;
  const Solution solution = dantzig(problem, {.restarts = 0});
  CHECK(solution.status == Status::solved);
  CHECK(solution.a[3] > 0);
  CHECK(solution.f[3] == relative(-0.2 * solution.f[2]));
}

TEST_CASE("paper, 5.4: zero-step loops between two sets are broken by giving up") {
  for (const auto& [contacts, seed] : {std::pair{4, 1219}, {6, 1259}, {4, 1375}}) {
    const ContactProblem problem =
        make_contact_problem(FrictionFamily::planar_pile, contacts, seed);
    const Solution solution = dantzig(problem, {.restarts = 0});
    CHECK(solution.status == Status::solved);
    CHECK(solution.residual < 1e-9);
  }
}

TEST_CASE(
    "static friction in the plane, up to 60 contacts: all solved, 95 % at the first attempt") {
  CHECK(count_solved(FrictionFamily::planar_blocks, 50, 60, 0) == 50);
  CHECK(count_solved(FrictionFamily::planar_pile, 200, 60, 0) >= 190);
  CHECK(count_solved(FrictionFamily::planar_pile, 200, 60, 8) == 200);
}

TEST_CASE("static friction in space, up to 60 contacts: 99 % solved within eight restarts") {
  CHECK(count_solved(FrictionFamily::spatial_blocks, 60, 60, 8) == 60);
  CHECK(count_solved(FrictionFamily::spatial_pile, 70, 60, 8) >= 69);
  CHECK(count_solved(FrictionFamily::spatial_pile, 70, 60, 0) >= 56);
}

TEST_CASE("box friction: each tangent has the law of the plane, the limits are final") {
  CHECK(count_solved(FrictionFamily::spatial_box, 60, 40, 8) >= 59);
}

TEST_CASE("static, dynamic and frictionless contacts and bilateral rows in one problem") {
  int solved = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    ContactProblem problem = make_contact_problem(FrictionFamily::spatial_pile, 12, seed);
    problem.contacts[1].mu_s = problem.contacts[1].mu_k = 0.0;
    problem.contacts[2].sliding = true;
    problem.contacts[2].mu_k = 0.2 * problem.contacts[2].mu_s;
    problem.contacts[2].direction = {0.6, -0.8};
    problem.contacts.erase(problem.contacts.begin() + 5);  // its three rows become bilateral
    const Solution solution = dantzig(problem);
    if (solution.status != Status::solved) continue;
    ++solved;
    CHECK(solution.residual < 1e-9);
    CHECK(solution.a.segment<3>(15).norm() < 1e-8);
    CHECK(solution.f[4] == 0.0);
    CHECK(solution.f[7] == relative(-0.6 * problem.contacts[2].mu_k * solution.f[6]));
  }
  CHECK(solved >= 59);
}

TEST_CASE("bilateral rows that contradict each other are proven infeasible, not driven at") {
  ContactProblem problem = block_on_slope(0.2, 0.3);
  ContactProblem wide;
  wide.A = Eigen::MatrixXd::Zero(6, 6);
  wide.A.topLeftCorner(4, 4) = problem.A;
  wide.A.bottomRightCorner(2, 2).setConstant(2.0);
  wide.b.resize(6);
  wide.b << problem.b, 1.0, 3.0;
  wide.contacts = problem.contacts;
  for (const double last : {3.0, -3.0}) {
    wide.b[5] = last;
    const Solution solution = dantzig(wide);
    CHECK(solution.status == Status::infeasible);
    REQUIRE(solution.f.size() == 6);
    CHECK(solution.f.head<4>().isZero());
    CHECK((wide.A * solution.ray).norm() < 1e-12);
    CHECK(wide.b.dot(solution.ray) < -0.1);
  }
  wide.b[5] = 1.0;
  CHECK(dantzig(wide).residual < 1e-12);
}

TEST_CASE("nothing to do: no rows, no contacts, contacts that separate") {
  ContactProblem empty;
  empty.A.resize(0, 0);
  CHECK(dantzig(empty).status == Status::solved);
  ContactProblem bilateral{2.0 * Eigen::MatrixXd::Identity(2, 2), Eigen::Vector2d(1, -4), {}};
  CHECK(dantzig(bilateral).f.isApprox(Eigen::Vector2d(-0.5, 2)));
  ContactProblem lifting = block_on_slope(0.2, 0.3);
  lifting.b *= -1;
  CHECK(dantzig(lifting).f.isZero());
}

TEST_CASE("both factors answer, and a used workspace gives the same bits") {
  DantzigWorkspace workspace;
  Solution first, again;
  for (const DantzigFactor factor : {DantzigFactor::orthogonal, DantzigFactor::gauss}) {
    const ContactProblem problem = make_contact_problem(FrictionFamily::spatial_pile, 24, 3);
    solve_dantzig(problem, {}, {.factor = factor}, workspace, first);
    CHECK(certify(problem, first.f, first.a).residual < 1e-9);
    solve_dantzig(make_contact_problem(FrictionFamily::planar_mixed, 9, 1), {}, workspace, again);
    solve_dantzig(problem, {}, {.factor = factor}, workspace, again);
    CHECK((first.f.array() == again.f.array()).all());
  }
}

TEST_CASE("a rescaled problem has the rescaled answer") {
  ContactProblem problem = make_contact_problem(FrictionFamily::planar_pile, 20, 4);
  const Solution plain = dantzig(problem);
  problem.b *= 0x1p20;
  problem.A *= 0x1p-10;
  const Solution scaled = dantzig(problem);
  CHECK((scaled.f * 0x1p-30).isApprox(plain.f, 1e-9));
}

}  // namespace perpend::lcp
