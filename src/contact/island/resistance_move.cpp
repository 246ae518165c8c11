// SPDX-License-Identifier: Apache-2.0
//
// The answer was found for bounds of resistances that are not those of its own normal impulses.
// Here it is moved to where they are, with the same contacts sliding, sticking and carrying load
// and the same resistances at their bound: rows at none of these limits are solved for, and
// impulses at a bound move with it,
//   f_t = (f_t/f_n) f_n     at contacts that slide
//   m = (m/|m|) arm f_n     of resistances at their bound
// If a body stands on more points than it needs there are many such answers, and each pass of
// settle_bounds() finds another one, with other bounds. The answer of least change, each row
// measured by the square root of its response, ends that: wheels of a cart have moments of their
// own, and friction at their contacts has to change along with them.
#include <cmath>

#include "contact/island/island_problem.hpp"
#include "linalg/kernels/dense_factors.hpp"

namespace perpend {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

// Moves of all rows: `by` times those of the free ones plus `fixed`, the moves if those stay.
struct Moves {
  MatrixXd by;
  VectorXd fixed;
  std::vector<Index> free;

  explicit Moves(Index rows) : by(MatrixXd::Zero(rows, rows)), fixed(VectorXd::Zero(rows)) {}

  void let(Index row) {
    by(row, static_cast<Index>(free.size())) = 1;
    free.push_back(row);
  }
  void tie(Index row, Index to, double ratio) {
    by.row(row) = ratio * by.row(to);
    fixed[row] = ratio * fixed[to];
  }
};

// Ties friction at its bound to that bound; other friction is free.
void move_tangents(const lcp::Contact& contact, const VectorXd& f, Moves& moves) {
  const double bound = contact.mu_s * f[contact.row];
  if (!(bound > 0)) return;
  const auto tangents = f.segment(contact.row + 1, contact.tangents);
  const bool at_bound = tangents.norm() >= kAtLimit * bound;
  for (Index t = contact.row + 1; t <= contact.row + contact.tangents; ++t) {
    if (at_bound)
      moves.tie(t, contact.row, f[t] / f[contact.row]);
    else
      moves.let(t);
  }
}

// Returns the least change of the free rows that leaves their velocities as they are.
VectorXd least_move(const MatrixXd& W, const Moves& moves) {
  constexpr double kDependent = 1e-9;
  const Index n = static_cast<Index>(moves.free.size());
  VectorXd scale(n);
  for (Index k = 0; k < n; ++k) scale[k] = 1 / std::sqrt(W(moves.free[k], moves.free[k]));
  const MatrixXd rows = scale.asDiagonal() * W(moves.free, Eigen::all);
  const MatrixXd K = rows * moves.by.leftCols(n) * scale.asDiagonal();
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> factor;
  factor.setThreshold(kDependent);
  factor.compute(K);
  const VectorXd right = -(rows * moves.fixed);
  const VectorXd part = factor.solve(right);
  return moves.by.leftCols(n) * (scale.asDiagonal() * part) + moves.fixed;
}

}  // namespace

// Moves the guess and its bounds; returns false if that gives no answer either.
bool IslandProblem::move_with_bounds(const StepRows& rows, const VectorXd& borne, VectorXd& next) {
  if (record_ != Record::contact || contact_.law != lcp::FrictionLaw::coulomb) return false;
  const VectorXd& f = solution_.f;
  Moves moves(size());
  for (std::size_t i = 0; i < groups_.size(); ++i)
    if (!has_slack_row(rows, i) && f[first_row_[i]] > 0) moves.let(first_row_[i]);
  for (std::size_t k = 0; k < resisting_.size(); ++k) {
    const Index bearer = first_row_[bearing_[k]], slack = first_row_[resisting_[k]] - 1;
    moves.tie(slack, bearer, rows.resistance(groups_[resisting_[k]]).arm);
    moves.fixed[slack] += borne[static_cast<Index>(k)] - bounds_[static_cast<Index>(k)];
  }
  for (const lcp::Contact& contact : contact_.contacts) move_tangents(contact, f, moves);
  if (moves.free.empty()) return false;
  const VectorXd moved = f + least_move(W(), moves);
  if (!moved.allFinite()) return false;
  for (const lcp::Contact& contact : contact_.contacts)
    if (moved[contact.row] < 0) return false;
  guess_ = moved;
  for (Index k = 0; k < next.size(); ++k)
    next[k] = moved[first_row_[resisting_[static_cast<std::size_t>(k)]] - 1];
  return true;
}

}  // namespace perpend
