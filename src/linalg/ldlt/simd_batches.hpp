// SPDX-License-Identifier: Apache-2.0
//
// SIMD batches: columns that are eliminated eight at a time, one in each lane of a vector: panels
// of one shape (panel.hpp) that do not update each other. What they update lies in the factor's own
// layout; their columns of L stay in lanes, so that solves go eight at a time too.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "linalg/kernels/lanes.hpp"
#include "linalg/ldlt/chunk_shares.hpp"
#include "linalg/ldlt/panel.hpp"

namespace perpend::linalg {

struct BatchKernels;
struct BatchSolves;

/// Places of eight panels; idle lanes repeat the first. They are offsets, not pointers: of values
/// in K or in the factor, or of scalar rows.
struct BatchPlan {
  template <class T>
  using PerLane = std::array<T, kLanes>;

  const BatchKernels* kernels;
  const BatchSolves* solves;
  int count;           ///< lanes in use, the first ones
  int sign;            ///< sign of the pivots
  bool from_input;     ///< nothing updates these: read straight from K
  bool grown;          ///< growth has a part of its own, see BlockLdlt::factor_batches()
  std::size_t values;  ///< first of their lanes
  std::size_t work;    ///< first of their lanes of the unknowns, for one right-hand side
  PerLane<int> column;
  PerLane<std::uint32_t> K;
  PerLane<int> row;      ///< in elimination order
  PerLane<int> unknown;  ///< rows of K as the caller counts
  std::array<PerLane<int>, kPanelBlocks> unknown_below;
  /// A bit where the unknowns below are subtracted from a part, which is at row_below.
  std::array<std::uint8_t, kPanelBlocks> apart;
  /// Growth of blocks whose pivots have the same sign: rows, and a bit where there is none so far.
  std::array<PerLane<int>, kPanelBlocks> row_below;
  std::array<std::uint8_t, kPanelBlocks> same_sign, first_growth;
  /// Blocks from which L D Lᵀ is subtracted, by pair as in PanelPlace: where they are read, a bit
  /// where that is K, and where they are written in the factor.
  std::array<std::uint8_t, kPanelPairs> first;
  std::array<PerLane<std::uint32_t>, kPanelPairs> from, to;
};

/// Batches of one height and shape, which do not update each other, so that threads share their
/// chunks; or batches of several, in one chunk.
struct BatchPhase {
  static constexpr int kChunk = 64;  ///< batches; more than one chunk is shared

  int first, last;            ///< batches
  int each;                   ///< batches of a chunk
  int first_part, last_part;  ///< range of BatchPlans::parts

  int chunks() const { return chunks_of(last - first, each); }
  Chunk chunk(int k) const { return {first + k * each, std::min(last, first + (k + 1) * each)}; }
};

/// Update by a chunk of a target that other chunks of its phase share: a diagonal block with the
/// rows of its column, or a block below. It is gathered after the values of the factor and the rows
/// of growth, from zero, and added when all chunks are done.
struct BatchPart {
  std::uint32_t part, from, to;  ///< from (in K or in the factor) + part goes to the factor
  int values;
  bool from_input;
  bool grows, first_growth;  ///< the part has growth; there is none else so far
  int rows;                  ///< 0 for a block below
  int row_part, row, unknown;
};

/// All batches, in order of elimination, and their data.
struct BatchPlans {
  std::vector<BatchPlan> batches;
  std::vector<BatchPhase> phases;
  std::vector<BatchPart> parts;
  std::size_t part_values = 0;     ///< doubles after the factor
  int part_rows = 0;               ///< rows after those of growth
  int positive = 0, negative = 0;  ///< pivots
  std::vector<int> lane;           ///< by column: 8 × its batch + its lane, -1 where it goes alone
  std::vector<int> alone;          ///< columns that do, ascending
  std::vector<int> preload;        ///< columns with blocks of K that nothing before them touches
  std::vector<char> loaded;        ///< by column: its state when all batches are done
  std::size_t values = 0;          ///< doubles of L
  std::size_t work = 0;            ///< doubles of the unknowns of one right-hand side

  std::span<const BatchPlan> in(Chunk chunk) const {
    return {batches.data() + chunk.first, batches.data() + chunk.last};
  }
};

struct BatchValues {
  const double* input;
  double* factor;
  double* growth;
  double* L;  ///< L of this batch: 1 / D, then by columns what is below the diagonal
};

struct BatchKernels {
  int s, r, b;
  int stored;  ///< vectors in L
  /// Returns the index in L of entry (i, k), i > k, of a panel of s + b r rows.
  int (*index)(int i, int k);
  /// Returns false unless every pivot has the sign and is above kSingularPivot times its growth.
  /// `smallest`: least |pivot| / growth, in and out.
  bool (*factor)(const BatchPlan& plan, const BatchValues& values, double& smallest);
};

/// Unknowns of one right-hand side.
struct BatchUnknowns {
  double* x;
  double* parts;  ///< parts of rows from first_part on
  int first_part;
  double* z;  ///< in lanes, for all batches
};

struct BatchSolves {
  int s, r, b;
  /// Computes z = L_pp⁻¹ x, and x_i -= L_ip z of each block.
  void (*forward)(const BatchPlan& plan, const double* L, const BatchUnknowns& unknowns);
  /// Computes x = L_pp⁻ᵀ (D⁻¹ z - Σ_i L_ipᵀ x_i).
  void (*backward)(const BatchPlan& plan, const double* L, const BatchUnknowns& unknowns);
};

/// Return the kernels of a shape, or null where there are none. `apart`: with unknowns below in
/// parts.
const BatchKernels* batch_kernels(int s, int r, int b);
const BatchSolves* batch_solves(int s, int r, int b, bool apart);

}  // namespace perpend::linalg
