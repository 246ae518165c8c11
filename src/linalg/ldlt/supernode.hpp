// SPDX-License-Identifier: Apache-2.0
//
// Elimination of two columns as one: a node and its parent, both with one further node below
// them, as a body and its joint are where dampers couple bodies. The columns of both nodes stay in
// vectors, one for the rows of each node, and the blocks of K that nothing was taken off are read
// where the caller wrote them.
#pragma once

namespace perpend::linalg {

/// A block of K, column-major, or its transpose.
struct SupernodeBlock {
  const double* values;
  bool transposed;
};

struct SupernodePlace {
  const double* first;      ///< s × s, what is left of K
  const double* growth;     ///< s
  const double* second;     ///< c × c of K
  SupernodeBlock coupling;  ///< c × s of K
  SupernodeBlock below[2];  ///< r × s and r × c of K
  const double* mass;       ///< r × r of K, null unless the second node is a constraint on a body
  double signs[2];          ///< of the pivots
  double* L;                ///< as in the factor, from the diagonal block of the first node on
  double* inverse_pivots;   ///< s + c
  double* target;           ///< r × r, what the update is taken off
  double* target_growth;    ///< r
};

struct SupernodeKernels {
  int s, c, r;
  /// False, and all as it was, unless every pivot has its sign and is above kSingularPivot times
  /// its growth. `smallest`: least |pivot| / growth, in and out.
  bool (*factor)(const SupernodePlace& place, double& smallest);
  /// x = L⁻¹ x of both nodes, and what they take off that of the node below.
  void (*forward)(const double* L, double* first, double* second, double* below);
  /// x = L⁻ᵀ D⁻¹ x of both nodes, given that of the node below.
  void (*backward)(const double* L, const double* inverse_pivots, double* first, double* second,
                   const double* below);
};

/// Null where there are none for the shape.
const SupernodeKernels* supernode_kernels(int s, int c, int r);

}  // namespace perpend::linalg
