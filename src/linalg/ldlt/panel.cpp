// SPDX-License-Identifier: Apache-2.0
//
// Inside a kernel a panel is one column-major matrix of s columns and s + b r rows. Pivots are
// static as in block_kernels.cpp, but a pivot that fails is left to those kernels: the kernels here
// only report it. While all pivots have one sign, so have all terms that elimination subtracts from
// a diagonal entry: the sum of their magnitudes is the magnitude of their sum.
#include "linalg/ldlt/panel.hpp"

#include <cmath>

#include "linalg/kernels/block_kernels.hpp"
#include "linalg/kernels/lanes.hpp"
#include "linalg/kernels/shape_table.hpp"

namespace perpend::linalg {
namespace {

// Loops below have at most 15 rounds; unrolled, all indices are constants.
#define PERPEND_UNROLL _Pragma("GCC unroll 16")

template <int S, int R, int B>
struct Panel {
  static constexpr int kRows = S + R * B, kValues = S * kRows;

  // Returns where value `e` of the factor's layout is in the panel.
  static constexpr int place(int e) {
    if (e < S * S) return e % S + e / S * kRows;
    const int rest = e - S * S, block = rest / (R * S), in = rest % (R * S);
    return S + block * R + in % R + in / R * kRows;
  }

  struct Work {
    double A[kValues];
    double Y[kValues];  // L D
    double before[S];   // the diagonal of K
    double inverse[S];
  };

  // A single panel waits for its divisions, so y yᵀ is computed before 1 / D is ready.
  [[gnu::always_inline]] static void eliminate(Work& work) {
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) work.before[k] = work.A[k * (kRows + 1)];
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) {
      double* column = work.A + k * kRows;
      double* y = work.Y + k * kRows;
      work.inverse[k] = 1.0 / column[k];
      PERPEND_UNROLL
      for (int i = k + 1; i < kRows; ++i) {
        y[i] = column[i];
        column[i] *= work.inverse[k];
      }
      PERPEND_UNROLL
      for (int j = k + 1; j < S; ++j) {
        PERPEND_UNROLL
        for (int i = j; i < kRows; ++i)
          subtract_product(work.A[i + j * kRows], y[i] * y[j], work.inverse[k]);
      }
    }
  }

  // Calls store(pair, e, sum) with entry e of L D Lᵀ for each pair of blocks.
  template <class Store>
  [[gnu::always_inline]] static void outer(const Work& work, const Store& store) {
    int pair = 0;
    PERPEND_UNROLL
    for (int a = 0; a < B; ++a) {
      PERPEND_UNROLL
      for (int c = 0; c <= a; ++c, ++pair) {
        PERPEND_UNROLL
        for (int j = 0; j < R; ++j) {
          PERPEND_UNROLL
          for (int i = 0; i < R; ++i) {
            const double* x = work.A + S + a * R + i;
            const double* y = work.Y + S + c * R + j;
            double sum = x[0] * y[0];
            PERPEND_UNROLL
            for (int k = 1; k < S; ++k) {
              if (k == S - 1)
                add_product(sum, work.Y[S + a * R + i + k * kRows] * y[k * kRows], work.inverse[k]);
              else
                add_product(sum, x[k * kRows], y[k * kRows]);
            }
            store(pair, i + j * R, sum);
          }
        }
      }
    }
  }

  static bool factor(const PanelPlace& panel, double sign, const double* growth, double& smallest) {
    Work work;
    PERPEND_UNROLL
    for (int e = 0; e < kValues; ++e) work.A[place(e)] = panel.L[e];
    eliminate(work);
    double least = smallest;
    for (int k = 0; k < S; ++k) {
      const double pivot = sign * work.A[k * (kRows + 1)];
      const double scale = growth[k] + std::abs(sign * work.before[k] - pivot);
      if (!(pivot > kSingularPivot * scale) || !std::isfinite(scale)) return false;
      if (pivot < least * scale) least = pivot / scale;
    }
    smallest = least;
    outer(work, [&](int pair, int e, double sum) {
      panel.targets[pair][e] -= sum;
      for (int a = 0; a < B; ++a)
        if (pair == a * (a + 3) / 2 && e % (R + 1) == 0) panel.growth[a][e % R] += std::abs(sum);
    });
    PERPEND_UNROLL
    for (int e = 0; e < kValues; ++e) panel.L[e] = work.A[place(e)];
    for (int k = 0; k < S; ++k) panel.inverse_pivots[k] = work.inverse[k];
    return true;
  }

  static void forward(const double* L, double* x, double* const* y) {
    double z[S];
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) z[k] = x[k];
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) {
      PERPEND_UNROLL
      for (int i = k + 1; i < S; ++i) subtract_product(z[i], L[i + k * S], z[k]);
    }
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) x[k] = z[k];
    for (int a = 0; a < B; ++a) {
      const double* X = L + S * S + a * R * S;
      PERPEND_UNROLL
      for (int i = 0; i < R; ++i) {
        double sum = y[a][i];
        PERPEND_UNROLL
        for (int k = 0; k < S; ++k) subtract_product(sum, X[i + k * R], z[k]);
        y[a][i] = sum;
      }
    }
  }

  static void backward(const double* L, const double* inverse_pivots, double* x,
                       const double* const* y) {
    double z[S];
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) z[k] = x[k] * inverse_pivots[k];
    for (int a = 0; a < B; ++a) {
      const double* X = L + S * S + a * R * S;
      PERPEND_UNROLL
      for (int k = 0; k < S; ++k) {
        PERPEND_UNROLL
        for (int i = 0; i < R; ++i) subtract_product(z[k], X[i + k * R], y[a][i]);
      }
    }
    PERPEND_UNROLL
    for (int k = S - 1; k > 0; --k) {
      PERPEND_UNROLL
      for (int i = 0; i < k; ++i) subtract_product(z[i], L[k + i * S], z[k]);
    }
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) x[k] = z[k];
  }
};

constexpr auto kPanels = shape_table(PanelShapes(), [](auto shape) {
  using P = Panel<shape.s, shape.r, shape.b>;
  return PanelKernels{shape.s, shape.r, shape.b, P::factor, P::forward, P::backward};
});

}  // namespace

const PanelKernels* panel_kernels(int s, int r, int b) {
  return find_shape(kPanels, s, r, b);
}

}  // namespace perpend::linalg
