// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lcp/problem/sparse_columns.hpp"
#include "linalg/graph/nested_dissection.hpp"
#include "linalg/update/inverse_cholesky.hpp"
#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Memory of solve_keller; grows to the largest problem seen and is then reused. Nothing in it
/// changes an answer. C is the set of rows with a_i = 0 held by the factor, k = |C|; rows outside
/// C are held at a value of their own, almost always a bound.
struct KellerWorkspace {
  linalg::InverseCholesky factor;  ///< Z with Zᵀ Z = A_CC⁻¹

  // By row, n entries
  Eigen::VectorXd f;     ///< value of the rows outside C
  Eigen::VectorXd a;     ///< A f + b of the last pricing
  Eigen::VectorXd load;  ///< |b| + |A| |f|, only in the fine phase
  Eigen::VectorXd root;  ///< sqrt(A_ii)
  Eigen::VectorXd inverse_root;
  Eigen::VectorXd up;    ///< 1 / sqrt(A_ii) where f_i may be driven up, else 0
  Eigen::VectorXd down;  ///< the same downwards
  Eigen::VectorXd lo;    ///< bounds, where the problem has none of its own
  Eigen::VectorXd hi;
  Eigen::VectorXd direction;          ///< direction of a ray
  Eigen::VectorXd suspect;            ///< a ray found at forces too large to be sure
  std::vector<std::uint8_t> inside;   ///< 1 where i is in C
  std::vector<std::uint8_t> refused;  ///< not to be driven while the set is an old one

  // By position in C, k entries
  Eigen::VectorXd x;       ///< f_C
  Eigen::VectorXd y;       ///< Z (b_C + A_CN f_N), so that x = -Zᵀ y solves a_C = 0
  Eigen::VectorXd target;  ///< -Zᵀ y
  Eigen::VectorXd r;       ///< A_CC⁻¹ A_Cp of the driven row p
  Eigen::VectorXd root_C;  ///< sqrt(A_ii)
  Eigen::VectorXd lo_C;
  Eigen::VectorXd hi_C;
  Eigen::VectorXd a_C;          ///< a of the last pricing, the residual of the factor
  Eigen::VectorXd gathered;     ///< scratch
  Eigen::VectorXd transformed;  ///< scratch

  // Eight candidates, k × 8 row by row
  Eigen::VectorXd W;  ///< A_C,candidates
  Eigen::VectorXd G;  ///< Z W
  Eigen::VectorXd R;  ///< Zᵀ G, only while seeding

  // Lists
  std::vector<const double*> columns;  ///< columns of A, for pricing
  Eigen::VectorXd weights;             ///< their factors
  std::vector<Eigen::Index> touched;   ///< rows driven or dropped in this batch
  std::vector<Eigen::Index> refused_rows;
  std::vector<Eigen::Index> list;      ///< rows to seed C with
  std::vector<std::uint64_t> visited;  ///< hashes of the sets seen

  // For a sparse A
  SparseColumns sparse;  ///< columns of an A that came as a dense matrix
  linalg::NestedDissection dissection;
  std::vector<Eigen::Index> position;  ///< position in C by row; undefined outside C
  std::vector<Eigen::Index> parent;    ///< elimination tree, by position, while seeding; -1: none
  std::vector<int> mark;               ///< stamp of the last visit, by position
  std::vector<Eigen::Index> met;       ///< positions where a column of A has entries
  std::vector<Eigen::Index> path;      ///< positions where Z times that column has entries
};

/// Solves by principal pivoting for A symmetric positive semidefinite, of any rank
/// (docs/methods/keller.md; Keller 1973). Fills f, status, ray, pivots, drives and factorisations
/// of `solution`; the residual checker judges (solve.hpp). `solved`: the natural map is within the
/// residual checker's bound by the solver's own count. `infeasible`: `ray` is a d with A d = 0,
/// b · d < 0 that no bound stops. `invalid`: a negative pivot showed that A is not positive
/// semidefinite.
void solve_keller(const Lcp& problem, const Options& options, KellerWorkspace& workspace,
                  Solution& solution);
/// Same for boxes: rows with lo = -inf, hi = +inf enter first and never limit a step; all others
/// start at the bound nearest 0, or at 0.
void solve_keller(const BoxedLcp& problem, const Options& options, KellerWorkspace& workspace,
                  Solution& solution);
/// Same for a problem whose A is `columns` alone.
void solve_keller(const BoxedLcp& problem, const SparseColumns& columns, const Options& options,
                  KellerWorkspace& workspace, Solution& solution);

}  // namespace perpend::lcp
