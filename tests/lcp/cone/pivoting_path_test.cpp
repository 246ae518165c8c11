// SPDX-License-Identifier: Apache-2.0
//
// Discs in a box that is shaken: most contacts stick though they need not, and impulses are not
// unique.
#include "lcp/cone/pivoting_path.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>

#include "cone_systems.hpp"
#include "lcp/cone/interior_point.hpp"
#include "lcp/cone/operator/bodies.hpp"
#include "lcp/cone/operator/dense.hpp"
#include "lcp/cone/proximal_path.hpp"
#include "lcp/cone/updated_system.hpp"
#include "lcp/problem/global_blocks.hpp"
#include "linalg/random.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

struct Packing {
  int across = 14, high = 12;
  std::uint64_t seed = 1;
  double mu = 0.5;
  bool slides = false;  // every fifth contact has dynamic friction
  int bilateral = 0;    // discs whose centre is carried along
};

// Discs on a triangular lattice, normals turned by up to 0.15; a floor and two walls.
class Builder {
 public:
  explicit Builder(const Packing& packing) : packing_(packing), random_(packing.seed) {
    for (int row = 0; row < packing.high; ++row)
      for (int k = 0; k < packing.across; ++k) add_disc(row, k);
    const int discs = packing.across * packing.high;
    for (int k = 0; k < packing.bilateral; ++k) {
      const auto disc = static_cast<int>(random_.index(discs));
      H_.emplace_back(3 * disc, static_cast<int>(w_.size()), 1.0);
      w_.push_back(0.1 * random_.uniform());
    }
  }

  GlobalContactProblem build() {
    const Index velocities = 3 * packing_.across * packing_.high;
    const auto rows = static_cast<Index>(w_.size());
    GlobalContactProblem problem;
    VectorXd mass(velocities), v(velocities);
    for (Index disc = 0; disc < velocities / 3; ++disc) {
      const double m = 20 * std::exp(0.4 * random_.uniform());
      mass.segment<3>(3 * disc) << m, m, 0.5 * m;
      v.segment<3>(3 * disc) << random_.uniform(), random_.uniform() - 2, random_.uniform();
    }
    problem.M = MatrixXd(mass.asDiagonal()).sparseView();
    problem.H.resize(velocities, rows);
    problem.H.setFromTriplets(H_.begin(), H_.end());
    problem.f = mass.cwiseProduct(v);
    problem.w = Eigen::Map<const VectorXd>(w_.data(), rows);
    problem.contacts = contacts_;
    return problem;
  }

 private:
  int disc_at(int row, int k) const {
    return row < 0 || k < 0 || k >= packing_.across ? -1 : row * packing_.across + k;
  }

  void add_disc(int row, int k) {
    const int disc = disc_at(row, k), shift = row % 2;
    const Vector2d left_below(0.5, std::sqrt(0.75)), right_below(-0.5, std::sqrt(0.75));
    if (row == 0) add_contact(disc, -1, Vector2d::UnitY());
    if (k == 0) add_contact(disc, -1, Vector2d::UnitX());
    if (k == packing_.across - 1) add_contact(disc, -1, -Vector2d::UnitX());
    if (const int other = disc_at(row, k - 1); other >= 0)
      add_contact(disc, other, Vector2d::UnitX());
    if (const int other = disc_at(row - 1, k - 1 + shift); other >= 0)
      add_contact(disc, other, left_below);
    if (const int other = disc_at(row - 1, k + shift); other >= 0)
      add_contact(disc, other, right_below);
  }

  void add_contact(int upper, int lower, Vector2d normal) {
    const auto row = static_cast<int>(w_.size());
    normal = Eigen::Rotation2Dd(0.15 * random_.uniform()) * normal;
    const Vector2d tangent(-normal.y(), normal.x());
    // Both rims turn the same way past each other.
    for (const auto& [disc, sense] : {std::pair(upper, 1.0), std::pair(lower, -1.0)}) {
      if (disc < 0) continue;
      for (int i = 0; i < 2; ++i) {
        H_.emplace_back(3 * disc + i, row, sense * normal[i]);
        H_.emplace_back(3 * disc + i, row + 1, sense * tangent[i]);
      }
      H_.emplace_back(3 * disc + 2, row + 1, -0.5);
    }
    const bool is_box = lower < 0;
    w_.push_back(is_box ? -3 * normal.y() : 0.5 * (1 + random_.uniform()));
    w_.push_back(is_box ? -3 * tangent.y() : 0.0);
    Contact contact{.row = row, .tangents = 1, .mu_s = packing_.mu, .mu_k = packing_.mu};
    contact.sliding = packing_.slides && contacts_.size() % 5 == 0;
    contact.direction = {random_.uniform() > 0 ? 1.0 : -1.0, 0.0};
    contacts_.push_back(contact);
  }

  Packing packing_;
  linalg::Random random_;
  std::vector<Eigen::Triplet<double>> H_;
  std::vector<double> w_;
  std::vector<Contact> contacts_;
};

// In equilibrated units, in the velocities of the bodies.
struct Packed {
  explicit Packed(const Packing& packing) : problem(to_blocks(Builder(packing).build())) {
    bodies.assign(problem);
    set_blocks(problem.size(), problem.contacts, problem.law, cone.blocks);
    equilibrate(problem.b, problem.noise, bodies, cone);
  }

  BlockProblem problem;
  BodyConeOperator bodies;
  ConeProblem cone;
  SearchMemory memory;
};

// Whether a path from an interior point arrives; adds its factorisations.
bool arrives(const Packing& packing, bool pivots, int& factorisations) {
  Packed packed(packing);
  ConeSearch search(packed.cone, {.most = 1000}, packed.memory);
  const VectorXd centre = run_cone_interior(search, {.probes = false});
  const int before = search.factorisations();
  if (pivots)
    run_pivoting_path(search, centre, 300);
  else
    run_short_path(search, centre, 300);
  factorisations += search.factorisations() - before;
  return search.done();
}

}  // namespace

TEST_CASE("a path of pivots arrives in shaken packings of discs, where Newton steps do not") {
  int by_pivots = 0, by_newton = 0, of_pivots = 0, of_newton = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    const Packing packing{.seed = seed, .mu = 0.3 + 0.1 * static_cast<double>(seed)};
    by_pivots += arrives(packing, true, of_pivots);
    by_newton += arrives(packing, false, of_newton);
  }
  MESSAGE(by_pivots, " of 8 in ", of_pivots, " factorisations, by Newton steps ", by_newton, " in ",
          of_newton);
  CHECK(by_pivots == 8);
  CHECK(by_newton < by_pivots);
  CHECK(2 * of_pivots < of_newton);
}

TEST_CASE("dynamic friction and bilateral rows are pieces like others") {
  int unused = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    CHECK(arrives({.across = 8, .high = 7, .seed = seed, .slides = true}, true, unused));
    CHECK(arrives({.across = 8, .high = 7, .seed = seed, .bilateral = 3}, true, unused));
  }
}

TEST_CASE("planar is what has one tangent row per contact with friction, and no box") {
  Packed packed({.across = 3, .high = 2});
  ConeProblem& cone = packed.cone;
  CHECK(is_planar(cone));
  cone.blocks[0].rows = 3;
  CHECK_FALSE(is_planar(cone));
  cone.blocks[0].sliding = true;
  CHECK(is_planar(cone));
  cone.blocks[1].box = true;
  CHECK_FALSE(is_planar(cone));
  for (ConeBlock& block : cone.blocks) block.rows = 1, block.box = false;
  CHECK_FALSE(is_planar(cone));
}

TEST_CASE("a whole solve of packings that are shaken ends certified") {
  for (std::uint64_t seed = 11; seed <= 14; ++seed) {
    CAPTURE(seed);
    const GlobalContactProblem problem = Builder({.seed = seed}).build();
    Workspace workspace;
    Solution answer;
    VectorXd v;
    solve(problem, {}, workspace, answer, v);
    CHECK(answer.status == Status::solved);
    CHECK(answer.factorisations < 250);
  }
}

TEST_CASE("a system whose blocks change one by one is solved as if it were factored anew") {
  Packed packed({.across = 5, .high = 4, .seed = 3});
  const ConeProblem& cone = packed.cone;
  const Index n = cone.size();
  MatrixXd W(n, n);
  VectorXd column;
  for (Index i = 0; i < n; ++i) {
    packed.bodies.multiply(VectorXd::Unit(n, i), column);
    W.col(i) = column;
  }
  linalg::Random random(5);
  ConeSystem blocks{BlockDiagonal(cone.blocks.size(), Eigen::Matrix3d::Identity()),
                    BlockDiagonal(cone.blocks.size(), Eigen::Matrix3d::Zero())};
  VectorXd rhs = VectorXd::Zero(n);
  UpdatedSystem system(cone);
  const int before = packed.bodies.factorisations();
  constexpr int kChanges = 200;
  for (int change = 0; change < kChanges; ++change) {
    CAPTURE(change);
    const auto i = static_cast<int>(random.index(static_cast<Index>(cone.blocks.size())));
    blocks.A[i] = 0.3 * Eigen::Matrix3d::Identity() + 0.1 * random.matrix(3, 3);
    blocks.B[i] = Eigen::Matrix3d::Identity() + 0.1 * random.matrix(3, 3);
    const Eigen::Vector3d rows = random.vector(3);
    set_rows(cone.blocks[i], rows, rhs);
    system.set(i, blocks.A[i], blocks.B[i], rows);
    if (change % 3) continue;  // several at once, too
    REQUIRE(system.solve());
    const VectorXd expected = dense(cone.blocks, blocks, W).partialPivLu().solve(rhs);
    CHECK((system.x() - expected).norm() < 1e-9 * expected.norm());
    CHECK((system.motion() - W * expected).norm() < 1e-9 * (W * expected).norm());
  }
  const int factorisations = packed.bodies.factorisations() - before;
  CHECK(factorisations > 1);
  CHECK(factorisations < kChanges / 10);
}

}  // namespace perpend::lcp
