// SPDX-License-Identifier: Apache-2.0
//
// Rows of contacts that impulses do not move because joints hold their bodies.
#include <algorithm>
#include <cmath>

#include "contact/island/island_problem.hpp"
#include "contact/row_response.hpp"

namespace perpend {
namespace {

using Eigen::Index;

// Share of a row's response without joints, below which joints let the contact move nothing. Twice
// the compliance of the joints and the round-off of their system stay below it; a body that is held
// by a million times its mass is above it.
constexpr double kBlocked = 1e-10;

}  // namespace

// Decouples the row, with the response that it has without joints.
void IslandProblem::set_alone(Index row, double free) {
  W().row(row).setZero();
  W().col(row).setZero();
  W()(row, row) = alone_[row] = free;
}

// Finds blocked rows. An impulse there is undetermined, and where the contact closes no impulse
// suffices: impulses of 1e12 N s that come from round-off tear the joints. Such a contact carries
// no load. If joints block its slip alone, friction moves nothing except by round-off, on which
// solvers fail.
void IslandProblem::find_blocked(const StepRows& rows) {
  alone_.setZero(size());
  if (rows.setup.masses->empty() || responding_.empty()) return;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (!rows.is_contact(groups_[i])) continue;
    const auto free = [&](int r) { return row_response(rows, groups_[i], r); };
    const auto is_held = [&](int r) {
      const Index row = first_row_[i] + r;
      return compliance_[row] == 0 && free(r) > 0 && W()(row, row) <= kBlocked * free(r);
    };
    const bool bears_nothing = is_held(0);
    for (int r = 0; r < rows.pool.groups()[groups_[i]].rows; ++r)
      if (bears_nothing || is_held(r)) set_alone(first_row_[i] + r, free(r));
  }
}

// Relaxes blocked rows: closing contacts are left to close. Slip that joints drive is opposed by
// the largest friction; slip that joints prevent needs none.
void IslandProblem::part_blocked(const StepRows& rows) {
  is_blocked_ = false;
  if (alone_.isZero(0)) return;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (!rows.is_contact(groups_[i])) continue;
    const Index normal = first_row_[i];
    const bool bears_nothing = alone_[normal] > 0;
    is_blocked_ = is_blocked_ || (bears_nothing && b()[normal] < -noise()[normal]);
    if (bears_nothing) b()[normal] = std::max(b()[normal], 0.0);
    for (Index r = normal + 1; r < normal + rows.pool.groups()[groups_[i]].rows; ++r) {
      if (!(alone_[r] > 0)) continue;
      if (bears_nothing || std::abs(b()[r]) <= noise()[r]) b()[r] = 0;
      W()(r, r) = b()[r] == 0 ? alone_[r] : kBlocked * alone_[r];
    }
  }
}

}  // namespace perpend
