// SPDX-License-Identifier: Apache-2.0
//
// What the phantom inertia changes, on the cube of Peiret et al. (2017): rank and block pivoting,
// but no answer.
#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <optional>
#include <sstream>

#include "lcp/friction/polyhedral.hpp"
#include "lcp/pivoting/enumeration.hpp"
#include "phantom_cube.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::kStep;
using testing::run_cube;
using testing::solve_law;

constexpr Options kBlock{.method = Method::block};

// The cube on its first `vertices` vertices.
ContactProblem on_vertices(ContactProblem problem, int vertices) {
  const Index n = 3 * vertices;
  problem.A = problem.A.topLeftCorner(n, n).eval();
  problem.b = problem.b.head(n).eval();
  problem.contacts.resize(vertices);
  return problem;
}

PhantomOptions on_vertices(SlipOptions slip, int vertices, Lateral lateral, double rho) {
  slip.slips.resize(vertices);
  return {.slip = slip, .lateral = lateral, .rho = rho};
}

bool block_solves(const DiscretisedProblem& problem) {
  return solve(problem.boxed(), kBlock).status == Status::solved;
}

// Júdice and Pires as in a textbook: the set's block by LU, and an end where its reciprocal
// condition number falls below `least`.
bool plain_block_solves(const Lcp& problem, double least) {
  constexpr double kTolerance = 1e-12;
  const Index n = problem.size();
  std::vector<bool> basic(n, false);
  std::size_t fewest = n + 1;
  for (int k = 0, tries = 10; k < 200; ++k) {
    std::vector<Index> set, wrong;
    for (Index i = 0; i < n; ++i)
      if (basic[i]) set.push_back(i);
    VectorXd z = VectorXd::Zero(n);
    if (!set.empty()) {
      const Eigen::PartialPivLU<MatrixXd> lu(problem.A(set, set));
      if (!(lu.rcond() > least)) return false;
      z(set) = -lu.solve(problem.b(set).eval());
    }
    const VectorXd w = problem.A * z + problem.b;
    const double force = kTolerance * std::max(1.0, z.cwiseAbs().maxCoeff());
    const double motion = kTolerance * problem.b.cwiseAbs().maxCoeff();
    for (Index i = 0; i < n; ++i)
      if (basic[i] ? z[i] < -force : w[i] < -motion) wrong.push_back(i);
    if (wrong.empty()) return true;
    if (wrong.size() < fewest) {
      fewest = wrong.size();
      tries = 10;
    } else if (tries-- <= 0) {
      wrong.erase(wrong.begin(), wrong.end() - 1);
    }
    for (const Index i : wrong) basic[i] = !basic[i];
  }
  return false;
}

}  // namespace

TEST_CASE("every rho has the same solutions: enumeration on two vertices of the cube") {
  SlidingCube cube(kStep);
  for (int step = 0; step < 80; ++step) {
    VectorXd first;
    if (step % 16 == 0)
      for (const double rho : {1e-6, 1e-3, 0.1, 30.0}) {
        const PhantomProblem phantom(on_vertices(cube.problem(), 2),
                                     on_vertices(cube.slip(), 2, Lateral::none, rho));
        const Reduced reduced = reduce(phantom.boxed());
        const auto solutions = testing::enumerate(reduced.lcp);
        CAPTURE(step);
        CAPTURE(rho);
        REQUIRE(!solutions.empty());
        if (first.size() == 0)
          first = phantom.forces(reduced.lift * solutions.front() + reduced.rest);
        for (const VectorXd& z : solutions)
          CHECK(phantom.forces(reduced.lift * z + reduced.rest).isApprox(first, 1e-6));
      }
    cube.step(solve_law(PhantomProblem(cube.problem(), {.slip = cube.slip()})));
  }
}

TEST_CASE("the answer on four vertices does not depend on rho from 1e-8 to 0.1 kg") {
  SlidingCube cube(kStep);
  double worst = 0;
  for (int step = 0; step < 100; ++step) {
    const ContactProblem problem = cube.problem();
    const VectorXd f = solve_law(PhantomProblem(problem, {.slip = cube.slip()}));
    for (const double rho : {1e-8, 1e-5, 1e-2, 0.1}) {
      const PhantomProblem other(problem, {.slip = cube.slip(), .rho = rho});
      worst = std::max(worst, (solve_law(other) - f).norm() / f.norm());
    }
    cube.step(f);
  }
  MESSAGE("largest change of the forces with rho: " << worst);
  CHECK(worst < 1e-6);
}

TEST_CASE("lead matrix of the cube: polyhedral deficient, phantom full from rho = 1e-9") {
  const SlidingCube cube(kStep);
  const ContactProblem three = on_vertices(cube.problem(), 3);
  const LeadRank polyhedral = lead_rank(PolyhedralProblem(three, {.directions = 4}).boxed());
  MESSAGE("polyhedral, k = 4: rank " << polyhedral.rank << " of " << polyhedral.size
                                     << ", smallest singular value " << polyhedral.smallest);
  CHECK(polyhedral.size == 18);
  CHECK(polyhedral.rank == 15);
  for (const double rho : {1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-4, 1e-1}) {
    const LeadRank lead =
        lead_rank(PhantomProblem(three, on_vertices(cube.slip(), 3, Lateral::none, rho)).boxed());
    MESSAGE("phantom, rho = " << rho << ": rank " << lead.rank << " of " << lead.size
                              << ", smallest singular value " << lead.smallest);
    CHECK(lead.size == 15);
    CHECK((lead.rank == 15) == (rho >= 1e-9));
  }
}

TEST_CASE("with more than four directions the block of all w_up of a contact is singular") {
  const SlidingCube cube(kStep);
  const ContactProblem one = on_vertices(cube.problem(), 1);
  for (const int directions : {4, 6, 8}) {
    for (const double rho : {1e-6, 1e-2, 1.0}) {
      const PhantomProblem phantom(one, {.directions = directions, .rho = rho});
      const MatrixXd A = reduce(phantom.boxed()).lcp.A;
      CAPTURE(directions);
      CHECK(lead_rank(phantom.boxed()).rank == 1 + directions);
      const MatrixXd up = A.block(1, 1, directions / 2, directions / 2);
      const VectorXd values = up.selfadjointView<Eigen::Lower>().eigenvalues();
      CHECK((values.array() > 1e-9 * values.maxCoeff()).count() == 2);
    }
  }
}

TEST_CASE("the default rho makes the w block positive semidefinite, ten times it does not") {
  const auto least = [](const ContactProblem& problem, const PhantomOptions& options) {
    const MatrixXd A = reduce(PhantomProblem(problem, options).boxed()).lcp.A;
    const auto contacts = static_cast<Index>(problem.contacts.size());
    const Index w = A.rows() - contacts;
    // Normal rows come first: bounded rows keep their order.
    const MatrixXd block = A.bottomRightCorner(w, w);
    return (block + block.transpose())
               .eval()
               .selfadjointView<Eigen::Lower>()
               .eigenvalues()
               .minCoeff() /
           block.cwiseAbs().maxCoeff();
  };
  SlidingCube cube(kStep);
  for (int step = 0; step < 60; ++step) {
    const ContactProblem problem = cube.problem();
    for (const Lateral lateral : {Lateral::none, Lateral::regularised}) {
      PhantomOptions options{.slip = cube.slip(), .lateral = lateral};
      CHECK(least(problem, options) >= -1e-12);
      options.rho = 10 * PhantomProblem(problem, options).inertia().maxCoeff();
      CHECK(least(problem, options) < -1e-9);
    }
    cube.step(solve_law(PhantomProblem(problem, {.slip = cube.slip()})));
  }
}

TEST_CASE("block pivoting on 150 steps of the cube: failures by rho") {
  const auto failures = [](Lateral lateral, std::optional<double> rho) {
    int mixed = 0, reduced = 0;
    run_cube({.lateral = lateral, .rho = rho}, [&](const PhantomProblem& phantom) {
      mixed += !block_solves(phantom);
      reduced += solve(reduce(phantom.boxed()).lcp, kBlock).status != Status::solved;
    });
    std::ostringstream name;
    name << (lateral == Lateral::none ? "eq. 34, rho " : "eq. 43, rho ");
    rho ? name << *rho : name << "default";
    MESSAGE(name.str() << ": block fails on " << mixed << " of 150 steps, reduced on " << reduced);
    return mixed;
  };
  for (const double rho : {1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 1e-1, 1.0})
    CHECK(failures(Lateral::none, rho) == 0);
  CHECK(failures(Lateral::none, 10.0) > 0);
  for (const double rho : {1e-8, 1e-4}) CHECK(failures(Lateral::regularised, rho) == 0);
  for (const double rho : {1e-2, 1e-1, 1.0, 10.0}) CHECK(failures(Lateral::regularised, rho) > 15);
  CHECK(failures(Lateral::none, {}) == 0);
  CHECK(failures(Lateral::regularised, {}) == 0);
}

TEST_CASE("small rho stops a solver that refuses ill-conditioned sets, not one that takes them") {
  const auto failures = [](double rho, double least) {
    int failed = 0;
    SlidingCube cube(kStep);
    for (int step = 0; step < 150; ++step) {
      const PhantomOptions options{.slip = cube.slip(), .lateral = Lateral::none, .rho = rho};
      const PhantomProblem phantom(cube.problem(), options);
      failed += !plain_block_solves(reduce(phantom.boxed()).lcp, least);
      cube.step(solve_law(PhantomProblem(cube.problem(), {.slip = cube.slip()})));
    }
    MESSAGE("rho = " << rho << ", least reciprocal condition " << least << ": " << failed
                     << " of 150 steps fail");
    return failed;
  };
  for (const double rho : {1e-12, 1e-11, 1e-10}) {
    CHECK(failures(rho, 1e-13) > 50);
    CHECK(failures(rho, 0) < 15);
  }
  for (const double rho : {1e-8, 1e-4, 0.1}) CHECK(failures(rho, 1e-13) == 0);
}

TEST_CASE("every rho is solved, however big: 150 steps of the cube, 1e-12 to 1e6") {
  Workspace workspace;
  Solution answer;
  for (const double rho : {1e-12, 1e-6, 1e-2, 1.0, 1e3, 1e6}) {
    int polygons = 0;
    SlidingCube cube(kStep);
    for (int step = 0; step < 150; ++step) {
      const PhantomProblem phantom(cube.problem(), {.slip = cube.slip(), .rho = rho});
      solve_phantom(phantom, {}, workspace, answer);
      CAPTURE(rho);
      CAPTURE(step);
      REQUIRE(answer.status == Status::solved);
      polygons += answer.answered_by != Method::block;
      cube.step(phantom.forces(answer.f));
    }
    MESSAGE("rho = " << rho << ": " << polygons << " of 150 steps by polygons and Lemke's method");
  }
}

}  // namespace perpend::lcp
