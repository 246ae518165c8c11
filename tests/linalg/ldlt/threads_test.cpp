// SPDX-License-Identifier: Apache-2.0
//
// Systems of several chunks, shared among threads: the bits of one thread, and answers that an
// independent product confirms.
#include "core/threads.hpp"

#include <doctest/doctest.h>

#include <Eigen/Core>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "heap.hpp"
#include "linalg/block_systems.hpp"
#include "relative.hpp"

namespace perpend::linalg {
namespace {

constexpr int kBodies = 6000;

// Everything that a factor gives, by one number of threads; 0: the calling thread alone.
struct Results {
  FactorReport report;
  std::vector<int> dependent;
  Eigen::VectorXd x, refined;
  Eigen::MatrixXd X;
  double error = 0.0, refined_error = 0.0;
};

using Fill = std::function<void(BlockLdlt&)>;

// Dampers between bodies are weak, so that M stays positive definite.
void fill_regular(BlockLdlt& K) {
  Random random(5);
  fill_random(K, random, 2.0);
  for (std::size_t e = 0; e < K.graph().edges.size(); ++e) {
    const auto [first, second] = K.graph().edges[e];
    if (K.graph().signs[first] == K.graph().signs[second]) K.coupling(static_cast<int>(e)) *= 0.01;
  }
}

Results results_on(int threads, const BlockGraph& graph, const Fill& fill = fill_regular) {
  Threads shared(threads);
  BlockLdlt K;
  if (threads > 0) K.run_on(shared);
  K.analyse(graph, BlockOrdering::bodies_first);
  fill(K);
  Results results;
  results.report = K.factor();
  results.dependent.assign(results.report.dependent_rows.begin(),
                           results.report.dependent_rows.end());
  Random random(6);
  const Eigen::VectorXd b = random.vector(K.rows());
  results.x = b;
  K.solve(results.x);
  results.error = K.residual(b, results.x);
  results.refined = results.x;
  results.refined_error = K.refine(b, results.refined, 3);
  results.X = random.matrix(K.rows(), 3);
  K.solve_columns(results.X);
  K.factor();  // again, from warm memory
  Eigen::VectorXd again = b;
  K.solve(again);
  CHECK(again == results.x);
  return results;
}

void check_equal(const Results& a, const Results& b) {
  CHECK(a.report.status == b.report.status);
  CHECK(a.report.positive == b.report.positive);
  CHECK(a.report.negative == b.report.negative);
  CHECK(a.report.smallest_pivot == b.report.smallest_pivot);
  CHECK(a.dependent == b.dependent);
  CHECK(a.x == b.x);
  CHECK(a.X == b.X);
  CHECK(a.error == b.error);
  CHECK(a.refined == b.refined);
  CHECK(a.refined_error == b.refined_error);
}

// b - K x and |b| + |K| |x|, block by block.
double backward_error(const BlockLdlt& K, const Eigen::VectorXd& b, const Eigen::VectorXd& x) {
  Eigen::VectorXd r = b, size = b.cwiseAbs();
  const auto subtract = [&](const auto& A, int row, int column) {
    const auto u = x.segment(column, A.cols());
    r.segment(row, A.rows()) -= A * u;
    size.segment(row, A.rows()) += A.cwiseAbs() * u.cwiseAbs();
  };
  for (int i = 0; i < K.graph().nodes(); ++i) subtract(K.diagonal(i), K.offset(i), K.offset(i));
  for (std::size_t e = 0; e < K.graph().edges.size(); ++e) {
    const auto [first, second] = K.graph().edges[e];
    const Eigen::MatrixXd A = K.coupling(static_cast<int>(e));
    subtract(A, K.offset(first), K.offset(second));
    subtract(A.transpose(), K.offset(second), K.offset(first));
  }
  return (r.cwiseAbs().array() / size.array()).maxCoeff();
}

// Arms of one joint each on one hub.
BlockGraph star(int arms, int rows) {
  BlockSystem system;
  const int hub = system.add_body(6);
  for (int i = 0; i < arms; ++i) system.add_body(6);
  for (int i = 1; i <= arms; ++i) {
    const int joint = system.add_node(rows, -1);
    system.graph.edges.emplace_back(joint, i);
    system.graph.edges.emplace_back(joint, hub);
  }
  return system.graph;
}

// A chain whose joints have 3 and 5 rows in turn, with dampers between neighbours every `every`.
BlockGraph mixed(int bodies, int every) {
  BlockSystem system;
  for (int i = 0; i < bodies; ++i) system.add_body(6);
  for (int i = 0; i < bodies; ++i) {
    const int joint = system.add_node(i % 2 == 0 ? 3 : 5, -1);
    system.graph.edges.emplace_back(joint, i);
    if (i > 0) system.graph.edges.emplace_back(joint, i - 1);
    if (i > 0 && i % every == 0) system.graph.edges.emplace_back(i - 1, i);
  }
  return system.graph;
}

// Two chains of planar bodies with rungs between them.
BlockGraph ladder(Random& random, int rungs) {
  BlockGraph graph = mechanism(random, 2 * rungs, 3, 2, 1);
  for (int i = 0; i < rungs; i += 10) {
    graph.sizes.push_back(1);
    graph.signs.push_back(-1);
    graph.edges.emplace_back(graph.nodes() - 1, i);
    graph.edges.emplace_back(graph.nodes() - 1, 2 * rungs - 1 - i);
  }
  return graph;
}

std::vector<std::pair<std::string, BlockGraph>> structures() {
  Random random(1);
  return {{"chain of balls", mechanism(random, kBodies, 6, 3, 1)},
          {"chain of hinges", mechanism(random, kBodies, 6, 5, 1)},
          {"planar chain", mechanism(random, kBodies, 3, 2, 1)},
          {"narrow tree", mechanism(random, kBodies, 6, 3, 3)},
          {"wide tree", mechanism(random, kBodies, 6, 3, kBodies)},
          {"hub of balls", star(kBodies, 3)},
          {"hub of hinges", star(kBodies, 5)},
          {"mixed chain", mixed(kBodies, kBodies)},
          {"damped in places", mixed(kBodies, 100)},
          {"sizes at random", random_tree(random, kBodies, true).graph},
          {"ladder", ladder(random, kBodies / 2)}};
}

}  // namespace

TEST_CASE("any number of threads: the same bits of factors, answers and residuals") {
  for (const auto& [name, graph] : structures()) {
    CAPTURE(name);
    const Results alone = results_on(0, graph);
    for (const int threads : {1, 2, 4}) {
      CAPTURE(threads);
      check_equal(results_on(threads, graph), alone);
    }
  }
}

TEST_CASE("systems of several chunks: a product by blocks finds the residual too") {
  Threads threads(2);
  for (const auto& [name, graph] : structures()) {
    CAPTURE(name);
    BlockLdlt K;
    K.run_on(threads);
    K.analyse(graph, BlockOrdering::bodies_first);
    fill_regular(K);
    REQUIRE(K.factor().status == FactorStatus::regular);
    Random random(7);
    const Eigen::VectorXd b = random.vector(K.rows());
    Eigen::VectorXd x = b;
    K.solve(x);
    const double error = K.refine(b, x, 5);
    CHECK(error < 1e-14);
    CHECK(backward_error(K, b, x) < 1e-12);
    Eigen::VectorXd off = x;
    off[K.rows() / 2] += 1e-3;
    CHECK(K.residual(b, off) == relative(backward_error(K, b, off)));
  }
}

TEST_CASE("SIMD batches in chunks have the pivots of columns one by one") {
  Random random(1);
  const BlockGraph graph = mechanism(random, kBodies, 6, 3, 2);
  const Results in_lanes = results_on(2, graph);
  CHECK(in_lanes.report.positive == 6 * kBodies);
  CHECK(in_lanes.report.negative == 3 * kBodies);
  // A joint at the end that fails sends every column back to go alone; the rest does not notice.
  const int last = graph.nodes() - 1;
  const Results alone = results_on(2, graph, [&](BlockLdlt& K) {
    fill_regular(K);
    for (std::size_t e = 0; e < graph.edges.size(); ++e)
      if (graph.edges[e].first == last) K.coupling(static_cast<int>(e)).row(2).setZero();
  });
  CHECK(alone.report.status == FactorStatus::dependent);
  CHECK(alone.dependent == std::vector<int>{6 * kBodies + 3 * kBodies - 1});
}

TEST_CASE("a pivot that fails in a chunk in the middle is named on any number of threads") {
  Random random(2);
  const BlockGraph graph = mechanism(random, kBodies, 6, 3, 1);
  const int body = kBodies / 2;
  for (const double mass : {0.0, -1.0}) {
    const auto fill = [&](BlockLdlt& K) {
      fill_regular(K);
      K.diagonal(body) *= mass;
    };
    const Results alone = results_on(0, graph, fill);
    CHECK(alone.report.status != FactorStatus::regular);
    for (const int threads : {1, 2}) check_equal(results_on(threads, graph, fill), alone);
  }
}

TEST_CASE("infinite and missing values in one chunk show in the residual of all") {
  Random random(3);
  Threads threads(2);
  BlockLdlt K;
  K.run_on(threads);
  K.analyse(mechanism(random, kBodies, 6, 3, 1), BlockOrdering::bodies_first);
  fill_regular(K);
  const Eigen::VectorXd x = random.vector(K.rows());
  for (const int row : {0, K.rows() / 3, K.rows() - 1}) {
    Eigen::VectorXd b = random.vector(K.rows());
    b[row] = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isnan(K.residual(b, x)));
  }
}

TEST_CASE("a system of several chunks takes nothing from the heap" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  Random random(4);
  Threads one(1);
  BlockLdlt K;
  K.run_on(one);
  K.analyse(mechanism(random, kBodies, 6, 3, 2), BlockOrdering::bodies_first);
  fill_regular(K);
  const Eigen::VectorXd b = random.vector(K.rows());
  Eigen::VectorXd x = b;
  const long before = heap_allocations();
  K.factor();
  K.solve(x);
  K.refine(b, x, 2);
  CHECK(heap_allocations() == before);
}

}  // namespace perpend::linalg
