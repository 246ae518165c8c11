// SPDX-License-Identifier: Apache-2.0
#include "linalg/lu/block_lu.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <limits>

#include "linalg/random.hpp"
#include "perpend/core/error.hpp"
#include "relative.hpp"

namespace perpend::linalg {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

enum class Sizes { six, three, mixed };

// A ring of nodes (so that no leaf exists) with random chords.
BlockGraph ring_graph(Random& random, int nodes, int chords, Sizes sizes) {
  static constexpr int kMixed[] = {1, 2, 3, 5, 6, 7, 12};
  BlockGraph graph;
  for (int i = 0; i < nodes; ++i) {
    graph.sizes.push_back(sizes == Sizes::six     ? 6
                          : sizes == Sizes::three ? 3
                                                  : kMixed[random.index(7)]);
    graph.signs.push_back(1);
  }
  const auto has = [&](int a, int b) {
    return std::any_of(graph.edges.begin(), graph.edges.end(), [&](const auto& edge) {
      return std::minmax(edge.first, edge.second) == std::minmax(a, b);
    });
  };
  const auto join = [&](int a, int b) {
    if (a != b && !has(a, b)) graph.edges.emplace_back(a, b);
  };
  for (int i = 0; i < nodes; ++i) join(i, (i + 1) % nodes);
  for (int k = 0; k < chords; ++k)
    join(static_cast<int>(random.index(nodes)), static_cast<int>(random.index(nodes)));
  return graph;
}

// Unsymmetric values; diagonal blocks whose largest entries are off their diagonals, so that rows
// must be exchanged.
void fill_random(BlockLu& K, Random& random) {
  K.set_zero();
  for (int i = 0; i < K.graph().nodes(); ++i) {
    const int n = K.graph().sizes[i];
    MatrixXd D = 0.5 * random.matrix(n, n);
    for (int k = 0; k < n; ++k) D(k, (k + 1) % n) += 6.0;
    K.diagonal(i) = D;
  }
  for (int e = 0; e < K.input_blocks(); ++e) {
    auto forth = K.coupling(e);
    auto back = K.reverse_coupling(e);
    forth = 0.5 * random.matrix(forth.rows(), forth.cols());
    back = 0.5 * random.matrix(back.rows(), back.cols());
  }
}

MatrixXd dense(const BlockLu& K) {
  MatrixXd A = MatrixXd::Zero(K.rows(), K.rows());
  for (int i = 0; i < K.graph().nodes(); ++i) {
    const int n = K.graph().sizes[i];
    A.block(K.offset(i), K.offset(i), n, n) = K.diagonal(i);
  }
  for (int e = 0; e < K.input_blocks(); ++e) {
    const auto [a, b] = K.graph().edges[e];
    const int r = K.graph().sizes[a], s = K.graph().sizes[b];
    A.block(K.offset(a), K.offset(b), r, s) = K.coupling(e);
    A.block(K.offset(b), K.offset(a), s, r) = K.reverse_coupling(e);
  }
  return A;
}

TEST_CASE("block LU solves what dense LU solves, on random graphs of all block sizes") {
  for (const Sizes sizes : {Sizes::six, Sizes::three, Sizes::mixed})
    for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
      CAPTURE(seed);
      Random random(seed);
      BlockLu K;
      K.analyse(ring_graph(random, 15, 12, sizes));
      fill_random(K, random);
      const LuReport report = K.factor();
      CHECK(report.finite);
      CHECK(report.dependent.empty());
      CHECK(report.smallest_pivot > 1e-6);
      const MatrixXd A = dense(K), B = random.matrix(K.rows(), 7);
      const MatrixXd exact = A.partialPivLu().solve(B);
      MatrixXd X = B;
      K.solve_columns(X);
      CHECK((X - exact).norm() < 1e-10 * exact.norm());
      VectorXd x = B.col(6);
      K.solve(x);
      CHECK(x == X.col(6));
      CHECK(K.refine(B.col(6), x, 3) < 1e-15);
      CHECK((A * x - B.col(6)).norm() < 1e-12 * B.col(6).norm());
    }
}

TEST_CASE("the residual is that of the dense matrix") {
  Random random(9);
  BlockLu K;
  K.analyse(ring_graph(random, 8, 4, Sizes::mixed));
  fill_random(K, random);
  const MatrixXd A = dense(K);
  const VectorXd x = random.vector(K.rows()), b = random.vector(K.rows());
  const VectorXd error = (b - A * x).cwiseAbs();
  const VectorXd terms = A.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs();
  CHECK(K.residual(b, x) == relative(error.cwiseQuotient(terms).maxCoeff(), 1e-12));
}

TEST_CASE("a row of nothing but rounding is judged against the terms of the others") {
  BlockLu K;
  K.analyse({.sizes = {1, 1}, .edges = {{0, 1}}, .signs = {1, 1}});
  K.diagonal(0)(0, 0) = K.diagonal(1)(0, 0) = 1;
  const Eigen::Vector2d b(1, 0);
  CHECK(K.residual(b, Eigen::Vector2d(1, 1e-20)) < 1e-7);
  CHECK(K.residual(b, Eigen::Vector2d(1, 1e-6)) == relative(1.0, 1e-12));
}

TEST_CASE("an answer with a NaN anywhere has none but NaN for a residual") {
  Random random(10);
  BlockLu K;
  K.analyse(ring_graph(random, 8, 4, Sizes::mixed));
  fill_random(K, random);
  const VectorXd b = random.vector(K.rows());
  for (const Eigen::Index at :
       {Eigen::Index(0), Eigen::Index(K.rows() / 2), Eigen::Index(K.rows() - 1)}) {
    VectorXd x = random.vector(K.rows());
    x[at] = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isnan(K.residual(b, x)));
  }
}

TEST_CASE("the fill is what the symbolic step counted") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Random random(seed);
    BlockLu K;
    K.analyse(ring_graph(random, 24, 16, Sizes::three));
    fill_random(K, random);
    // Elimination of the dense matrix in the same order; no entry cancels with random values.
    const MatrixXd A = dense(K);
    const auto& order = K.symbolic().order;
    MatrixXd P(A.rows(), A.cols());
    for (int i = 0; i < 24; ++i)
      for (int j = 0; j < 24; ++j)
        P.block<3, 3>(3 * i, 3 * j) = A.block<3, 3>(3 * order[i], 3 * order[j]);
    int filled = 0;
    for (int p = 0; p < 24; ++p) {
      for (int i = p + 1; i < 24; ++i) {
        if (P.block<3, 3>(3 * i, 3 * p).isZero(0.0)) continue;
        ++filled;
        const MatrixXd L = P.block<3, 3>(3 * i, 3 * p) * P.block<3, 3>(3 * p, 3 * p).inverse();
        for (int j = p + 1; j < 24; ++j)
          if (!P.block<3, 3>(3 * p, 3 * j).isZero(0.0))
            P.block<3, 3>(3 * i, 3 * j) -= L * P.block<3, 3>(3 * p, 3 * j);
      }
    }
    CHECK(K.factor_blocks() == filled);
    CHECK(K.factor_blocks() > K.input_blocks());
    CHECK(K.factor_values() == 9u * (24u + 2u * static_cast<unsigned>(filled)));
  }
}

TEST_CASE("trees and chains do not fill") {
  BlockGraph chain;
  for (int i = 0; i < 50; ++i) {
    chain.sizes.push_back(6);
    chain.signs.push_back(1);
    if (i > 0) chain.edges.emplace_back(i - 1, i);
  }
  BlockLu K;
  K.analyse(chain);
  CHECK(K.factor_blocks() == 49);
}

TEST_CASE("rows that depend on others are named and consistent systems still solved") {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}) {
    CAPTURE(seed);
    Random random(seed);
    BlockGraph graph = ring_graph(random, 10, 5, Sizes::three);
    BlockLu regular, K;
    regular.analyse(graph);
    fill_random(regular, random);
    // Every row and column of every other node twice: three rows of the node depend on the rest.
    for (int i = 0; i < 10; i += 2) graph.sizes[i] = 6;
    K.analyse(graph);
    const auto twice = [](const MatrixXd& block, Eigen::Index rows, Eigen::Index columns) {
      return MatrixXd(block.replicate(rows / block.rows(), columns / block.cols()));
    };
    for (int i = 0; i < 10; ++i)
      K.diagonal(i) = twice(regular.diagonal(i), graph.sizes[i], graph.sizes[i]);
    for (int e = 0; e < K.input_blocks(); ++e) {
      const auto [a, b] = graph.edges[e];
      K.coupling(e) = twice(regular.coupling(e), graph.sizes[a], graph.sizes[b]);
      K.reverse_coupling(e) = twice(regular.reverse_coupling(e), graph.sizes[b], graph.sizes[a]);
    }
    const LuReport report = K.factor();
    CHECK(report.finite);
    CHECK(report.smallest_pivot < 1e-13);
    REQUIRE(report.dependent.size() == 15);
    int named[10] = {};
    for (const int row : report.dependent)
      for (int i = 0; i < 10; ++i)
        named[i] += row >= K.offset(i) && row < K.offset(i) + graph.sizes[i];
    for (int i = 0; i < 10; ++i) CHECK(named[i] == (i % 2 == 0 ? 3 : 0));
    const VectorXd b = dense(K) * random.vector(K.rows());
    VectorXd x = b;
    K.solve(x);
    CHECK(K.refine(b, x, 5) < 1e-14);
  }
}

TEST_CASE("the smallest pivot is that of the whole factor, wherever it stands") {
  BlockGraph graph;
  for (const int size : {3, 2}) graph.sizes.push_back(size), graph.signs.push_back(1);
  graph.edges.emplace_back(0, 1);
  for (int place = 0; place < 3; ++place) {
    CAPTURE(place);
    BlockLu K;
    K.analyse(graph);
    K.set_zero();
    // Two rows of the first node are the same up to 1e-6.
    const int a = place, b = (place + 1) % 3;
    MatrixXd D = MatrixXd::Identity(3, 3);
    D(a, b) = D(b, a) = 1;
    D(b, b) = 1 + 1e-6;
    K.diagonal(0) = D;
    K.diagonal(1) = MatrixXd::Identity(2, 2);
    const LuReport report = K.factor();
    CHECK(report.smallest_pivot < 1e-6);
    CHECK(report.smallest_pivot > 1e-7);
    CHECK(report.dependent.empty());
    // A row of zeros has none.
    D.row(b).setZero();
    K.diagonal(0) = D;
    const LuReport empty = K.factor();
    CHECK(empty.smallest_pivot == 0);
    CHECK(empty.dependent.size() == 1);
  }
}

// Rows 0, 1 and 3 of some nodes are the same, and so are columns 1, 3 and 4: which rows depend is
// for the exchanges to tell, and rows 2 and 4 must not be named.
TEST_CASE("what is left without the rows that are named has full rank") {
  static constexpr int kRows[] = {1, 1, 0, 1, 2}, kColumns[] = {0, 1, 2, 1, 1}, kCopies = 2;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8}) {
    CAPTURE(seed);
    Random random(seed);
    BlockGraph graph = ring_graph(random, 8, 4, Sizes::three);
    BlockLu regular, K;
    regular.analyse(graph);
    fill_random(regular, random);
    for (int i = 0; i < 8; i += 2) graph.sizes[i] = 5;
    K.analyse(graph);
    const auto spread = [&](const auto& from, int row_node, int column_node, auto&& to) {
      for (Eigen::Index j = 0; j < to.cols(); ++j)
        for (Eigen::Index i = 0; i < to.rows(); ++i)
          to(i, j) = from(row_node % 2 ? i : kRows[i], column_node % 2 ? j : kColumns[j]);
    };
    for (int i = 0; i < 8; ++i) spread(regular.diagonal(i), i, i, K.diagonal(i));
    for (int e = 0; e < K.input_blocks(); ++e) {
      const auto [a, b] = graph.edges[e];
      spread(regular.coupling(e), a, b, K.coupling(e));
      spread(regular.reverse_coupling(e), b, a, K.reverse_coupling(e));
    }
    const LuReport report = K.factor();
    REQUIRE(report.dependent.size() == 4 * kCopies);
    MatrixXd left = dense(K);
    for (const int row : report.dependent) left.row(row).setZero();
    CHECK(Eigen::FullPivLU<MatrixXd>(left).rank() == K.rows() - 4 * kCopies);
  }
}

TEST_CASE("rows that depend are those of the last factorisation") {
  Random random(9);
  BlockLu K;
  const BlockGraph graph = ring_graph(random, 6, 3, Sizes::six);
  K.analyse(graph);
  const auto dependent = [&](bool singular) {
    for (int i = 0; i < 6; ++i) K.diagonal(i) = MatrixXd::Identity(6, 6);
    for (int e = 0; e < K.input_blocks(); ++e)
      K.coupling(e).setZero(), K.reverse_coupling(e).setZero();
    if (singular) K.diagonal(2).row(4).setZero();
    return K.factor().dependent.size();
  };
  CHECK(dependent(true) == 1);
  CHECK(dependent(true) == 1);
  CHECK(dependent(false) == 0);
}

TEST_CASE("a huge diagonal compliance beside a unit mass keeps its digits through refinement") {
  // I + G Theta G' with Theta = 1e8: the stick rows of contacts.
  Random random(6);
  BlockLu K;
  const BlockGraph graph = ring_graph(random, 12, 6, Sizes::six);
  K.analyse(graph);
  for (int i = 0; i < 12; ++i) K.diagonal(i) = MatrixXd::Identity(6, 6);
  for (int e = 0; e < K.input_blocks(); ++e) {
    const auto [a, b] = graph.edges[e];
    const MatrixXd A = random.matrix(6, 3), B = random.matrix(6, 3);
    K.diagonal(a) += 1e8 * A * A.transpose();
    K.diagonal(b) += 1e8 * B * B.transpose();
    K.coupling(e) = 1e8 * A * B.transpose();
    K.reverse_coupling(e) = 1e8 * B * A.transpose();
  }
  CHECK(K.factor().dependent.empty());
  const VectorXd b = random.vector(K.rows());
  VectorXd x = b;
  K.solve(x);
  CHECK(K.refine(b, x, 3) < 1e-14);
}

TEST_CASE("infinite values are reported and wrong arguments refused") {
  Random random(1);
  BlockLu K;
  BlockGraph graph = ring_graph(random, 5, 0, Sizes::three);
  K.analyse(graph);
  fill_random(K, random);
  K.diagonal(2)(0, 1) = std::numeric_limits<double>::infinity();
  CHECK_FALSE(K.factor().finite);
  fill_random(K, random);
  K.reverse_coupling(1)(0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(K.factor().finite);
  fill_random(K, random);
  K.diagonal(0)(0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(K.factor().finite);
  VectorXd x(4);
  CHECK_THROWS_AS(K.solve(x), InvalidArgument);
  graph.signs[0] = 0;
  CHECK_THROWS_AS(K.analyse(graph), InvalidArgument);
}

TEST_CASE("a new factor of the same graph gives the bits of a fresh one") {
  Random random(4);
  const BlockGraph graph = ring_graph(random, 9, 6, Sizes::mixed);
  BlockLu used, fresh;
  used.analyse(graph);
  fill_random(used, random);
  used.factor();
  Random again(11);
  used.analyse(graph);
  fill_random(used, again);
  used.factor();
  again = Random(11);
  fresh.analyse(graph);
  fill_random(fresh, again);
  fresh.factor();
  VectorXd x = random.vector(used.rows()), y = x;
  used.solve(x);
  fresh.solve(y);
  CHECK(x == y);
}

}  // namespace
TEST_CASE("several threads find the same bits as one") {
  Random random(77);
  const BlockGraph graph = ring_graph(random, 300, 60, Sizes::six);
  BlockLu alone, shared;
  alone.analyse(graph);
  shared.analyse(graph);
  Threads threads(2);
  shared.run_on(threads);
  for (int round = 0; round < 5; ++round) {
    Random same(static_cast<unsigned>(round)), again(static_cast<unsigned>(round));
    fill_random(alone, same);
    fill_random(shared, again);
    VectorXd x = VectorXd::LinSpaced(alone.rows(), -1, 1), y = x, b = x;
    const LuReport one = alone.factor();
    alone.solve(x);
    threads.keep_awake([&] {
      const LuReport two = shared.factor();
      shared.solve(y);
      CHECK(two.finite == one.finite);
      CHECK(two.smallest_pivot == one.smallest_pivot);
      CHECK(two.dependent.size() == one.dependent.size());
    });
    CHECK(x == y);
    CHECK(alone.residual(b, x) < 1e-10);
  }
}

}  // namespace perpend::linalg
