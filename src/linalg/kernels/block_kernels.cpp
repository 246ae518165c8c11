// SPDX-License-Identifier: Apache-2.0
//
// Kernels with sizes fixed at compile time, so that loops unroll and vectorise along the rows of a
// column-major block, and one version with sizes at run time (R or S = 0) for 7..12. Arguments
// never overlap; declaring them __restrict makes the factorisation a fifth faster.
//
// Static pivots. The growth g_k of a row is |K_kk|, about (G M⁻¹ Gᵀ)_kk of bodies eliminated later,
// and all that elimination subtracted from K_kk; a pivot below kSingularPivot g_k is rounding and
// becomes ± kReplacedPivot g_k. On random trees of 40 bodies the least regular pivot was 1e-7 g_k
// with masses over six decades and 2e-13 g_k over twelve, and no row of 2200 duplicated ones was
// missed. A replacement of about sqrt(eps) costs the factor half of its digits at worst, which
// refinement recovers.
#include "linalg/kernels/block_kernels.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "linalg/graph/block_graph.hpp"
#include "linalg/kernels/block_column.hpp"

namespace perpend::linalg {
namespace {

// Returns c - a b, fused where the target fuses (the tree is compiled without contraction).
[[gnu::always_inline]] inline double subtract(double c, double a, double b) {
#if defined(__FMA__)
  return __builtin_fma(-a, b, c);
#else
  return c - a * b;
#endif
}

[[gnu::always_inline]] inline double static_pivot(double d, int k, PivotRule& rule) {
  const double growth = rule.growth[k], size = std::abs(d);
  if (size < rule.smallest * growth) rule.smallest = size / growth;
  if (size > kSingularPivot * growth) {
    if (d * rule.sign < 0.0) rule.reversed |= 1u << k;
    return d;
  }
  rule.replaced |= 1u << k;
  return rule.sign * (growth > 0.0 ? kReplacedPivot * growth : 1.0);
}

template <int S>
void factor_diagonal(double* A, PivotRule& rule, int size) {
  const int s = S > 0 ? S : size;
  double y[kWidestNode];
  for (int k = 0; k < s; ++k) {
    double* column = A + k * s;
    const double pivot = static_pivot(column[k], k, rule);
    const double inverse = 1.0 / pivot;
    rule.inverse_pivots[k] = inverse;
    column[k] = pivot;
    for (int i = k + 1; i < s; ++i) {
      y[i] = column[i];
      column[i] *= inverse;
      rule.growth[i] += std::abs(y[i] * column[i]);
    }
    for (int j = k + 1; j < s; ++j)
      for (int i = j; i < s; ++i) A[i + j * s] = subtract(A[i + j * s], column[i], y[j]);
  }
}

template <int S>
void forward_diagonal(const double* A, double* x, int size) {
  const int s = S > 0 ? S : size;
  for (int k = 0; k < s; ++k)
    for (int i = k + 1; i < s; ++i) x[i] = subtract(x[i], A[i + k * s], x[k]);
}

template <int S>
void backward_diagonal(const double* A, double* x, int size) {
  const int s = S > 0 ? S : size;
  for (int k = s - 1; k > 0; --k)
    for (int i = 0; i < k; ++i) x[i] = subtract(x[i], A[k + i * s], x[k]);
}

template <int R, int S>
void copy(const double* __restrict A, double* __restrict P, int rows, int columns) {
  const int r = R > 0 ? R : rows, s = S > 0 ? S : columns;
  for (int i = 0; i < r * s; ++i) P[i] = A[i];
}

template <int R, int S>
void copy_transposed(const double* __restrict A, double* __restrict P, int rows, int columns) {
  const int r = R > 0 ? R : rows, s = S > 0 ? S : columns;
  for (int k = 0; k < s; ++k)
    for (int i = 0; i < r; ++i) P[i + k * r] = A[k + i * s];
}

template <int R, int S>
void add_compliance(const double* __restrict P, const double* __restrict M,
                    double* __restrict growth, int rows, int columns) {
  const int r = R > 0 ? R : rows, s = S > 0 ? S : columns;
  double inverse[kWidestNode];
  for (int i = 0; i < r; ++i) inverse[i] = M[i * (r + 1)] > 0.0 ? 1.0 / M[i * (r + 1)] : 0.0;
  for (int k = 0; k < s; ++k)
    for (int i = 0; i < r; ++i) growth[k] += P[i + k * r] * P[i + k * r] * inverse[i];
}

template <int R, int S>
void divide(const double* __restrict diagonal, const double* __restrict inverse_pivots,
            double* __restrict P, double* __restrict Y, int rows, int columns) {
  if constexpr (R > 0 && S > 0) {
    BlockColumn<R> y[S];
    unrolled<S>([&](auto k) {
      y[k].load(P + k * R);
      unrolled<k>([&](auto j) { y[k].subtract(y[j], diagonal[k + j * S]); });
      y[k].store(Y + k * R);
      BlockColumn<R> x = y[k];
      x.scale(inverse_pivots[k]);
      x.store(P + k * R);
    });
  } else {
    const int r = R > 0 ? R : rows, s = S > 0 ? S : columns;
    for (int k = 0; k < s; ++k) {
      double* y = Y + k * r;
      for (int i = 0; i < r; ++i) y[i] = P[i + k * r];
      for (int j = 0; j < k; ++j)
        for (int i = 0; i < r; ++i) y[i] = subtract(y[i], Y[i + j * r], diagonal[k + j * s]);
      for (int i = 0; i < r; ++i) P[i + k * r] = y[i] * inverse_pivots[k];
    }
  }
}

template <int R, int S>
void update(const double* const* X, const double* const* Y, int m, double* T, int c, int rows,
            int columns) {
  if constexpr (R > 0 && S > 0) {
    int j = 0;
    for (; j + 6 <= c; j += 6, T += 6 * R) subtract_columns<6, R, S>(X, Y, m, T, j, c);
    for (; j + 3 <= c; j += 3, T += 3 * R) subtract_columns<3, R, S>(X, Y, m, T, j, c);
    for (; j < c; ++j, T += R) subtract_columns<1, R, S>(X, Y, m, T, j, c);
  } else {
    const int r = R > 0 ? R : rows, s = S > 0 ? S : columns;
    for (int j = 0; j < c; ++j, T += r)
      for (int q = 0; q < m; ++q)
        for (int k = 0; k < s; ++k)
          for (int i = 0; i < r; ++i) T[i] = subtract(T[i], X[q][i + k * r], Y[q][j + k * c]);
  }
}

template <int R, int S>
void add_growth(const double* __restrict X, const double* __restrict Y, double* __restrict growth,
                int rows, int columns) {
  const int r = R > 0 ? R : rows, s = S > 0 ? S : columns;
  for (int k = 0; k < s; ++k)
    for (int i = 0; i < r; ++i) growth[i] += std::abs(X[i + k * r] * Y[i + k * r]);
}

template <int R, int S>
void subtract_product(const double* __restrict A, const double* __restrict x,
                      double* __restrict out, int rows, int columns) {
  const int r = R > 0 ? R : rows, s = S > 0 ? S : columns;
  for (int k = 0; k < s; ++k)
    for (int i = 0; i < r; ++i) out[i] = subtract(out[i], A[i + k * r], x[k]);
}

template <int R, int S>
void subtract_transposed(const double* __restrict A, const double* __restrict x,
                         double* __restrict out, int rows, int columns) {
  const int r = R > 0 ? R : rows, s = S > 0 ? S : columns;
  for (int i = 0; i < r; ++i)
    for (int k = 0; k < s; ++k) out[k] = subtract(out[k], A[i + k * r], x[i]);
}

template <int R, int S>
void subtract_terms(const double* __restrict A, const double* __restrict x, double* __restrict out,
                    double* __restrict size, int rows, int columns) {
  const int r = R > 0 ? R : rows, s = S > 0 ? S : columns;
  for (int k = 0; k < s; ++k) {
    for (int i = 0; i < r; ++i) {
      const double term = A[i + k * r] * x[k];
      out[i] -= term;
      size[i] += std::abs(term);
    }
  }
}

template <int R, int S>
constexpr BlockKernels kBlockKernels{
    copy<R, S>,          copy_transposed<R, S>, add_compliance<R, S>,   divide<R, S>,
    update<R, S>,        add_growth<R, S>,      subtract_product<R, S>, subtract_transposed<R, S>,
    subtract_terms<R, S>};

template <int S>
constexpr DiagonalKernels kDiagonalKernels{factor_diagonal<S>, forward_diagonal<S>,
                                           backward_diagonal<S>};

template <std::size_t... I>
constexpr std::array<BlockKernels, sizeof...(I)> block_table(std::index_sequence<I...>) {
  return {kBlockKernels<I / kFixedRows + 1, I % kFixedRows + 1>...};
}

template <std::size_t... I>
constexpr std::array<DiagonalKernels, sizeof...(I)> diagonal_table(std::index_sequence<I...>) {
  return {kDiagonalKernels<I + 1>...};
}

constexpr auto kBlockTable = block_table(std::make_index_sequence<kFixedRows * kFixedRows>());
constexpr auto kDiagonalTable = diagonal_table(std::make_index_sequence<kFixedRows>());

}  // namespace

const BlockKernels& block_kernels(int r, int s) {
  if (r > kFixedRows || s > kFixedRows) return kBlockKernels<0, 0>;
  return kBlockTable[(r - 1) * kFixedRows + s - 1];
}

const DiagonalKernels& diagonal_kernels(int s) {
  return s > kFixedRows ? kDiagonalKernels<0> : kDiagonalTable[s - 1];
}

}  // namespace perpend::linalg
