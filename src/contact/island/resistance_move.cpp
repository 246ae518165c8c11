// SPDX-License-Identifier: Apache-2.0
//
// The answer was found for bounds of resistances that are not those of its own normal impulses.
// Here it is moved to where they are, with the same contacts sliding, sticking and carrying load
// and the same resistances at their bound: rows at none of these limits are solved for, and
// impulses at a bound move with it,
//   f_t = (f_t/f_n) f_n     at contacts that slide
//   m = (m/|m|) arm f_n     of resistances at their bound
// If a body stands on more points than it needs there are many such answers, and each pass of
// EquationSolver finds another one, with other bounds. The answer of least change, each row
// measured by the square root of its response, ends that: wheels of a cart have moments of their
// own, and friction at their contacts has to change along with them.
#include "contact/island/resistance_move.hpp"

#include <algorithm>
#include <cmath>

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

// Ties the slack rows of resistances to the normal impulses of their contacts.
void tie_bounds(const StepRows& rows, const IslandEquations& equations, const VectorXd& implied,
                Moves& moves) {
  const IslandLayout& layout = equations.layout();
  const ResistanceBounds& resistances = equations.resistances();
  for (std::size_t k = 0; k < resistances.count(); ++k) {
    const std::size_t i = resistances.index(k);
    const Index slack = layout.first_row(i) - 1, at = static_cast<Index>(k);
    moves.tie(slack, layout.first_row(resistances.contact_index(k)),
              rows.resistance(layout.group(i)).arm);
    moves.fixed[slack] += implied[at] - resistances.values()[at];
  }
}

// Returns the moves that the contacts, limits and resistances of an answer allow.
Moves allowed_moves(const StepRows& rows, IslandEquations& equations, const VectorXd& f,
                    const VectorXd& implied) {
  const IslandLayout& layout = equations.layout();
  Moves moves(equations.size());
  for (std::size_t i = 0; i < layout.count(); ++i)
    if (!layout.has_slack_row(i) && f[layout.first_row(i)] > 0) moves.let(layout.first_row(i));
  tie_bounds(rows, equations, implied, moves);
  for (const lcp::Contact& contact : equations.record().contact.contacts)
    move_tangents(contact, f, moves);
  return moves;
}

}  // namespace

std::optional<VectorXd> move_with_bounds(const StepRows& rows, IslandEquations& equations,
                                         const VectorXd& f, const VectorXd& implied) {
  IslandRecord& record = equations.record();
  if (record.kind != Record::contact || record.contact.law != lcp::FrictionLaw::coulomb)
    return std::nullopt;
  const Moves moves = allowed_moves(rows, equations, f, implied);
  if (moves.free.empty()) return std::nullopt;
  VectorXd moved = f + least_move(record.W(), moves);
  if (!moved.allFinite()) return std::nullopt;
  const auto pulls = [&](const lcp::Contact& contact) { return moved[contact.row] < 0; };
  if (std::ranges::any_of(record.contact.contacts, pulls)) return std::nullopt;
  return moved;
}

VectorXd slack_impulses(const IslandEquations& equations, const VectorXd& f) {
  const ResistanceBounds& resistances = equations.resistances();
  VectorXd bounds(resistances.values().size());
  for (Index k = 0; k < bounds.size(); ++k)
    bounds[k] = f[equations.layout().first_row(resistances.index(static_cast<std::size_t>(k))) - 1];
  return bounds;
}

}  // namespace perpend
