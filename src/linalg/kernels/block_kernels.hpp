// SPDX-License-Identifier: Apache-2.0
//
// Dense kernels on the blocks of L D Lᵀ. Blocks are column-major without padding; r × s is a block
// below the diagonal, s × s the diagonal block that eliminates it.
#pragma once

namespace perpend::linalg {

/// Share of its growth below which a pivot is rounding (block_kernels.cpp).
inline constexpr double kSingularPivot = 1e-13;
/// Value of replaced pivots, as a share of their growth: about sqrt(eps), which costs the factor
/// half of its digits at worst.
inline constexpr double kReplacedPivot = 1e-8;
/// Blocks of up to this many rows, those of rigid bodies and their joints, have kernels of their
/// own size.
inline constexpr int kFixedRows = 6;

/// Input and result of static pivoting in one diagonal block.
struct PivotRule {
  double sign;             ///< +1 or -1, expected of each pivot
  double* growth;          ///< s, the scale of each pivot
  double* inverse_pivots;  ///< s, out
  double smallest;         ///< in and out: least |pivot| / growth
  unsigned replaced = 0;   ///< out: bit k where pivot k was replaced
  unsigned reversed = 0;   ///< out: bit k where pivot k has the other sign
};

/// Kernels for one pair of sizes; fixed for 1..6 × 1..6, else with sizes at run time.
struct BlockKernels {
  /// P (r × s) = A, or Aᵀ for A s × r.
  void (*copy)(const double* A, double* P, int r, int s);
  void (*copy_transposed)(const double* A, double* P, int r, int s);
  /// growth (s) += diag(Pᵀ diag(M)⁻¹ P) for the r × r mass block M of a body.
  void (*add_compliance)(const double* P, const double* M, double* growth, int r, int s);
  /// Y = P L⁻ᵀ and P = Y D⁻¹, with L and D from the diagonal block.
  void (*divide)(const double* diagonal, const double* inverse_pivots, double* P, double* Y, int r,
                 int s);
  /// T -= Σ_q X_q Y_qᵀ, q < m ascending, with T r × c, X_q r × s, Y_q c × s.
  void (*update)(const double* const* X, const double* const* Y, int m, double* T, int c, int r,
                 int s);
  /// growth (r) += |X ∘ Y| 1, which update() subtracts from a diagonal.
  void (*add_growth)(const double* X, const double* Y, double* growth, int r, int s);
  /// out (r) -= A x (s)
  void (*subtract_product)(const double* A, const double* x, double* out, int r, int s);
  /// out (s) -= Aᵀ x (r)
  void (*subtract_transposed)(const double* A, const double* x, double* out, int r, int s);
  /// out (r) -= A x (s) and size (r) += |A| |x|
  void (*subtract_terms)(const double* A, const double* x, double* out, double* size, int r, int s);
};

/// Kernels of a diagonal block.
struct DiagonalKernels {
  /// Replaces the lower triangle of A by L below and D on the diagonal.
  void (*factor)(double* A, PivotRule& rule, int s);
  /// x = L⁻¹ x
  void (*forward)(const double* A, double* x, int s);
  /// x = L⁻ᵀ x
  void (*backward)(const double* A, double* x, int s);
};

const BlockKernels& block_kernels(int r, int s);
const DiagonalKernels& diagonal_kernels(int s);

}  // namespace perpend::linalg
