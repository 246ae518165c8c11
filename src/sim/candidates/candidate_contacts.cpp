// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/candidate_contacts.hpp"

#include "sim/candidates/pairs/ground_frame.hpp"
#include "sim/candidates/pairs/last_contacts.hpp"

namespace perpend {
namespace {

// Share of the margin: candidates nearer than this get rows at once. On the Brazil nut 0.15 gave
// the fastest steps: smaller values took more passes, larger ones larger problems.
constexpr double kNear = 0.15;
// Distance travelled within a step, m, beyond which its end is rounded to more than a micrometre
// and nothing is known of contacts there.
constexpr double kFarthest = 4.5e9;
// Number of rounds in which a step looks for speculative contacts. On piles of tumbling boxes the
// third found next to nothing: later rounds only look for bodies that are led into each other.
constexpr int kLooksAhead = 3, kMostLooksAhead = 5;

}  // namespace

CandidateContacts::CandidateContacts(const Model& model, const SimulationOptions& options)
    : step_(model, options),
      margin_(step_),
      next_(model),
      excluded_(step_),
      closing_(step_, rows_),
      rotation_(step_, rows_, next_),
      halfway_(step_, rows_, excluded_),
      remaining_(step_, excluded_, rotation_, next_, halfway_),
      speculative_(step_, rows_, excluded_, next_, halfway_, rotation_, remaining_),
      stopped_(step_, remaining_, next_),
      counterparts_(step_),
      half_drift_(step_, rows_, excluded_, remaining_, counterparts_) {}

void CandidateContacts::run_on(Threads& threads) {
  step_.pieces.collider().run_on(threads);
  next_.run_on(threads);
}

double CandidateContacts::energy_over_ground(const State& pose) const {
  return perpend::energy_over_ground(step_.model, step_.pieces, pose);
}

void CandidateContacts::detect(const State& pose, const Eigen::VectorXd& v_free) {
  const double margin = margin_.find(pose, v_free);
  step_.margin = margin_.rounded_up(margin);
  rows_.find(step_.pieces.collider(), pose, step_.margin);
  crossings_.clear();
  looks_ahead_ = 0;
  step_.start(pose, v_free);
  remaining_.start();
  rotation_.start();
  rotation_.predict(pose, v_free);
  activate_near(pose, v_free, kNear * margin);
  excluded_.start(pose, v_free, rows_);
}

// Activates candidates at the start of a step. Rows that cannot be ghost collisions stay active at
// any load, since they would soon be added again.
void CandidateContacts::activate_near(const State& pose, const Eigen::VectorXd& v_free,
                                      double near) {
  LastContacts last(pose.contacts);
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (last.bore_load(rows_.contact(i).key, closing_.is_reliable(i)) ||
        is_met_in_flight(rows_.contact(i)) || closing_.is_taken(pose, i, v_free, near))
      rows_[i].state = CandidateRow::State::active;
}

// Looks for candidates farther away: a heavy body may throw a light one away faster than anything
// moved before, beyond the margin of its candidates.
void CandidateContacts::look_farther(const State& pose, const Eigen::VectorXd& v) {
  const double farther = margin_.find(pose, v);
  if (!(farther > step_.margin && farther < kFarthest)) return;
  step_.margin = farther;
  rows_.find_farther(step_.pieces.collider(), pose, farther);
  excluded_.extend(pose, v, rows_);
}

int CandidateContacts::add_violated(const State& pose, const Eigen::VectorXd& v) {
  excluded_.readmit_thrown(v, rows_);
  look_farther(pose, v);
  step_.pieces.start(pose, v);
  const int predicted = rotation_.predict(pose, v);
  const int added = predicted + closing_.activate(pose, v);
  if (added > 0 || !step_.options.stabilise || !(margin_.find(pose, v) < kFarthest)) return added;
  return look_ahead(pose, v);
}

// Looks for contacts on the way to the next pose. Returns how many rows are new or changed.
int CandidateContacts::look_ahead(const State& pose, const Eigen::VectorXd& v) {
  find_crossings();
  const bool is_last = looks_ahead_ == kMostLooksAhead;
  const int added = is_last ? 0 : speculative_.add(pose, crossings_);
  if (looks_ahead_ >= kLooksAhead) {
    const bool goes_on = remaining_.find(pose, v);
    if ((added == 0 && !goes_on) || is_last) return 0;
  }
  ++looks_ahead_;
  return added + speculative_.add(pose, v);
}

void CandidateContacts::find_crossings() {
  crossings_.clear();
  MovingPieces& pieces = step_.pieces;
  for (const auto& [a, b] : pieces.collider().near_pieces()) {
    if (excluded_.contains(a, b)) continue;
    if (const std::optional<double> time = pieces.crossing(a, b, step_.options.dt))
      crossings_.push_back({pieces[a].body, pieces[b].body, a, b, *time});
  }
}

}  // namespace perpend
