// SPDX-License-Identifier: Apache-2.0
//
// Positions that are eliminated eight at a time, one in each lane of a vector: panels of one shape
// (block_panel.hpp) that take nothing off each other. What they are taken off lies in the factor's
// own layout; their columns of L stay in lanes, so that solves go eight at a time too.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "linalg/block_panel.hpp"
#include "linalg/lanes.hpp"

namespace perpend::linalg {

struct EightKernels;
struct EightSolves;

/// Where eight panels are; idle lanes repeat the first. Offsets, not pointers: of values in K or in
/// the factor, or of scalar rows.
struct EightPlan {
  template <class T>
  using PerLane = std::array<T, kLanes>;

  const EightKernels* kernels;
  const EightSolves* solves;
  int count;           ///< lanes in use, the first ones
  int sign;            ///< of the pivots
  bool from_input;     ///< nothing is taken off these: straight from K
  bool grown;          ///< growth has a part of its own, see BlockLdlt::factor_eights()
  std::size_t values;  ///< first of their lanes
  std::size_t work;    ///< first of their lanes of the unknowns, for one right-hand side
  PerLane<int> position;
  PerLane<std::uint32_t> K;
  PerLane<int> row;      ///< in elimination order
  PerLane<int> unknown;  ///< rows of K as the caller counts
  std::array<PerLane<int>, kPanelBlocks> unknown_below;
  /// Growth of blocks whose pivots have the same sign: rows, and a bit where it is none so far.
  std::array<PerLane<int>, kPanelBlocks> row_below;
  std::array<std::uint8_t, kPanelBlocks> same_sign, first_growth;
  /// Blocks that L D Lᵀ is taken off, by pair as in PanelPlace: from where they are, a bit where
  /// that is K, to the factor.
  std::array<std::uint8_t, kPanelPairs> first;
  std::array<PerLane<std::uint32_t>, kPanelPairs> from, to;
};

/// All of them, in order of elimination, and what comes with them.
struct EightPlans {
  std::vector<EightPlan> eights;
  std::vector<int> lane;     ///< by position: 8 × its eight + its lane, -1 where it goes alone
  std::vector<int> alone;    ///< positions that do, ascending
  std::vector<int> preload;  ///< positions with blocks of K that nothing before them touches
  std::vector<char> loaded;  ///< by position: what has been touched when all eights are done
  std::size_t values = 0;    ///< doubles of L
  std::size_t work = 0;      ///< doubles of the unknowns of one right-hand side
};

struct EightValues {
  const double* input;
  double* factor;
  double* growth;
  double* L;  ///< of this eight: 1 / D, then by columns what is below the diagonal
};

struct EightKernels {
  int s, r, b;
  int stored;  ///< vectors in L
  /// Index in L of entry (i, k), i > k, of a panel of s + b r rows.
  int (*index)(int i, int k);
  /// False unless every pivot has the sign and is above kSingularPivot times its growth.
  /// `smallest`: least |pivot| / growth, in and out.
  bool (*factor)(const EightPlan& plan, const EightValues& values, double& smallest);
};

struct EightSolves {
  int s, r, b;
  /// z = L_pp⁻¹ x, and x_i -= L_ip z of each block.
  void (*forward)(const EightPlan& plan, const double* L, double* x, double* z);
  /// x = L_pp⁻ᵀ (D⁻¹ z - Σ_i L_ipᵀ x_i)
  void (*backward)(const EightPlan& plan, const double* L, const double* z, double* x);
};

/// Null where there are none for the shape.
const EightKernels* eight_kernels(int s, int r, int b);
const EightSolves* eight_solves(int s, int r, int b);

}  // namespace perpend::linalg
