// SPDX-License-Identifier: Apache-2.0
#pragma once

// In unrolled loops all indices are constants. A sanitizer checks every access, which takes minutes
// to compile when unrolled.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PERPEND_UNROLL
#else
#define PERPEND_UNROLL _Pragma("GCC unroll 64")
#endif

namespace perpend::linalg {

/// Index of entries of L among the lanes of eight panels: 1 / D, then by columns what is below the
/// diagonal.
template <int S, int R, int B>
struct BatchIndex {
  static constexpr int kRows = S + R * B;
  static constexpr int kStored = S + S * (kRows - 1) - S * (S - 1) / 2;

  static constexpr int of(int i, int k) {
    return S + k * (kRows - 1) - k * (k - 1) / 2 + i - k - 1;
  }
};

}  // namespace perpend::linalg
