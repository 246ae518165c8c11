// SPDX-License-Identifier: Apache-2.0
#include "families.hpp"

#include <algorithm>
#include <array>

#include "brickwork.hpp"
#include "perpend/core/error.hpp"
#include "random_stream.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Named {
  Family family;
  std::string_view name;
};

constexpr std::array kFamilies{
    Named{Family::wall_at_rest, "wall_at_rest"},
    Named{Family::pyramid, "pyramid"},
    Named{Family::stack, "stack"},
    Named{Family::separate_stacks, "separate_stacks"},
    Named{Family::pile, "pile"},
    Named{Family::mass_ratio_1e6, "mass_ratio_1e6"},
    Named{Family::duplicated, "duplicated"},
    Named{Family::scaled_rows, "scaled_rows"},
    Named{Family::scaled_rows_1e6, "scaled_rows_1e6"},
    Named{Family::low_rank, "low_rank"},
    Named{Family::spd_half_active, "spd_half_active"},
};

// Octaves of mass ratios and row factors: 2^4.9 = 30, 2^10 = 1e3, 2^20 = 1e6.
constexpr double kRatio30 = 4.9, kRatio1e3 = 10, kRatio1e6 = 20;
// Largest push of structures that should stay standing, as a share of the weight.
constexpr double kSmallPush = 0.05;

MatrixXd normal_matrix(Index rows, Index columns, RandomStream& random) {
  MatrixXd G(rows, columns);
  for (Index j = 0; j < columns; ++j)
    for (Index i = 0; i < rows; ++i) G(i, j) = random.normal();
  return G;
}

// Returns G Gᵀ / scale, summed term by term, exactly symmetric.
MatrixXd gram(const MatrixXd& G, double scale) {
  MatrixXd A = MatrixXd::Zero(G.rows(), G.rows());
  for (Index j = 0; j < G.cols(); ++j)
    for (Index k = 0; k < G.rows(); ++k)
      for (Index i = 0; i < G.rows(); ++i) A(i, k) += G(i, j) * G(k, j);
  A /= scale;
  return A;
}

// Returns a solvable problem: 1/2 |Gᵀf|² / r + fᵀ b is bounded below for b in the range of G.
Lcp low_rank(Index n, RandomStream& random) {
  const Index rank = std::max<Index>(1, n / 8 + random.index(static_cast<int>(3 * n / 4 - n / 8)));
  const MatrixXd G = normal_matrix(n, rank, random);
  Lcp problem{gram(G, static_cast<double>(rank)), VectorXd::Zero(n)};
  for (Index j = 0; j < rank; ++j) {
    const double w = random.normal();
    for (Index i = 0; i < n; ++i) problem.b[i] += G(i, j) * w;
  }
  return problem;
}

// Returns a problem whose b makes a chosen complementary pair f, a the solution.
Lcp spd_half_active(Index n, RandomStream& random) {
  Lcp problem{gram(normal_matrix(n, 2 * n, random), 2.0 * n), VectorXd::Zero(n)};
  for (Index j = 0; j < n; ++j) {
    const bool active = random.chance(0.5);
    const double value = random.uniform(0.1, 1.0);
    if (!active) problem.b[j] += value;
    for (Index i = 0; active && i < n; ++i) problem.b[i] -= problem.A(i, j) * value;
  }
  return problem;
}

Lcp standing(Brickwork work, double pushes, RandomStream& random) {
  add_gravity(work);
  for (int i = 0; pushes > 0 && i < static_cast<int>(work.bricks.size()); ++i)
    push(work, i, pushes, random);
  return contact_matrix(work, 4 * static_cast<int>(work.faces.size()), 0);
}

Lcp pile(Index n, double octaves, RandomStream& random) {
  Brickwork work = random_pile(static_cast<int>((n + 3) / 4), false, octaves, random);
  add_gravity(work);
  for (int i = 0; i < static_cast<int>(work.bricks.size()); ++i)
    if (random.chance(0.5)) push(work, i, 2.0, random);
  return contact_matrix(work, static_cast<int>(n), 0);
}

Lcp duplicated(Index n, RandomStream& random) {
  std::vector<Index> source;
  Index distinct = 0;
  for (; static_cast<Index>(source.size()) < n; ++distinct)
    source.insert(source.end(), 1 + random.index(4), distinct);
  source.resize(n);
  for (Index i = n - 1; i > 0; --i)
    std::swap(source[i], source[random.index(static_cast<int>(i) + 1)]);
  const Lcp single = pile(distinct, kRatio1e3, random);
  return {single.A(source, source), single.b(source)};
}

Lcp scaled_rows(Index n, double octaves, RandomStream& random) {
  Lcp problem = pile(n, kRatio1e3, random);
  for (Index i = 0; i < n; ++i) {
    const double factor = random.log_uniform(octaves);
    problem.A.row(i) *= factor;
    problem.A.col(i) *= factor;
    problem.b[i] *= factor;
  }
  return problem;
}

}  // namespace

std::string_view to_string(Family family) {
  return kFamilies[static_cast<std::size_t>(family)].name;
}

std::span<const Family> all_families() {
  static constexpr auto kAll = [] {
    std::array<Family, kFamilies.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = kFamilies[i].family;
    return all;
  }();
  return kAll;
}

std::optional<Family> family_from_name(std::string_view name) {
  for (const Named& named : kFamilies)
    if (named.name == name) return named.family;
  return {};
}

Lcp make_lcp(Family family, Index n, std::uint64_t seed) {
  require(n >= 4, "n", "must be at least 4", static_cast<double>(n));
  RandomStream random(static_cast<std::uint64_t>(family), seed);
  const int faces = static_cast<int>(n / 4);
  switch (family) {
    case Family::wall_at_rest:
      return standing(running_bond_wall(faces, random), 0.0, random);
    case Family::pyramid:
      return standing(stepped_pyramid(faces, kRatio30, random), kSmallPush, random);
    case Family::stack:
      return standing(stacks(faces, faces, faces, kRatio30, random), kSmallPush, random);
    case Family::separate_stacks:
      return standing(stacks(faces, 3, 8, kRatio1e3, random), kSmallPush, random);
    case Family::pile:
      return pile(n, kRatio1e3, random);
    case Family::mass_ratio_1e6:
      return pile(n, kRatio1e6, random);
    case Family::duplicated:
      return duplicated(n, random);
    case Family::scaled_rows:
      return scaled_rows(n, kRatio1e3, random);
    case Family::scaled_rows_1e6:
      return scaled_rows(n, kRatio1e6, random);
    case Family::low_rank:
      return low_rank(n, random);
    case Family::spd_half_active:
      return spd_half_active(n, random);
  }
  require(false, "family", "must be one of all_families()", static_cast<double>(family));
  return {};
}

}  // namespace perpend::lcp
