// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/contact_islands.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include "lcp/random_problem.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Contacts of one island: of 1 to 3 rows each, and a bilateral row.
ContactProblem any_island(std::mt19937_64& random) {
  ContactProblem island;
  Index rows = 1;
  const int contacts = 1 + static_cast<int>(random() % 4);
  for (int i = 0; i < contacts; ++i) {
    const int tangents = static_cast<int>(random() % 3);
    island.contacts.push_back({.row = rows, .tangents = tangents, .mu_s = 0.5, .mu_k = 0.5});
    rows += 1 + tangents;
  }
  const MatrixXd G = testing::random_matrix(random, rows, rows);
  island.A = G * G.transpose() + 0.5 * MatrixXd::Identity(rows, rows);
  island.b = testing::random_matrix(random, rows, 1);
  island.noise = testing::random_matrix(random, rows, 1).cwiseAbs() * 1e-14;
  return island;
}

struct Mixed {
  ContactProblem problem;
  std::vector<std::vector<Index>> rows;  // of each island, ascending within contacts
};

// Islands whose contacts alternate: rows of a contact follow one another.
Mixed mixed(const std::vector<ContactProblem>& islands, std::mt19937_64& random) {
  struct Run {
    int island;
    Index first, rows;
    const Contact* contact;
  };
  std::vector<Run> runs;
  for (int k = 0; k < static_cast<int>(islands.size()); ++k) {
    runs.push_back({k, 0, 1, nullptr});
    for (const Contact& contact : islands[k].contacts)
      runs.push_back({k, contact.row, 1 + contact.tangents, &contact});
  }
  for (std::size_t i = runs.size() - 1; i > 0; --i) std::swap(runs[i], runs[random() % (i + 1)]);
  Mixed mixed{.problem = {}, .rows = {}};
  Index n = 0;
  for (const ContactProblem& island : islands) {
    mixed.rows.emplace_back(island.size());
    n += island.size();
  }
  Index next = 0;
  for (const Run& run : runs) {
    if (run.contact) {
      mixed.problem.contacts.push_back(*run.contact);
      mixed.problem.contacts.back().row = next;
    }
    for (Index r = 0; r < run.rows; ++r) mixed.rows[run.island][run.first + r] = next++;
  }
  mixed.problem.A = MatrixXd::Zero(n, n);
  mixed.problem.b = mixed.problem.noise = VectorXd::Zero(n);
  for (std::size_t k = 0; k < islands.size(); ++k) {
    mixed.problem.A(mixed.rows[k], mixed.rows[k]) = islands[k].A;
    mixed.problem.b(mixed.rows[k]) = islands[k].b;
    mixed.problem.noise(mixed.rows[k]) = islands[k].noise;
  }
  return mixed;
}

}  // namespace

TEST_CASE("contact problems fall apart into their islands, whose answers are that of the whole") {
  std::mt19937_64 random(7);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    std::vector<ContactProblem> islands(1 + round % 5);
    for (ContactProblem& island : islands) island = any_island(random);
    const Mixed whole = mixed(islands, random);
    const std::vector<ContactIsland> found = split_islands(whole.problem);
    REQUIRE(found.size() == islands.size());
    std::vector<Solution> parts;
    for (const ContactIsland& island : found) {
      CHECK(std::ranges::is_sorted(island.rows));
      CHECK(whole.problem.A(island.rows, island.rows) == island.problem.A);
      CHECK(whole.problem.b(island.rows) == island.problem.b);
      CHECK(whole.problem.noise(island.rows) == island.problem.noise);
      parts.push_back(solve(island.problem));
      REQUIRE(parts.back().status == Status::solved);
    }
    Solution merged;
    merge(found, parts, merged);
    CHECK(merged.status == Status::solved);
    CHECK(merged.ray.size() == 0);
    const Solution once = solve(whole.problem);
    REQUIRE(once.status == Status::solved);
    CHECK((merged.f - once.f).norm() < 1e-8 * (1 + once.f.norm()));
    CHECK((merged.a - once.a).norm() < 1e-8 * (1 + once.a.norm()));
    const auto sum = [&](int Solution::*of) {
      return std::transform_reduce(parts.begin(), parts.end(), 0, std::plus<>(),
                                   [of](const Solution& part) { return part.*of; });
    };
    CHECK(merged.pivots == sum(&Solution::pivots));
    CHECK(merged.factorisations == sum(&Solution::factorisations));
    for (const Solution& part : parts) CHECK(merged.residual >= part.residual);
  }
}

TEST_CASE("a bilateral row alone and a frictionless contact are islands; no rows have none") {
  const ContactProblem alone{
      .A = MatrixXd::Identity(2, 2), .b = VectorXd::Constant(2, -1), .contacts = {{.row = 1}}};
  const std::vector<ContactIsland> islands = split_islands(alone);
  REQUIRE(islands.size() == 2);
  CHECK(islands[0].problem.contacts.empty());
  REQUIRE(islands[1].problem.contacts.size() == 1);
  CHECK(islands[1].problem.contacts[0].row == 0);
  CHECK(split_islands(ContactProblem{}).empty());
  // The rows of a contact hang together by its law, whether A couples them or not.
  const ContactProblem uncoupled{
      .A = MatrixXd::Identity(3, 3), .b = VectorXd::Ones(3), .contacts = {{.tangents = 2}}};
  CHECK(split_islands(uncoupled).size() == 1);
}

TEST_CASE("the residual of islands is that of the worst, with its bound and rounding") {
  std::mt19937_64 random(9);
  std::vector<ContactProblem> islands(3);
  for (ContactProblem& island : islands) island = any_island(random);
  const std::vector<ContactIsland> found = split_islands(mixed(islands, random).problem);
  const double residuals[] = {2e-12, 3e-12, 1e-12};
  for (std::size_t first = 0; first < 3; ++first) {
    std::vector<Solution> parts(3);
    for (std::size_t k = 0; k < 3; ++k) {
      parts[k].status = Status::solved;
      parts[k].f = parts[k].a = VectorXd::Zero(static_cast<Index>(found[k].rows.size()));
      parts[k].residual = residuals[(first + k) % 3];
      parts[k].residual_bound = 100 * parts[k].residual;
      parts[k].rounding = 0.01 * parts[k].residual;
    }
    Solution merged;
    merge(found, parts, merged);
    CHECK(merged.residual == 3e-12);
    CHECK(merged.residual_bound == 100 * 3e-12);
    CHECK(merged.rounding == 0.01 * 3e-12);
  }
}

TEST_CASE("of islands with rays the first has its own; what failed hides them") {
  std::mt19937_64 random(8);
  std::vector<ContactProblem> islands(3);
  for (ContactProblem& island : islands) island = any_island(random);
  const std::vector<ContactIsland> found = split_islands(mixed(islands, random).problem);
  std::vector<Solution> parts(3);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto n = static_cast<Index>(found[k].rows.size());
    parts[k].status = k == 0 ? Status::solved : Status::ray;
    parts[k].f = parts[k].a = parts[k].terms = VectorXd::Constant(n, 1.0 + static_cast<double>(k));
    if (k > 0) parts[k].ray = VectorXd::Ones(n);
  }
  Solution merged;
  merge(found, parts, merged);
  CHECK(merged.status == Status::ray);
  CHECK(merged.ray(found[1].rows).isOnes());
  CHECK(merged.ray.sum() == static_cast<double>(found[1].rows.size()));
  for (std::size_t k = 0; k < 3; ++k) CHECK(merged.f(found[k].rows) == parts[k].f);
  parts[2].status = Status::limit;
  merge(found, parts, merged);
  CHECK(merged.status == Status::limit);
  CHECK(merged.ray.size() == 0);
}

}  // namespace perpend::lcp
