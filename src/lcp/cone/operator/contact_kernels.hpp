// SPDX-License-Identifier: Apache-2.0
//
// Products with one block of G, the 6 × 3 block of a contact on a body in space: almost every block
// of a pile is one. Sizes are fixed, so that the compiler keeps columns in registers; products are
// fused where the target fuses. G is column-major without padding.
#pragma once

#include <Eigen/Core>

#include "linalg/kernels/block_kernels.hpp"
#include "linalg/kernels/lanes.hpp"

namespace perpend::lcp {

inline constexpr int kBodyRows = 6, kContactRows = 3;

/// v (6) += G r (3)
[[gnu::always_inline]] inline void add_velocity(const double* G, const double* r, double* v) {
  linalg::Lanes sum, column;
  linalg::reload_first<kBodyRows>(v, sum);
  for (int k = 0; k < kContactRows; ++k) {
    linalg::load_first<kBodyRows>(G + kBodyRows * k, column);
    linalg::add_scaled(sum, r[k], column);
  }
  linalg::store_first<kBodyRows>(sum, v);
}

/// Doubles of a transposed block of G: three rows and one of zeros, so that a column fills a
/// register.
inline constexpr int kTurned = 4 * kBodyRows;

/// Writes Gᵀ, padded to four rows.
inline void turn_columns(const double* G, double* turned) {
  for (int i = 0; i < kBodyRows; ++i) {
    for (int k = 0; k < kContactRows; ++k) turned[4 * i + k] = G[kBodyRows * k + i];
    turned[4 * i + kContactRows] = 0.0;
  }
}

/// u (4) += Gᵀ v (6), with Gᵀ from turn_columns().
[[gnu::always_inline]] inline void add_turned_motion(const double* turned, const double* v,
                                                     linalg::HalfLanes& u) {
  for (int i = 0; i < kBodyRows; ++i) {
    const linalg::HalfLanes column =
        *reinterpret_cast<const linalg::UnalignedHalf*>(turned + 4 * i);
    const linalg::HalfLanes all = {v[i], v[i], v[i], v[i]};
#if defined(__FMA__)
    u = (linalg::HalfLanes)_mm256_fmadd_pd((__m256d)column, (__m256d)all, (__m256d)u);
#else
    u += column * all;
#endif
  }
}

/// out (6 × 3) = -G Theta
[[gnu::always_inline]] inline void weigh(const double* G, const Eigen::Matrix3d& Theta,
                                         double* out) {
  for (int j = 0; j < kContactRows; ++j)
    for (int i = 0; i < kBodyRows; ++i) {
      double sum = 0.0;
      for (int k = 0; k < kContactRows; ++k)
        linalg::subtract_product(sum, G[kBodyRows * k + i], Theta(k, j));
      out[kBodyRows * j + i] = sum;
    }
}

/// K (6 × 6) -= left Gᵀ
inline void subtract_outer(const double* left, const double* G, double* K) {
  static const auto update = linalg::block_kernels(kBodyRows, kContactRows).update;
  update(&left, &G, 1, K, kBodyRows, kBodyRows, kContactRows);
}

}  // namespace perpend::lcp
