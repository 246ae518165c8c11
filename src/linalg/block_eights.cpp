// SPDX-License-Identifier: Apache-2.0
//
// Which positions are eliminated as whole panels (block_panel.hpp), and which of those eight at a
// time; and which two positions as one (block_supernode.hpp). Eight positions go together where
// everything before them in the elimination tree went in eights of its own: bodies that nothing is
// taken off, then constraints at one height of a branching tree. Of each other they take nothing,
// so their order does not matter.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "linalg/block_panel.hpp"
#include "linalg/block_supernode.hpp"
#include "perpend/linalg/block_ldlt.hpp"

namespace perpend::linalg {
namespace {

// Fewer cost less one by one than as eight of which some are idle.
constexpr std::size_t kWorthwhile = 3;
// The most that an idle lane writes anywhere: a panel.
constexpr std::size_t kSpare = 128;

using Shape = std::pair<const PanelKernels*, int>;  // and the sign of the pivots

// -1 where a lane is idle.
void append_eights(const std::map<Shape, std::vector<int>>& of_shape, std::vector<int>& eights) {
  for (const auto& [shape, positions] : of_shape) {
    const std::size_t rest = positions.size() % kLanes;
    eights.insert(eights.end(), positions.begin(),
                  positions.end() - static_cast<std::ptrdiff_t>(rest < kWorthwhile ? rest : 0));
    eights.resize(padded(eights.size()), -1);
  }
}

}  // namespace

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
  find_eights();
}

// Straight from K go bodies that nothing is taken off; their blocks all are in K.
void BlockLdlt::find_eights() {
  const int n = symbolic_.nodes();
  std::vector<int> height(symbolic_.order.size(), 0), waiting_for(symbolic_.order.size(), 0);
  std::vector<std::vector<int>> at_height(1);
  for (int p = 0; p < n; ++p) {
    const int parent = symbolic_.parent[p];
    at_height.resize(std::max(at_height.size(), static_cast<std::size_t>(height[p]) + 1));
    at_height[height[p]].push_back(p);
    if (parent < 0) continue;
    height[parent] = std::max(height[parent], height[p] + 1);
    ++waiting_for[parent];
  }
  const auto plain = [](const Input& input) { return !input.transposed; };
  const auto fits = [&](int p) {
    if (!panels_[p] || supernodes_[p] || waiting_for[p] > 0) return false;
    if (height[p] > 0) return true;
    const auto first = inputs_.begin() + input_start_[p],
               last = inputs_.begin() + input_start_[p + 1];
    return graph_.signs[symbolic_.order[p]] > 0 && last - first == panels_[p]->b &&
           std::all_of(first, last, plain);
  };
  eights_.clear();
  spare_.assign(kSpare, 0.0);
  for (const std::vector<int>& level : at_height) {
    const std::size_t before = eights_.size();
    std::map<Shape, std::vector<int>> of_shape;
    for (const int p : level)
      if (fits(p)) of_shape[{panels_[p], graph_.signs[symbolic_.order[p]]}].push_back(p);
    append_eights(of_shape, eights_);
    for (std::size_t k = before; k < eights_.size(); ++k) {
      const int parent = eights_[k] < 0 ? -1 : symbolic_.parent[eights_[k]];
      if (parent >= 0) --waiting_for[parent];
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

// Whether a body and the next position have one node below them, and all blocks of K, of which what
// comes before touches the first diagonal block alone.
bool BlockLdlt::fits_supernode(int p, const std::vector<int>& children) const {
  const auto below = symbolic_.below_of(p), next = symbolic_.below_of(p + 1);
  const auto touches_more = [&](int child) { return symbolic_.below_of(child).size() > 1; };
  return graph_.signs[symbolic_.order[p]] > 0 && below[0] == p + 1 && next.size() == 1 &&
         next[0] == below[1] && input_start_[p + 2] - input_start_[p] == 3 &&
         std::none_of(children.begin(), children.end(), touches_more);
}

bool BlockLdlt::eliminate_supernode(int p, FactorReport& report) {
  const int below = symbolic_.below_of(p)[1], s = symbolic_.size[p], c = symbolic_.size[p + 1];
  if (!loaded_[below]) load_position(below);
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

// Loads what the panel will be taken off.
void BlockLdlt::place_panel(int p, const double* K, PanelPlace& place) {
  place.K = K;
  place.L = factor_.data() + symbolic_.diagonal[p];
  place.inverse_pivots = inverse_pivots_.data() + symbolic_.row[p];
  const int* below = symbolic_.below.data() + symbolic_.below_start[p];
  const std::size_t* target = panel_targets_.data() + panel_start_[p];
  for (int block = 0, pair = 0; block < panels_[p]->b; ++block) {
    if (!loaded_[below[block]]) load_position(below[block]);
    place.growth[block] = growth_.data() + symbolic_.row[below[block]];
    for (int c = 0; c <= block; ++c, ++pair) place.targets[pair] = factor_.data() + target[pair];
  }
}

bool BlockLdlt::eliminate_panel(int p, FactorReport& report) {
  const double sign = graph_.signs[symbolic_.order[p]];
  PanelPlace place;
  place_panel(p, factor_diagonal(p), place);
  if (!panels_[p]->factor(place, sign, growth_.data() + symbolic_.row[p], report.smallest_pivot))
    return false;
  (sign > 0 ? report.positive : report.negative) += symbolic_.size[p];
  return true;
}

// Bodies that nothing was taken off go straight from K: nothing is copied and nothing waits in
// growth_.
void BlockLdlt::eliminate_eight(const int* positions, FactorReport& report) {
  std::array<PanelPlace, kLanes> places;
  const int count =
      static_cast<int>(std::count_if(positions, positions + kLanes, [](int p) { return p >= 0; }));
  const PanelKernels& panel = *panels_[positions[0]];
  const int sign = graph_.signs[symbolic_.order[positions[0]]];
  bool good = true;
  for (int m = 0; m < count; ++m) {
    const int p = positions[m];
    good = good && eliminated_[p] != kFailed;
    place_panel(p, loaded_[p] ? factor_diagonal(p) : input_.data() + diagonal_[p], places[m]);
    places[m].scale = loaded_[p] ? growth_.data() + symbolic_.row[p] : nullptr;
  }
  for (int m = count; m < kLanes; ++m) {
    places[m].K = places[0].K;
    places[m].scale = places[0].scale;
    places[m].L = places[m].inverse_pivots = spare_.data();
    places[m].targets.fill(spare_.data());
    places[m].growth.fill(spare_.data());
  }
  good = good && panel.factor_eight(places, sign, report.smallest_pivot);
  if (good) (sign > 0 ? report.positive : report.negative) += count * panel.s;
  for (int m = 0; m < count; ++m) {
    eliminated_[positions[m]] = good ? kEliminated : kFailed;
    const int parent = symbolic_.parent[positions[m]];
    if (!good && parent >= 0) eliminated_[parent] = kFailed;
  }
}

}  // namespace perpend::linalg
