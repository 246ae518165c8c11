// SPDX-License-Identifier: Apache-2.0
//
// Tables of kernels that are compiled for some shapes: s × s on the diagonal and b blocks of r rows
// below it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>

namespace perpend::linalg {

/// Returns make(Shape()) for each of the shapes.
template <class Make, class... Shape>
constexpr auto shape_table(std::tuple<Shape...>, Make make) {
  return std::array{make(Shape())...};
}

/// Returns the kernels of a shape, or null where there are none.
template <class Kernels, std::size_t N>
const Kernels* find_shape(const std::array<Kernels, N>& table, int s, int r, int b) {
  const auto fits = [&](const Kernels& k) { return k.s == s && k.r == r && k.b == b; };
  const auto found = std::find_if(table.begin(), table.end(), fits);
  return found == table.end() ? nullptr : &*found;
}

}  // namespace perpend::linalg
