// SPDX-License-Identifier: Apache-2.0
//
// Columns that are eliminated eight at a time: their elimination, their part of a solve, and access
// to their columns of L in blocks.
#include <algorithm>
#include <array>

#include "linalg/ldlt/block_ldlt.hpp"
#include "linalg/ldlt/chunk_shares.hpp"
#include "linalg/ldlt/simd_batches.hpp"

namespace perpend::linalg {

std::span<const int> BlockLdlt::alone() const {
  return in_lanes_ ? batches_->alone : all_;
}

// Growth of columns that SIMD batches eliminate holds only what their kernels cannot see from the
// entries; load_column() completes it for a column that goes alone.
void BlockLdlt::preload(int p) {
  const int s = symbolic_.size[p];
  const double* from = input_.data() + diagonal_[p];
  std::copy(from, from + s * s, factor_.data() + symbolic_.diagonal[p]);
  std::fill_n(growth_.data() + symbolic_.row[p], s, 0.0);
  if (!supernodes_[p]) load_couplings(p);
}

bool BlockLdlt::factor_batches(FactorReport& report) {
  if (!batches_ || batches_->batches.empty()) return false;
  if (!in_lanes_) std::fill(growth_.begin(), growth_.end(), 0.0);
  std::copy(batches_->loaded.begin(), batches_->loaded.end(), loaded_.begin());
  const int waiting = static_cast<int>(batches_->preload.size());
  run_chunks(threads_, chunks_of(waiting, Threads::kChunk), [&](int k) {
    const Chunk chunk = chunk_of(k, waiting, Threads::kChunk);
    for (int i = chunk.first; i < chunk.last; ++i) preload(batches_->preload[i]);
  });
  for (const BatchPhase& phase : batches_->phases)
    if (!factor_phase(phase, report)) return false;
  report.positive = batches_->positive;
  report.negative = batches_->negative;
  return true;
}

bool BlockLdlt::factor_phase(const BatchPhase& phase, FactorReport& report) {
  run_chunks(threads_, phase.chunks(), [&](int k) {
    BatchValues values{input_.data(), factor_.data(), growth_.data(), nullptr};
    double smallest = report.smallest_pivot;
    bool regular = true;
    for (const BatchPlan& batch : batches_->in(phase.chunk(k))) {
      values.L = lanes_.data() + batch.values;
      regular = regular && batch.kernels->factor(batch, values, smallest);
    }
    of_chunk_[k] = {smallest, regular ? 1.0 : 0.0};
  });
  bool regular = true;
  for (int k = 0; k < phase.chunks(); ++k) {
    report.smallest_pivot = std::min(report.smallest_pivot, of_chunk_[k][0]);
    regular = regular && of_chunk_[k][1] != 0.0;
  }
  if (regular) add_parts(phase);
  return regular;
}

void BlockLdlt::add_parts(const BatchPhase& phase) {
  for (int k = phase.first_part; k < phase.last_part; ++k) {
    const BatchPart& part = batches_->parts[k];
    const double* from = (part.from_input ? input_ : factor_).data() + part.from;
    const double* sum = factor_.data() + part.part;
    for (int i = 0; i < part.values; ++i) factor_[part.to + i] = from[i] + sum[i];
    if (!part.grows) continue;
    for (int i = 0; i < part.rows; ++i)
      growth_[part.row + i] =
          (part.first_growth ? 0.0 : growth_[part.row + i]) + growth_[part.row_part + i];
  }
}

// Adds the parts to the unknowns and sets them to zero again.
void BlockLdlt::add_parts(const BatchPhase& phase, const BatchUnknowns& unknowns) const {
  for (int k = phase.first_part; k < phase.last_part; ++k) {
    const BatchPart& part = batches_->parts[k];
    double* const sum = unknowns.parts + (part.row_part - unknowns.first_part);
    for (int i = 0; i < part.rows; ++i) unknowns.x[part.unknown + i] += sum[i];
    std::fill_n(sum, part.rows, 0.0);
  }
}

BatchUnknowns BlockLdlt::unknowns_of(double* x, int column) const {
  return {x + column * rows(), unknown_parts_.data() + column * batches_->part_rows, rows(),
          unknowns_.data() + batches_->work * column};
}

void BlockLdlt::forward_batches(double* x, int columns) const {
  if (!in_lanes_) return;
  std::array<BatchUnknowns, kColumns> of;
  for (int c = 0; c < columns; ++c) of[c] = unknowns_of(x, c);
  for (const BatchPhase& phase : batches_->phases) {
    run_chunks(threads_, phase.chunks(), [&, L = lanes_.data()](int k) {
      for (const BatchPlan& batch : batches_->in(phase.chunk(k)))
        for (int c = 0; c < columns; ++c) batch.solves->forward(batch, L + batch.values, of[c]);
    });
    for (int c = 0; c < columns; ++c) add_parts(phase, of[c]);
  }
}

void BlockLdlt::backward_batches(double* x, int columns) const {
  if (!in_lanes_) return;
  std::array<BatchUnknowns, kColumns> of;
  for (int c = 0; c < columns; ++c) of[c] = unknowns_of(x, c);
  for (auto phase = batches_->phases.rbegin(); phase != batches_->phases.rend(); ++phase)
    run_chunks(threads_, phase->chunks(), [&, L = lanes_.data()](int k) {
      const auto batches = batches_->in(phase->chunk(phase->chunks() - 1 - k));
      for (auto batch = batches.rbegin(); batch != batches.rend(); ++batch)
        for (int c = 0; c < columns; ++c) batch->solves->backward(*batch, L + batch->values, of[c]);
    });
}

const double* BlockLdlt::panel(int column, double* copy) const {
  const int lane = in_lanes_ ? batches_->lane[column] : -1;
  if (lane < 0) return factor_.data() + symbolic_.diagonal[column];
  const BatchPlan& batch = batches_->batches[lane / kLanes];
  const auto [s, r, b] = std::array{batch.kernels->s, batch.kernels->r, batch.kernels->b};
  const double* L = lanes_.data() + batch.values + lane % kLanes;
  for (int k = 0; k < s; ++k) {
    copy[k * (s + 1)] = 1.0 / L[k * kLanes];
    for (int i = k + 1; i < s; ++i) copy[i + k * s] = L[batch.kernels->index(i, k) * kLanes];
    for (int i = 0; i < r * b; ++i)
      copy[s * s + i / r * r * s + i % r + k * r] = L[batch.kernels->index(s + i, k) * kLanes];
  }
  return copy;
}

double BlockLdlt::inverse_pivot(int column, int k) const {
  const int lane = in_lanes_ ? batches_->lane[column] : -1;
  if (lane < 0) return inverse_pivots_[symbolic_.row[column] + k];
  return lanes_[static_cast<Eigen::Index>(batches_->batches[lane / kLanes].values) + k * kLanes +
                lane % kLanes];
}

}  // namespace perpend::linalg
