// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/block_problem.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "lcp/cone/cone_systems.hpp"
#include "lcp/cone/operator/bodies.hpp"
#include "lcp/cone/operator/cone_problem.hpp"
#include "lcp/problem/block_response.hpp"
#include "lcp/random_blocks.hpp"
#include "lcp/solve_blocks.hpp"
#include "linalg/kernels/dense_factors.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Shape {
  const char* name;
  RandomBlocks blocks;
};

const Shape kShapes[] = {
    {"a tree of joints", {.loops = 0, .limits = 0, .motors = 0, .compliant = 0}},
    {"loops", {.joints = 9, .loops = 3, .limits = 0, .motors = 0, .compliant = 0}},
    {"limits, motors and compliance", {.limits = 4, .motors = 4, .compliant = 4}},
    {"no joints", {.joints = 0, .loops = 0}},
    {"masses over four decades", {.decades = 4}},
    {"more contacts than bodies can have", {.bodies = 6, .joints = 4, .contacts = 40}},
};

std::vector<ConeBlock> blocks_of(const BlockProblem& problem) {
  std::vector<ConeBlock> blocks;
  set_blocks(problem.size(), problem.contacts, problem.law, blocks);
  return blocks;
}

// J K⁻¹ Jᵀ + C from the matrices themselves.
MatrixXd exact_W(const BlockProblem& problem) {
  const int n = problem.velocities();
  std::vector<int> offset{0};
  for (const int size : problem.graph().sizes) offset.push_back(offset.back() + size);
  MatrixXd K = MatrixXd::Zero(n, n), J = MatrixXd::Zero(problem.size(), n);
  for (int i = 0; i < problem.graph().nodes(); ++i)
    K.block(offset[i], offset[i], problem.node(i).rows(), problem.node(i).cols()) = problem.node(i);
  for (std::size_t e = 0; e < problem.graph().edges.size(); ++e) {
    const auto [a, b] = problem.graph().edges[e];
    const auto block = std::as_const(problem).coupling(static_cast<int>(e));
    K.block(offset[a], offset[b], block.rows(), block.cols()) = block;
    K.block(offset[b], offset[a], block.cols(), block.rows()) = block.transpose();
  }
  for (const auto& group : problem.groups())
    for (const auto& part : problem.parts(group)) {
      const auto block = problem.part(group, part);
      J.block(group.row, offset[part.node], group.rows, block.rows()) = block.transpose();
    }
  MatrixXd W = J * K.fullPivLu().solve(J.transpose());
  W.diagonal() += problem.compliance;
  return W;
}

}  // namespace

TEST_CASE("W of blocks is J K^-1 J^T + C, stored or not") {
  for (const Shape& shape : kShapes) {
    CAPTURE(shape.name);
    const BlockProblem problem = random_blocks(shape.blocks);
    const MatrixXd W = exact_W(problem);
    CHECK((condense(problem).A - W).norm() < 1e-9 * W.norm());
    const VectorXd diagonal = W.diagonal();
    CHECK((BlockResponse(problem).diagonal() - diagonal).norm() < 1e-9 * diagonal.norm());
    BodyConeOperator bodies;
    bodies.assign(problem);
    linalg::Random random(5);
    const VectorXd r = random.vector(problem.size());
    VectorXd u;
    bodies.multiply(r, u);
    CHECK((u - W * r).norm() < 1e-9 * W.norm() * r.norm());
    for (const ConeBlock& block : blocks_of(problem)) {
      const MatrixXd own = W.block(block.row, block.row, block.rows, block.rows);
      const auto found = bodies.diagonal(block).topLeftCorner(block.rows, block.rows);
      CHECK((found - own).norm() < 1e-9 * W.norm());
    }
  }
}

TEST_CASE("rounding counts what the compliance of a row adds to its motion") {
  const double force = 3;
  for (const double compliance : {0.0, 9.0}) {
    BlockProblem problem;
    problem.node(problem.add_node(6, 1)).setIdentity();
    problem.contacts = {{.row = 0}};
    problem.add_group(1);
    problem.add_part(0)(2, 0) = 1;
    problem.compliance = VectorXd::Constant(1, compliance);
    problem.b = VectorXd::Ones(1);
    VectorXd a;
    const Certificate certificate = certify(problem, VectorXd::Constant(1, force), a);
    CHECK(a[0] == (1 + compliance) * force + 1);
    const double terms = (1 + compliance) * force;
    CHECK(certificate.rounding == terms * std::numeric_limits<double>::epsilon());
  }
}

TEST_CASE("the system of bodies and joints has the solution of the dense one") {
  for (const Shape& shape : kShapes)
    for (const std::uint64_t seed : {1, 2, 3}) {
      CAPTURE(shape.name);
      CAPTURE(seed);
      RandomBlocks own = shape.blocks;
      own.seed = seed;
      const BlockProblem problem = random_blocks(own);
      const auto blocks = blocks_of(problem);
      linalg::Random random(seed);
      const ConeSystem system = mixed_system(blocks, random);
      BodyConeOperator bodies;
      bodies.assign(problem);
      const MatrixXd G = dense(blocks, system, condense(problem).A);
      const VectorXd rhs = G * random.vector(problem.size());
      VectorXd x;
      REQUIRE(bodies.factor(blocks, system.A, system.B, 1e-8));
      bodies.solve(rhs, 4, x);
      CHECK((G * x - rhs).norm() < 1e-9 * rhs.norm());
    }
}

TEST_CASE("answers of bodies and joints are answers of the stored W") {
  int solved = 0, asked = 0;
  for (const Shape& shape : kShapes)
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      CAPTURE(shape.name);
      CAPTURE(seed);
      RandomBlocks own = shape.blocks;
      own.seed = seed;
      const BlockProblem problem = random_blocks(own);
      const ContactProblem stored = condense(problem);
      Workspace workspace;
      Solution solution;
      solve(problem, {}, workspace, solution);
      ++asked;
      if (solution.status != Status::solved) {
        CHECK(solve(stored, {.method = Method::proximal}).status != Status::solved);
        continue;
      }
      ++solved;
      VectorXd a;
      const Certificate certificate = certify(stored, solution.f, a);
      CHECK(certificate.residual <= 2 * certificate.bound());
      CHECK((a - solution.a).norm() < 1e-10 * (1 + a.norm()));
      Solution again;
      solve(problem, {.warm = {solution.f.data(), std::size_t(solution.f.size())}}, workspace,
            again);
      CHECK(again.answered_by == Method::guess);
      CHECK(again.factorisations == 0);
    }
  MESSAGE(solved << " of " << asked << " solved");
  CHECK(solved >= asked * 3 / 4);
}

namespace {

// Links one behind the other, each with a contact on the ground and one on the next but one.
BlockProblem chain(int links) {
  linalg::Random random(9);
  BlockProblem problem;
  for (int i = 0; i < links; ++i) problem.node(problem.add_node(6, 1)).setIdentity();
  for (int i = 0; i + 1 < links; ++i) testing::add_joint(random, i, i + 1, problem);
  for (int i = 0; i < links; ++i)
    for (const int other : {i, std::min(i + 2, links - 1)}) {
      problem.contacts.push_back({.row = problem.size(), .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
      problem.add_group(3);
      testing::fill(random, problem.add_part(i));
      if (other != i) testing::fill(random, problem.add_part(other));
    }
  problem.compliance.setZero(problem.size());
  problem.b = random.vector(problem.size());
  return problem;
}

}  // namespace

TEST_CASE("the factor of a chain with contacts grows with its length, analysed once") {
  BodyConeOperator shorter, longer;
  shorter.assign(chain(100));
  longer.assign(chain(400));
  const auto values = [](const BodyConeOperator& bodies) {
    return static_cast<double>(bodies.lu().factor_values());
  };
  CHECK(values(longer) < 4.3 * values(shorter));
  CHECK(values(longer) < 0.1 * std::pow(longer.size(), 2));
  BlockProblem moved = chain(400);
  moved.node(0) *= 2.0;
  longer.assign(moved);
  CHECK(longer.analyses() == 1);
}

TEST_CASE("malformed blocks are refused") {
  BlockProblem problem = random_blocks({});
  CHECK_NOTHROW(validate(problem));
  BlockProblem negative = problem;
  negative.compliance[0] = -1;
  CHECK_THROWS_AS(validate(negative), InvalidArgument);
  BlockProblem foreign = problem;
  foreign.contacts[0].tangents = 1;
  CHECK_THROWS_AS(validate(foreign), InvalidArgument);
  BlockProblem light = problem;
  light.node(0).setZero();
  Workspace workspace;
  Solution solution;
  CHECK_THROWS_AS(solve(light, {}, workspace, solution), InvalidArgument);
}

TEST_CASE("blocks of nodes and groups that there are not are refused by name") {
  using doctest::Contains;
  BlockProblem problem;
  CHECK_THROWS_WITH_AS(problem.add_node(0, 1), Contains("size"), InvalidArgument);
  CHECK_THROWS_WITH_AS(problem.add_node(13, 1), Contains("1..12"), InvalidArgument);
  const int body = problem.add_node(6, 1);
  CHECK_THROWS_WITH_AS(problem.add_part(body), Contains("groups"), InvalidArgument);
  CHECK_THROWS_WITH_AS(problem.add_group(0), Contains("rows"), InvalidArgument);
  problem.add_group(1);
  CHECK_THROWS_WITH_AS(problem.add_part(body + 1), Contains("node"), InvalidArgument);
  CHECK_THROWS_WITH_AS(problem.add_part(-1), Contains("node"), InvalidArgument);
  CHECK_THROWS_WITH_AS(problem.add_coupling(body, 7), Contains("second"), InvalidArgument);
  CHECK_THROWS_WITH_AS(problem.add_coupling(-1, body), Contains("first"), InvalidArgument);
}

TEST_CASE("a body twice in a group is refused, and so are rows without entries") {
  BlockProblem problem;
  problem.node(problem.add_node(6, 1)).setIdentity();
  problem.add_group(1);
  problem.add_part(0).setOnes();
  problem.b = problem.compliance = VectorXd::Zero(1);
  CHECK_NOTHROW(validate(problem));
  BlockProblem twice = problem;
  twice.add_part(0).setOnes();
  CHECK_THROWS_WITH_AS(validate(twice), doctest::Contains("once"), InvalidArgument);
  BlockProblem longer = problem;
  longer.add_group(1);
  CHECK_THROWS_WITH_AS(validate(longer), doctest::Contains("2 entries"), InvalidArgument);
}

}  // namespace perpend::lcp
