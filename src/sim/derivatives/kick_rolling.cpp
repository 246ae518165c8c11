// SPDX-License-Identifier: Apache-2.0
//
// The change of velocity at points of contact that move over their bodies
// (sim/velocity/rolling.cpp), at other poses with other velocities: the half drift that led there
// is reversed.
#include <algorithm>

#include "dynamics/bodies/kinetics.hpp"
#include "sim/derivatives/kick_equations.hpp"
#include "sim/velocity/rolling.hpp"

namespace perpend {

using Eigen::Vector3d;

void KickEquations::drift_back(const State& state) {
  const auto rolls = [](const ActiveContact& contact) { return contact.gap_before.has_value(); };
  if (std::ranges::none_of(step_->rows.contacts, rolls)) return;
  before_ = state;
  drift(*model_, -0.5 * step_->options.dt, before_);
  take_mean_motions(*model_, step_->rows.v_free, v_rolled_ = state.v);
  take_mean_motions(*model_, step_->rows.v_free, v_before_ = before_.v);
}

bool KickEquations::is_as_taken(const State& state, int body) const {
  const Body& at = model_->bodies[body];
  return state.q.segment(at.q_offset, at.q_size) == step_->pose.q.segment(at.q_offset, at.q_size) &&
         state.v.segment(at.v_offset, at.dof) == step_->pose.v.segment(at.v_offset, at.dof);
}

// Returns that change in the world, m/s.
Vector3d KickEquations::rolled(const State& state, std::size_t contact) {
  const ActiveContact& taken = step_->rows.contacts[contact];
  if (!taken.gap_before) return Vector3d::Zero();
  if (!is_as_taken(state, taken.pair.body_a) || !is_as_taken(state, taken.pair.body_b))
    return rolled_to(state, contact);
  if (!rolled_[contact]) rolled_[contact] = rolled_to(state, contact);
  return *rolled_[contact];
}

Vector3d KickEquations::rolled_to(const State& state, std::size_t contact) {
  const ContactPair& taken = step_->rows.contacts[contact].pair;
  const double gap = *step_->rows.contacts[contact].gap_before;
  found_.clear();
  collider_.collide(before_, taken.piece_a, taken.piece_b, std::max(gap, 0.0) + kMargin, found_);
  const auto before = std::ranges::find(found_, taken.key, &ContactPair::key);
  carried_[contact] = carried_[contact] || before == found_.end();
  if (carried_[contact]) return Vector3d::Zero();
  const ActiveContact& now = contacts_[contact];
  const Vector3d change =
      rolling_change(*model_, now, {state, v_rolled_}, *before, {before_, v_before_});
  return now.frame.transpose() * Vector3d(0, change.y(), change.z());
}

}  // namespace perpend
