// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/global_islands.hpp"

#include "core/disjoint_sets.hpp"
#include "lcp/problem/mass_bodies.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Sparse = Eigen::SparseMatrix<double>;

// Connected sets of velocities and of rows of contacts; rows come after velocities.
class Joined {
 public:
  explicit Joined(const GlobalContactProblem& problem)
      : n_(problem.velocities()), sets_(n_ + problem.size()) {
    const MassBodies bodies = mass_bodies(problem.M);
    for (Index i = 0; i < n_; ++i) sets_.join(i, bodies.of(bodies.body[i]).front());
    for (const Contact& contact : problem.contacts)
      for (int k = 1; k <= contact.tangents; ++k)
        sets_.join(n_ + contact.row, n_ + contact.row + k);
    for (Index row = 0; row < problem.size(); ++row)
      for (Sparse::InnerIterator entry(problem.H, row); entry; ++entry)
        sets_.join(entry.row(), n_ + row);
  }
  Index of_velocity(Index i) { return sets_.find(i); }
  Index of_row(Index row) { return sets_.find(n_ + row); }

 private:
  Index n_;
  DisjointSets sets_;
};

// Island of each row or velocity, and its place there.
struct Numbering {
  explicit Numbering(Index n) : island(n, -1), place(n) {}

  std::vector<int> island;  // -1: none
  std::vector<Index> place;
  std::vector<std::vector<Index>> members;  // members of each island, in order

  void add(Index i, int to) {
    if (to >= static_cast<int>(members.size())) members.resize(to + 1);
    island[i] = to;
    place[i] = static_cast<Index>(members[to].size());
    members[to].push_back(i);
  }
};

Sparse from_triplets(Index rows, Index columns,
                     const std::vector<Eigen::Triplet<double>>& entries) {
  Sparse A(rows, columns);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

// Numbers the rows of islands; those of a contact and rows that share velocities are in one.
Numbering number_rows(Index rows, Joined& joined, std::vector<int>& island_of_set) {
  Numbering numbering(rows);
  int islands = 0;
  for (Index row = 0; row < rows; ++row) {
    int& island = island_of_set[joined.of_row(row)];
    if (island < 0) island = islands++;
    numbering.add(row, island);
  }
  return numbering;
}

Numbering number_velocities(Index n, Joined& joined, const std::vector<int>& island_of_set) {
  Numbering numbering(n);
  for (Index i = 0; i < n; ++i)
    if (const int island = island_of_set[joined.of_velocity(i)]; island >= 0)
      numbering.add(i, island);
  return numbering;
}

// Returns columns `own` of A, with rows and columns as numbered within their island.
Sparse part_of(const Sparse& A, const Numbering& rows, Index row_count, const Numbering& columns,
               const std::vector<Index>& own) {
  std::vector<Eigen::Triplet<double>> entries;
  for (const Index column : own)
    for (Sparse::InnerIterator entry(A, column); entry; ++entry)
      if (entry.value() != 0)
        entries.emplace_back(rows.place[entry.row()], columns.place[column], entry.value());
  return from_triplets(row_count, static_cast<Index>(own.size()), entries);
}

}  // namespace

std::vector<GlobalIsland> split_islands(const GlobalContactProblem& problem) {
  const Index n = problem.velocities(), m = problem.size();
  Joined joined(problem);
  std::vector<int> island_of_set(n + m, -1);
  const Numbering rows = number_rows(m, joined, island_of_set);
  Numbering velocities = number_velocities(n, joined, island_of_set);
  velocities.members.resize(rows.members.size());
  std::vector<GlobalIsland> islands(rows.members.size());
  for (std::size_t k = 0; k < islands.size(); ++k) {
    const std::vector<Index>& moving = velocities.members[k];
    GlobalContactProblem& own = islands[k].problem;
    islands[k].rows = rows.members[k];
    const auto own_n = static_cast<Index>(moving.size());
    own.M = part_of(problem.M, velocities, own_n, velocities, moving);
    own.H = part_of(problem.H, velocities, own_n, rows, islands[k].rows);
    own.f = problem.f(moving);
    own.w = problem.w(islands[k].rows);
    if (problem.noise.size() > 0) own.noise = problem.noise(islands[k].rows);
  }
  for (const Contact& contact : problem.contacts) {
    auto& own = islands[rows.island[contact.row]].problem.contacts;
    own.push_back(contact);
    own.back().row = rows.place[contact.row];
  }
  return islands;
}

}  // namespace perpend::lcp
