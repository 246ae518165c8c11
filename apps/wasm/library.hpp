// SPDX-License-Identifier: Apache-2.0
//
// Included first in every unit that Emscripten compiles: supplies the parts of C++20 that its
// standard library (LLVM 13) lacks, and Eigen without x86 assembly.
#pragma once

#include <emmintrin.h>
#include <nmmintrin.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <complex>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

// Eigen uses assembly, which WebAssembly lacks, for a clang with SSE that claims to be GCC 4.2.
// Without a GNU version it uses none; intrinsics remain.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wbuiltin-macro-redefined"
#undef __GNUC__
#define EIGEN_OPTIMIZATION_BARRIER(X)
#include <Eigen/Core>
#define __GNUC__ 4
#pragma clang diagnostic pop

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

namespace ranges {

template <class Range, class Predicate, class Member = identity>
constexpr bool any_of(const Range& range, Predicate holds, Member member = {}) {
  for (const auto& each : range)
    if (std::invoke(holds, std::invoke(member, each))) return true;
  return false;
}
template <class Range, class Predicate, class Member = identity>
constexpr bool none_of(const Range& range, Predicate holds, Member member = {}) {
  return !ranges::any_of(range, holds, member);
}
template <class Range, class Predicate, class Member = identity>
constexpr bool all_of(const Range& range, Predicate holds, Member member = {}) {
  return ranges::none_of(
      range, [&](const auto& each) { return !std::invoke(holds, each); }, member);
}
template <class Range, class Predicate, class Member = identity>
auto find_if(Range&& range, Predicate holds, Member member = {}) {
  return std::find_if(std::begin(range), std::end(range), [&](const auto& each) {
    return std::invoke(holds, std::invoke(member, each));
  });
}
template <class Range, class Value, class Member = identity>
auto find(Range&& range, const Value& value, Member member = {}) {
  return ranges::find_if(
      range, [&](const auto& each) { return each == value; }, member);
}

template <class Less, class Member>
auto order_by(Less& less, Member& member) {
  return [&](const auto& a, const auto& b) {
    return std::invoke(less, std::invoke(member, a), std::invoke(member, b));
  };
}
template <class Range, class Less = less, class Member = identity>
void sort(Range&& range, Less before = {}, Member member = {}) {
  std::sort(std::begin(range), std::end(range), ranges::order_by(before, member));
}
template <class Range, class Less = less, class Member = identity>
void stable_sort(Range&& range, Less before = {}, Member member = {}) {
  std::stable_sort(std::begin(range), std::end(range), ranges::order_by(before, member));
}
template <class Range, class Less = less, class Member = identity>
auto min_element(Range&& range, Less before = {}, Member member = {}) {
  return std::min_element(std::begin(range), std::end(range), ranges::order_by(before, member));
}
template <class Range, class Less = less, class Member = identity>
auto max_element(Range&& range, Less before = {}, Member member = {}) {
  return std::max_element(std::begin(range), std::end(range), ranges::order_by(before, member));
}
template <class Range, class Value, class Less = less, class Member = identity>
auto lower_bound(Range&& range, const Value& value, Less before = {}, Member member = {}) {
  return std::lower_bound(std::begin(range), std::end(range), value,
                          [&](const auto& each, const Value& sought) {
                            return std::invoke(before, std::invoke(member, each), sought);
                          });
}
template <class Range, class Out, class Act, class Member = identity>
constexpr void transform(Range&& range, Out out, Act act, Member member = {}) {
  std::transform(std::begin(range), std::end(range), out,
                 [&](auto&& each) { return std::invoke(act, std::invoke(member, each)); });
}

}  // namespace ranges
}  // namespace std
