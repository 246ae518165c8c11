// SPDX-License-Identifier: Apache-2.0
#include "bench/baraff/block_auxiliary.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>

#include "linalg/block_systems.hpp"
#include "linalg/ldlt/block_reduction.hpp"
#include "perpend/core/error.hpp"

namespace perpend::linalg {
namespace {

// A random forest with hard primary constraints, dense and as the paper has it.
struct Primary {
  BlockSystem system;
  SparseFactor H;
  Eigen::MatrixXd dense;  // H
  std::vector<int> bodies;

  explicit Primary(Random& random) {
    system = random_tree(random, 10, true);
    const BlockGraph& graph = system.graph;
    H.analyse(graph);
    dense.setZero(H.rows(), H.rows());
    for (int n = 0; n < graph.nodes(); ++n) {
      if (graph.signs[n] < 0) continue;
      bodies.push_back(n);
      const int size = graph.sizes[n];
      const Eigen::MatrixXd A = 0.5 * random.matrix(size, size);
      H.mass(n) = A * A.transpose() + Eigen::MatrixXd::Identity(size, size);
      dense.block(H.offset(n), H.offset(n), size, size) = H.mass(n);
    }
    for (std::size_t e = 0; e < graph.edges.size(); ++e) add_jacobian(static_cast<int>(e), random);
    H.factor();
  }

  void add_jacobian(int e, Random& random) {
    auto [constraint, body] = system.graph.edges[e];
    if (system.graph.signs[constraint] > 0) std::swap(constraint, body);
    auto J = H.jacobian(e);
    J = 0.25 * random.matrix(J.rows(), J.cols());
    for (Eigen::Index i = 0; i < J.rows(); ++i) J(i, (i + e) % J.cols()) += 1.0;
    dense.block(H.offset(constraint), H.offset(body), J.rows(), J.cols()) = -J;
    dense.block(H.offset(body), H.offset(constraint), J.cols(), J.rows()) = -J.transpose();
  }

  std::vector<AuxiliaryConstraints::Part> random_parts(Random& random, int count) const {
    std::vector<AuxiliaryConstraints::Part> parts;
    for (int i = 0; i < count; ++i) {
      const int body = bodies[(3 * i + random.index(3)) % bodies.size()];
      parts.push_back({body, random.vector(system.graph.sizes[body])});
    }
    return parts;
  }

  Eigen::VectorXd spread(const std::vector<AuxiliaryConstraints::Part>& parts) const {
    Eigen::VectorXd v = Eigen::VectorXd::Zero(H.rows());
    for (const auto& [body, value] : parts) v.segment(H.offset(body), value.size()) += value;
    return v;
  }
};

}  // namespace

TEST_CASE("anticipation gives what primary and auxiliary constraints solved together give") {
  Random random(1);
  AuxiliaryConstraints auxiliary;  // each start forgets the constraints of the one before
  for (int round = 0; round < 30; ++round) {
    Primary primary(random);
    const int k = 4, n = primary.H.rows();
    const bool workless = round % 2 == 0;
    const Eigen::VectorXd external = random.vector(n);
    auxiliary.start(primary.H, external);
    // [H -K; Ja 0] (v', lambda, mu) = (F, c, -ca): everything at once, dense.
    Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(n + k, n + k);
    Eigen::VectorXd rhs(n + k);
    whole.topLeftCorner(n, n) = primary.dense;
    rhs.head(n) = external;
    for (int i = 0; i < k; ++i) {
      const auto Ja = primary.random_parts(random, 1 + i % 3);
      const auto K = workless ? Ja : primary.random_parts(random, 2);
      rhs[n + i] = random.uniform();
      auxiliary.add(Ja, K, -rhs[n + i]);
      whole.row(n + i).head(n) = primary.spread(Ja).transpose();
      whole.col(n + i).head(n) = -primary.spread(K);
    }
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(whole);
    if (!lu.isInvertible()) continue;
    const Eigen::VectorXd expected = lu.solve(rhs);
    Eigen::MatrixXd A;
    Eigen::VectorXd b;
    auxiliary.form(A, b);
    if (workless) CHECK((A - A.transpose()).norm() < 1e-11 * A.norm());
    const Eigen::VectorXd mu = A.fullPivLu().solve(-b);
    CHECK((mu - expected.tail(k)).norm() < 1e-9 * expected.norm());
    CHECK((auxiliary.respond(mu) - expected.head(n)).norm() < 1e-9 * expected.norm());
  }
}

TEST_CASE("for workless rows the coefficients are the Delassus matrix of half solves") {
  Random random(2);
  Primary primary(random);
  const BlockGraph& graph = primary.system.graph;
  BlockLdlt K;
  K.analyse(graph);
  K.set_zero();
  for (int n = 0; n < graph.nodes(); ++n)
    if (graph.signs[n] > 0) K.diagonal(n) = primary.H.mass(n);
  for (int e = 0; e < static_cast<int>(graph.edges.size()); ++e) {
    if (graph.signs[graph.edges[e].first] > 0)
      K.coupling(e) = primary.H.jacobian(e).transpose();
    else
      K.coupling(e) = primary.H.jacobian(e);
  }
  REQUIRE(K.factor().status == FactorStatus::regular);
  AuxiliaryConstraints auxiliary;
  auxiliary.start(primary.H, Eigen::VectorXd::Zero(primary.H.rows()));
  BlockReduction reduction;
  reduction.start(K);
  for (int i = 0; i < 6; ++i) {
    const auto parts = primary.random_parts(random, 2);
    if (parts[0].body == parts[1].body) continue;
    auxiliary.add(parts, parts, 0.0);
    reduction.add(parts[0].body, parts[0].value.transpose(), parts[1].body,
                  parts[1].value.transpose());
  }
  Eigen::MatrixXd A, W(reduction.rows(), reduction.rows());
  Eigen::VectorXd b;
  auxiliary.form(A, b);
  reduction.gram(W);
  CHECK((A - W).norm() < 1e-11 * W.norm());
  CHECK(b.norm() == 0.0);
}

TEST_CASE("parts that do not fit their body are refused") {
  Random random(3);
  Primary primary(random);
  AuxiliaryConstraints auxiliary;
  CHECK_THROWS_AS(auxiliary.start(primary.H, Eigen::VectorXd::Zero(1)), InvalidArgument);
  auxiliary.start(primary.H, Eigen::VectorXd::Zero(primary.H.rows()));
  const std::vector<AuxiliaryConstraints::Part> wrong{{primary.bodies[0], random.vector(13)}};
  CHECK_THROWS_AS(auxiliary.add(wrong, wrong, 0.0), InvalidArgument);
  CHECK_THROWS_AS(auxiliary.respond(random.vector(1)), InvalidArgument);
}

}  // namespace perpend::linalg
