// SPDX-License-Identifier: Apache-2.0
//
// Elimination of two columns as one: a node and its parent, both with one further node below them,
// such as a body and its joint where dampers couple bodies. The columns of both nodes stay in
// vectors, one for the rows of each node, and the blocks of K that nothing has updated are read
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
  double signs[2];          ///< signs of the pivots of each node
  double* L;                ///< as in the factor, from the diagonal block of the first node on
  double* inverse_pivots;   ///< s + c
  double* target;           ///< r × r, the update is subtracted from it
  double* target_growth;    ///< r
};

struct SupernodeKernels {
  int s, c, r;
  /// Returns false, and leaves all as it was, unless every pivot has its sign and is above
  /// kSingularPivot times its growth. `smallest`: least |pivot| / growth, in and out.
  bool (*factor)(const SupernodePlace& place, double& smallest);
  /// Computes x = L⁻¹ x of both nodes, and subtracts their terms from x of the node below.
  void (*forward)(const double* L, double* first, double* second, double* below);
  /// Computes x = L⁻ᵀ D⁻¹ x of both nodes, given x of the node below.
  void (*backward)(const double* L, const double* inverse_pivots, double* first, double* second,
                   const double* below);
};

/// Returns the kernels of a shape, or null where there are none.
const SupernodeKernels* supernode_kernels(int s, int c, int r);

}  // namespace perpend::linalg
