// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

namespace perpend::linalg {

/// Calls body(0), ..., body(N - 1) with constants: columns then stay in registers, which loops that
/// are unrolled later do not achieve.
template <int N, class Body>
[[gnu::always_inline]] inline void unrolled(const Body& body) {
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (body(std::integral_constant<int, I>()), ...);
  }
  (std::make_integer_sequence<int, N>());
}

}  // namespace perpend::linalg
