// SPDX-License-Identifier: Apache-2.0
//
// b - K x with the magnitudes of its terms. Positions are cut into strips that threads share: each
// first writes the rows of its own positions, then takes off what couplings give. For rows of
// another strip these have a part of their own, added when all strips are done.
#include <algorithm>

#include "linalg/block_terms.hpp"
#include "linalg/strip_shares.hpp"
#include "perpend/linalg/block_ldlt.hpp"

namespace perpend::linalg {

// Rows of a position take what its own strip subtracts; each other strip has a part of them.
void BlockLdlt::plan_residual() {
  StripShares shares(symbolic_.order.size());
  row_parts_.clear();
  row_part_start_.assign(1, 0);
  int end = rows();
  for (int p = 0; p < symbolic_.nodes(); ++p) {
    const int strip = p / Threads::kStrip;
    if (p > 0 && p % Threads::kStrip == 0) row_part_start_.push_back(shares.parts());
    for (int k = input_start_[p]; k < input_start_[p + 1]; ++k) {
      const int below = symbolic_.below[inputs_[k].target], known = shares.parts();
      inputs_[k].sum = place_[below];
      if (below / Threads::kStrip == strip) continue;
      const int part = shares.part(static_cast<std::size_t>(below), strip);
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

// b - K x and |b| + |K| |x| as far as the positions of a strip have it.
void BlockLdlt::subtract_strip(int strip, const double* b, const double* x) const {
  const auto [first, last] = strip_of(strip, symbolic_.nodes(), Threads::kStrip);
  double *r = residual_.data(), *m = magnitude_.data();
  for (int p = first; p < last; ++p) {
    const int s = symbolic_.size[p], row = place_[p];
    term_kernels(s, s).diagonal(input_.data() + diagonal_[p], b + row, {x + row, r + row, m + row},
                                s);
  }
  for (int k = row_part_start_[strip]; k < row_part_start_[strip + 1]; ++k) {
    std::fill_n(r + row_parts_[k].part, row_parts_[k].size, 0.0);
    std::fill_n(m + row_parts_[k].part, row_parts_[k].size, 0.0);
  }
  for (int p = first; p < last; ++p)
    for (int k = input_start_[p]; k < input_start_[p + 1]; ++k) {
      const Input& input = inputs_[k];
      const int size = symbolic_.size[symbolic_.below[input.target]], s = symbolic_.size[p];
      const int top = input.transposed ? input.top : input.sum;
      const int left = input.transposed ? input.sum : input.left;
      const int rows = input.transposed ? s : size, columns = input.transposed ? size : s;
      term_kernels(rows, columns)
          .coupling(input_.data() + input.value, {x + input.top, r + top, m + top},
                    {x + input.left, r + left, m + left}, rows, columns);
    }
}

// residual_ = b - K x and magnitude_ = |b| + |K| |x|, in the layout of the caller.
void BlockLdlt::subtract_input(const double* b, const double* x) const {
  run_strips(threads_, strips_of(symbolic_.nodes(), Threads::kStrip),
             [&](int k) { subtract_strip(k, b, x); });
  for (const auto [part, row, size] : row_parts_)
    for (int i = 0; i < size; ++i) {
      residual_[row + i] += residual_[part + i];
      magnitude_[row + i] += magnitude_[part + i];
    }
}

}  // namespace perpend::linalg
