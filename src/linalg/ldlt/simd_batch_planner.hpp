// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "linalg/ldlt/block_ldlt.hpp"
#include "linalg/ldlt/chunk_shares.hpp"
#include "linalg/ldlt/simd_batches.hpp"

namespace perpend::linalg {

/// Finds the SIMD batches of an analysed matrix and their places.
class BlockLdlt::BatchPlanner {
 public:
  explicit BatchPlanner(const BlockLdlt& K);

  BatchPlans plan();

 private:
  using Shape = std::pair<const BatchKernels*, int>;  // kernels, and sign of the pivots

  /// Block from which L D Lᵀ of blocks a and c of a column is subtracted.
  struct Target {
    std::size_t index;      // its column, or its block counted after all columns
    int owner;              // column it belongs to
    int values, rows;       // no rows for a block below the diagonal
    std::size_t to, input;  // offsets in the factor and in K
  };

  const BatchKernels* fitting(int p) const;
  void find_heights();
  void append_level(const std::vector<int>& level);
  void append_shape(const Shape& shape, const std::vector<int>& columns);
  void append_phase(int first, int last);
  void append_batch(const Shape& shape, const int* columns, int count);
  Target target(int p, int a, int c) const;
  void find_shared(const BatchPhase& phase, int first_chunk);
  void place(BatchPhase& phase);
  void place(BatchPlan& batch, int chunk);
  void place_pair(BatchPlan& batch, int chunk, int pair, int a, int c);
  void place_below(BatchPlan& batch, int chunk, int a);
  int part_of(const Target& target, int chunk);
  void close(int part);
  bool copied_by_first(int p) const;
  void find_alone();

  int sign(int p) const { return K_.graph_.signs[K_.symbolic_.order[p]]; }

  const BlockLdlt& K_;
  std::vector<int> height_, waiting_for_;
  std::vector<std::vector<int>> at_height_;
  std::vector<char> touched_;  // by column, then by block
  std::vector<char> grown_;    // by column: part of its growth is in growth_
  ChunkShares shares_;         // by column, then by block
  std::vector<Target> part_targets_;
  int chunks_ = 0;
  BatchPlans plans_;
};

}  // namespace perpend::linalg
