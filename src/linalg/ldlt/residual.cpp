// SPDX-License-Identifier: Apache-2.0
//
// b - K x with the magnitudes of its terms. Columns are cut into chunks that threads share: each
// writes the rows of its own columns. For rows of another chunk it has a part of its own, which is
// added when all chunks are done.
#include <algorithm>

#include "linalg/kernels/lanes.hpp"
#include "linalg/ldlt/block_ldlt.hpp"
#include "linalg/ldlt/chunk_shares.hpp"
#include "linalg/ldlt/terms.hpp"

namespace perpend::linalg {
namespace {

// Values of K are prefetched some columns ahead: the processor itself detects forward reads only.
// kLines cache lines hold most columns; a count per column would be mispredicted.
constexpr int kAhead = 8, kLines = 8;

void prefetch(const double* values) {
  for (int k = 0; k < kLines; ++k) __builtin_prefetch(values + k * kLanes);
}

}  // namespace

// Rows of a column collect what its own chunk subtracts; each other chunk has a part for them.
void BlockLdlt::plan_residual() {
  ChunkShares shares(symbolic_.order.size());
  row_parts_.clear();
  row_part_start_.assign(1, 0);
  int end = rows();
  for (int p = 0; p < symbolic_.nodes(); ++p) {
    const int chunk = p / Threads::kChunk;
    if (p > 0 && p % Threads::kChunk == 0) row_part_start_.push_back(shares.parts());
    for (int k = input_start_[p]; k < input_start_[p + 1]; ++k) {
      const int below = symbolic_.below[inputs_[k].target], known = shares.parts();
      inputs_[k].sum = place_[below];
      if (below / Threads::kChunk == chunk) continue;
      const int part = shares.part(static_cast<std::size_t>(below), chunk);
      if (part == known) {
        row_parts_.push_back({end, place_[below], symbolic_.size[below]});
        end += symbolic_.size[below];
      }
      inputs_[k].sum = row_parts_[part].part;
    }
  }
  row_part_start_.push_back(shares.parts());
  residual_.resize(end);
  magnitude_.resize(end);
}

// Computes b - K x and |b| + |K| |x| as far as the columns of a chunk contribute, the last first:
// rows are written with their diagonal block before couplings of earlier columns subtract more.
void BlockLdlt::subtract_chunk(int chunk, const double* b, const double* x) const {
  const auto [first, last] = chunk_of(chunk, symbolic_.nodes(), Threads::kChunk);
  const auto side = [&](int row, int sum) {
    return TermSide{x + row, residual_.data() + sum, magnitude_.data() + sum};
  };
  for (int k = row_part_start_[chunk]; k < row_part_start_[chunk + 1]; ++k) {
    std::fill_n(residual_.data() + row_parts_[k].part, row_parts_[k].size, 0.0);
    std::fill_n(magnitude_.data() + row_parts_[k].part, row_parts_[k].size, 0.0);
  }
  for (int p = last - 1; p >= first; --p) {
    const int s = symbolic_.size[p], row = place_[p];
    prefetch(input_.data() + diagonal_[std::max(p - kAhead, 0)]);
    term_kernels(s, s).diagonal(input_.data() + diagonal_[p], b + row, side(row, row), s);
    for (int k = input_start_[p]; k < input_start_[p + 1]; ++k) {
      const Input& input = inputs_[k];
      const int size = symbolic_.size[symbolic_.below[input.target]];
      const int rows = input.transposed ? s : size, columns = input.transposed ? size : s;
      term_kernels(rows, columns)
          .coupling(input_.data() + input.value,
                    side(input.top, input.transposed ? input.top : input.sum),
                    side(input.left, input.transposed ? input.sum : input.left), rows, columns);
    }
  }
}

// Computes residual_ = b - K x and magnitude_ = |b| + |K| |x|, in the layout of the caller.
void BlockLdlt::subtract_input(const double* b, const double* x) const {
  run_chunks(threads_, chunks_of(symbolic_.nodes(), Threads::kChunk),
             [&](int k) { subtract_chunk(k, b, x); });
  for (const auto [part, row, size] : row_parts_)
    for (int i = 0; i < size; ++i) {
      residual_[row + i] += residual_[part + i];
      magnitude_[row + i] += magnitude_[part + i];
    }
}

}  // namespace perpend::linalg
