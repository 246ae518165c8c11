// SPDX-License-Identifier: Apache-2.0
#include "bench/baraff/block_sparsefactor.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>

#include "bench/baraff/block_dense.hpp"
#include "linalg/block_systems.hpp"
#include "perpend/core/error.hpp"

namespace perpend::linalg {
namespace {

// H of the paper from K: G = -J, so K is H.
void copy_values(const BlockLdlt& K, SparseFactor& H) {
  for (int n = 0; n < K.graph().nodes(); ++n)
    if (K.graph().signs[n] > 0) H.mass(n) = K.diagonal(n);
  for (int e = 0; e < static_cast<int>(K.graph().edges.size()); ++e) {
    if (K.graph().signs[K.graph().edges[e].first] > 0)
      H.jacobian(e) = -K.coupling(e).transpose();
    else
      H.jacobian(e) = -K.coupling(e);
  }
}

}  // namespace

TEST_CASE("three ways, one answer: block LDL', Baraff's sparsefactor, dense J M⁻¹ Jᵀ") {
  Random random(1);
  for (const double decades : {0.0, 6.0}) {
    for (int round = 0; round < 60; ++round) {
      const BlockSystem system =
          random_tree(random, 1 + static_cast<int>(random.index(25)), round % 2 == 0);
      BlockLdlt K;
      K.analyse(system.graph);
      fill_random(K, random, decades);
      REQUIRE(K.factor().status == FactorStatus::regular);
      SparseFactor H;
      H.analyse(system.graph);
      copy_values(K, H);
      REQUIRE(H.factor() == -1);
      DenseMultipliers dense_path;
      REQUIRE(dense_path.factor(K));
      const Eigen::VectorXd b = random.vector(K.rows());
      Eigen::VectorXd x = b, paper = b, reference = b;
      K.solve(x);
      H.solve(paper);
      dense_path.solve(reference);
      Eigen::VectorXd rest = b - dense(K) * reference;
      dense_path.solve(rest);
      reference += rest;
      K.refine(b, x, 3);
      K.refine(b, paper, 3);
      CHECK(K.residual(b, paper) < 1e-14);
      CHECK((x - paper).norm() < 1e-10 * x.norm());
      CHECK((x - reference).norm() < 1e-10 * x.norm());
    }
  }
}

TEST_CASE("compliance of constraints is part of the dense J M⁻¹ Jᵀ") {
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    const BlockSystem system = random_tree(random, 6, true);
    BlockLdlt K;
    K.analyse(system.graph);
    fill_random(K, random, 2);
    for (int n = 0; n < system.graph.nodes(); ++n)
      if (system.graph.signs[n] < 0)
        for (int i = 0; i < system.graph.sizes[n]; ++i) K.diagonal(n)(i, i) = -0.1 * (1 + i);
    DenseMultipliers dense_path;
    REQUIRE(dense_path.factor(K));
    const Eigen::VectorXd b = random.vector(K.rows());
    Eigen::VectorXd x = b;
    dense_path.solve(x);
    CHECK((dense(K) * x - b).norm() < 1e-10 * b.norm());
  }
}

TEST_CASE("a constraint that its child bodies cannot carry is named") {
  BlockSystem system;
  const int a = system.add_body(3), b = system.add_body(3);
  const int first = system.add_constraint(2, {a});
  system.add_constraint(2, {a, b});
  const int second = system.add_constraint(1, {b});
  SparseFactor H;
  H.analyse(system.graph);
  for (const int body : {a, b}) H.mass(body).setIdentity();
  for (int e = 0; e < 4; ++e) H.jacobian(e).setIdentity();
  const int singular = H.factor();
  CHECK((singular == first || singular == second));
}

TEST_CASE("loops and blocks between bodies are refused") {
  BlockSystem system;
  const int a = system.add_body(3), b = system.add_body(3);
  system.add_constraint(1, {a, b});
  SparseFactor H;
  BlockGraph coupled = system.graph;
  coupled.edges.emplace_back(a, b);
  CHECK_THROWS_AS(H.analyse(coupled), InvalidArgument);
  system.add_constraint(1, {a, b});
  CHECK_THROWS_AS(H.analyse(system.graph), InvalidArgument);
}

}  // namespace perpend::linalg
