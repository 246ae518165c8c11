// SPDX-License-Identifier: Apache-2.0
//
// Block principal pivoting. For a complementary set: forces at their bounds outside, A_CC f_C = -b
// inside; wrong rows are bounds with motion of the wrong sign and clamped forces beyond a bound.
//   all     every wrong row changes side; p = 10 tries without fewer wrong rows
//   least   only the least wrong index, until there are fewer than ever
// A set seen before in the first phase ends it at once (hash of the set). Kostreva's and Murty's
// cycles for block exchanges need the second phase; without it the method is not finite.
//
// Limitations: finite for P-matrices only. Redundant contacts give singular blocks; with least-norm
// forces most piles are solved, but random matrices of low rank are not, and are reported so.
#include "lcp/pivoting/block_pivoting.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include "lcp/pivoting/active_set.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kTries =
    10;  // Júdice and Pires use 10: one more factorisation is cheaper than pivots

// Sums mixed words: order does not matter, and a set has one value.
std::uint64_t hash_of(const ActiveSet& set) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    std::uint64_t word = 3 * i + static_cast<std::uint64_t>(set[i]) + 1;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ull;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebull;
    sum += word ^ (word >> 31);
  }
  return sum;
}

class BlockPivoting {
 public:
  BlockPivoting(const BoxedLcp& problem, ActiveSet start)
      : problem_(problem), set_(std::move(start)) {}

  Status run(int max_factorisations, Solution& solution);

 private:
  /// Returns how many of the wrong rows may change side now.
  std::size_t exchange_size(std::size_t wrong);

  const BoxedLcp& problem_;
  ActiveSet set_;
  std::vector<std::uint64_t> seen_;
  std::size_t fewest_ = std::numeric_limits<std::size_t>::max();
  int tries_ = kTries;
};

std::size_t BlockPivoting::exchange_size(std::size_t wrong) {
  if (wrong < fewest_) {
    fewest_ = wrong;
    tries_ = kTries;
    return wrong;
  }
  const std::uint64_t hash = hash_of(set_);
  const bool returned = std::find(seen_.begin(), seen_.end(), hash) != seen_.end();
  seen_.push_back(hash);
  if (returned) tries_ = 0;
  if (tries_ == 0) return 1;
  --tries_;
  return wrong;
}

Status BlockPivoting::run(int max_factorisations, Solution& solution) {
  bool singular = false;
  for (int k = 0; k < max_factorisations; ++k) {
    singular |= solve_on_set(problem_, set_, solution.f) == SetSolve::singular;
    ++solution.factorisations;
    const std::vector<Correction> wrong = wrong_rows(problem_, set_, solution.f);
    if (wrong.empty()) return Status::solved;
    const std::size_t count = exchange_size(wrong.size());
    for (std::size_t i = 0; i < count; ++i) set_[wrong[i].row] = wrong[i].side;
    solution.pivots += static_cast<int>(count);
  }
  return singular ? Status::invalid : Status::limit;
}

}  // namespace

void solve_block(const BoxedLcp& problem, const Options& options, Solution& solution) {
  const int limit =
      options.max_pivots > 0 ? options.max_pivots : static_cast<int>(4 * problem.size() + 50);
  BlockPivoting method(problem, starting_set(problem, options.warm));
  solution.status = method.run(limit, solution);
  clip(problem, solution.f);
}

void solve_block(const Lcp& problem, const Options& options, Solution& solution) {
  solve_block(to_boxed(problem), options, solution);
}

}  // namespace perpend::lcp
