// SPDX-License-Identifier: Apache-2.0
//
// Inside a kernel eight panels are one column-major matrix of vectors with s columns and s + b r
// rows, of which those from the diagonal on are used. Blocks are read and written eight values at a
// time. Pivots are static as in block_kernels.cpp; where one fails the results are discarded.
//
// Growth. What pivots of the other sign subtract from a diagonal entry (B) makes it larger; what
// those of its own sign subtract (C) makes it smaller. So the growth |K| + B + C of an entry d that
// is left is |d| + 2 C, and only C has to be kept.
#include <cmath>

#include "linalg/kernels/block_kernels.hpp"
#include "linalg/kernels/shape_table.hpp"
#include "linalg/ldlt/simd_batch_index.hpp"
#include "linalg/ldlt/simd_batches.hpp"

namespace perpend::linalg {
namespace {

template <int S, int R, int B>
struct SimdBatch {
  static constexpr int kRows = S + R * B, kValues = S * kRows, kSquare = R * R;

  struct Work {
    Lanes A[kValues];
    Lanes Y[kValues];  // L D
    Lanes before[S];   // the diagonal of K
    Lanes scale[S];    // growth before the elimination
    Lanes inverse[S];
  };

  // Stores value `e` of the factor's layout.
  [[gnu::always_inline]] static void place(int e, const Lanes& value, Work& work) {
    const int rest = e - S * S, in = rest % (R * S);
    const int i = e < S * S ? e % S : S + rest / (R * S) * R + in % R;
    const int k = e < S * S ? e / S : in / R;
    if (i >= k) work.A[i + k * kRows] = value;
  }

  [[gnu::always_inline]] static void gather_panels(const BatchPlan& plan, const BatchValues& values,
                                                   Work& work) {
    constexpr int kWhole = kValues / kLanes * kLanes;
    const double* K = plan.from_input ? values.input : values.factor;
    Lanes rows[kLanes];
    PERPEND_UNROLL
    for (int c = 0; c < kWhole; c += kLanes) {
      PERPEND_UNROLL
      for (int m = 0; m < kLanes; ++m) load_unaligned(K + plan.K[m] + c, rows[m]);
      transpose(rows);
      PERPEND_UNROLL
      for (int e = 0; e < kLanes; ++e) place(c + e, rows[e], work);
    }
    if constexpr (kValues > kWhole) {
      PERPEND_UNROLL
      for (int m = 0; m < kLanes; ++m)
        load_first<kValues - kWhole>(K + plan.K[m] + kWhole, rows[m]);
      transpose(rows);
      PERPEND_UNROLL
      for (int e = kWhole; e < kValues; ++e) place(e, rows[e - kWhole], work);
    }
  }

  [[gnu::always_inline]] static void gather_growth(const BatchPlan& plan, const double* growth,
                                                   Work& work) {
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) {
      work.before[k] = work.A[k * (kRows + 1)];
      magnitudes(work.before[k], work.scale[k]);
    }
    if (!plan.grown) return;
    Lanes rows[kLanes];
    PERPEND_UNROLL
    for (int m = 0; m < kLanes; ++m) load_first<S>(growth + plan.row[m], rows[m]);
    transpose(rows);
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) work.scale[k] += rows[k];
  }

  [[gnu::always_inline]] static void eliminate(Work& work, double* L) {
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) {
      Lanes* column = work.A + k * kRows;
      Lanes* y = work.Y + k * kRows;
      work.inverse[k] = 1.0 / column[k];
      lanes(L + k * kLanes) = work.inverse[k];
      PERPEND_UNROLL
      for (int i = k + 1; i < kRows; ++i) {
        y[i] = column[i];
        column[i] *= work.inverse[k];
        lanes(L + BatchIndex<S, R, B>::of(i, k) * kLanes) = column[i];
      }
      PERPEND_UNROLL
      for (int j = k + 1; j < S; ++j) {
        PERPEND_UNROLL
        for (int i = j; i < kRows; ++i) subtract_product(work.A[i + j * kRows], column[i], y[j]);
      }
    }
  }

  // Returns false unless all pivots have the sign and are not rounding.
  [[gnu::always_inline]] static bool judge(const Work& work, double sign, double& smallest) {
    LaneMask good = ~LaneMask{}, smaller = LaneMask{};
    Lanes pivots[S], growth[S];
    const double least = smallest;
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) {
      pivots[k] = sign * work.A[k * (kRows + 1)];
      growth[k] = work.scale[k] + (sign * work.before[k] - pivots[k]);
      good &= (pivots[k] > kSingularPivot * growth[k]) & (growth[k] < HUGE_VAL);
      smaller |= pivots[k] < least * growth[k];
    }
    if (any(~good)) return false;
    if (!any(smaller)) return true;
    Lanes ratio = Lanes{} + least;
    for (int k = 0; k < S; ++k) {
      const Lanes own = pivots[k] / growth[k];
      ratio = select(own < ratio, own, ratio);
    }
    smallest = -horizontal_max(-ratio);
    return true;
  }

  // Computes entry (i, j) of L D Lᵀ for blocks a and c.
  [[gnu::always_inline]] static void product(const Work& work, int a, int c, int i, int j,
                                             Lanes& sum) {
    const Lanes* x = work.A + S + a * R + i;
    const Lanes* y = work.Y + S + c * R + j;
    sum = x[0] * y[0];
    PERPEND_UNROLL
    for (int k = 1; k < S; ++k) add_product(sum, x[k * kRows], y[k * kRows]);
  }

  // Subtracts N values from a block, from its value `first` on.
  template <int N>
  [[gnu::always_inline]] static void subtract_part(const BatchPlan& plan, const BatchValues& values,
                                                   int pair, int first,
                                                   const Lanes (&sums)[kSquare]) {
    Lanes rows[kLanes] = {}, target;
    PERPEND_UNROLL
    for (int e = 0; e < N; ++e) rows[e] = sums[first + e];
    if constexpr (N > 1) transpose(rows);
    PERPEND_UNROLL
    for (int m = 0; m < kLanes; ++m) {
      if (m >= plan.count) break;
      const bool is_input = (plan.first[pair] >> m & 1) != 0;
      const double* from = (is_input ? values.input : values.factor) + plan.from[pair][m] + first;
      double* to = values.factor + plan.to[pair][m] + first;
      if constexpr (N == 1) {
        *to = *from - rows[0][m];
      } else if constexpr (N == kLanes) {
        load_unaligned(from, target);
        store_unaligned(target - rows[m], to);
      } else {
        reload_first<N>(from, target);
        store_first<N>(target - rows[m], to);
      }
    }
  }

  // Adds 2 C to the growth of block a.
  [[gnu::always_inline]] static void add_growth(const BatchPlan& plan, int a,
                                                const Lanes (&sums)[kSquare], double* growth) {
    Lanes rows[kLanes] = {};
    PERPEND_UNROLL
    for (int i = 0; i < R; ++i) {
      magnitudes(sums[i * (R + 1)], rows[i]);
      rows[i] += rows[i];
    }
    transpose(rows);
    for (int m = 0; m < plan.count; ++m) {
      if ((plan.same_sign[a] >> m & 1) == 0) continue;
      double* to = growth + plan.row_below[a][m];
      Lanes before = {};
      if ((plan.first_growth[a] >> m & 1) == 0) reload_first<R>(to, before);
      store_first<R>(before + rows[m], to);
    }
  }

  [[gnu::always_inline]] static void subtract_updates(const Work& work, const BatchPlan& plan,
                                                      const BatchValues& values) {
    constexpr int kWhole = kSquare / kLanes * kLanes;
    int pair = 0;
    PERPEND_UNROLL
    for (int a = 0; a < B; ++a) {
      PERPEND_UNROLL
      for (int c = 0; c <= a; ++c, ++pair) {
        Lanes sums[kSquare] = {};
        PERPEND_UNROLL
        for (int j = 0; j < R; ++j) {
          PERPEND_UNROLL
          for (int i = a == c ? j : 0; i < R; ++i) product(work, a, c, i, j, sums[i + j * R]);
        }
        PERPEND_UNROLL
        for (int first = 0; first < kWhole; first += kLanes)
          subtract_part<kLanes>(plan, values, pair, first, sums);
        if constexpr (kSquare > kWhole)
          subtract_part<kSquare - kWhole>(plan, values, pair, kWhole, sums);
        if (a == c && plan.same_sign[a] != 0) add_growth(plan, a, sums, values.growth);
      }
    }
  }

  static bool factor(const BatchPlan& plan, const BatchValues& values, double& smallest) {
    Work work;
    gather_panels(plan, values, work);
    gather_growth(plan, values.growth, work);
    eliminate(work, values.L);
    if (!judge(work, plan.sign, smallest)) return false;
    subtract_updates(work, plan, values);
    return true;
  }
};

constexpr auto kBatchKernels = shape_table(PanelShapes(), [](auto shape) {
  using Index = BatchIndex<shape.s, shape.r, shape.b>;
  return BatchKernels{shape.s,        shape.r,   shape.b,
                      Index::kStored, Index::of, SimdBatch<shape.s, shape.r, shape.b>::factor};
});

}  // namespace

const BatchKernels* batch_kernels(int s, int r, int b) {
  return find_shape(kBatchKernels, s, r, b);
}

}  // namespace perpend::linalg
