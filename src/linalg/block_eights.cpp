// SPDX-License-Identifier: Apache-2.0
//
// Which positions are eliminated eight at a time, and where they are. Eight positions go together
// where everything before them in the elimination tree went in eights of its own: bodies that
// nothing is taken off, then constraints at one height of the tree. Of each other they take
// nothing, so their order does not matter.
//
// What eights have eliminated is first seen by the sweep over the positions that go alone: it needs
// no more than what is left of those in factor_. A block of K is copied by the first who takes
// something off it; blocks that wait for a later position or that nothing touches are preloaded.
#include "linalg/block_eights.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "perpend/linalg/block_ldlt.hpp"

namespace perpend::linalg {
namespace {

// Fewer cost less one by one than as eight of which some are idle.
constexpr std::size_t kWorthwhile = 3;

using Shape = std::pair<const EightKernels*, int>;  // and the sign of the pivots

}  // namespace

class BlockLdlt::EightPlanner {
 public:
  explicit EightPlanner(const BlockLdlt& K)
      : K_(K),
        height_(K.symbolic_.order.size(), 0),
        waiting_for_(K.symbolic_.order.size(), 0),
        touched_(K.symbolic_.order.size() + K.symbolic_.below.size(), 0),
        grown_(K.symbolic_.order.size(), 0) {}

  EightPlans plan();

 private:
  const EightKernels* fitting(int p) const;
  void find_heights();
  void append_level(const std::vector<int>& level);
  void append_eight(const Shape& shape, const int* positions, int count);
  void place(EightPlan& eight);
  void place_below(EightPlan& eight, int a);
  void place_pair(EightPlan& eight, int pair, int a, int c);
  bool copied_by_first(int p) const;
  void find_alone();

  int sign(int p) const { return K_.graph_.signs[K_.symbolic_.order[p]]; }

  const BlockLdlt& K_;
  std::vector<int> height_, waiting_for_;
  std::vector<std::vector<int>> at_height_;
  std::vector<char> touched_;  // by position, then by block
  std::vector<char> grown_;    // by position: part of its growth is in growth_
  EightPlans plans_;
};

// Straight from K go bodies that nothing is taken off; their blocks all are in K.
const EightKernels* BlockLdlt::EightPlanner::fitting(int p) const {
  const PanelKernels* panel = K_.panels_[p];
  if (!panel || K_.supernodes_[p] || waiting_for_[p] > 0) return nullptr;
  const EightKernels* kernels = eight_kernels(panel->s, panel->r, panel->b);
  if (height_[p] > 0) return kernels;
  const auto first = K_.inputs_.begin() + K_.input_start_[p],
             last = K_.inputs_.begin() + K_.input_start_[p + 1];
  const auto plain = [](const Input& input) { return !input.transposed; };
  return sign(p) > 0 && last - first == panel->b && std::all_of(first, last, plain) ? kernels
                                                                                    : nullptr;
}

void BlockLdlt::EightPlanner::find_heights() {
  at_height_.resize(1);
  for (int p = 0; p < K_.symbolic_.nodes(); ++p) {
    const int parent = K_.symbolic_.parent[p];
    at_height_.resize(std::max(at_height_.size(), static_cast<std::size_t>(height_[p]) + 1));
    at_height_[height_[p]].push_back(p);
    if (parent < 0) continue;
    height_[parent] = std::max(height_[parent], height_[p] + 1);
    ++waiting_for_[parent];
  }
}

void BlockLdlt::EightPlanner::append_level(const std::vector<int>& level) {
  std::map<std::pair<std::array<int, 3>, int>, std::vector<int>> of_shape;
  for (const int p : level)
    if (const EightKernels* kernels = fitting(p))
      of_shape[{{kernels->s, kernels->r, kernels->b}, sign(p)}].push_back(p);
  const std::size_t before = plans_.eights.size();
  for (const auto& [shape, positions] : of_shape) {
    const auto [s, r, b] = shape.first;
    for (std::size_t k = 0; k < positions.size(); k += kLanes) {
      const std::size_t count = std::min<std::size_t>(kLanes, positions.size() - k);
      if (count < kWorthwhile) break;
      append_eight({eight_kernels(s, r, b), shape.second}, &positions[k], static_cast<int>(count));
    }
  }
  for (std::size_t e = before; e < plans_.eights.size(); ++e)
    for (int m = 0; m < plans_.eights[e].count; ++m) {
      const int parent = K_.symbolic_.parent[plans_.eights[e].position[m]];
      if (parent >= 0) --waiting_for_[parent];
    }
}

void BlockLdlt::EightPlanner::append_eight(const Shape& shape, const int* positions, int count) {
  EightPlan eight{};
  eight.kernels = shape.first;
  eight.solves = eight_solves(shape.first->s, shape.first->r, shape.first->b);
  eight.sign = shape.second;
  eight.count = count;
  eight.values = plans_.values;
  eight.work = plans_.work;
  for (int m = 0; m < kLanes; ++m) eight.position[m] = positions[m < count ? m : 0];
  for (int m = 0; m < count; ++m)
    plans_.lane[positions[m]] = static_cast<int>(plans_.eights.size()) * kLanes + m;
  plans_.values += static_cast<std::size_t>(shape.first->stored) * kLanes;
  plans_.work += static_cast<std::size_t>(shape.first->s) * kLanes;
  plans_.eights.push_back(eight);
}

// Whether the record of a position is copied from K by those who take something off it.
bool BlockLdlt::EightPlanner::copied_by_first(int p) const {
  return plans_.lane[p] >= 0 && K_.input_start_[p] == K_.input_start_[p + 1];
}

// All that is taken off an entry by an eight comes in this order: pair by pair, lane by lane.
void BlockLdlt::EightPlanner::place(EightPlan& eight) {
  eight.from_input = height_[eight.position[0]] == 0;
  for (int m = 0; m < kLanes; ++m) {
    const int p = eight.position[m];
    eight.K[m] =
        static_cast<std::uint32_t>(eight.from_input ? K_.diagonal_[p] : K_.symbolic_.diagonal[p]);
    eight.row[m] = K_.symbolic_.row[p];
    eight.unknown[m] = K_.place_[p];
    eight.grown = eight.grown || grown_[p] != 0;
  }
  for (int a = 0, pair = 0; a < eight.kernels->b; ++a)
    for (int c = 0; c <= a; ++c, ++pair) place_pair(eight, pair, a, c);
  for (int a = 0; a < eight.kernels->b; ++a) place_below(eight, a);
}

void BlockLdlt::EightPlanner::place_pair(EightPlan& eight, int pair, int a, int c) {
  const BlockSymbolic& symbolic = K_.symbolic_;
  for (int m = 0; m < eight.count; ++m) {
    const auto below = symbolic.below_of(eight.position[m]);
    const int owner = below[c], block = a == c ? 0 : symbolic.find_block(owner, below[a]);
    char& touched = touched_[a == c ? owner : symbolic.nodes() + block];
    const std::size_t to = a == c ? symbolic.diagonal[owner] : symbolic.block[block];
    const bool first = touched == 0 && copied_by_first(owner);
    const std::size_t zero = K_.input_.size() - kZeros;
    const std::size_t from = !first ? to : a == c ? K_.diagonal_[owner] : zero;
    eight.to[pair][m] = static_cast<std::uint32_t>(to);
    eight.from[pair][m] = static_cast<std::uint32_t>(from);
    eight.first[pair] |= static_cast<std::uint8_t>(first << m);
    touched = 1;
    plans_.loaded[owner] = kTouched;
  }
}

void BlockLdlt::EightPlanner::place_below(EightPlan& eight, int a) {
  for (int m = 0; m < kLanes; ++m) {
    const int p = eight.position[m], below = K_.symbolic_.below_of(p)[a];
    eight.unknown_below[a][m] = K_.place_[below];
    eight.row_below[a][m] = K_.symbolic_.row[below];
    if (m >= eight.count || sign(below) != sign(p)) continue;
    const bool first = grown_[below] == 0 && copied_by_first(below);
    eight.same_sign[a] |= static_cast<std::uint8_t>(1 << m);
    eight.first_growth[a] |= static_cast<std::uint8_t>(first << m);
    grown_[below] = 1;
  }
}

void BlockLdlt::EightPlanner::find_alone() {
  for (int p = 0; p < K_.symbolic_.nodes(); ++p) {
    if (plans_.lane[p] < 0) plans_.alone.push_back(p);
    if (plans_.loaded[p] == kTouched && !copied_by_first(p)) plans_.preload.push_back(p);
  }
}

EightPlans BlockLdlt::EightPlanner::plan() {
  plans_.lane.assign(K_.symbolic_.order.size(), -1);
  plans_.loaded.assign(K_.symbolic_.order.size(), kNotLoaded);
  constexpr std::size_t kLargest = std::numeric_limits<std::uint32_t>::max();
  find_heights();
  if (K_.input_.size() < kLargest && K_.symbolic_.values < kLargest)
    for (const std::vector<int>& level : at_height_) append_level(level);
  for (const EightPlan& eight : plans_.eights)
    for (int m = 0; m < eight.count && height_[eight.position[m]] > 0; ++m)
      grown_[eight.position[m]] = !copied_by_first(eight.position[m]);
  for (EightPlan& eight : plans_.eights) place(eight);
  find_alone();
  return std::move(plans_);
}

void BlockLdlt::plan_eights() {
  input_.insert(input_.end(), kZeros, 0.0);
  eights_ = std::make_shared<const EightPlans>(EightPlanner(*this).plan());
  lanes_.setZero(static_cast<Eigen::Index>(eights_->values));
  unknowns_.setZero(static_cast<Eigen::Index>(eights_->work * kColumns));
  all_.resize(symbolic_.order.size());
  std::iota(all_.begin(), all_.end(), 0);
  in_lanes_ = false;
}

}  // namespace perpend::linalg
