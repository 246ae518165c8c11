// SPDX-License-Identifier: Apache-2.0
//
// Half solves of eight panels; unknowns of the panels stay in lanes between the two.
#include <algorithm>

#include "linalg/block_eight_index.hpp"
#include "linalg/block_eights.hpp"

namespace perpend::linalg {
namespace {

template <int S, int R, int B>
struct Solves {
  using Index = EightIndex<S, R, B>;

  static void forward(const EightPlan& plan, const double* L, const EightUnknowns& unknowns) {
    double *const x = unknowns.x, *const parts = unknowns.parts;
    const int first_part = unknowns.first_part;
    double* const z = unknowns.z + plan.work;
    const int count = plan.count;
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
      const unsigned apart = plan.apart[a];
      PERPEND_UNROLL
      for (int m = 0; m < kLanes; ++m) {
        if (m >= count) break;
        double* below = x + plan.unknown_below[a][m];
        if ((apart >> m & 1) != 0) below = parts + (plan.row_below[a][m] - first_part);
        Lanes before;
        reload_first<R>(below, before);
        store_first<R>(before - taken[m], below);
      }
    }
  }

  static void backward(const EightPlan& plan, const double* L, const EightUnknowns& unknowns) {
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

template <class... Shape>
constexpr std::array<EightSolves, sizeof...(Shape)> table(std::tuple<Shape...>) {
  return {EightSolves{Shape::s, Shape::r, Shape::b, Solves<Shape::s, Shape::r, Shape::b>::forward,
                      Solves<Shape::s, Shape::r, Shape::b>::backward}...};
}
constexpr auto kSolves = table(PanelShapes());

}  // namespace

const EightSolves* eight_solves(int s, int r, int b) {
  const auto fits = [&](const EightSolves& k) { return k.s == s && k.r == r && k.b == b; };
  const auto found = std::find_if(kSolves.begin(), kSolves.end(), fits);
  return found == kSolves.end() ? nullptr : &*found;
}

}  // namespace perpend::linalg
