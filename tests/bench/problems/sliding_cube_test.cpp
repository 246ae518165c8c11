// SPDX-License-Identifier: Apache-2.0
#include "bench/problems/sliding_cube.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "lcp/friction/box.hpp"
#include "lcp/friction/discretised_check.hpp"
#include "lcp/friction/hybrid.hpp"
#include "lcp/friction/phantom.hpp"
#include "lcp/friction/polyhedral.hpp"
#include "lcp/friction/relaxed.hpp"
#include "perpend/core/error.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::solve_law;

constexpr double kStep = 0.01;

struct Run {
  Vector3d end;            // of the centre after 1.5 s
  double highest = 0;      // of the centre
  double energy_gain = 0;  // largest of one step (J)
};

template <typename Law>
Run run(double h, Law law) {
  SlidingCube cube(h);
  Run run;
  for (int step = 0; step < std::lround(1.5 / h); ++step) {
    const double before = cube.energy();
    cube.step(law(cube, cube.problem()));
    run.energy_gain = std::max(run.energy_gain, cube.energy() - before);
    run.highest = std::max(run.highest, cube.position().z());
  }
  run.end = cube.position();
  return run;
}

VectorXd cone(const SlidingCube&, const ContactProblem& problem) {
  const Solution solution = solve(problem);
  CHECK(solution.status == Status::solved);
  return solution.f;
}

VectorXd box(const SlidingCube& cube, const ContactProblem& problem) {
  const SlipOptions slip = cube.slip();
  VectorXd normal(4);
  for (int i = 0; i < 4; ++i) normal[i] = slip.slips[i].impulse;
  return solve_law(BoxProblem(problem, normal));
}

VectorXd hybrid(const SlidingCube& cube, const ContactProblem& problem) {
  return solve_law(HybridProblem(problem, cube.slip()));
}

auto polyhedral(int directions) {
  return [=](const SlidingCube&, const ContactProblem& problem) {
    return solve_law(PolyhedralProblem(problem, {.directions = directions}));
  };
}

auto relaxed(int directions) {
  return [=](const SlidingCube&, const ContactProblem& problem) {
    return solve_law(RelaxedProblem(problem, {.directions = directions}));
  };
}

auto aligned(Lateral lateral) {
  return [=](const SlidingCube& cube, const ContactProblem& problem) {
    return solve_law(PhantomProblem(problem, {.slip = cube.slip(), .lateral = lateral}));
  };
}

VectorXd fixed_directions(const SlidingCube&, const ContactProblem& problem) {
  return solve_law(PhantomProblem(problem));
}

}  // namespace

TEST_CASE("under the exact cone the cube slides, turns and stops, and only loses energy") {
  SlidingCube cube(kStep);
  const double start = cube.energy();
  CHECK(start == relative(12.5 + std::pow(2 * 3.14159265358979, 2) / 12 + 9.81 / 2));
  const Run exact = run(kStep, cone);
  CHECK(exact.energy_gain <= 1e-9);
  CHECK(exact.highest <= 0.5 + 1e-6);
  while (cube.velocity().norm() > 1e-6) {
    cube.step(cone(cube, cube.problem()));
    REQUIRE(cube.position().y() < 3);
  }
  CHECK(cube.spin().norm() < 1e-6);
}

TEST_CASE("where the laws leave the cube: distance from where the exact cone does") {
  const Run exact = run(kStep, cone);
  const auto distance = [&](const std::string& name, const Run& law) {
    const double miss = (law.end - exact.end).norm();
    MESSAGE(name << ": " << miss << " m, highest " << law.highest << " m");
    return miss;
  };
  const double few = distance("polyhedral, 4 directions", run(kStep, polyhedral(4)));
  distance("polyhedral, 8", run(kStep, polyhedral(8)));
  distance("polyhedral, 16", run(kStep, polyhedral(16)));
  distance("polyhedral, 32", run(kStep, polyhedral(32)));
  const double many = distance("polyhedral, 64", run(kStep, polyhedral(64)));
  const double boxed = distance("box", run(kStep, box));
  const double lagging = distance("hybrid", run(kStep, hybrid));
  const double fixed = distance("phantom, 4 fixed directions", run(kStep, fixed_directions));
  const double turned = distance("phantom, eq. 34", run(kStep, aligned(Lateral::none)));
  const double best = distance("phantom, eq. 43", run(kStep, aligned(Lateral::regularised)));
  const Run lifted = run(kStep, relaxed(4));
  distance("relaxed, 4", lifted);
  CHECK(many < few / 100);
  CHECK(lagging < boxed / 3);
  CHECK(fixed > 0.3);
  CHECK(turned < 0.01);
  CHECK(best < many);
  CHECK(lifted.highest > 0.8);
}

TEST_CASE("smaller steps mend what lags, not what is anisotropic") {
  const Run exact = run(0.001, cone);
  const auto miss = [&](const std::string& name, const Run& law) {
    MESSAGE(name << ", h = 1 ms: " << (law.end - exact.end).norm() << " m");
    return (law.end - exact.end).norm();
  };
  CHECK(miss("box", run(0.001, box)) > 0.3);
  CHECK(miss("hybrid", run(0.001, hybrid)) < 0.01);
  CHECK(miss("phantom, eq. 43", run(0.001, aligned(Lateral::regularised))) < 1e-4);
}

TEST_CASE("the relaxation is taken back in about ten passes, seldom not at all") {
  Workspace workspace;
  for (const double mu : {0.1, 0.3, 0.6, 1.0}) {
    SlidingCube cube(kStep);
    std::vector<int> passes;
    int open = 0;
    for (int step = 0; step < 150; ++step) {
      ContactProblem problem = cube.problem();
      for (Contact& contact : problem.contacts) contact.mu_s = contact.mu_k = mu;
      RelaxedProblem relaxed(problem, {.directions = 8});
      Solution solution;
      const Unrelaxed back = solve_unrelaxed(relaxed, {}, 100, workspace, solution);
      const PolyhedralProblem polyhedral(problem, {.directions = 8});
      VectorXd a;
      const VectorXd x = polyhedral.start(relaxed.forces(solution.f));
      const double size = polyhedral.boxed().b.cwiseAbs().maxCoeff();
      if (back.change <= 1e-11)
        CHECK(certify(polyhedral.boxed(), x, a).natural <= 1e-10 * size);
      else
        ++open;
      passes.push_back(back.passes);
      cube.step(solve_law(polyhedral));
    }
    std::sort(passes.begin(), passes.end());
    MESSAGE("mu " << mu << ": median " << passes[75] << " passes, 90 % within " << passes[135]
                  << ", " << open << " of 150 not within 100");
    CHECK(passes[75] <= 20);
    CHECK(open <= 20);
  }
}

TEST_CASE("a step must be positive and impulses must fit") {
  CHECK_THROWS_AS(SlidingCube(0.0), InvalidArgument);
  CHECK_THROWS_AS(SlidingCube(0.01).step(VectorXd::Zero(3)), InvalidArgument);
}

}  // namespace perpend::lcp
