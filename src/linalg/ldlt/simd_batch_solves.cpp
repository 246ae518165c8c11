// SPDX-License-Identifier: Apache-2.0
//
// Half solves of eight panels; unknowns of the panels stay in lanes between the two.

#include "linalg/kernels/shape_table.hpp"
#include "linalg/ldlt/simd_batch_index.hpp"
#include "linalg/ldlt/simd_batches.hpp"

namespace perpend::linalg {
namespace {

template <int S, int R, int B>
struct Solves {
  using Index = BatchIndex<S, R, B>;

  template <bool Apart>
  static void forward(const BatchPlan& plan, const double* L, const BatchUnknowns& unknowns) {
    double *const x = unknowns.x, *const z = unknowns.z + plan.work;
    Lanes rows[kLanes];
    PERPEND_UNROLL
    for (int m = 0; m < kLanes; ++m) load_first<S>(x + plan.unknown[m], rows[m]);
    transpose(rows);
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) {
      PERPEND_UNROLL
      for (int i = k + 1; i < S; ++i)
        subtract_product(rows[i], lanes(L + Index::of(i, k) * kLanes), rows[k]);
    }
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) lanes(z + k * kLanes) = rows[k];
    PERPEND_UNROLL
    for (int a = 0; a < B; ++a) {
      Lanes taken[kLanes] = {};
      PERPEND_UNROLL
      for (int k = 0; k < S; ++k) {
        PERPEND_UNROLL
        for (int i = 0; i < R; ++i)
          add_product(taken[i], lanes(L + Index::of(S + a * R + i, k) * kLanes), rows[k]);
      }
      transpose(taken);
      PERPEND_UNROLL
      for (int m = 0; m < kLanes; ++m) {
        if (m >= plan.count) break;
        double* below = x + plan.unknown_below[a][m];
        if (Apart && (plan.apart[a] >> m & 1) != 0)
          below = unknowns.parts + (plan.row_below[a][m] - unknowns.first_part);
        Lanes before;
        reload_first<R>(below, before);
        store_first<R>(before - taken[m], below);
      }
    }
  }

  static void backward(const BatchPlan& plan, const double* L, const BatchUnknowns& unknowns) {
    const double* const z = unknowns.z + plan.work;
    double* const x = unknowns.x;
    Lanes sums[kLanes] = {}, below[kLanes];
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) sums[k] = lanes(z + k * kLanes) * lanes(L + k * kLanes);
    PERPEND_UNROLL
    for (int a = 0; a < B; ++a) {
      PERPEND_UNROLL
      for (int m = 0; m < kLanes; ++m) load_first<R>(x + plan.unknown_below[a][m], below[m]);
      transpose(below);
      PERPEND_UNROLL
      for (int k = 0; k < S; ++k) {
        PERPEND_UNROLL
        for (int i = 0; i < R; ++i)
          subtract_product(sums[k], lanes(L + Index::of(S + a * R + i, k) * kLanes), below[i]);
      }
    }
    PERPEND_UNROLL
    for (int k = S - 1; k > 0; --k) {
      PERPEND_UNROLL
      for (int i = 0; i < k; ++i)
        subtract_product(sums[i], lanes(L + Index::of(k, i) * kLanes), sums[k]);
    }
    transpose(sums);
    PERPEND_UNROLL
    for (int m = 0; m < kLanes; ++m) {
      if (m >= plan.count) break;
      store_first<S>(sums[m], x + plan.unknown[m]);
    }
  }
};

template <bool Apart>
constexpr auto kSolves = shape_table(PanelShapes(), [](auto shape) {
  using S = Solves<shape.s, shape.r, shape.b>;
  return BatchSolves{shape.s, shape.r, shape.b, S::template forward<Apart>, S::backward};
});

}  // namespace

const BatchSolves* batch_solves(int s, int r, int b, bool apart) {
  return find_shape(apart ? kSolves<true> : kSolves<false>, s, r, b);
}

}  // namespace perpend::linalg
