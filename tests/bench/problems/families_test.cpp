// SPDX-License-Identifier: Apache-2.0
#include "bench/problems/families.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cstring>
#include <vector>

#include "perpend/core/error.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// 64-bit FNV-1a of the bits of A and b.
std::uint64_t fingerprint(const MatrixXd& A, const VectorXd& b) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  const auto mix = [&hash](double x) {
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    hash = (hash ^ bits) * 0x100000001b3ull;
  };
  for (Index i = 0; i < A.size(); ++i) mix(A.data()[i]);
  for (Index i = 0; i < b.size(); ++i) mix(b[i]);
  return hash;
}

bool has_fixed_size(Family family) {
  return family != Family::wall_at_rest && family != Family::pyramid && family != Family::stack &&
         family != Family::separate_stacks;
}

// Rows scaled to unit diagonal, so that rank and definiteness do not depend on the mass ratio.
Lcp unit_diagonal(const Lcp& problem) {
  const VectorXd scale = problem.A.diagonal().cwiseSqrt().cwiseInverse();
  return {scale.asDiagonal() * problem.A * scale.asDiagonal(), scale.cwiseProduct(problem.b)};
}

TEST_CASE("every family is symmetric, semidefinite and of the size asked for") {
  for (const Family family : all_families())
    for (const Index n : {12, 49, 96})
      for (const std::uint64_t seed : {1, 2, 3}) {
        CAPTURE(to_string(family));
        CAPTURE(n);
        const Lcp problem = make_lcp(family, n, seed);
        validate(problem);
        CHECK(problem.A == problem.A.transpose());
        if (has_fixed_size(family))
          CHECK(problem.size() == n);
        else
          CHECK(problem.size() ==
                (family == Family::pyramid ? std::max<Index>(16, n / 4 * 4) : n / 4 * 4));
        const Lcp unit = unit_diagonal(problem);
        const VectorXd values = Eigen::SelfAdjointEigenSolver<MatrixXd>(unit.A).eigenvalues();
        CHECK(values.minCoeff() > -1e-13 * problem.size());
      }
}

TEST_CASE("all but the definite family are rank-deficient with b in the range") {
  for (const Family family : all_families()) {
    CAPTURE(to_string(family));
    const Lcp unit = unit_diagonal(make_lcp(family, 96, 5));
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> qr;
    qr.setThreshold(1e-11);
    qr.compute(unit.A);
    if (family == Family::spd_half_active) {
      CHECK(qr.rank() == unit.size());
      continue;
    }
    CHECK(qr.rank() < unit.size());
    // Where masses differ by 1e6, the range is seen through a matrix of condition 1e11.
    CHECK((unit.A * qr.solve(unit.b) - unit.b).norm() <= 1e-7 * unit.b.norm());
  }
}

TEST_CASE("bricks of a wall at rest fall together but for the ground") {
  for (Index n = 12; n <= 609; n += 12) {
    const Lcp wall = make_lcp(Family::wall_at_rest, n, 7);
    CHECK(wall.size() >= n - 4);
    CHECK(wall.size() <= n);
    const Index ground = (wall.b.array() != 0).count();
    CHECK(ground % 4 == 0);
    CHECK((wall.b.head(ground).array() + 9.81).abs().maxCoeff() < 1e-14);
    CHECK(wall.b.tail(wall.size() - ground).isZero(0));
  }
}

TEST_CASE("separate stacks are islands, a stack is one") {
  const auto components = [](const MatrixXd& A) {
    const Index n = A.rows();
    std::vector<Index> label(n, -1);
    Index count = 0;
    for (Index start = 0; start < n; ++start) {
      if (label[start] >= 0) continue;
      std::vector<Index> open{start};
      label[start] = count;
      while (!open.empty()) {
        const Index i = open.back();
        open.pop_back();
        for (Index k = 0; k < n; ++k)
          if (label[k] < 0 && A(i, k) != 0) label[k] = count, open.push_back(k);
      }
      ++count;
    }
    return count;
  };
  CHECK(components(make_lcp(Family::separate_stacks, 96, 1).A) >= 3);
  CHECK(components(make_lcp(Family::stack, 96, 1).A) == 1);
  CHECK(components(make_lcp(Family::wall_at_rest, 96, 1).A) == 1);
  CHECK(components(make_lcp(Family::pyramid, 96, 1).A) == 1);
}

TEST_CASE("scaled rows span their factors and duplicated ones repeat") {
  const auto spread = [](const Lcp& problem) {
    const VectorXd d = problem.A.diagonal();
    return d.maxCoeff() / d.minCoeff();
  };
  CHECK(spread(make_lcp(Family::scaled_rows_1e6, 300, 1)) > 1e10);
  const Lcp twice = make_lcp(Family::duplicated, 96, 1);
  int repeated = 0;
  for (Index i = 0; i < 96; ++i)
    for (Index k = 0; k < i; ++k) repeated += (twice.A.col(i) - twice.A.col(k)).isZero(0);
  CHECK(repeated >= 48);
}

TEST_CASE("seeds give the same bits everywhere and differ from each other") {
  const Lcp pile = make_lcp(Family::pile, 48, 1);
  const Lcp rank = make_lcp(Family::low_rank, 24, 1);
  CHECK(fingerprint(pile.A, pile.b) == 12044341038984643063ull);
  CHECK(fingerprint(rank.A, rank.b) == 1997712540629035597ull);
  const Lcp other = make_lcp(Family::pile, 48, 2);
  CHECK(fingerprint(other.A, other.b) != fingerprint(pile.A, pile.b));
}

TEST_CASE("friction problems have the contacts asked for and a semidefinite matrix") {
  for (const FrictionFamily family : all_friction_families())
    for (const int contacts : {1, 7, 60})
      for (const std::uint64_t seed : {1, 2}) {
        CAPTURE(to_string(family));
        const ContactProblem problem = make_contact_problem(family, contacts, seed);
        validate(problem);
        const int tangents = family <= FrictionFamily::planar_mixed ? 1 : 2;
        CHECK(static_cast<int>(problem.contacts.size()) == contacts);
        CHECK(problem.size() == contacts * (1 + tangents));
        CHECK(problem.A == problem.A.transpose());
        const Lcp unit = unit_diagonal({problem.A, problem.b});
        const VectorXd values = Eigen::SelfAdjointEigenSolver<MatrixXd>(unit.A).eigenvalues();
        CHECK(values.minCoeff() > -1e-13 * problem.size());
        for (const Contact& contact : problem.contacts) CHECK(contact.mu_s >= 0.1);
      }
}

TEST_CASE("the corners of a pushed block accelerate as one rigid plane") {
  const ContactProblem block = make_contact_problem(FrictionFamily::spatial_blocks, 4, 3);
  for (int axis = 0; axis < 3; ++axis) {
    const auto corner = [&](int k) { return block.b[block.contacts[k].row + axis]; };
    CHECK(corner(0) + corner(3) == relative(corner(1) + corner(2), 1e-13));
  }
  CHECK(block.b[0] != block.b[3]);
}

TEST_CASE("names are found again, and n below a face pair is refused") {
  for (const Family family : all_families()) CHECK(family_from_name(to_string(family)) == family);
  CHECK_FALSE(family_from_name("ramp").has_value());
  CHECK_THROWS_AS(make_lcp(Family::pile, 3, 1), InvalidArgument);
  CHECK_THROWS_AS(make_contact_problem(FrictionFamily::planar_pile, 0, 1), InvalidArgument);
}

TEST_CASE("global families are well formed, of the size asked for and the same every time") {
  for (const GlobalFamily family : all_global_families()) {
    CAPTURE(to_string(family));
    for (const int contacts : {1, 48, 203}) {
      const GlobalContactProblem problem = make_global_problem(family, contacts, 3);
      validate(problem);
      const int rows = family == GlobalFamily::planar_pile_moving ? 2 : 3;
      CHECK(problem.size() == rows * static_cast<Index>(problem.contacts.size()));
      if (family != GlobalFamily::wall_at_rest)
        CHECK(static_cast<int>(problem.contacts.size()) == contacts);
      else
        CHECK(static_cast<int>(problem.contacts.size()) <= contacts);
      const GlobalContactProblem again = make_global_problem(family, contacts, 3);
      CHECK(again.f == problem.f);
      CHECK((again.H - problem.H).norm() == 0);
      const GlobalContactProblem other = make_global_problem(family, contacts, 4);
      CHECK(other.M.diagonal().sum() != problem.M.diagonal().sum());
    }
  }
}

TEST_CASE("bricks in their velocities are the bricks of the dense families") {
  // Newton's law for one box on the ground, four contacts, at rest.
  const GlobalContactProblem box = make_global_problem(GlobalFamily::stacks_at_rest, 4, 1);
  const double mass = box.M.coeff(0, 0);
  REQUIRE(box.velocities() == 6);
  CHECK(box.f[2] == relative(-0.01 * 9.81 * mass));
  VectorXd r = VectorXd::Zero(12);
  for (int k = 0; k < 4; ++k) r[3 * k] = 0.25 * 0.01 * 9.81 * mass;
  const VectorXd sum = box.f + box.H * r;
  CHECK(std::abs(sum[2]) < 1e-15 * mass);
  // The planar family is the spatial brick in x and z only.
  const GlobalContactProblem planar = make_global_problem(GlobalFamily::planar_pile_moving, 8, 1);
  CHECK(planar.velocities() % 3 == 0);
  const ContactProblem dense = condense(planar);
  CHECK((dense.A.diagonal().array() > 0).all());
}

}  // namespace
}  // namespace perpend::lcp
