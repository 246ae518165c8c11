// SPDX-License-Identifier: Apache-2.0
//
// Eight doubles as one value, for the dense kernels: one register where the target has such, else
// two halves. Products are fused where the target fuses (and never otherwise): the tree is compiled
// without contraction, so fusing is written out here and does not depend on inlining. Arguments are
// passed by reference: by value they would change the ABI with the instruction set.
#pragma once

#if defined(__AVX__)
#include <immintrin.h>
#endif

#include <cmath>

#include "linalg/kernels/half_lanes.hpp"

namespace perpend::linalg {

inline constexpr int kLanes = 8;

#if defined(__AVX512F__)
using Lanes = double __attribute__((vector_size(64), may_alias));
using LaneMask = long long __attribute__((vector_size(64), may_alias));
#endif

/// Returns n rounded up to whole vectors.
template <class Integer>
constexpr Integer padded(Integer n) {
  return (n + kLanes - 1) / kLanes * kLanes;
}

/// Returns the eight doubles at a 64-byte aligned address.
inline Lanes& lanes(double* p) {
  return *reinterpret_cast<Lanes*>(p);
}
inline const Lanes& lanes(const double* p) {
  return *reinterpret_cast<const Lanes*>(p);
}

#if defined(__AVX512F__)
/// This is a type of its own: clang takes `aligned` beside `vector_size` for at least the vector's.
using UnalignedLanes [[gnu::aligned(8), gnu::may_alias]] = Lanes;
#endif

/// Loads the eight doubles at any address. It accesses whole registers: smaller accesses could not
/// be forwarded from or to them.
[[gnu::always_inline]] inline void load_unaligned(const double* p, Lanes& out) {
#if defined(__AVX512F__)
  out = *reinterpret_cast<const UnalignedLanes*>(p);
#else
  out.low = *reinterpret_cast<const UnalignedHalf*>(p);
  out.high = *reinterpret_cast<const UnalignedHalf*>(p + 4);
#endif
}
[[gnu::always_inline]] inline void store_unaligned(const Lanes& v, double* p) {
#if defined(__AVX512F__)
  *reinterpret_cast<UnalignedLanes*>(p) = v;
#else
  *reinterpret_cast<UnalignedHalf*>(p) = v.low;
  *reinterpret_cast<UnalignedHalf*>(p + 4) = v.high;
#endif
}

/// Returns mask ? yes : no, lane by lane.
[[gnu::always_inline]] inline Lanes select(const LaneMask& mask, const Lanes& yes,
                                           const Lanes& no) {
#if defined(__AVX512F__)
  return mask ? yes : no;
#else
  return {mask.low ? yes.low : no.low, mask.high ? yes.high : no.high};
#endif
}
/// Returns the larger value of each lane; b where one is not a number.
[[gnu::always_inline]] inline Lanes larger(const Lanes& a, const Lanes& b) {
  return select(a > b, a, b);
}

/// Returns v where the mask is set, else 0.
[[gnu::always_inline]] inline Lanes masked(const LaneMask& mask, const Lanes& v) {
#if defined(__AVX512F__)
  return (Lanes)((LaneMask)v & mask);
#else
  return {(HalfLanes)((HalfMask)v.low & mask.low), (HalfLanes)((HalfMask)v.high & mask.high)};
#endif
}

/// Returns lanes 0 to 3.
[[gnu::always_inline]] inline HalfLanes low_half(const Lanes& v) {
#if defined(__AVX512F__)
  return __builtin_shufflevector(v, v, 0, 1, 2, 3);
#else
  return v.low;
#endif
}
/// Returns lanes 4 to 7.
[[gnu::always_inline]] inline HalfLanes high_half(const Lanes& v) {
#if defined(__AVX512F__)
  return __builtin_shufflevector(v, v, 4, 5, 6, 7);
#else
  return v.high;
#endif
}
[[gnu::always_inline]] inline void set_halves(const HalfLanes& low, const HalfLanes& high,
                                              Lanes& out) {
#if defined(__AVX512F__)
  out = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#else
  out = {low, high};
#endif
}

/// Writes the first N lanes and nothing else, in pieces that are forwarded to reload_first() while
/// the stores are pending; a masked store would have to complete first.
template <int N>
[[gnu::always_inline]] inline void store_first(const Lanes& v, double* p) {
  constexpr int kHalf = N & 4, kPair = N & 2;
  if constexpr (kHalf > 0) *reinterpret_cast<UnalignedHalf*>(p) = low_half(v);
  const HalfLanes last = kHalf > 0 ? high_half(v) : low_half(v);
  if constexpr (kPair > 0)
    *reinterpret_cast<UnalignedPair*>(p + kHalf) = __builtin_shufflevector(last, last, 0, 1);
  if constexpr ((N & 1) > 0) p[N - 1] = last[kPair];
}
/// Does load_first() of what store_first() may just have written.
template <int N>
[[gnu::always_inline]] inline void reload_first(const double* p, Lanes& out) {
  constexpr int kHalf = N & 4, kPair = N & 2;
  HalfLanes low = {}, high = {};
  HalfLanes& last = kHalf > 0 ? high : low;
  if constexpr (kHalf > 0) low = *reinterpret_cast<const UnalignedHalf*>(p);
  if constexpr (kPair > 0) {
    const LanePair pair = *reinterpret_cast<const UnalignedPair*>(p + kHalf);
    last = HalfLanes{pair[0], pair[1]};
  }
  if constexpr ((N & 1) > 0) last[kPair] = p[N - 1];
  set_halves(low, high, out);
}

/// Loads the first N doubles at any address, and zeros after them.
template <int N>
[[gnu::always_inline]] inline void load_first(const double* p, Lanes& out) {
#if defined(__AVX512F__)
  out = (Lanes)_mm512_maskz_loadu_pd((1 << N) - 1, p);
#else
  reload_first<N>(p, out);
#endif
}

#if !defined(__AVX512F__)
[[gnu::always_inline]] inline void transpose(HalfLanes& a, HalfLanes& b, HalfLanes& c,
                                             HalfLanes& d) {
  const HalfLanes ab = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const HalfLanes ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const HalfLanes cd = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const HalfLanes cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}
#endif

/// Sets rows[i][j] = rows[j][i].
[[gnu::always_inline]] inline void transpose(Lanes (&rows)[kLanes]) {
#if defined(__AVX512F__)
  Lanes pair[kLanes], quad[kLanes];
  for (int i = 0; i < 8; i += 2) {
    pair[i] = __builtin_shufflevector(rows[i], rows[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    pair[i + 1] = __builtin_shufflevector(rows[i], rows[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int i = 0; i < 8; i += 4)
    for (int k = i; k < i + 2; ++k) {
      quad[k] = __builtin_shufflevector(pair[k], pair[k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      quad[k + 2] = __builtin_shufflevector(pair[k], pair[k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int i = 0; i < 4; ++i) {
    rows[i] = __builtin_shufflevector(quad[i], quad[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    rows[i + 4] = __builtin_shufflevector(quad[i], quad[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
#else
  for (int i = 0; i < 8; i += 4) {
    transpose(rows[i].low, rows[i + 1].low, rows[i + 2].low, rows[i + 3].low);
    transpose(rows[i].high, rows[i + 1].high, rows[i + 2].high, rows[i + 3].high);
  }
  for (int i = 0; i < 4; ++i) {
    const HalfLanes across = rows[i].high;
    rows[i].high = rows[i + 4].low;
    rows[i + 4].low = across;
  }
#endif
}

/// sum += a b
[[gnu::always_inline]] inline void add_product(Lanes& sum, const Lanes& a, const Lanes& b) {
#if defined(__AVX512F__)
  sum = _mm512_fmadd_pd(a, b, sum);
#elif defined(__FMA__)
  const HalfLanes low = _mm256_fmadd_pd(low_half(a), low_half(b), low_half(sum));
  const HalfLanes high = _mm256_fmadd_pd(high_half(a), high_half(b), high_half(sum));
  set_halves(low, high, sum);
#else
  sum += a * b;
#endif
}

/// sum -= a b
[[gnu::always_inline]] inline void subtract_product(Lanes& sum, const Lanes& a, const Lanes& b) {
#if defined(__AVX512F__)
  sum = _mm512_fnmadd_pd(a, b, sum);
#elif defined(__FMA__)
  const HalfLanes low = _mm256_fnmadd_pd(low_half(a), low_half(b), low_half(sum));
  const HalfLanes high = _mm256_fnmadd_pd(high_half(a), high_half(b), high_half(sum));
  set_halves(low, high, sum);
#else
  sum -= a * b;
#endif
}

// Same for one double, so that a kernel can be written for one and for eight.
[[gnu::always_inline]] inline void add_product(double& sum, double a, double b) {
#if defined(__FMA__)
  sum = __builtin_fma(a, b, sum);
#else
  sum += a * b;
#endif
}
[[gnu::always_inline]] inline void subtract_product(double& sum, double a, double b) {
#if defined(__FMA__)
  sum = __builtin_fma(-a, b, sum);
#else
  sum -= a * b;
#endif
}
/// Sets all lanes to s.
[[gnu::always_inline]] inline void broadcast(double s, Lanes& out) {
#if defined(__AVX512F__)
  out = Lanes{s, s, s, s, s, s, s, s};
#else
  out = s;
#endif
}
/// sum += s v
[[gnu::always_inline]] inline void add_scaled(Lanes& sum, double s, const Lanes& v) {
  Lanes all;
  broadcast(s, all);
  add_product(sum, all, v);
}
/// sum -= s v
[[gnu::always_inline]] inline void subtract_scaled(Lanes& sum, double s, const Lanes& v) {
  Lanes all;
  broadcast(s, all);
  subtract_product(sum, all, v);
}

#if !defined(__AVX512F__)
/// Returns (v_0 + v_1) + (v_2 + v_3) of each of four vectors.
[[gnu::always_inline]] inline HalfLanes sums_of(const HalfLanes& a, const HalfLanes& b,
                                                const HalfLanes& c, const HalfLanes& d) {
  const HalfLanes ab =
      __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const HalfLanes cd =
      __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
  return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}
#endif

/// Sets result[m] to the sum of the lanes of rows[m], in a fixed order.
[[gnu::always_inline]] inline void horizontal_sums(const Lanes (&rows)[kLanes], Lanes& result) {
#if defined(__AVX512F__)
  Lanes pair[4], quad[2];
  for (int i = 0; i < 4; ++i)
    pair[i] = __builtin_shufflevector(rows[2 * i], rows[2 * i + 1], 0, 8, 2, 10, 4, 12, 6, 14) +
              __builtin_shufflevector(rows[2 * i], rows[2 * i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  for (int i = 0; i < 2; ++i)
    quad[i] = __builtin_shufflevector(pair[2 * i], pair[2 * i + 1], 0, 1, 8, 9, 4, 5, 12, 13) +
              __builtin_shufflevector(pair[2 * i], pair[2 * i + 1], 2, 3, 10, 11, 6, 7, 14, 15);
  result = __builtin_shufflevector(quad[0], quad[1], 0, 1, 2, 3, 8, 9, 10, 11) +
           __builtin_shufflevector(quad[0], quad[1], 4, 5, 6, 7, 12, 13, 14, 15);
#else
  HalfLanes sums[2];
  for (int i = 0; i < 2; ++i) {
    const Lanes* r = rows + 4 * i;
    sums[i] = sums_of(r[0].low, r[1].low, r[2].low, r[3].low) +
              sums_of(r[0].high, r[1].high, r[2].high, r[3].high);
  }
  result = {sums[0], sums[1]};
#endif
}

/// Sets out to read(0), ..., read(7). Eight stores and a wide load instead would stall the load.
template <class Read>
[[gnu::always_inline]] inline void gather(Lanes& out, const Read& read) {
#if defined(__AVX512F__)
  out = Lanes{read(0), read(1), read(2), read(3), read(4), read(5), read(6), read(7)};
#else
  out = {HalfLanes{read(0), read(1), read(2), read(3)},
         HalfLanes{read(4), read(5), read(6), read(7)}};
#endif
}

/// All bits set in lanes First, ..., Last - 1, none in the others.
template <int First, int Last, int Lane>
inline constexpr long long kBetween = First <= Lane&& Lane < Last ? -1LL : 0LL;
template <int First, int Last>
inline constexpr LaneMask kLanesBetween = {
#if defined(__AVX512F__)
    kBetween<First, Last, 0>, kBetween<First, Last, 1>, kBetween<First, Last, 2>,
    kBetween<First, Last, 3>, kBetween<First, Last, 4>, kBetween<First, Last, 5>,
    kBetween<First, Last, 6>, kBetween<First, Last, 7>};
#else
    {kBetween<First, Last, 0>, kBetween<First, Last, 1>, kBetween<First, Last, 2>,
     kBetween<First, Last, 3>},
    {kBetween<First, Last, 4>, kBetween<First, Last, 5>, kBetween<First, Last, 6>,
     kBetween<First, Last, 7>}};
#endif

/// Returns a mask with all bits set in the lanes before `count`.
[[gnu::always_inline]] inline LaneMask lanes_before(int count) {
  Lanes index;
  gather(index, [](int i) { return static_cast<double>(i); });
  return index < static_cast<double>(count);
}

/// out = |v|
[[gnu::always_inline]] inline void magnitudes(const Lanes& v, Lanes& out) {
#if defined(__AVX512F__)
  out = (Lanes)((LaneMask)v & 0x7fffffffffffffff);
#else
  const HalfMask all = HalfMask{} + 0x7fffffffffffffff;
  out = {(HalfLanes)((HalfMask)v.low & all), (HalfLanes)((HalfMask)v.high & all)};
#endif
}

/// out = sqrt(v)
[[gnu::always_inline]] inline void root(const Lanes& v, Lanes& out) {
#if defined(__AVX512F__)
  out = _mm512_maskz_sqrt_pd(0xff, v);
#elif defined(__AVX__)
  out = {_mm256_sqrt_pd(v.low), _mm256_sqrt_pd(v.high)};
#else
  for (int i = 0; i < kLanes; ++i) out[i] = std::sqrt(v[i]);
#endif
}

/// True if any lane of a comparison holds.
[[gnu::always_inline]] inline bool any(const LaneMask& mask) {
#if defined(__AVX512F__)
  return _mm512_test_epi64_mask((__m512i)mask, (__m512i)mask) != 0;
#else
  const HalfMask half = mask.low | mask.high;
  return (half[0] | half[1] | half[2] | half[3]) != 0;
#endif
}

/// Returns the first lane where a comparison holds; one must.
[[gnu::always_inline]] inline int first_lane(const LaneMask& mask) {
#if defined(__AVX512F__)
  return __builtin_ctz(_mm512_test_epi64_mask((__m512i)mask, (__m512i)mask));
#else
  int lane = 0;
  while (mask[lane] == 0) ++lane;
  return lane;
#endif
}

/// Returns the largest lane.
[[gnu::always_inline]] inline double horizontal_max(const Lanes& all) {
  const HalfLanes low = low_half(all), high = high_half(all);
  HalfLanes v = high > low ? high : low;
  const HalfLanes other = __builtin_shufflevector(v, v, 2, 3, 0, 1);
  v = other > v ? other : v;
  return v[0] > v[1] ? v[0] : v[1];
}

/// Returns the sum of the lanes, in a fixed order.
[[gnu::always_inline]] inline double horizontal_sum(const Lanes& v) {
  return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

}  // namespace perpend::linalg
