// SPDX-License-Identifier: Apache-2.0
#include "linalg/ldlt/block_ldlt.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "linalg/block_systems.hpp"
#include "perpend/core/error.hpp"
#include "relative.hpp"

namespace perpend::linalg {
namespace {

int constraint_rows(const BlockGraph& graph) {
  int rows = 0;
  for (int i = 0; i < graph.nodes(); ++i)
    if (graph.signs[i] < 0) rows += graph.sizes[i];
  return rows;
}

// L and D put together again in the caller's layout, in elimination order of the scalar rows.
Eigen::MatrixXd product_of_factors(const BlockLdlt& K) {
  const BlockSymbolic& s = K.symbolic();
  Eigen::MatrixXd L = Eigen::MatrixXd::Identity(K.rows(), K.rows());
  Eigen::VectorXd D(K.rows());
  double copy[BlockLdlt::kPanelCopy];
  for (int p = 0; p < s.nodes(); ++p) {
    const int n = s.size[p];
    const double* values = K.panel(p, copy);
    const Eigen::Map<const Eigen::MatrixXd> own(values, n, n);
    L.block(s.row[p], s.row[p], n, n) +=
        Eigen::MatrixXd(own.triangularView<Eigen::StrictlyLower>());
    D.segment(s.row[p], n) = own.diagonal();
    for (int k = s.below_start[p]; k < s.below_start[p + 1]; ++k) {
      const int i = s.below[k];
      L.block(s.row[i], s.row[p], s.size[i], n) =
          Eigen::Map<const Eigen::MatrixXd>(values + (s.block[k] - s.diagonal[p]), s.size[i], n);
    }
  }
  const Eigen::MatrixXd A = L * D.asDiagonal() * L.transpose();
  Eigen::MatrixXd result(K.rows(), K.rows());
  for (int a = 0; a < s.nodes(); ++a)
    for (int b = 0; b < s.nodes(); ++b)
      result.block(K.offset(s.order[a]), K.offset(s.order[b]), s.size[a], s.size[b]) =
          A.block(s.row[a], s.row[b], s.size[a], s.size[b]);
  return result;
}

BlockSystem random_loops(Random& random, int bodies, int loops) {
  BlockSystem system = random_tree(random, bodies, true);
  std::vector<int> nodes;
  for (int i = 0; i < system.graph.nodes(); ++i)
    if (system.graph.signs[i] > 0) nodes.push_back(i);
  for (int k = 0; k < loops; ++k) {
    const int a = nodes[random.index(bodies)], b = nodes[random.index(bodies)];
    if (a != b) system.add_constraint(1, {a, b});
  }
  return system;
}

}  // namespace

TEST_CASE(
    "trees of mixed dimension: no fill, the dense answer, the signature of the saddle point") {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    const BlockSystem system =
        random_tree(random, 1 + static_cast<int>(random.index(30)), round % 2 == 0);
    BlockLdlt K;
    K.analyse(system.graph);
    CHECK(K.factor_blocks() == K.input_blocks());
    fill_random(K, random, 0.0);
    const FactorReport report = K.factor();
    REQUIRE(report.status == FactorStatus::regular);
    CHECK(report.negative == constraint_rows(system.graph));
    CHECK(report.positive == K.rows() - report.negative);
    const Eigen::MatrixXd A = dense(K);
    CHECK((product_of_factors(K) - A).norm() < 1e-10 * A.norm());
    const Eigen::VectorXd b = random.vector(K.rows());
    Eigen::VectorXd x = b;
    K.solve(x);
    CHECK(K.refine(b, x, 3) < 1e-15);
    const Eigen::VectorXd expected = A.fullPivLu().solve(b);
    CHECK((x - expected).norm() < 1e-10 * expected.norm());
  }
}

// Sylvester's law of inertia.
TEST_CASE("what is indefinite has the signature of its eigenvalues") {
  Random random(3);
  int indefinite = 0;
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const BlockSystem system = random_tree(random, 2 + static_cast<int>(random.index(12)), true);
    BlockLdlt K;
    K.analyse(system.graph);
    fill_random(K, random, 0.0);
    for (int node = 0; node < system.graph.nodes(); ++node)
      if (random.index(4) == 0) K.diagonal(node) *= -3.0;
    const Eigen::MatrixXd A = dense(K);
    const FactorReport report = K.factor();
    if (report.status == FactorStatus::dependent) continue;
    indefinite += report.status == FactorStatus::indefinite;
    const Eigen::VectorXd values = A.selfadjointView<Eigen::Lower>().eigenvalues();
    CHECK(report.positive == (values.array() > 0).count());
    CHECK(report.negative == (values.array() < 0).count());
  }
  CHECK(indefinite > 30);
}

TEST_CASE(
    "rows are judged by their own terms, below 1e-12 of the largest by the rounding of those") {
  BlockLdlt K;
  K.analyse({.sizes = {1, 1}, .edges = {}, .signs = {1, 1}});
  for (const int node : {0, 1}) K.diagonal(node)(0, 0) = 1.0;
  REQUIRE(K.factor().status == FactorStatus::regular);
  for (const double small : {1e-3, 1e-9, 2e-12}) {
    CAPTURE(small);
    CHECK(K.residual(Eigen::Vector2d(1, small), Eigen::Vector2d(1, 0)) == relative(1.0));
    CHECK(K.residual(Eigen::Vector2d(1, small), Eigen::Vector2d(1, 0.5 * small)) ==
          relative(1.0 / 3));
  }
  // |b| + |x| of the large row is 2.
  CHECK(K.residual(Eigen::Vector2d(1, 1e-15), Eigen::Vector2d(1, 0)) == relative(1e-15 / 2e-12));
}

// A mass of 2 kg that a constraint holds against 1 N s: without it it would have 0.5 m/s, of which
// what is left is rounding.
TEST_CASE("a rate that a constraint holds still is judged against that of the mass alone") {
  BlockLdlt K;
  K.analyse({.sizes = {1, 1}, .edges = {{1, 0}}, .signs = {1, -1}});
  K.set_zero();
  K.diagonal(0)(0, 0) = 2;
  K.coupling(0)(0, 0) = 1;
  CHECK(K.residual(Eigen::Vector2d(1, 0), Eigen::Vector2d(1e-20, 1)) < 1e-7);
  CHECK(K.residual(Eigen::Vector2d(1, 0), Eigen::Vector2d(1e-3, 1 - 2e-3)) == relative(1.0, 1e-12));
}

// A body of mass 1 at rest, held by the same row twice: what the two ask for differs by `off`.
TEST_CASE(
    "what rows that repeat each other differ by is judged beyond the rounding of their rates") {
  constexpr double kOff = 1e-11;
  BlockLdlt K;
  K.analyse({.sizes = {1, 2}, .edges = {{0, 1}}, .signs = {1, -1}});
  K.diagonal(0)(0, 0) = 1.0;
  K.coupling(0) = Eigen::Vector2d(1, 1);
  K.diagonal(1).diagonal().setConstant(-1e-10);
  REQUIRE(K.factor().status == FactorStatus::regular);
  const Eigen::Vector3d b(0, kOff, 0), still(0, 0, 0);
  CHECK(K.residual(b, still) == relative(1.0));
  CHECK(K.residual(b, still, 0.25 * kOff) == relative(0.75));
  CHECK(K.residual(b, still, kOff) == 0.0);
  // Of rows of bodies, in N s, nothing is taken off.
  CHECK(K.residual(Eigen::Vector3d(kOff, 0, 0), still, kOff) == relative(1.0));
}

TEST_CASE("bodies first: the factors put together are K, wherever they are kept") {
  Random random(5);
  for (int round = 0; round < 30; ++round) {
    BlockLdlt K;
    K.analyse(mechanism(random, 10 + round, 6, 3, 1 + round % 3), BlockOrdering::bodies_first);
    fill_random(K, random, 0.0);
    REQUIRE(K.factor().status == FactorStatus::regular);
    const Eigen::MatrixXd A = dense(K);
    CHECK((product_of_factors(K) - A).norm() < 1e-12 * A.norm());
    for (int p = 0; p < K.symbolic().nodes(); ++p) {
      double copy[BlockLdlt::kPanelCopy];
      CHECK(K.panel(p, copy)[0] * K.inverse_pivot(p, 0) == relative(1.0));
    }
  }
}

TEST_CASE("loops and hard world joints give the dense answer, with static pivots and refinement") {
  Random random(2);
  int regular = 0;
  for (int round = 0; round < 100; ++round) {
    const BlockSystem system = random_loops(random, 2 + static_cast<int>(random.index(25)), 4);
    BlockLdlt K;
    K.analyse(system.graph);
    fill_random(K, random, 0.0);
    const Eigen::MatrixXd A = dense(K);
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(A);
    if (!lu.isInvertible()) continue;
    ++regular;
    K.factor();
    const Eigen::VectorXd b = random.vector(K.rows());
    Eigen::VectorXd x = b;
    K.solve(x);
    CHECK(K.refine(b, x, 4) < 1e-14);
    CHECK((A * x - b).norm() < 1e-13 * (A.norm() * x.norm() + b.norm()));
  }
  CHECK(regular > 40);
}

TEST_CASE("many right-hand sides are solved as one by one, to the bit") {
  Random random(5);
  const BlockSystem system = random_loops(random, 20, 3);
  BlockLdlt K;
  K.analyse(system.graph);
  fill_random(K, random, 2.0);
  K.factor();
  const Eigen::MatrixXd B = random.matrix(K.rows(), 11);
  Eigen::MatrixXd X = B;
  K.solve_columns(X);
  for (Eigen::Index j = 0; j < B.cols(); ++j) {
    Eigen::VectorXd x = B.col(j);
    K.solve(x);
    CHECK(X.col(j) == x);
  }
}

TEST_CASE("the residual is that of dense products, for blocks of all sizes and both directions") {
  Random random(6);
  for (int r = 1; r <= 12; ++r) {
    for (int s = 1; s <= 12; ++s) {
      BlockSystem system;
      const int body = system.add_body(s), other = system.add_body(r);
      system.add_constraint(r, {body});
      system.add_constraint(1, {other, body});
      BlockLdlt K;
      K.analyse(system.graph);
      fill_random(K, random, 3.0);
      const Eigen::MatrixXd A = dense(K);
      const Eigen::VectorXd x = random.vector(K.rows()), b = random.vector(K.rows());
      const Eigen::ArrayXd size = A.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs();
      const double expected = ((b - A * x).array().abs() / size).maxCoeff();
      CHECK(K.residual(b, x) == relative(expected, 1e-12));
      Eigen::VectorXd broken = x;
      broken[random.index(K.rows())] = std::numeric_limits<double>::quiet_NaN();
      CHECK(std::isnan(K.residual(b, broken)));
    }
  }
}

TEST_CASE("a duplicated constraint is named, and consistent right-hand sides are still solved") {
  Random random(3);
  BlockSystem system = random_tree(random, 12, true);
  const int twin = static_cast<int>(system.graph.edges.size()) - 2;
  const auto [parent, original] = system.graph.edges[twin];
  const int child = system.graph.edges[twin + 1].second;
  const int copy = system.add_constraint(system.graph.sizes[original], {parent, child});
  BlockLdlt K;
  K.analyse(system.graph);
  fill_random(K, random, 6.0);
  K.coupling(twin + 2 + 0) = K.coupling(twin);
  K.coupling(twin + 3) = K.coupling(twin + 1);
  const FactorReport report = K.factor();
  CHECK(report.status == FactorStatus::dependent);
  CHECK(report.smallest_pivot < 1e-13);
  REQUIRE(report.dependent_rows.size() == static_cast<std::size_t>(system.graph.sizes[copy]));
  for (const int row : report.dependent_rows) {
    const int node = K.node_of_row(row), other = copy + original - node;
    CHECK((node == copy || node == original));
    // The force of this row and the opposite one of its twin cancel; nothing else takes part.
    Eigen::VectorXd forces(K.rows());
    CHECK(K.null_vector(row, forces) < 1e-7);
    const int twin_row = K.offset(other) + row - K.offset(node);
    CHECK(std::abs(forces[twin_row] + 1.0) < 1e-6);
    forces[row] = forces[twin_row] = 0.0;
    CHECK(forces.lpNorm<Eigen::Infinity>() < 1e-6);
  }
  const Eigen::VectorXd b = dense(K) * random.vector(K.rows());
  Eigen::VectorXd x = b;
  K.solve(x);
  CHECK(K.refine(b, x, 3) < 1e-14);
}

TEST_CASE(
    "Jacobians without full rank on the child: flagged, no null vector, refined to rounding") {
  Random random(4);
  int cases = 0;
  for (int round = 0; round < 100; ++round) {
    const BlockSystem system = random_tree(random, 12, true);
    BlockLdlt K;
    K.analyse(system.graph);
    fill_random(K, random, 0.0);
    int lost = 0;
    for (std::size_t e = 0; e < system.graph.edges.size(); ++e) {
      const auto [first, second] = system.graph.edges[e];
      const int constraint = system.graph.signs[first] < 0 ? first : second;
      const auto& column = K.symbolic().column;
      const bool on_child = column[first + second - constraint] < column[constraint];
      if (!on_child || random.index(4) > 0) continue;
      auto block = K.coupling(static_cast<int>(e));
      if (first == constraint)
        block.row(0).setZero();
      else
        block.col(0).setZero();
      ++lost;
    }
    const Eigen::MatrixXd A = dense(K);
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(A);
    if (lost == 0 || !lu.isInvertible() || lu.inverse().norm() * A.norm() > 1e6) continue;
    ++cases;
    const FactorReport report = K.factor();
    CHECK(report.status == FactorStatus::dependent);
    Eigen::VectorXd x(K.rows());
    CHECK(K.null_vector(report.dependent_rows[0], x) > 1e-4);
    const Eigen::VectorXd b = random.vector(K.rows());
    x = b;
    K.solve(x);
    CHECK(K.refine(b, x, 6) < 1e-13);
  }
  CHECK(cases > 20);
}

TEST_CASE("an unchanged graph keeps values and layout; a malformed one is refused by name") {
  BlockSystem system;
  const int body = system.add_body(6);
  const int joint = system.add_constraint(3, {body});
  BlockLdlt K;
  K.analyse(system.graph);
  K.diagonal(body).setIdentity();
  K.analyse(system.graph);
  CHECK(K.diagonal(body) == Eigen::MatrixXd::Identity(6, 6));
  CHECK(K.order().back() == joint);
  BlockGraph bad = system.graph;
  bad.edges.emplace_back(1, 0);
  CHECK_THROWS_AS(K.analyse(bad), InvalidArgument);
  bad = system.graph;
  bad.sizes[0] = 13;
  CHECK_THROWS_AS(K.analyse(bad), InvalidArgument);
  CHECK(K.rows() == 9);
}

}  // namespace perpend::linalg
