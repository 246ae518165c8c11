// SPDX-License-Identifier: Apache-2.0
//
// Products with blocks of K that also sum the magnitudes of their terms.
#pragma once

namespace perpend::linalg {

/// The rows or the columns of a block.
struct TermSide {
  const double* x;
  double* out;   ///< less the products
  double* size;  ///< plus the magnitudes of their terms
};

/// Kernels for one pair of sizes; fixed for 1..6 × 1..6, else with sizes at run time.
struct TermKernels {
  /// Computes out = b - A x and size = |b| + |A| |x| for a diagonal block A, s × s.
  void (*diagonal)(const double* A, const double* b, const TermSide& rows, int s);
  /// Computes out -= A x and size += |A| |x| for a block A, r × s column-major: for its rows with x
  /// of the columns, and for Aᵀ its columns with x of the rows.
  void (*coupling)(const double* A, const TermSide& rows, const TermSide& columns, int r, int s);
};

const TermKernels& term_kernels(int r, int s);

}  // namespace perpend::linalg
