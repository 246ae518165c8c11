// SPDX-License-Identifier: Apache-2.0
//
// Last resort of the shortest step: bodies that no row of it holds apart stop where they meet, for
// the rest of the step. The next step finds them there, with the velocities they have.
#include <algorithm>

#include "dynamics/bodies/kinetics.hpp"
#include "sim/candidates/candidate_contacts.hpp"

namespace perpend {
namespace {

// Largest number of rounds: other bodies may run into a body that stops.
constexpr int kLooks = 8;
// Bisections of the time at which two bodies stop: to a thousandth of the step.
constexpr int kBisections = 10;
// Multiple of the kept overlap, so that bodies are not stopped again for the round-off of their
// stop.
constexpr double kStopped = 1.1;

}  // namespace

void CandidateContacts::place(const State& pose, const Eigen::VectorXd& v, int body, double time) {
  const Chunk one{body, body + 1};
  copy_motion(*model_, one, pose.q, v, next_);
  if (time > 0) drift(*model_, one, time, next_);
}

// Returns the overlap that is kept, m: that of before, or the tolerance of rows if larger.
double CandidateContacts::overlap_kept(const State& pose, const State& then,
                                       const ContactPair& met) {
  return std::max(kLeftOver * pieces_.thickness(met.piece_a, met.piece_b),
                  -gap_before(pose, then, met));
}

// Stops both bodies of a contact before they overlap by more than `kept` (m).
void CandidateContacts::stop_apart(const State& pose, const Eigen::VectorXd& v,
                                   const ContactPair& met, double kept) {
  double apart = 0, into = std::max(stops_[met.body_a], stops_[met.body_b]);
  for (int k = 0; k < kBisections; ++k) {
    const double time = 0.5 * (apart + into);
    for (const int body : {met.body_a, met.body_b})
      place(pose, v, body, std::min(time, stops_[body]));
    const bool met_there = pieces_.gap(next_, met.piece_a, met.piece_b) < -kept;
    (met_there ? into : apart) = time;
  }
  for (const int body : {met.body_a, met.body_b}) stops_[body] = std::min(stops_[body], apart);
}

// Returns true if a body had to stop earlier. Overlap that a prescribed body presses into others
// stays.
bool CandidateContacts::stop_led_into(const State& pose, const Eigen::VectorXd& v,
                                      double duration) {
  next_ = pose;
  next_.v = v;
  drift(*model_, duration, next_);
  for (int body = 0; body < static_cast<int>(stops_.size()); ++body)
    if (stops_[body] < duration) place(pose, v, body, stops_[body]);
  bool stopped = false;
  const State then = next_;
  for (const ContactPair& met : next_collider_.collide(then, 0.0)) {
    const double kept = overlap_kept(pose, then, met);
    if (has_kinematic(met) || is_compliant(met.body_a, met.body_b)) continue;
    if (!(met.gap < -kStopped * kept)) continue;
    stop_apart(pose, v, met, kept);
    stopped = true;
  }
  return stopped;
}

std::span<const double> CandidateContacts::stops(const State& pose, const Eigen::VectorXd& v,
                                                 double duration) {
  stops_.assign(model_->bodies.size(), duration);
  for (const Crossing& crossing : crossings_)
    for (const int body : {crossing.body_a, crossing.body_b})
      if (model_->bodies[body].is_dynamic()) stops_[body] = std::min(stops_[body], crossing.time);
  for (int look = 0; look < kLooks && left_over_; ++look)
    if (!stop_led_into(pose, v, duration)) break;
  return stops_;
}

}  // namespace perpend
