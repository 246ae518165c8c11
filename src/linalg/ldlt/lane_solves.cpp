// SPDX-License-Identifier: Apache-2.0
//
// Positions that go eight at a time: their elimination, their part of a solve, and their columns of
// L for those who want them in blocks.
#include <algorithm>
#include <array>

#include "linalg/ldlt/chunk_shares.hpp"
#include "linalg/ldlt/eights.hpp"
#include "perpend/linalg/block_ldlt.hpp"

namespace perpend::linalg {

std::span<const int> BlockLdlt::alone() const {
  return in_lanes_ ? eights_->alone : all_;
}

// Growth of what eights eliminate holds no more than what eight kernels cannot see from the
// entries; load_position() makes it whole for a position that goes alone.
void BlockLdlt::preload(int p) {
  const int s = symbolic_.size[p];
  const double* from = input_.data() + diagonal_[p];
  std::copy(from, from + s * s, factor_.data() + symbolic_.diagonal[p]);
  std::fill_n(growth_.data() + symbolic_.row[p], s, 0.0);
  if (!supernodes_[p]) load_couplings(p);
}

bool BlockLdlt::factor_eights(FactorReport& report) {
  if (!eights_ || eights_->eights.empty()) return false;
  if (!in_lanes_) std::fill(growth_.begin(), growth_.end(), 0.0);
  std::copy(eights_->loaded.begin(), eights_->loaded.end(), loaded_.begin());
  const int waiting = static_cast<int>(eights_->preload.size());
  run_chunks(threads_, chunks_of(waiting, Threads::kChunk), [&](int k) {
    const Chunk chunk = chunk_of(k, waiting, Threads::kChunk);
    for (int i = chunk.first; i < chunk.last; ++i) preload(eights_->preload[i]);
  });
  for (const EightPhase& phase : eights_->phases)
    if (!factor_phase(phase, report)) return false;
  report.positive = eights_->positive;
  report.negative = eights_->negative;
  return true;
}

bool BlockLdlt::factor_phase(const EightPhase& phase, FactorReport& report) {
  run_chunks(threads_, phase.chunks(), [&](int k) {
    EightValues values{input_.data(), factor_.data(), growth_.data(), nullptr};
    double smallest = report.smallest_pivot;
    bool regular = true;
    for (const EightPlan& eight : eights_->in(phase.chunk(k))) {
      values.L = lanes_.data() + eight.values;
      regular = regular && eight.kernels->factor(eight, values, smallest);
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

void BlockLdlt::add_parts(const EightPhase& phase) {
  for (int k = phase.first_part; k < phase.last_part; ++k) {
    const EightPart& part = eights_->parts[k];
    const double* from = (part.from_input ? input_ : factor_).data() + part.from;
    const double* sum = factor_.data() + part.part;
    for (int i = 0; i < part.values; ++i) factor_[part.to + i] = from[i] + sum[i];
    if (!part.grows) continue;
    for (int i = 0; i < part.rows; ++i)
      growth_[part.row + i] =
          (part.first_growth ? 0.0 : growth_[part.row + i]) + growth_[part.row_part + i];
  }
}

// To unknowns; the parts are zero again.
void BlockLdlt::add_parts(const EightPhase& phase, const EightUnknowns& unknowns) const {
  for (int k = phase.first_part; k < phase.last_part; ++k) {
    const EightPart& part = eights_->parts[k];
    double* const sum = unknowns.parts + (part.row_part - unknowns.first_part);
    for (int i = 0; i < part.rows; ++i) unknowns.x[part.unknown + i] += sum[i];
    std::fill_n(sum, part.rows, 0.0);
  }
}

EightUnknowns BlockLdlt::unknowns_of(double* x, int column) const {
  return {x + column * rows(), unknown_parts_.data() + column * eights_->part_rows, rows(),
          unknowns_.data() + eights_->work * column};
}

void BlockLdlt::forward_eights(double* x, int columns) const {
  if (!in_lanes_) return;
  std::array<EightUnknowns, kColumns> of;
  for (int c = 0; c < columns; ++c) of[c] = unknowns_of(x, c);
  for (const EightPhase& phase : eights_->phases) {
    run_chunks(threads_, phase.chunks(), [&, L = lanes_.data()](int k) {
      for (const EightPlan& eight : eights_->in(phase.chunk(k)))
        for (int c = 0; c < columns; ++c) eight.solves->forward(eight, L + eight.values, of[c]);
    });
    for (int c = 0; c < columns; ++c) add_parts(phase, of[c]);
  }
}

void BlockLdlt::backward_eights(double* x, int columns) const {
  if (!in_lanes_) return;
  std::array<EightUnknowns, kColumns> of;
  for (int c = 0; c < columns; ++c) of[c] = unknowns_of(x, c);
  for (auto phase = eights_->phases.rbegin(); phase != eights_->phases.rend(); ++phase)
    run_chunks(threads_, phase->chunks(), [&, L = lanes_.data()](int k) {
      const auto eights = eights_->in(phase->chunk(phase->chunks() - 1 - k));
      for (auto eight = eights.rbegin(); eight != eights.rend(); ++eight)
        for (int c = 0; c < columns; ++c) eight->solves->backward(*eight, L + eight->values, of[c]);
    });
}

const double* BlockLdlt::panel(int position, double* copy) const {
  const int lane = in_lanes_ ? eights_->lane[position] : -1;
  if (lane < 0) return factor_.data() + symbolic_.diagonal[position];
  const EightPlan& eight = eights_->eights[lane / kLanes];
  const auto [s, r, b] = std::array{eight.kernels->s, eight.kernels->r, eight.kernels->b};
  const double* L = lanes_.data() + eight.values + lane % kLanes;
  for (int k = 0; k < s; ++k) {
    copy[k * (s + 1)] = 1.0 / L[k * kLanes];
    for (int i = k + 1; i < s; ++i) copy[i + k * s] = L[eight.kernels->index(i, k) * kLanes];
    for (int i = 0; i < r * b; ++i)
      copy[s * s + i / r * r * s + i % r + k * r] = L[eight.kernels->index(s + i, k) * kLanes];
  }
  return copy;
}

double BlockLdlt::inverse_pivot(int position, int k) const {
  const int lane = in_lanes_ ? eights_->lane[position] : -1;
  if (lane < 0) return inverse_pivots_[symbolic_.row[position] + k];
  return lanes_[static_cast<Eigen::Index>(eights_->eights[lane / kLanes].values) + k * kLanes +
                lane % kLanes];
}

}  // namespace perpend::linalg
