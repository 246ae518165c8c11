// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/mass_bodies.hpp"

#include <cmath>
#include <numeric>

namespace perpend::lcp {
namespace {

using Sparse = Eigen::SparseMatrix<double>;

// Returns the root of the set that holds `i`, with path halving.
int find_set(std::vector<int>& set, int i) {
  while (set[i] != i) i = set[i] = set[set[i]];
  return i;
}

}  // namespace

MassBodies gather_bodies(std::span<const int> label) {
  MassBodies bodies;
  std::vector<int> number(label.size(), -1), size;
  for (const int l : label) {
    if (number[l] < 0) {
      number[l] = static_cast<int>(size.size());
      size.push_back(0);
    }
    bodies.body.push_back(number[l]);
    bodies.place.push_back(size[number[l]]++);
  }
  bodies.start.assign(size.size() + 1, 0);
  std::partial_sum(size.begin(), size.end(), bodies.start.begin() + 1);
  bodies.rows.resize(label.size());
  for (std::size_t i = 0; i < label.size(); ++i)
    bodies.rows[bodies.start[bodies.body[i]] + bodies.place[i]] = static_cast<int>(i);
  return bodies;
}

MassBodies mass_bodies(const Sparse& M) {
  std::vector<int> set(M.rows());
  std::iota(set.begin(), set.end(), 0);
  for (Eigen::Index j = 0; j < M.outerSize(); ++j)
    for (Sparse::InnerIterator entry(M, j); entry; ++entry)
      if (entry.value() != 0)
        set[find_set(set, static_cast<int>(j))] = find_set(set, static_cast<int>(entry.row()));
  for (int i = 0; i < static_cast<int>(set.size()); ++i) set[i] = find_set(set, i);
  return gather_bodies(set);
}

Eigen::MatrixXd mass_block(const Sparse& M, const MassBodies& bodies, int b) {
  const auto rows = bodies.of(b);
  const auto size = static_cast<Eigen::Index>(rows.size());
  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index j = 0; j < size; ++j)
    for (Sparse::InnerIterator entry(M, rows[j]); entry; ++entry)
      if (bodies.body[entry.row()] == b) block(bodies.place[entry.row()], j) = entry.value();
  return block;
}

bool is_symmetric(const Sparse& M) {
  const Eigen::VectorXd diagonal = M.diagonal().cwiseAbs();
  const Sparse difference = M - Sparse(M.transpose());
  for (Eigen::Index j = 0; j < difference.outerSize(); ++j)
    for (Sparse::InnerIterator entry(difference, j); entry; ++entry)
      if (!(std::abs(entry.value()) <= 1e-13 * (diagonal[entry.row()] + diagonal[j]))) return false;
  return true;
}

}  // namespace perpend::lcp
