// SPDX-License-Identifier: Apache-2.0
//
// A pivot at or below kSingularPivot of its row's growth is rounding: it becomes kReplacedPivot of
// the growth, so that refinement can recover what that loses. K = I + G Theta G' has pivots >= 1
// beside growths to 1e10 (Theta = 1e8 where a contact sticks), three digits clear of the bound.
#include "linalg/kernels/block_lu_kernels.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "linalg/kernels/block_column.hpp"
#include "linalg/kernels/block_kernels.hpp"

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

[[gnu::always_inline]] inline void exchange_entries(double& a, double& b) {
  const double held = a;
  a = b;
  b = held;
}

double accept(double pivot, int k, LuPivots& pivots) {
  const double growth = pivots.growth[k], size = std::abs(pivot);
  if (size < pivots.smallest * growth) pivots.smallest = size / growth;
  if (!(size <= kSingularPivot * growth)) return pivot;  // a NaN stays one
  pivots.replaced |= 1u << k;
  if (growth > 0.0) return std::copysign(kReplacedPivot * growth, pivot);
  pivots.smallest = 0.0;
  return 1.0;
}

template <int S>
void factor_pivot(double* A, LuPivots& pivots, int size) {
  const int s = S > 0 ? S : size;
  for (int k = 0; k < s; ++k) {
    double* column = A + k * s;
    int row = k;
    for (int i = k + 1; i < s; ++i)
      if (std::abs(column[i]) > std::abs(column[row])) row = i;
    pivots.exchange[k] = row;
    if (row != k) {
      for (int j = 0; j < s; ++j) exchange_entries(A[k + j * s], A[row + j * s]);
      exchange_entries(pivots.growth[k], pivots.growth[row]);
    }
    const double inverse = 1.0 / accept(column[k], k, pivots);
    column[k] = inverse;
    for (int i = k + 1; i < s; ++i) {
      column[i] *= inverse;
      pivots.growth[i] += std::abs(column[i] * A[k + i * s]);
    }
    for (int j = k + 1; j < s; ++j)
      for (int i = k + 1; i < s; ++i)
        A[i + j * s] = subtract(A[i + j * s], column[i], A[k + j * s]);
  }
}

template <int S>
void forward_pivot(const double* A, const int* exchange, double* x, int size) {
  const int s = S > 0 ? S : size;
  for (int k = 0; k < s; ++k) exchange_entries(x[k], x[exchange[k]]);
  for (int k = 0; k < s; ++k)
    for (int i = k + 1; i < s; ++i) x[i] = subtract(x[i], A[i + k * s], x[k]);
}

template <int S>
void backward_pivot(const double* A, double* x, int size) {
  const int s = S > 0 ? S : size;
  for (int k = s - 1; k >= 0; --k) {
    x[k] *= A[k * (s + 1)];
    for (int i = 0; i < k; ++i) x[i] = subtract(x[i], A[i + k * s], x[k]);
  }
}

template <int R, int S>
void divide_upper(const double* __restrict pivot, double* __restrict X, int rows, int columns) {
  if constexpr (R > 0 && S > 0) {
    BlockColumn<R> x[S];
    unrolled<S>([&](auto k) {
      x[k].load(X + k * R);
      unrolled<k>([&](auto j) { x[k].subtract(x[j], pivot[j + k * S]); });
      x[k].scale(pivot[k * (S + 1)]);
      x[k].store(X + k * R);
    });
  } else {
    const int r = R > 0 ? R : rows, s = S > 0 ? S : columns;
    for (int k = 0; k < s; ++k) {
      double* x = X + k * r;
      for (int j = 0; j < k; ++j)
        for (int i = 0; i < r; ++i) x[i] = subtract(x[i], X[i + j * r], pivot[j + k * s]);
      for (int i = 0; i < r; ++i) x[i] *= pivot[k * (s + 1)];
    }
  }
}

template <int R, int S>
void divide_lower(const double* __restrict pivot, const int* __restrict exchange,
                  double* __restrict Y, int rows, int columns) {
  const int r = R > 0 ? R : rows, s = S > 0 ? S : columns;
  for (int k = 0; k < s; ++k) {
    if (exchange[k] == k) continue;
    for (int i = 0; i < r; ++i) exchange_entries(Y[i + k * r], Y[i + exchange[k] * r]);
  }
  if constexpr (R > 0 && S > 0) {
    BlockColumn<R> y[S];
    y[0].load(Y);
    unrolled<S - 1>([&](auto last) {
      constexpr int k = last + 1;
      y[k].load(Y + k * R);
      unrolled<k>([&](auto j) { y[k].subtract(y[j], pivot[k + j * S]); });
      y[k].store(Y + k * R);
    });
  } else {
    for (int k = 1; k < s; ++k) {
      double* y = Y + k * r;
      for (int j = 0; j < k; ++j)
        for (int i = 0; i < r; ++i) y[i] = subtract(y[i], Y[i + j * r], pivot[k + j * s]);
    }
  }
}

template <int R, int S>
constexpr LuBlockKernels kBlockKernels{divide_upper<R, S>, divide_lower<R, S>};

template <int S>
constexpr LuPivotKernels kPivotKernels{factor_pivot<S>, forward_pivot<S>, backward_pivot<S>};

template <std::size_t... I>
constexpr std::array<LuBlockKernels, sizeof...(I)> block_table(std::index_sequence<I...>) {
  return {kBlockKernels<I / kFixedRows + 1, I % kFixedRows + 1>...};
}

template <std::size_t... I>
constexpr std::array<LuPivotKernels, sizeof...(I)> pivot_table(std::index_sequence<I...>) {
  return {kPivotKernels<I + 1>...};
}

constexpr auto kBlockTable = block_table(std::make_index_sequence<kFixedRows * kFixedRows>());
constexpr auto kPivotTable = pivot_table(std::make_index_sequence<kFixedRows>());

}  // namespace

const LuBlockKernels& lu_block_kernels(int r, int s) {
  if (r > kFixedRows || s > kFixedRows) return kBlockKernels<0, 0>;
  return kBlockTable[(r - 1) * kFixedRows + s - 1];
}

const LuPivotKernels& lu_pivot_kernels(int s) {
  return s > kFixedRows ? kPivotKernels<0> : kPivotTable[s - 1];
}

}  // namespace perpend::linalg
