// SPDX-License-Identifier: Apache-2.0
//
// Equality as what is kept from step to step needs it: -0 is not 0, and a NaN is itself.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace perpend {

inline bool has_same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Of all elements of two vectors, standard or of Eigen, that have no bits between their members.
template <typename Vector>
bool has_same_bits(const Vector& a, const Vector& b) {
  const auto bytes = sizeof(*a.data()) * static_cast<std::size_t>(a.size());
  return a.size() == b.size() && (bytes == 0 || std::memcmp(a.data(), b.data(), bytes) == 0);
}

}  // namespace perpend
