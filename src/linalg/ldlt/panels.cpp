// SPDX-License-Identifier: Apache-2.0
//
// Choice of the columns that are eliminated as whole panels (panel.hpp), and of those that are
// eliminated two as one (supernode.hpp).
#include <algorithm>

#include "linalg/ldlt/block_ldlt.hpp"
#include "linalg/ldlt/panel.hpp"
#include "linalg/ldlt/supernode.hpp"

namespace perpend::linalg {

// A panel's blocks below the diagonal have one size.
void BlockLdlt::choose_panels() {
  panels_.assign(symbolic_.order.size(), nullptr);
  panel_start_.assign(symbolic_.order.size(), 0);
  panel_targets_.clear();
  for (int p = 0; p < symbolic_.nodes(); ++p) {
    const auto below = symbolic_.below_of(p);
    panel_start_[p] = static_cast<int>(panel_targets_.size());
    if (below.empty()) continue;
    const int r = symbolic_.size[below[0]];
    const auto differs = [&](int i) { return symbolic_.size[i] != r; };
    if (std::any_of(below.begin(), below.end(), differs)) continue;
    panels_[p] = panel_kernels(symbolic_.size[p], r, static_cast<int>(below.size()));
    if (!panels_[p]) continue;
    for (std::size_t a = 0; a < below.size(); ++a) {
      for (std::size_t c = 0; c < a; ++c)
        panel_targets_.push_back(symbolic_.block[symbolic_.find_block(below[c], below[a])]);
      panel_targets_.push_back(symbolic_.diagonal[below[a]]);
    }
  }
}

void BlockLdlt::choose_supernodes() {
  std::vector<std::vector<int>> children(symbolic_.order.size());
  for (int p = 0; p < symbolic_.nodes(); ++p)
    if (symbolic_.parent[p] >= 0) children[symbolic_.parent[p]].push_back(p);
  supernodes_.assign(symbolic_.order.size(), nullptr);
  for (int p = 0; p + 1 < symbolic_.nodes(); ++p) {
    const auto below = symbolic_.below_of(p);
    if (below.size() != 2 || !fits_supernode(p, children[p]) || children[p + 1].size() != 1)
      continue;
    supernodes_[p] =
        supernode_kernels(symbolic_.size[p], symbolic_.size[p + 1], symbolic_.size[below[1]]);
  }
}

// True if a body and the next column have one node below them, all blocks of K are present, and
// earlier columns touch the first diagonal block alone.
bool BlockLdlt::fits_supernode(int p, const std::vector<int>& children) const {
  const auto below = symbolic_.below_of(p), next = symbolic_.below_of(p + 1);
  const auto touches_more = [&](int child) { return symbolic_.below_of(child).size() > 1; };
  return graph_.signs[symbolic_.order[p]] > 0 && below[0] == p + 1 && next.size() == 1 &&
         next[0] == below[1] && input_start_[p + 2] - input_start_[p] == 3 &&
         std::none_of(children.begin(), children.end(), touches_more);
}

bool BlockLdlt::eliminate_supernode(int p, FactorReport& report) {
  const int below = symbolic_.below_of(p)[1], s = symbolic_.size[p], c = symbolic_.size[p + 1];
  load_column(below);
  const auto block = [&](int k) {
    const Input& input = inputs_[input_start_[p] + k];
    return SupernodeBlock{input_.data() + input.value, input.transposed};
  };
  const double sign = graph_.signs[symbolic_.order[p]], next = graph_.signs[symbolic_.order[p + 1]];
  const double* diagonal = input_.data() + diagonal_[below];
  const bool bears = next < 0 && graph_.signs[symbolic_.order[below]] > 0;
  double* L = factor_.data() + symbolic_.diagonal[p];
  const SupernodePlace place{.first = L,
                             .growth = growth_.data() + symbolic_.row[p],
                             .second = input_.data() + diagonal_[p + 1],
                             .coupling = block(0),
                             .below = {block(1), block(2)},
                             .mass = bears ? diagonal : nullptr,
                             .signs = {sign, next},
                             .L = L,
                             .inverse_pivots = inverse_pivots_.data() + symbolic_.row[p],
                             .target = factor_.data() + symbolic_.diagonal[below],
                             .target_growth = growth_.data() + symbolic_.row[below]};
  if (!supernodes_[p]->factor(place, report.smallest_pivot)) return false;
  (sign > 0 ? report.positive : report.negative) += s;
  (next > 0 ? report.positive : report.negative) += c;
  return true;
}

// Loads the columns from which the panel's update will be subtracted.
void BlockLdlt::place_panel(int p, PanelPlace& place) {
  place.L = factor_.data() + symbolic_.diagonal[p];
  place.inverse_pivots = inverse_pivots_.data() + symbolic_.row[p];
  const int* below = symbolic_.below.data() + symbolic_.below_start[p];
  const std::size_t* target = panel_targets_.data() + panel_start_[p];
  for (int block = 0, pair = 0; block < panels_[p]->b; ++block) {
    load_column(below[block]);
    place.growth[block] = growth_.data() + symbolic_.row[below[block]];
    for (int c = 0; c <= block; ++c, ++pair) place.targets[pair] = factor_.data() + target[pair];
  }
}

bool BlockLdlt::eliminate_panel(int p, FactorReport& report) {
  const double sign = graph_.signs[symbolic_.order[p]];
  PanelPlace place;
  place_panel(p, place);
  if (!panels_[p]->factor(place, sign, growth_.data() + symbolic_.row[p], report.smallest_pivot))
    return false;
  (sign > 0 ? report.positive : report.negative) += symbolic_.size[p];
  return true;
}

}  // namespace perpend::linalg
