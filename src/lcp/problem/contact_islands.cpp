// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/contact_islands.hpp"

#include <algorithm>

#include "core/disjoint_sets.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

DisjointSets joined_rows(const ContactProblem& problem) {
  DisjointSets sets(problem.size());
  for (Index j = 0; j < problem.size(); ++j)
    for (Index i = 0; i < problem.size(); ++i)
      if (problem.A(i, j) != 0) sets.join(i, j);
  for (const Contact& contact : problem.contacts)
    for (int k = 1; k <= contact.tangents; ++k) sets.join(contact.row, contact.row + k);
  return sets;
}

// Returns how little a status says of the whole: 0 solved, 1 a ray, 2 neither.
int rank(Status status) {
  return status == Status::solved ? 0 : status == Status::ray ? 1 : 2;
}

void add(const ContactIsland& island, const Solution& part, Solution& whole) {
  whole.f(island.rows) = part.f;
  whole.a(island.rows) = part.a;
  if (part.terms.size() > 0) whole.terms(island.rows) = part.terms;
  if (part.status == Status::ray && whole.status == Status::solved)
    whole.ray(island.rows) = part.ray;
  if (rank(part.status) > rank(whole.status)) whole.status = part.status;
  whole.pivots += part.pivots;
  whole.drives += part.drives;
  whole.factorisations += part.factorisations;
  if (part.residual < whole.residual) return;
  whole.residual = part.residual;
  whole.residual_bound = part.residual_bound;
  whole.rounding = part.rounding;
}

Method method_of_hardest(const std::vector<Solution>& parts) {
  const auto hardest = std::ranges::max_element(parts, {}, &Solution::pivots);
  return hardest == parts.end() ? Method::automatic : hardest->answered_by;
}

}  // namespace

std::vector<ContactIsland> split_islands(const ContactProblem& problem) {
  DisjointSets sets = joined_rows(problem);
  std::vector<int> island_of_set(problem.size(), -1);
  std::vector<Index> place(problem.size());
  std::vector<ContactIsland> islands;
  for (Index row = 0; row < problem.size(); ++row) {
    int& island = island_of_set[sets.find(row)];
    if (island < 0) {
      island = static_cast<int>(islands.size());
      islands.emplace_back().problem.law = problem.law;
    }
    place[row] = static_cast<Index>(islands[island].rows.size());
    islands[island].rows.push_back(row);
  }
  for (ContactIsland& island : islands) {
    island.problem.A = problem.A(island.rows, island.rows);
    island.problem.b = problem.b(island.rows);
    if (problem.noise.size() > 0) island.problem.noise = problem.noise(island.rows);
  }
  for (const Contact& contact : problem.contacts) {
    auto& own = islands[island_of_set[sets.find(contact.row)]].problem.contacts;
    own.push_back(contact);
    own.back().row = place[contact.row];
  }
  return islands;
}

void merge(const std::vector<ContactIsland>& islands, const std::vector<Solution>& parts,
           Solution& whole) {
  Index n = 0;
  for (const ContactIsland& island : islands) n += static_cast<Index>(island.rows.size());
  whole = {};
  whole.status = Status::solved;
  whole.f = whole.a = whole.terms = whole.ray = VectorXd::Zero(n);
  for (std::size_t k = 0; k < islands.size(); ++k) add(islands[k], parts[k], whole);
  whole.answered_by = method_of_hardest(parts);
  if (whole.status != Status::ray) whole.ray.resize(0);
}

}  // namespace perpend::lcp
