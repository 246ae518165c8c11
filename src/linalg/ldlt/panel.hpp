// SPDX-License-Identifier: Apache-2.0
//
// Elimination of one column with all of its blocks at once, for shapes that are common in
// mechanisms: s × s on the diagonal and b blocks of r rows below it. Sizes are known at compile
// time, so the panel stays in registers.
#pragma once

#include <array>
#include <tuple>

namespace perpend::linalg {

template <int S, int R, int B>
struct PanelShape {
  static constexpr int s = S, r = R, b = B;
};

/// Bodies before their joints: pins and points in the plane, points, hinges and rigid joints in
/// space; then joints after and before the body that carries them, and joints among themselves.
using PanelShapes =
    std::tuple<PanelShape<3, 2, 1>, PanelShape<3, 2, 2>, PanelShape<3, 2, 3>, PanelShape<6, 3, 1>,
               PanelShape<6, 3, 2>, PanelShape<6, 3, 3>, PanelShape<6, 5, 1>, PanelShape<6, 5, 2>,
               PanelShape<2, 3, 1>, PanelShape<3, 6, 1>, PanelShape<5, 6, 1>, PanelShape<2, 2, 1>,
               PanelShape<2, 2, 2>, PanelShape<3, 3, 1>, PanelShape<3, 3, 2>, PanelShape<5, 5, 1>,
               PanelShape<5, 5, 2>>;

inline constexpr int kPanelBlocks = 3;
inline constexpr int kPanelPairs = kPanelBlocks * (kPanelBlocks + 1) / 2;

/// One panel: values lie as in the factor, the diagonal block, then those below it.
struct PanelPlace {
  double* L;               ///< in: what is left of K; out: L below D
  double* inverse_pivots;  ///< s
  /// L D Lᵀ is subtracted from r × r blocks, column-major, for the pairs (a, a'), a >= a', of
  /// blocks below the diagonal in the order (0,0), (1,0), (1,1), (2,0), ...
  std::array<double*, kPanelPairs> targets;
  std::array<double*, kPanelBlocks> growth;  ///< |L D Lᵀ| on the diagonal is added here, r each
};

/// factor() returns false, and leaves all as it was, unless every pivot has the sign and is above
/// kSingularPivot times its growth. `smallest`: least |pivot| / growth, in and out.
struct PanelKernels {
  int s, r, b;
  bool (*factor)(const PanelPlace& panel, double sign, const double* growth, double& smallest);
  /// Computes x = L_pp⁻¹ x, and y_i -= L_ip x of each block.
  void (*forward)(const double* L, double* x, double* const* y);
  /// Computes x = L_pp⁻ᵀ (D⁻¹ x - Σ_i L_ipᵀ y_i).
  void (*backward)(const double* L, const double* inverse_pivots, double* x,
                   const double* const* y);
};

/// Returns the kernels of a shape, or null where there are none.
const PanelKernels* panel_kernels(int s, int r, int b);

}  // namespace perpend::linalg
