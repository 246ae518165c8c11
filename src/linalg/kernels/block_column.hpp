// SPDX-License-Identifier: Apache-2.0
//
// A column of a small block in registers, four, two and one double wide, so that a block stays in
// them from its first update to its last. Operations are fused as in lanes.hpp; the sums are the
// same in the same order as in loops over the rows, so the bits are the same.
#pragma once

#if defined(__AVX__)
#include <immintrin.h>
#endif

#include "linalg/kernels/half_lanes.hpp"
#include "linalg/kernels/unrolled.hpp"

namespace perpend::linalg {

/// R doubles, R < 8.
template <int R>
struct BlockColumn {
  static constexpr bool kFour = (R & 4) != 0, kTwo = (R & 2) != 0, kOne = (R & 1) != 0;
  static constexpr int kTwoAt = R & 4, kOneAt = R & 6;

  HalfLanes four;
  LanePair two;
  double one;

  [[gnu::always_inline]] void load(const double* p) {
    if constexpr (kFour) four = *reinterpret_cast<const UnalignedHalf*>(p);
    if constexpr (kTwo) two = *reinterpret_cast<const UnalignedPair*>(p + kTwoAt);
    if constexpr (kOne) one = p[kOneAt];
  }
  [[gnu::always_inline]] void store(double* p) const {
    if constexpr (kFour) *reinterpret_cast<UnalignedHalf*>(p) = four;
    if constexpr (kTwo) *reinterpret_cast<UnalignedPair*>(p + kTwoAt) = two;
    if constexpr (kOne) p[kOneAt] = one;
  }
  /// *this -= s x
  [[gnu::always_inline]] void subtract(const BlockColumn& x, double s) {
    const HalfLanes all = {s, s, s, s};
    // One broadcast from memory serves both; separate ones would take two shuffles.
    const LanePair both = __builtin_shufflevector(all, all, 0, 1);
#if defined(__FMA__)
    if constexpr (kFour) four = _mm256_fnmadd_pd(all, x.four, four);
    if constexpr (kTwo) two = _mm_fnmadd_pd(both, x.two, two);
    if constexpr (kOne) one = __builtin_fma(-s, x.one, one);
#else
    if constexpr (kFour) four -= all * x.four;
    if constexpr (kTwo) two -= both * x.two;
    if constexpr (kOne) one -= s * x.one;
#endif
  }
  [[gnu::always_inline]] void scale(double s) {
    if constexpr (kFour) four *= HalfLanes{s, s, s, s};
    if constexpr (kTwo) two *= LanePair{s, s};
    if constexpr (kOne) one *= s;
  }
};

/// Subtracts Σ_q X_q Y_qᵀ, q < m, from C columns of T: T and X_q of R rows and S columns, rows of
/// Y_q `c` apart from row `j` on.
template <int C, int R, int S>
[[gnu::always_inline]] inline void subtract_columns(const double* const* X, const double* const* Y,
                                                    int m, double* T, int j, int c) {
  BlockColumn<R> t[C], x;
  unrolled<C>([&](auto i) { t[i].load(T + i * R); });
  for (int q = 0; q < m; ++q)
    unrolled<S>([&](auto k) {
      x.load(X[q] + k * R);
      unrolled<C>([&](auto i) { t[i].subtract(x, Y[q][j + i + k * c]); });
    });
  unrolled<C>([&](auto i) { t[i].store(T + i * R); });
}

}  // namespace perpend::linalg
