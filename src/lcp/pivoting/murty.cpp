// SPDX-License-Identifier: Apache-2.0
//
// Murty's Bard-type method (1974): pivot on the least index whose row is wrong, on its own
// diagonal. Bounds on both sides as in Júdice and Pires (1992). The table is the principal
// transform
//   dependent = T independent + c,  independent_i = f_i at a bound, or a_i = 0 on a clamped row,
// n (n + 1) entries, O(n²) per pivot. Rounding error of the table ends with it: its last set is
// solved with a fresh LU, and if a row is wrong there the table is built anew from that set.
//
// Limitations: exponential on Murty's own family; P-matrices only, so no redundant contacts.
#include "lcp/pivoting/murty.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "lcp/pivoting/active_set.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kRebuilds = 5;

class PrincipalTable {
 public:
  PrincipalTable(const BoxedLcp& problem, const ActiveSet& start)
      : problem_(problem), set_(start), tolerance_(rounding_tolerance(problem)) {}

  const ActiveSet& set() const { return set_; }
  int pivots() const { return pivots_; }

  /// Builds the table of the current set; returns false where a pivot is not positive.
  bool build();
  /// Makes least-index pivots until no row is wrong (solved), the class fails or the limit is met.
  Status run(int max_pivots);

 private:
  std::optional<Side> correction(Index i) const;
  double bound(Index i) const { return set_[i] == Side::lower ? problem_.lo[i] : problem_.hi[i]; }
  bool pivot(Index k);
  bool move(Index i, Side to);

  const BoxedLcp& problem_;
  ActiveSet set_;
  double tolerance_;
  MatrixXd table_;  // n × (n + 1), the last column is c
  VectorXd value_;  // n, dependent variables: a_i at bounds, f_i on clamped rows
  VectorXd column_;
  int pivots_ = 0;
};

bool PrincipalTable::pivot(Index k) {
  const double p = table_(k, k);
  // Principal pivots of a P-matrix are positive: Schur complements of A_kk, zero below its
  // rounding, on the way into the set, their reciprocals on the way out.
  const double smallest = set_[k] == Side::clamped ? 0.0 : 1e-14 * std::abs(problem_.A(k, k));
  if (!(p > smallest)) return false;
  column_ = table_.col(k) / p;
  column_[k] = 0;
  const Eigen::RowVectorXd row = table_.row(k);
  table_.noalias() -= column_ * row;
  table_.col(k) = column_;
  table_.row(k) = row / -p;
  table_(k, k) = 1 / p;
  return true;
}

bool PrincipalTable::build() {
  const Index n = problem_.size();
  table_.resize(n, n + 1);
  table_.leftCols(n) = problem_.A;
  table_.col(n) = problem_.b;
  const ActiveSet wanted = set_;
  std::fill(set_.begin(), set_.end(), Side::lower);
  for (Index i = 0; i < n; ++i) {
    if (wanted[i] == Side::clamped && !pivot(i)) return false;
    set_[i] = wanted[i];
  }
  VectorXd independent(n);
  for (Index i = 0; i < n; ++i) independent[i] = set_[i] == Side::clamped ? 0.0 : bound(i);
  value_ = table_.leftCols(n) * independent + table_.col(n);
  return true;
}

// Returns where row i has to go, or nothing where it is right.
std::optional<Side> PrincipalTable::correction(Index i) const {
  const double v = value_[i];
  if (set_[i] == Side::lower)
    return v < -tolerance_ && problem_.lo[i] < problem_.hi[i] ? std::optional(Side::clamped)
                                                              : std::nullopt;
  if (set_[i] == Side::upper)
    return v > tolerance_ && problem_.lo[i] < problem_.hi[i] ? std::optional(Side::clamped)
                                                             : std::nullopt;
  const double slack = tolerance_ / problem_.A(i, i);
  if (v < problem_.lo[i] - slack) return Side::lower;
  if (v > problem_.hi[i] + slack) return Side::upper;
  return std::nullopt;
}

bool PrincipalTable::move(Index i, Side to) {
  const Index n = problem_.size();
  const double from = set_[i] == Side::clamped ? 0.0 : bound(i);
  value_ -= table_.col(i) * from;
  const double dependent = value_[i];
  if (!pivot(i)) return false;
  set_[i] = to;
  const double now = to == Side::clamped ? 0.0 : bound(i);
  // After the exchange the old dependent value is the independent one; its target is `now`.
  for (Index r = 0; r < n; ++r)
    if (r != i) value_[r] += table_(r, i) * (now - dependent);
  value_[i] = table_(i, i) * (now - dependent);
  ++pivots_;
  return true;
}

Status PrincipalTable::run(int max_pivots) {
  for (Index i = 0; i < problem_.size(); ++i) {
    const std::optional<Side> to = correction(i);
    if (!to) continue;
    if (pivots_ >= max_pivots) return Status::limit;
    if (!move(i, *to)) return Status::invalid;
    i = -1;
  }
  return Status::solved;
}

}  // namespace

void solve_murty(const BoxedLcp& problem, const Options& options, Solution& solution) {
  const Index n = problem.size();
  PrincipalTable table(problem, starting_set(problem, options.warm));
  const int limit = options.max_pivots > 0 ? options.max_pivots : static_cast<int>(100 * n + 10000);
  solution.f = VectorXd::Zero(n);
  for (int rebuild = 0; rebuild < kRebuilds; ++rebuild) {
    ++solution.factorisations;
    solution.status = table.build() ? table.run(limit) : Status::invalid;
    solution.pivots = table.pivots();
    if (solution.status == Status::invalid) return;
    ActiveSet set = table.set();
    settle(problem, set, solution.f);
    if (solution.status == Status::limit || wrong_rows(problem, set, solution.f).empty()) return;
  }
  solution.status = Status::limit;
}

void solve_murty(const Lcp& problem, const Options& options, Solution& solution) {
  solve_murty(to_boxed(problem), options, solution);
}

}  // namespace perpend::lcp
