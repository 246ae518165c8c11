// SPDX-License-Identifier: Apache-2.0
//
// Positions that go eight at a time: their elimination, their part of a solve, and their columns of
// L for those who want them in blocks.
#include <algorithm>
#include <array>

#include "linalg/block_eights.hpp"
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
  for (const int p : eights_->preload) preload(p);
  EightValues values{input_.data(), factor_.data(), growth_.data(), nullptr};
  for (const EightPlan& eight : eights_->eights) {
    values.L = lanes_.data() + eight.values;
    if (!eight.kernels->factor(eight, values, report.smallest_pivot)) return false;
    (eight.sign > 0 ? report.positive : report.negative) += eight.count * eight.kernels->s;
  }
  return true;
}

void BlockLdlt::forward_eights(double* x, int columns) const {
  if (!in_lanes_) return;
  for (const EightPlan& eight : eights_->eights)
    for (int c = 0; c < columns; ++c)
      eight.solves->forward(eight, lanes_.data() + eight.values, x + c * rows(),
                            unknowns_.data() + eights_->work * c + eight.work);
}

void BlockLdlt::backward_eights(double* x, int columns) const {
  if (!in_lanes_) return;
  for (auto eight = eights_->eights.rbegin(); eight != eights_->eights.rend(); ++eight)
    for (int c = 0; c < columns; ++c)
      eight->solves->backward(*eight, lanes_.data() + eight->values,
                              unknowns_.data() + eights_->work * c + eight->work, x + c * rows());
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
