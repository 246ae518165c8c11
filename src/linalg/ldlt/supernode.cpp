// SPDX-License-Identifier: Apache-2.0
//
// Pivots are static as in block_kernels.cpp; one that fails is left to those kernels. Pivots of one
// node have one sign, and so have the terms that they subtract from a diagonal entry: the sum of
// their magnitudes is the magnitude of their sum.
#include "linalg/ldlt/supernode.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linalg/kernels/block_kernels.hpp"
#include "linalg/kernels/lanes.hpp"
#include "linalg/kernels/unrolled.hpp"

namespace perpend::linalg {
namespace {

template <int Lane>
[[gnu::always_inline]] inline void broadcast(const Lanes& v, Lanes& out) {
#if defined(__AVX512F__)
  out = __builtin_shufflevector(v, v, Lane, Lane, Lane, Lane, Lane, Lane, Lane, Lane);
#else
  const HalfLanes half = Lane < 4 ? v.low : v.high;
  const HalfLanes all = __builtin_shufflevector(half, half, Lane & 3, Lane & 3, Lane & 3, Lane & 3);
  out = {all, all};
#endif
}

// Sets to[Lane] = v[Lane].
template <int Lane>
[[gnu::always_inline]] inline void copy_lane(const Lanes& v, Lanes& to) {
  to = select(kLanesBetween<Lane, Lane + 1>, v, to);
}

template <int S, int C, int R>
struct Supernode {
  static constexpr int N = S + C;

  // Columns of K, and later what is left of them.
  struct Work {
    Lanes first[S], second[N], below[N], target[R];
    Lanes growth[3];  // for the rows of each node
    Lanes pivots[2], inverse[2];
  };

  template <int Rows, int Count>
  [[gnu::always_inline]] static void load(const SupernodeBlock& block, Lanes* columns) {
    if (!block.transposed)
      unrolled<Count>([&](auto k) { load_first<Rows>(block.values + k * Rows, columns[k]); });
    else
      unrolled<Count>([&](auto k) {
        gather(columns[k], [&](int i) { return i < Rows ? block.values[k + i * Count] : 0.0; });
      });
  }

  [[gnu::always_inline]] static void load(const SupernodePlace& place, Work& work) {
    unrolled<S>([&](auto k) { reload_first<S>(place.first + k * S, work.first[k]); });
    load<C, S>(place.coupling, work.second);
    load<C, C>({place.second, false}, work.second + S);
    load<R, S>(place.below[0], work.below);
    load<R, C>(place.below[1], work.below + S);
    unrolled<R>([&](auto k) { reload_first<R>(place.target + k * R, work.target[k]); });
    reload_first<S>(place.growth, work.growth[0]);
    reload_first<R>(place.target_growth, work.growth[2]);
    start_growth(place, work);
    work.pivots[0] = work.pivots[1] = work.inverse[0] = work.inverse[1] = Lanes{};
  }

  // Starts the growth of the second node: its diagonal and about diag(G M⁻¹ Gᵀ) of the body below,
  // see BlockLdlt::load_couplings().
  [[gnu::always_inline]] static void start_growth(const SupernodePlace& place, Work& work) {
    gather(work.growth[1],
           [&](int i) { return i < C ? std::abs(place.second[i * (C + 1)]) : 0.0; });
    if (!place.mass) return;
    Lanes mass, squares[kLanes] = {}, sums;
    gather(mass, [&](int i) { return i < R ? place.mass[i * (R + 1)] : 0.0; });
    const Lanes inverse = select(mass > 0.0, 1.0 / mass, Lanes{});
    unrolled<C>([&](auto k) { squares[k] = work.below[S + k] * work.below[S + k] * inverse; });
    horizontal_sums(squares, sums);
    work.growth[1] += sums;
  }

  // Adds the magnitudes of what a column subtracts from the diagonal, in the rows from First on.
  template <int First>
  [[gnu::always_inline]] static void add_growth(const Lanes& l, const Lanes& y, Lanes& growth) {
    Lanes taken;
    magnitudes(l * y, taken);
    growth += masked(kLanesBetween<First, kLanes>, taken);
  }

  // Eliminates column k. The next pivot waits for it, so y yᵀ is computed before 1 / D is ready.
  template <int k>
  [[gnu::always_inline]] static void eliminate(const SupernodePlace& place, Work& work) {
    constexpr int node = k >= S, at = k < S ? k : k - S;
    const Lanes& own = k < S ? work.first[k < S ? k : 0] : work.second[k];
    Lanes inverse, l[3], factor;
    linalg::broadcast(1.0 / own[at], inverse);
    copy_lane<at>(own, work.pivots[node]);
    copy_lane<at>(inverse, work.inverse[node]);
    if constexpr (k + 1 < S) {
      broadcast<k + 1>(work.first[k], factor);
      subtract_product(work.first[k + 1], work.first[k] * factor, inverse);
    } else if constexpr (k + 1 < N) {
      broadcast<k + 1 - S>(work.second[k], factor);
      subtract_product(work.second[k + 1], work.second[k] * factor, inverse);
    }
    if constexpr (k < S) l[0] = work.first[k] * inverse;
    l[1] = work.second[k] * inverse;
    l[2] = work.below[k] * inverse;
    unrolled<N + R>([&](auto column) {
      constexpr int j = column, row = j < S ? 0 : j < N ? 1 : 2;
      if constexpr (j > k) {
        broadcast<j - (row == 0 ? 0 : row == 1 ? S : N)>(l[row], factor);
        if constexpr (j < S && j > k + 1) subtract_product(work.first[j], factor, work.first[k]);
        if constexpr (j < N && (j > k + 1 || j < S))
          subtract_product(work.second[j], factor, work.second[k]);
        subtract_product(j < N ? work.below[j < N ? j : 0] : work.target[j < N ? 0 : j - N], factor,
                         work.below[k]);
      }
    });
    if constexpr (k + 1 < S) add_growth<k + 1>(l[0], work.first[k], work.growth[0]);
    add_growth<(k < S ? 0 : k - S + 1)>(l[1], work.second[k], work.growth[1]);
    add_growth<0>(l[2], work.below[k], work.growth[2]);
    store<k>(l, own[at], place);
  }

  // Offsets in the factor of the blocks of both nodes.
  static constexpr int kSecond = S * S, kBelow = kSecond + C * S, kOwn = kBelow + R * S,
                       kLast = kOwn + C * C;

  template <int k>
  [[gnu::always_inline]] static void store(const Lanes* l, double pivot,
                                           const SupernodePlace& place) {
    if constexpr (k < S) {
      store_first<S>(l[0], place.L + k * S);
      place.L[k * (S + 1)] = pivot;
      store_first<C>(l[1], place.L + kSecond + k * C);
      store_first<R>(l[2], place.L + kBelow + k * R);
    } else {
      store_first<C>(l[1], place.L + kOwn + (k - S) * C);
      place.L[kOwn + (k - S) * (C + 1)] = pivot;
      store_first<R>(l[2], place.L + kLast + (k - S) * R);
    }
  }

  // Returns false unless all pivots have their signs and are not rounding, and nothing is infinite.
  [[gnu::always_inline]] static bool judge(const SupernodePlace& place, const Work& work,
                                           double& smallest) {
    constexpr LaneMask kUsed[] = {kLanesBetween<0, S>, kLanesBetween<0, C>};
    const Lanes first = work.pivots[0] * place.signs[0], second = work.pivots[1] * place.signs[1];
    const LaneMask good = ((first > kSingularPivot * work.growth[0]) | ~kUsed[0]) &
                          ((second > kSingularPivot * work.growth[1]) | ~kUsed[1]);
    if (any(~good)) return false;
    const double least = smallest;
    if (any(((first < least * work.growth[0]) & kUsed[0]) |
            ((second < least * work.growth[1]) & kUsed[1]))) {
      for (int m = 0; m < S; ++m) smallest = std::min(smallest, first[m] / work.growth[0][m]);
      for (int m = 0; m < C; ++m) smallest = std::min(smallest, second[m] / work.growth[1][m]);
    }
    return true;
  }

  [[gnu::flatten]] static bool factor(const SupernodePlace& given, double& smallest) {
    const SupernodePlace place = given;  // a copy, which stores cannot change
    Work work;
    load(place, work);
    Lanes before[S];
    unrolled<S>([&](auto k) { before[k] = work.first[k]; });
    unrolled<N>([&](auto k) { eliminate<k>(place, work); });
    if (!judge(place, work, smallest)) {
      for (int k = 0; k < S; ++k) store_first<S>(before[k], place.L + k * S);
      return false;
    }
    unrolled<R>([&](auto k) { store_first<R>(work.target[k], place.target + k * R); });
    store_first<R>(work.growth[2], place.target_growth);
    store_first<S>(work.inverse[0], place.inverse_pivots);
    store_first<C>(work.inverse[1], place.inverse_pivots + S);
    return true;
  }

  [[gnu::flatten]] static void forward(const double* L, double* first, double* second,
                                       double* below) {
    double x[S], y[C];
    Lanes column, rows, z;
    reload_first<C>(second, rows);
    reload_first<R>(below, z);
    unrolled<S>([&](auto k) { x[k] = first[k]; });
    unrolled<S>([&](auto k) {
      unrolled<S>([&](auto i) {
        if constexpr (i > k) subtract_product(x[i], L[i + k * S], x[k]);
      });
      load_first<C>(L + kSecond + k * C, column);
      subtract_scaled(rows, x[k], column);
      load_first<R>(L + kBelow + k * R, column);
      subtract_scaled(z, x[k], column);
    });
    unrolled<C>([&](auto k) { y[k] = rows[k.value]; });
    unrolled<C>([&](auto k) {
      unrolled<C>([&](auto i) {
        if constexpr (i > k) subtract_product(y[i], L[kOwn + i + k * C], y[k]);
      });
      load_first<R>(L + kLast + k * R, column);
      subtract_scaled(z, y[k], column);
    });
    unrolled<S>([&](auto k) { first[k] = x[k]; });
    unrolled<C>([&](auto k) { second[k] = y[k]; });
    store_first<R>(z, below);
  }

  [[gnu::flatten]] static void backward(const double* L, const double* inverse_pivots,
                                        double* first, double* second, const double* below) {
    double x[S], y[C], z[R];
    unrolled<R>([&](auto i) { z[i] = below[i]; });
    unrolled<C>([&](auto k) {
      y[k] = second[k] * inverse_pivots[S + k];
      unrolled<R>([&](auto i) { subtract_product(y[k], L[kLast + k * R + i], z[i]); });
    });
    unrolled<S>([&](auto k) {
      x[k] = first[k] * inverse_pivots[k];
      unrolled<R>([&](auto i) { subtract_product(x[k], L[kBelow + k * R + i], z[i]); });
    });
    unrolled<C>([&](auto step) {
      constexpr int k = C - 1 - step;
      unrolled<k>([&](auto i) { subtract_product(y[i], L[kOwn + k + i * C], y[k]); });
      unrolled<S>([&](auto i) { subtract_product(x[i], L[kSecond + k + i * C], y[k]); });
    });
    unrolled<S>([&](auto step) {
      constexpr int k = S - 1 - step;
      unrolled<k>([&](auto i) { subtract_product(x[i], L[k + i * S], x[k]); });
    });
    unrolled<S>([&](auto k) { first[k] = x[k]; });
    unrolled<C>([&](auto k) { second[k] = y[k]; });
  }
};

template <int S, int C, int R>
constexpr SupernodeKernels kernels() {
  using K = Supernode<S, C, R>;
  return {S, C, R, K::factor, K::forward, K::backward};
}

// A body and its joint on the next body: pins in the plane; points, universal joints and hinges.
constexpr std::array kSupernodes{kernels<3, 2, 3>(), kernels<6, 3, 6>(), kernels<6, 4, 6>(),
                                 kernels<6, 5, 6>()};

}  // namespace

const SupernodeKernels* supernode_kernels(int s, int c, int r) {
  const auto fits = [&](const SupernodeKernels& k) { return k.s == s && k.c == c && k.r == r; };
  const auto found = std::find_if(kSupernodes.begin(), kSupernodes.end(), fits);
  return found == kSupernodes.end() ? nullptr : &*found;
}

}  // namespace perpend::linalg
