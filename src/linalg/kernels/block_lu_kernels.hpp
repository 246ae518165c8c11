// SPDX-License-Identifier: Apache-2.0
//
// Dense kernels of the block LU that block_kernels.hpp does not have. Blocks are column-major
// without padding; a pivot block holds L below its diagonal, U above, 1 / pivots on it.
#pragma once

namespace perpend::linalg {

/// Input and result of partial pivoting in one diagonal block.
struct LuPivots {
  double* growth;         ///< s, the scale of each row; exchanged with the rows
  int* exchange;          ///< s, out: row k was exchanged with row exchange[k] >= k
  double smallest;        ///< in and out: least |pivot| / growth
  unsigned replaced = 0;  ///< out: bit k where the pivot of step k was replaced
};

struct LuBlockKernels {
  /// X (r × s) = X U⁻¹
  void (*divide_upper)(const double* pivot, double* X, int r, int s);
  /// Y (r × s) = Y Pᵀ L⁻ᵀ, that is (L⁻¹ P Yᵀ)ᵀ
  void (*divide_lower)(const double* pivot, const int* exchange, double* Y, int r, int s);
};

struct LuPivotKernels {
  /// P A = L U in place.
  void (*factor)(double* A, LuPivots& pivots, int s);
  /// x = L⁻¹ P x
  void (*forward)(const double* A, const int* exchange, double* x, int s);
  /// x = U⁻¹ x
  void (*backward)(const double* A, double* x, int s);
};

/// Fixed sizes for 1..6 × 1..6, else with sizes at run time.
const LuBlockKernels& lu_block_kernels(int r, int s);
const LuPivotKernels& lu_pivot_kernels(int s);

}  // namespace perpend::linalg
