// SPDX-License-Identifier: Apache-2.0
//
// Rolling and spinning friction: |m| <= arm f_n with f_n of the same answer. The problem has the
// bound as a number; its answer has other normal impulses, which give the next bounds, until they
// settle (a fixed point in the bounds, like Haslinger's of Coulomb friction from Tresca's). A
// moment that rotates a body changes its normal impulse by about arm over its size, and each pass
// reduces the error by the same factor; secants of the last passes square that. Every other pass
// moves the answer to bounds of its own if W is stored (resistance_move.cpp), which ends most of
// them; done in all passes but the first, contacts that come and go kept some from converging. If
// the normal impulses are those of the last step the first answer is the last.
#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/island/island_problem.hpp"
#include "lcp/friction/anderson.hpp"

namespace perpend {
namespace {

using Eigen::Index, Eigen::VectorXd;

// Change of the bounds, as a share of the largest one, at which they are settled: the tolerance of
// the residual checker for the answers themselves.
constexpr double kSettled = 1e-11;
// Number of passes before moments follow their bounds by themselves.
constexpr int kFewPasses = 4;
// Multiple of the residual of the last answer: a guess with no larger residual is the next answer.
constexpr double kAsGood = 20;
// Largest number of passes; piles of rolling balls took up to 12.
constexpr int kMostPasses = 60;
// Number of passes within which settling bounds halve their change: others may wander for ever, at
// the cost of a solve each.
constexpr int kStalled = 16;

}  // namespace

void IslandProblem::start_bounds(const StepRows& rows) {
  resisting_.clear();
  bearing_.clear();
  bound_of_.assign(groups_.size(), -1);
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (!rows.is_resistance(groups_[i])) continue;
    const auto bearer = std::ranges::find(groups_, rows.bearer(groups_[i]));
    bound_of_[i] = static_cast<int>(resisting_.size());
    resisting_.push_back(i);
    bearing_.push_back(static_cast<std::size_t>(bearer - groups_.begin()));
  }
  bounds_.setZero(static_cast<Index>(resisting_.size()));
  for (Index k = 0; k < bounds_.size(); ++k) {
    const int group = groups_[resisting_[k]];
    const double pressed = rows.impulses.guess[rows.first_row(rows.bearer(group))];
    bounds_[k] = rows.resistance(group).arm * std::max(0.0, pressed);
  }
}

double IslandProblem::hi(const StepRows& rows, std::size_t i) const {
  return bound_of_[i] < 0 ? rows.hi[groups_[i]] : bounds_[bound_of_[i]];
}

double IslandProblem::lo(const StepRows& rows, std::size_t i) const {
  return bound_of_[i] < 0 ? rows.lo[groups_[i]] : -bounds_[bound_of_[i]];
}

// Returns the bounds that the normal impulses of the answer give.
VectorXd IslandProblem::borne_bounds(const StepRows& rows) const {
  VectorXd borne(bounds_.size());
  for (Index k = 0; k < borne.size(); ++k)
    borne[k] = rows.resistance(groups_[resisting_[k]]).arm *
               std::max(0.0, solution_.f[first_row_[bearing_[k]]]);
  return borne;
}

void IslandProblem::load_bounds(const StepRows& rows) {
  load_slack_rows(rows);
  for (const std::size_t i : resisting_)
    if (has_slack_row(rows, i)) b()[first_row_[i] - 1] = bias_[first_row_[i] - 1];
  if (record_ == Record::law || record_ == Record::boxed) set_bounds(rows);
}

// Moves moments at their bounds to the next bounds. Where normal impulses are not unique the bounds
// may follow them for ever while the sum of the moments stays: no motion changes then, and such a
// guess is the answer.
void IslandProblem::guess_moments(const StepRows& rows, const VectorXd& next) {
  for (Index k = 0; k < bounds_.size(); ++k) {
    const std::size_t i = resisting_[k];
    auto moment = guess_.segment(first_row_[i], rows.resistance(groups_[i]).rows);
    const double size = is_cone() ? moment.norm() : moment.lpNorm<Eigen::Infinity>();
    if (size > 0 && size >= kAtLimit * std::min(bounds_[k], next[k])) moment *= next[k] / size;
    if (has_slack_row(rows, i)) guess_[first_row_[i] - 1] = next[k];
  }
}

void IslandProblem::settle_bounds(const StepRows& rows, const lcp::Options& options,
                                  lcp::Workspace& workspace) {
  if (resisting_.empty()) return;
  lcp::Anderson secants;
  double nearest = std::numeric_limits<double>::infinity();
  for (int pass = 0, nearer = 0; pass < kMostPasses && rows.setup.takes(solution_); ++pass) {
    const VectorXd borne = borne_bounds(rows);
    const double open = (borne - bounds_).lpNorm<Eigen::Infinity>();
    if (!(open > kSettled * borne.lpNorm<Eigen::Infinity>())) return;
    if (open < 0.5 * nearest) nearest = open, nearer = pass;
    if (pass - nearer > kStalled) return;
    if (pass == kFewPasses) secants = {};
    VectorXd next = secants.next(bounds_, borne).cwiseMax(0.0);
    guess_ = solution_.f;
    const bool moved = pass % 2 == 1 && move_with_bounds(rows, borne, next);
    if (!moved && pass >= kFewPasses) guess_moments(rows, next);
    left_open_.reset();
    if (moved || pass >= kFewPasses) left_open_ = kAsGood * solution_.residual;
    bounds_ = next;
    load_bounds(rows);
    answer(rows, options, workspace, {});
    add_effort(solution_);
  }
}

}  // namespace perpend
