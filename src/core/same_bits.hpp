// SPDX-License-Identifier: Apache-2.0
//
// Bitwise equality, as needed for data kept from step to step: -0 differs from 0, a NaN equals
// itself.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace perpend {

inline bool has_same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Compares all elements of two vectors, standard or Eigen, whose elements have no padding.
template <typename Vector>
bool has_same_bits(const Vector& a, const Vector& b) {
  const auto bytes = sizeof(*a.data()) * static_cast<std::size_t>(a.size());
  return a.size() == b.size() && (bytes == 0 || std::memcmp(a.data(), b.data(), bytes) == 0);
}

}  // namespace perpend
