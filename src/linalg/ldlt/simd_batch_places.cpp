// SPDX-License-Identifier: Apache-2.0
//
// Places that SIMD batches read and write. A block of K is copied by the first batch that subtracts
// from it; blocks that wait for a later column or that nothing touches are preloaded. Where several
// chunks of a phase subtract from one target, each of them has a part for it.
#include <algorithm>
#include <array>

#include "linalg/ldlt/simd_batch_planner.hpp"

namespace perpend::linalg {

// A block that the factor fills in is not in K: zeros are read for it.
BlockLdlt::BatchPlanner::Target BlockLdlt::BatchPlanner::target(int p, int a, int c) const {
  const BlockSymbolic& symbolic = K_.symbolic_;
  const auto below = symbolic.below_of(p);
  const int owner = below[c], rows = symbolic.size[owner], values = rows * symbolic.size[below[a]];
  if (a == c)
    return {static_cast<std::size_t>(owner),
            owner,
            values,
            rows,
            symbolic.diagonal[owner],
            K_.diagonal_[owner]};
  const int block = symbolic.find_block(owner, below[a]);
  return {symbolic.order.size() + block, owner, values, 0, symbolic.block[block],
          K_.input_.size() - kZeros};
}

void BlockLdlt::BatchPlanner::find_shared(const BatchPhase& phase, int first_chunk) {
  for (int e = phase.first; e < phase.last; ++e) {
    const BatchPlan& batch = plans_.batches[e];
    const int chunk = first_chunk + (e - phase.first) / phase.each;
    for (int m = 0; m < batch.count; ++m)
      for (int a = 0; a < batch.kernels->b; ++a)
        for (int c = 0; c <= a; ++c) shares_.touch(target(batch.column[m], a, c).index, chunk);
  }
}

// A chunk subtracts from an entry in this order: batch by batch, pair by pair, lane by lane.
void BlockLdlt::BatchPlanner::place(BatchPhase& phase) {
  const int first_chunk = chunks_;
  chunks_ += phase.chunks();
  shares_.start_loop(first_chunk);
  if (phase.chunks() > 1) find_shared(phase, first_chunk);
  phase.first_part = shares_.parts();
  for (int e = phase.first; e < phase.last; ++e)
    place(plans_.batches[e], first_chunk + (e - phase.first) / phase.each);
  phase.last_part = shares_.parts();
  for (int k = phase.first_part; k < phase.last_part; ++k) close(k);
}

void BlockLdlt::BatchPlanner::place(BatchPlan& batch, int chunk) {
  batch.from_input = height_[batch.column[0]] == 0;
  for (int m = 0; m < kLanes; ++m) {
    const int p = batch.column[m];
    batch.K[m] =
        static_cast<std::uint32_t>(batch.from_input ? K_.diagonal_[p] : K_.symbolic_.diagonal[p]);
    batch.row[m] = K_.symbolic_.row[p];
    batch.unknown[m] = K_.place_[p];
    batch.grown = batch.grown || grown_[p] != 0;
  }
  for (int a = 0, pair = 0; a < batch.kernels->b; ++a)
    for (int c = 0; c <= a; ++c, ++pair) place_pair(batch, chunk, pair, a, c);
  for (int a = 0; a < batch.kernels->b; ++a) place_below(batch, chunk, a);
  const auto [s, r, b] = std::array{batch.kernels->s, batch.kernels->r, batch.kernels->b};
  const auto is_apart = [](std::uint8_t lanes) { return lanes != 0; };
  batch.solves =
      batch_solves(s, r, b, std::any_of(batch.apart.begin(), batch.apart.end(), is_apart));
}

void BlockLdlt::BatchPlanner::place_pair(BatchPlan& batch, int chunk, int pair, int a, int c) {
  for (int m = 0; m < batch.count; ++m) {
    const Target at = target(batch.column[m], a, c);
    bool first = touched_[at.index] == 0 && copied_by_first(at.owner);
    std::size_t to = at.to, from = first ? at.input : at.to;
    if (shares_.is_shared(at.index)) {
      const int known = shares_.parts(), part = part_of(at, chunk);
      first = part == known;
      to = plans_.parts[part].part;
      from = first ? K_.input_.size() - kZeros : to;
    } else {
      touched_[at.index] = 1;
    }
    batch.to[pair][m] = static_cast<std::uint32_t>(to);
    batch.from[pair][m] = static_cast<std::uint32_t>(from);
    batch.first[pair] |= static_cast<std::uint8_t>(first << m);
    plans_.loaded[at.owner] = kTouched;
  }
}

void BlockLdlt::BatchPlanner::place_below(BatchPlan& batch, int chunk, int a) {
  for (int m = 0; m < kLanes; ++m) {
    const int p = batch.column[m], below = K_.symbolic_.below_of(p)[a];
    batch.unknown_below[a][m] = K_.place_[below];
    batch.row_below[a][m] = K_.symbolic_.row[below];
    if (m >= batch.count) continue;
    BatchPart* part = nullptr;
    if (shares_.is_shared(static_cast<std::size_t>(below))) {
      part = &plans_.parts[part_of(target(p, a, a), chunk)];
      batch.row_below[a][m] = part->row_part;
      batch.apart[a] |= static_cast<std::uint8_t>(1 << m);
    }
    if (sign(below) != sign(p)) continue;
    const bool first = part ? !part->grows : grown_[below] == 0 && copied_by_first(below);
    batch.same_sign[a] |= static_cast<std::uint8_t>(1 << m);
    batch.first_growth[a] |= static_cast<std::uint8_t>(first << m);
    if (part)
      part->grows = true;
    else
      grown_[below] = 1;
  }
}

int BlockLdlt::BatchPlanner::part_of(const Target& target, int chunk) {
  const int part = shares_.part(target.index, chunk);
  if (part < static_cast<int>(plans_.parts.size())) return part;
  BatchPart added{};
  added.part = static_cast<std::uint32_t>(K_.symbolic_.values + plans_.part_values);
  added.to = static_cast<std::uint32_t>(target.to);
  added.values = target.values;
  added.rows = target.rows;
  added.row_part = K_.symbolic_.rows() + plans_.part_rows;
  added.row = K_.symbolic_.row[target.owner];
  added.unknown = K_.place_[target.owner];
  plans_.part_values += static_cast<std::size_t>(added.values);
  plans_.part_rows += added.rows;
  plans_.parts.push_back(added);
  part_targets_.push_back(target);
  return part;
}

// Closes a part when its phase is placed: all others that touched the target before are known.
void BlockLdlt::BatchPlanner::close(int k) {
  BatchPart& part = plans_.parts[k];
  const Target& at = part_targets_[k];
  const bool copied = copied_by_first(at.owner);
  part.from_input = touched_[at.index] == 0 && copied;
  part.from = static_cast<std::uint32_t>(part.from_input ? at.input : at.to);
  touched_[at.index] = 1;
  part.first_growth = part.grows && grown_[at.owner] == 0 && copied;
  if (part.grows) grown_[at.owner] = 1;
}

}  // namespace perpend::linalg
