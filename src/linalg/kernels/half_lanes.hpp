// SPDX-License-Identifier: Apache-2.0
//
// Eight doubles as two values of four, for targets without a register that holds eight: GCC makes
// one operation per double of a vector wider than any register. The operations and sums, and so the
// bits, are those of a whole vector.
#pragma once

// Lanes are passed by value only between functions of one source, where no ABI is crossed.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace perpend::linalg {

using HalfLanes = double __attribute__((vector_size(32), may_alias));
using HalfMask = long long __attribute__((vector_size(32), may_alias));
using LanePair = double __attribute__((vector_size(16), may_alias));
using UnalignedHalf [[gnu::aligned(8), gnu::may_alias]] = HalfLanes;
using UnalignedPair [[gnu::aligned(8), gnu::may_alias]] = LanePair;

#if !defined(__AVX512F__)

struct [[gnu::may_alias]] alignas(64) LaneMask {
  HalfMask low, high;

  [[gnu::always_inline]] long long operator[](int i) const {
    return reinterpret_cast<const long long __attribute__((may_alias))*>(this)[i];
  }
  [[gnu::always_inline]] friend LaneMask operator~(const LaneMask& a) { return {~a.low, ~a.high}; }
  [[gnu::always_inline]] friend LaneMask operator&(const LaneMask& a, const LaneMask& b) {
    return {a.low & b.low, a.high & b.high};
  }
  [[gnu::always_inline]] friend LaneMask operator|(const LaneMask& a, const LaneMask& b) {
    return {a.low | b.low, a.high | b.high};
  }
  [[gnu::always_inline]] LaneMask& operator&=(const LaneMask& b) { return *this = *this & b; }
  [[gnu::always_inline]] LaneMask& operator|=(const LaneMask& b) { return *this = *this | b; }
};

struct [[gnu::may_alias]] alignas(64) Lanes {
  HalfLanes low, high;

  Lanes() = default;
  [[gnu::always_inline]] Lanes(const HalfLanes& first, const HalfLanes& second)
      : low(first), high(second) {}
  /// Sets all lanes to s.
  [[gnu::always_inline]] Lanes(double s) : low{s, s, s, s}, high{s, s, s, s} {}

  [[gnu::always_inline]] double operator[](int i) const {
    return reinterpret_cast<const double __attribute__((may_alias))*>(this)[i];
  }
  [[gnu::always_inline]] double __attribute__((may_alias)) & operator[](int i) {
    return reinterpret_cast<double __attribute__((may_alias))*>(this)[i];
  }

  [[gnu::always_inline]] friend Lanes operator-(const Lanes& a) { return {-a.low, -a.high}; }
  [[gnu::always_inline]] friend Lanes operator+(const Lanes& a, const Lanes& b) {
    return {a.low + b.low, a.high + b.high};
  }
  [[gnu::always_inline]] friend Lanes operator-(const Lanes& a, const Lanes& b) {
    return {a.low - b.low, a.high - b.high};
  }
  [[gnu::always_inline]] friend Lanes operator*(const Lanes& a, const Lanes& b) {
    return {a.low * b.low, a.high * b.high};
  }
  [[gnu::always_inline]] friend Lanes operator/(const Lanes& a, const Lanes& b) {
    return {a.low / b.low, a.high / b.high};
  }
  [[gnu::always_inline]] Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
  [[gnu::always_inline]] Lanes& operator-=(const Lanes& b) { return *this = *this - b; }
  [[gnu::always_inline]] Lanes& operator*=(const Lanes& b) { return *this = *this * b; }
  [[gnu::always_inline]] Lanes& operator/=(const Lanes& b) { return *this = *this / b; }

  [[gnu::always_inline]] friend LaneMask operator<(const Lanes& a, const Lanes& b) {
    return {a.low < b.low, a.high < b.high};
  }
  [[gnu::always_inline]] friend LaneMask operator>(const Lanes& a, const Lanes& b) {
    return {a.low > b.low, a.high > b.high};
  }
  [[gnu::always_inline]] friend LaneMask operator<=(const Lanes& a, const Lanes& b) {
    return {a.low <= b.low, a.high <= b.high};
  }
  [[gnu::always_inline]] friend LaneMask operator>=(const Lanes& a, const Lanes& b) {
    return {a.low >= b.low, a.high >= b.high};
  }
  [[gnu::always_inline]] friend LaneMask operator==(const Lanes& a, const Lanes& b) {
    return {a.low == b.low, a.high == b.high};
  }
  [[gnu::always_inline]] friend LaneMask operator!=(const Lanes& a, const Lanes& b) {
    return {a.low != b.low, a.high != b.high};
  }
};

#endif

}  // namespace perpend::linalg
