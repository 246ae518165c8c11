// SPDX-License-Identifier: Apache-2.0
//
// Choice of the columns that are eliminated eight at a time, and of their places. Eight columns go
// together where everything before them in the elimination tree went in batches of its own: bodies
// that no column updates, then constraints at one height of the tree. They do not update each
// other, so their order does not matter.
//
// The results of SIMD batches are first used by the sweep over the columns that go alone: it needs
// no more than what is left of those in factor_; simd_batch_places.cpp determines where that is.
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "linalg/ldlt/simd_batch_planner.hpp"

namespace perpend::linalg {
namespace {

// Smallest batch: fewer columns cost less one by one than as a batch with idle lanes.
constexpr std::size_t kWorthwhile = 3;

}  // namespace

BlockLdlt::BatchPlanner::BatchPlanner(const BlockLdlt& K)
    : K_(K),
      height_(K.symbolic_.order.size(), 0),
      waiting_for_(K.symbolic_.order.size(), 0),
      touched_(K.symbolic_.order.size() + K.symbolic_.below.size(), 0),
      grown_(K.symbolic_.order.size(), 0),
      shares_(touched_.size()) {}

// Returns the kernels of a column, or null. Bodies that no column updates are read straight from K,
// which must have all their blocks.
const BatchKernels* BlockLdlt::BatchPlanner::fitting(int p) const {
  const PanelKernels* panel = K_.panels_[p];
  if (!panel || K_.supernodes_[p] || waiting_for_[p] > 0) return nullptr;
  const BatchKernels* kernels = batch_kernels(panel->s, panel->r, panel->b);
  if (height_[p] > 0) return kernels;
  const auto first = K_.inputs_.begin() + K_.input_start_[p],
             last = K_.inputs_.begin() + K_.input_start_[p + 1];
  const auto plain = [](const Input& input) { return !input.transposed; };
  return sign(p) > 0 && last - first == panel->b && std::all_of(first, last, plain) ? kernels
                                                                                    : nullptr;
}

void BlockLdlt::BatchPlanner::find_heights() {
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

void BlockLdlt::BatchPlanner::append_level(const std::vector<int>& level) {
  std::map<std::pair<std::array<int, 3>, int>, std::vector<int>> of_shape;
  for (const int p : level)
    if (const BatchKernels* kernels = fitting(p))
      of_shape[{{kernels->s, kernels->r, kernels->b}, sign(p)}].push_back(p);
  const std::size_t before = plans_.batches.size();
  for (const auto& [shape, columns] : of_shape) {
    const auto [s, r, b] = shape.first;
    append_shape({batch_kernels(s, r, b), shape.second}, columns);
  }
  for (std::size_t e = before; e < plans_.batches.size(); ++e)
    for (int m = 0; m < plans_.batches[e].count; ++m) {
      const int parent = K_.symbolic_.parent[plans_.batches[e].column[m]];
      if (parent >= 0) --waiting_for_[parent];
    }
}

void BlockLdlt::BatchPlanner::append_shape(const Shape& shape, const std::vector<int>& columns) {
  const int first = static_cast<int>(plans_.batches.size());
  for (std::size_t k = 0; k < columns.size(); k += kLanes) {
    const std::size_t count = std::min<std::size_t>(kLanes, columns.size() - k);
    if (count < kWorthwhile) break;
    append_batch(shape, &columns[k], static_cast<int>(count));
  }
  const int last = static_cast<int>(plans_.batches.size());
  if (last > first) append_phase(first, last);
}

// Batches that are not worth sharing form one chunk with those before them.
void BlockLdlt::BatchPlanner::append_phase(int first, int last) {
  const bool is_shared = last - first > BatchPhase::kChunk;
  if (!is_shared && !plans_.phases.empty() && plans_.phases.back().chunks() == 1)
    plans_.phases.back().last = last;
  else
    plans_.phases.push_back({first, last, 0, 0, 0});
  BatchPhase& phase = plans_.phases.back();
  phase.each = is_shared ? BatchPhase::kChunk : last - phase.first;
}

void BlockLdlt::BatchPlanner::append_batch(const Shape& shape, const int* columns, int count) {
  BatchPlan batch{};
  batch.kernels = shape.first;
  batch.sign = shape.second;
  batch.count = count;
  batch.values = plans_.values;
  batch.work = plans_.work;
  for (int m = 0; m < kLanes; ++m) batch.column[m] = columns[m < count ? m : 0];
  for (int m = 0; m < count; ++m)
    plans_.lane[columns[m]] = static_cast<int>(plans_.batches.size()) * kLanes + m;
  plans_.values += static_cast<std::size_t>(shape.first->stored) * kLanes;
  plans_.work += static_cast<std::size_t>(shape.first->s) * kLanes;
  (shape.second > 0 ? plans_.positive : plans_.negative) += count * shape.first->s;
  plans_.batches.push_back(batch);
}

// True if a column is copied from K by the first that subtracts from it.
bool BlockLdlt::BatchPlanner::copied_by_first(int p) const {
  return plans_.lane[p] >= 0 && K_.input_start_[p] == K_.input_start_[p + 1];
}

void BlockLdlt::BatchPlanner::find_alone() {
  for (int p = 0; p < K_.symbolic_.nodes(); ++p) {
    if (plans_.lane[p] < 0) plans_.alone.push_back(p);
    if (plans_.loaded[p] == kTouched && !copied_by_first(p)) plans_.preload.push_back(p);
  }
}

BatchPlans BlockLdlt::BatchPlanner::plan() {
  plans_.lane.assign(K_.symbolic_.order.size(), -1);
  plans_.loaded.assign(K_.symbolic_.order.size(), kNotLoaded);
  // Parts are fewer than twice the values.
  constexpr std::size_t kLargest = std::numeric_limits<std::uint32_t>::max() / 3;
  find_heights();
  if (K_.input_.size() < kLargest && K_.symbolic_.values < kLargest)
    for (const std::vector<int>& level : at_height_) append_level(level);
  for (const BatchPlan& batch : plans_.batches)
    for (int m = 0; m < batch.count && height_[batch.column[m]] > 0; ++m)
      grown_[batch.column[m]] = !copied_by_first(batch.column[m]);
  for (BatchPhase& phase : plans_.phases) place(phase);
  find_alone();
  return std::move(plans_);
}

void BlockLdlt::plan_batches() {
  input_.insert(input_.end(), kZeros, 0.0);
  batches_ = std::make_shared<const BatchPlans>(BatchPlanner(*this).plan());
  lanes_.setZero(static_cast<Eigen::Index>(batches_->values));
  unknowns_.setZero(static_cast<Eigen::Index>(batches_->work * kColumns));
  unknown_parts_.setZero(batches_->part_rows * kColumns);
  all_.resize(symbolic_.order.size());
  std::iota(all_.begin(), all_.end(), 0);
  in_lanes_ = false;
}

}  // namespace perpend::linalg
