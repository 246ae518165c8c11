// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/pairs/excluded_pairs.hpp"

#include "dynamics/bodies/body_velocity.hpp"

namespace perpend {

ExcludedPairs::ExcludedPairs(StepContext& step)
    : step_(step),
      free_(step.model, step.options.dt),
      compounds_(step.model),
      welded_(step.model, step.options.joints.is_hard()),
      sides_(step) {}

void ExcludedPairs::start(const State& pose, const Eigen::VectorXd& v, CandidateRows& rows) {
  welded_.update(pose);
  sides_.start(pose, v, rows.contacts());
  separate_compounds(pose, rows);
  exclude_from(rows);
}

void ExcludedPairs::extend(const State& pose, const Eigen::VectorXd& v, CandidateRows& rows) {
  sides_.extend(pose, v, rows.contacts());
  exclude_from(rows);
}

void ExcludedPairs::separate_compounds(const State& pose, CandidateRows& rows) {
  if (!step_.options.stabilise) return;
  compounds_.find(step_.pieces, pose, rows.contacts(),
                  [this](int a, int b) { return !step_.pairs.are_compliant(a, b); });
  rows.speculative().assign(compounds_.rows().begin(), compounds_.rows().end());
}

bool ExcludedPairs::contains(int a, int b) const {
  return are_held_apart(a, b) || sides_.is_behind(a, b) || welded_.are_one(body_of(a), body_of(b));
}

bool ExcludedPairs::are_held_apart(int a, int b) const {
  return free_.meet_later(body_of(a), body_of(b)) || compounds_.have_row(body_of(a), body_of(b));
}

void ExcludedPairs::exclude_from(CandidateRows& rows) const {
  if (!free_.any_meet_later() && !step_.pieces.has_meshes() && compounds_.rows().empty() &&
      !welded_.exist())
    return;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (contains(rows.contact(i))) rows[i].state = CandidateRow::State::excluded;
}

std::span<const FreeMeeting> ExcludedPairs::find_free_meetings(
    const State& start, const FreeMeetings::AreFree& are_free, CandidateRows& rows) {
  free_.clear();
  if (step_.pieces.collider().has_ghosts() || step_.options.margin > 0) return {};
  const State& pose = step_.pieces.sweep().pose();
  step_.pieces.start(start, start.v);
  free_.find(step_.pieces, rows.contacts(), are_free);
  step_.pieces.start(pose, step_.approach);
  exclude_from(rows);
  return free_.all();
}

void ExcludedPairs::readmit_thrown(const Eigen::VectorXd& v, CandidateRows& rows) {
  constexpr double kThrown = 1e-7;  // least change of a step's motion, of the reach
  if (!free_.any_meet_later()) return;
  free_.forget_later([&](int index) {
    const Body& body = step_.model.bodies[index];
    const Eigen::Vector3d moves = linear_velocity(body, v) - linear_velocity(body, step_.v_free);
    const Eigen::Vector3d spins = angular_velocity(body, v) - angular_velocity(body, step_.v_free);
    const double reach = step_.pieces.reach(index);
    return step_.options.dt * (moves.norm() + reach * spins.norm()) > kThrown * reach;
  });
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].state == CandidateRow::State::excluded && !contains(rows.contact(i)))
      rows[i].state = CandidateRow::State::none;
}

}  // namespace perpend
