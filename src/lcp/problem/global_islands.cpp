// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/global_islands.hpp"

#include <numeric>

#include "lcp/problem/mass_bodies.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Sparse = Eigen::SparseMatrix<double>;

// Sets of velocities and of rows of contacts that hang together; rows come behind velocities.
class Joined {
 public:
  explicit Joined(const GlobalContactProblem& problem)
      : n_(problem.velocities()), set_(n_ + problem.size()) {
    std::iota(set_.begin(), set_.end(), 0);
    const MassBodies bodies = mass_bodies(problem.M);
    for (Index i = 0; i < n_; ++i) join(i, bodies.of(bodies.body[i]).front());
    for (const Contact& contact : problem.contacts)
      for (int k = 1; k <= contact.tangents; ++k) join(n_ + contact.row, n_ + contact.row + k);
    for (Index row = 0; row < problem.size(); ++row)
      for (Sparse::InnerIterator entry(problem.H, row); entry; ++entry) join(entry.row(), n_ + row);
  }
  Index of_velocity(Index i) { return find(i); }
  Index of_row(Index row) { return find(n_ + row); }

 private:
  Index find(Index i) {
    while (set_[i] != i) i = set_[i] = set_[set_[i]];
    return i;
  }
  void join(Index a, Index b) { set_[find(a)] = find(b); }

  Index n_;
  std::vector<Index> set_;
};

struct Numbering {
  std::vector<int> island;   // -1: none
  std::vector<Index> place;  // within the island
};

Sparse from_triplets(Index rows, Index columns,
                     const std::vector<Eigen::Triplet<double>>& entries) {
  Sparse A(rows, columns);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

}  // namespace

std::vector<GlobalIsland> split_islands(const GlobalContactProblem& problem) {
  const Index n = problem.velocities(), m = problem.size();
  Joined joined(problem);
  std::vector<GlobalIsland> islands;
  std::vector<int> island_of_set(n + m, -1);
  Numbering rows{std::vector<int>(m), std::vector<Index>(m)};
  for (Index row = 0; row < m; ++row) {
    int& island = island_of_set[joined.of_row(row)];
    if (island < 0) {
      island = static_cast<int>(islands.size());
      islands.emplace_back();
    }
    rows.island[row] = island;
    rows.place[row] = static_cast<Index>(islands[island].rows.size());
    islands[island].rows.push_back(row);
  }
  Numbering velocities{std::vector<int>(n), std::vector<Index>(n, 0)};
  std::vector<std::vector<Index>> members(islands.size());
  for (Index i = 0; i < n; ++i) {
    const int island = velocities.island[i] = island_of_set[joined.of_velocity(i)];
    if (island < 0) continue;
    velocities.place[i] = static_cast<Index>(members[island].size());
    members[island].push_back(i);
  }
  for (const Contact& contact : problem.contacts) {
    auto& own = islands[rows.island[contact.row]].problem.contacts;
    own.push_back(contact);
    own.back().row = rows.place[contact.row];
  }
  std::vector<Eigen::Triplet<double>> M, H;
  for (std::size_t k = 0; k < islands.size(); ++k) {
    M.clear(), H.clear();
    for (const Index i : members[k])
      for (Sparse::InnerIterator entry(problem.M, i); entry; ++entry)
        if (entry.value() != 0)
          M.emplace_back(velocities.place[entry.row()], velocities.place[i], entry.value());
    for (const Index row : islands[k].rows)
      for (Sparse::InnerIterator entry(problem.H, row); entry; ++entry)
        H.emplace_back(velocities.place[entry.row()], rows.place[row], entry.value());
    const auto own_n = static_cast<Index>(members[k].size());
    const auto own_m = static_cast<Index>(islands[k].rows.size());
    GlobalContactProblem& own = islands[k].problem;
    own.M = from_triplets(own_n, own_n, M);
    own.H = from_triplets(own_n, own_m, H);
    own.f = problem.f(members[k]);
    own.w = problem.w(islands[k].rows);
    if (problem.noise.size() > 0) own.noise = problem.noise(islands[k].rows);
  }
  return islands;
}

}  // namespace perpend::lcp
