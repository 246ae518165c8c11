// SPDX-License-Identifier: Apache-2.0
//
// Inside a kernel a panel is one column-major matrix of s columns and s + b r rows; T is a double,
// or eight of them from eight panels. Static pivots as in block_kernels.cpp, but a pivot that
// fails is left to those: the kernels here only say so. While all pivots have one sign, so have all
// terms that elimination takes off a diagonal entry: their sum of magnitudes is that of their sum.
#include "linalg/block_panel.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/block_kernels.hpp"

namespace perpend::linalg {
namespace {

// Loops below have at most 15 rounds; unrolled, all indices are constants.
#define PERPEND_UNROLL _Pragma("GCC unroll 16")

// What a kernel works on: a type of its own, since vector types lose their attributes as template
// arguments.
struct One {
  using T = double;
  static constexpr bool kWaits = true;
};
struct Eight {
  using T = Lanes;
  static constexpr bool kWaits = false;
};

template <int S, int R, int B>
struct Panel {
  static constexpr int kRows = S + R * B, kValues = S * kRows;

  // Where value `e` of the factor's layout is in the panel.
  static constexpr int place(int e) {
    if (e < S * S) return e % S + e / S * kRows;
    const int rest = e - S * S, block = rest / (R * S), in = rest % (R * S);
    return S + block * R + in % R + in / R * kRows;
  }

  template <class Width>
  struct Work {
    using T = typename Width::T;
    T A[kValues];
    T Y[kValues];  // L D
    T before[S];   // the diagonal of K
    T scale[S];    // growth before
    T inverse[S];
  };

  template <class Width>
  [[gnu::always_inline]] static void eliminate(Work<Width>& work) {
    using T = typename Width::T;
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) work.before[k] = work.A[k * (kRows + 1)];
    PERPEND_UNROLL
    for (int k = 0; k < S; ++k) {
      T* column = work.A + k * kRows;
      T* y = work.Y + k * kRows;
      work.inverse[k] = 1.0 / column[k];
      PERPEND_UNROLL
      for (int i = k + 1; i < kRows; ++i) {
        y[i] = column[i];
        column[i] *= work.inverse[k];
      }
      PERPEND_UNROLL
      for (int j = k + 1; j < S; ++j) {
        PERPEND_UNROLL
        for (int i = j; i < kRows; ++i) {
          // Alone a panel waits for its divisions: y yᵀ is ready before 1 / D is.
          T& entry = work.A[i + j * kRows];
          if constexpr (Width::kWaits)
            subtract_product(entry, y[i] * y[j], work.inverse[k]);
          else
            subtract_product(entry, column[i], y[j]);
        }
      }
    }
  }

  // store(pair, e, sum): entry e of L D Lᵀ for a pair of blocks.
  template <class Width, class Store>
  [[gnu::always_inline]] static void outer(const Work<Width>& work, const Store& store) {
    using T = typename Width::T;
    int pair = 0;
    PERPEND_UNROLL
    for (int a = 0; a < B; ++a) {
      PERPEND_UNROLL
      for (int c = 0; c <= a; ++c, ++pair) {
        PERPEND_UNROLL
        for (int j = 0; j < R; ++j) {
          PERPEND_UNROLL
          for (int i = 0; i < R; ++i) {
            const T* x = work.A + S + a * R + i;
            const T* y = work.Y + S + c * R + j;
            T sum = x[0] * y[0];
            PERPEND_UNROLL
            for (int k = 1; k < S; ++k) {
              if (Width::kWaits && k == S - 1)
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
    Work<One> work;
    PERPEND_UNROLL
    for (int e = 0; e < kValues; ++e) work.A[place(e)] = panel.K[e];
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

  // Panels are read and written eight values at a time.
  using Panels = std::array<PanelPlace, kLanes>;
  static constexpr int kWhole = kValues / kLanes * kLanes;

  static void gather_panels(const Panels& panels, Work<Eight>& work) {
    Lanes rows[kLanes];
    for (int c = 0; c < kWhole; c += kLanes) {
      for (int m = 0; m < kLanes; ++m) load_unaligned(panels[m].K + c, rows[m]);
      transpose(rows);
      for (int e = 0; e < kLanes; ++e) work.A[place(c + e)] = rows[e];
    }
    for (int e = kWhole; e < kValues; ++e)
      gather(work.A[place(e)], [&](int m) { return panels[m].K[e]; });
    for (int k = 0; k < S; ++k) {
      if (panels[0].scale)
        gather(work.scale[k], [&](int m) { return panels[m].scale[k]; });
      else
        magnitudes(work.A[k * (kRows + 1)], work.scale[k]);
    }
  }

  static void scatter_panels(const Work<Eight>& work, const Panels& panels) {
    Lanes rows[kLanes];
    for (int c = 0; c < kWhole; c += kLanes) {
      for (int e = 0; e < kLanes; ++e) rows[e] = work.A[place(c + e)];
      transpose(rows);
      for (int m = 0; m < kLanes; ++m) store_unaligned(rows[m], panels[m].L + c);
    }
    for (int e = kWhole; e < kValues; ++e)
      for (int m = 0; m < kLanes; ++m) panels[m].L[e] = work.A[place(e)][m];
    for (int k = 0; k < S; ++k)
      for (int m = 0; m < kLanes; ++m) panels[m].inverse_pivots[k] = work.inverse[k][m];
  }

  // The first 8, 16, ... values of a block together, the others one by one.
  static void subtract_updates(const Work<Eight>& work, const Panels& panels, double sign) {
    constexpr int kPairs = B * (B + 1) / 2, kSquare = R * R, kTogether = kSquare / kLanes * kLanes;
    Lanes sums[kPairs * kSquare];
    outer(work, [&](int pair, int e, const Lanes& sum) { sums[pair * kSquare + e] = sum; });
    for (int pair = 0; pair < kPairs; ++pair) {
      for (int c = 0; c < kTogether; c += kLanes) {
        Lanes rows[kLanes], target;
        for (int e = 0; e < kLanes; ++e) rows[e] = sums[pair * kSquare + c + e];
        transpose(rows);
        for (int m = 0; m < kLanes; ++m) {
          load_unaligned(panels[m].targets[pair] + c, target);
          store_unaligned(target - rows[m], panels[m].targets[pair] + c);
        }
      }
      for (int e = kTogether; e < kSquare; ++e)
        for (int m = 0; m < kLanes; ++m) panels[m].targets[pair][e] -= sums[pair * kSquare + e][m];
    }
    for (int i = 0; i < R * B; ++i) {
      const int a = i / R, entry = (a * (a + 3) / 2) * kSquare + i % R * (R + 1);
      for (int m = 0; m < kLanes; ++m) panels[m].growth[a][i % R] += sign * sums[entry][m];
    }
  }

  // False unless all pivots have the sign and are not rounding.
  static bool judge(const Work<Eight>& work, double sign, double& smallest) {
    LaneMask good = ~LaneMask{};
    double least = smallest;
    for (int k = 0; k < S; ++k) {
      const Lanes pivot = sign * work.A[k * (kRows + 1)];
      const Lanes growth = work.scale[k] + (sign * work.before[k] - pivot);
      good &= (pivot > kSingularPivot * growth) & (growth < HUGE_VAL);
      if (!any(pivot < least * growth)) continue;
      least = std::min(least, -horizontal_max(-pivot / growth));
    }
    if (any(good == 0)) return false;
    smallest = least;
    return true;
  }

  static bool factor_eight(const Panels& panels, double sign, double& smallest) {
    Work<Eight> work;
    gather_panels(panels, work);
    eliminate(work);
    if (!judge(work, sign, smallest)) return false;
    scatter_panels(work, panels);
    subtract_updates(work, panels, sign);
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

template <int S, int R, int B>
constexpr PanelKernels kernels() {
  using P = Panel<S, R, B>;
  return {S, R, B, P::factor, P::factor_eight, P::forward, P::backward};
}

// Bodies before their joints: pins and points in the plane, points, hinges and rigid joints in
// space; then joints after and before the body that carries them, and joints among themselves.
constexpr std::array kPanels{
    kernels<3, 2, 1>(), kernels<3, 2, 2>(), kernels<3, 2, 3>(), kernels<6, 3, 1>(),
    kernels<6, 3, 2>(), kernels<6, 3, 3>(), kernels<6, 5, 1>(), kernels<6, 5, 2>(),
    kernels<2, 3, 1>(), kernels<3, 6, 1>(), kernels<5, 6, 1>(), kernels<2, 2, 1>(),
    kernels<2, 2, 2>(), kernels<3, 3, 1>(), kernels<3, 3, 2>(), kernels<5, 5, 1>()};

}  // namespace

const PanelKernels* panel_kernels(int s, int r, int b) {
  const auto fits = [&](const PanelKernels& k) { return k.s == s && k.r == r && k.b == b; };
  const auto found = std::find_if(kPanels.begin(), kPanels.end(), fits);
  return found == kPanels.end() ? nullptr : &*found;
}

}  // namespace perpend::linalg
