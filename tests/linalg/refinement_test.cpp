// SPDX-License-Identifier: Apache-2.0
#include "linalg/refinement.hpp"

#include <doctest/doctest.h>

#include "linalg/lu/block_lu.hpp"
#include "linalg/random.hpp"

namespace perpend::linalg {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

BlockGraph pair_of(int size) {
  BlockGraph graph;
  graph.sizes = {size, size};
  graph.signs = {1, 1};
  graph.edges = {{0, 1}};
  return graph;
}

// A factor of `factored` times the matrix that refinement sees.
double refined(double factored, VectorXd& x, VectorXd& start) {
  Random random(7);
  BlockLu K;
  K.analyse(pair_of(3));
  const MatrixXd D = random.matrix(3, 3) + 4 * MatrixXd::Identity(3, 3), E = random.matrix(3, 3);
  const auto fill = [&](double scale) {
    K.set_zero();
    K.diagonal(0) = scale * D;
    K.diagonal(1) = scale * D.transpose();
    K.coupling(0) = scale * E;
  };
  fill(factored);
  K.factor();
  fill(1.0);
  const VectorXd b = random.vector(6);
  x = b;
  K.solve(x);
  start = x;
  return K.refine(b, x, 40);
}

}  // namespace

TEST_CASE("refinement by the factor of a larger matrix converges, step by step") {
  VectorXd x, start;
  CHECK(refined(1.5, x, start) < 1e-14);
  CHECK((x - 1.5 * start).norm() < 1e-12 * x.norm());
}

TEST_CASE("refinement that leads away from the solution leaves it as it was") {
  VectorXd x, start;
  // Each step would multiply the error by 1 - 1 / 0.3.
  CHECK(refined(0.3, x, start) > 0.1);
  CHECK(x == start);
}

}  // namespace perpend::linalg
