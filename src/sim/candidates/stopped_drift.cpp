// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/stopped_drift.hpp"

#include <algorithm>

namespace perpend {
namespace {

// Largest number of rounds: other bodies may run into a body that stops.
constexpr int kLooks = 8;
// Bisections of the time at which two bodies stop: to a thousandth of the step.
constexpr int kBisections = 10;
// Multiple of the tolerated overlap, so that bodies are not stopped again for the round-off of
// their stop.
constexpr double kStopped = 1.1;

}  // namespace

// Stops both bodies of a contact before they overlap by more than `tolerated` (m).
void StoppedDrift::stop_pair(const State& pose, const Eigen::VectorXd& v, const ContactPair& met,
                             double tolerated) {
  double apart = 0, into = std::max(stops_[met.body_a], stops_[met.body_b]);
  for (int k = 0; k < kBisections; ++k) {
    const double time = 0.5 * (apart + into);
    for (const int body : {met.body_a, met.body_b})
      next_.drift_body(pose, v, body, std::min(time, stops_[body]));
    const bool overlaps = step_.pieces.gap(next_.state(), met.piece_a, met.piece_b) < -tolerated;
    (overlaps ? into : apart) = time;
  }
  for (const int body : {met.body_a, met.body_b}) stops_[body] = std::min(stops_[body], apart);
}

// Returns true if a body had to stop earlier. Overlap that a prescribed body presses into others
// stays.
bool StoppedDrift::stop_overlapping(const State& pose, const Eigen::VectorXd& v, double duration) {
  next_.drift_all(pose, v, duration);
  for (int body = 0; body < static_cast<int>(stops_.size()); ++body)
    if (stops_[body] < duration) next_.drift_body(pose, v, body, stops_[body]);
  bool stopped = false;
  then_ = next_.state();
  for (const ContactPair& met : next_.contacts(0.0)) {
    const double tolerated = remaining_.tolerated(pose, then_, met);
    if (step_.pairs.has_kinematic(met) || step_.pairs.are_compliant(met)) continue;
    if (!(met.gap < -kStopped * tolerated)) continue;
    stop_pair(pose, v, met, tolerated);
    stopped = true;
  }
  return stopped;
}

// Compliant contacts overlap by their law, which knows no place to stop at.
std::span<const double> StoppedDrift::stops(const State& pose, const Eigen::VectorXd& v,
                                            double duration, std::span<const Crossing> crossings) {
  stops_.assign(step_.model.bodies.size(), duration);
  for (const Crossing& crossing : crossings) {
    if (step_.pairs.are_compliant(crossing.body_a, crossing.body_b)) continue;
    for (const int body : {crossing.body_a, crossing.body_b})
      if (step_.model.bodies[body].is_dynamic())
        stops_[body] = std::min(stops_[body], crossing.time);
  }
  for (int look = 0; look < kLooks && remaining_.exists(); ++look)
    if (!stop_overlapping(pose, v, duration)) break;
  return stops_;
}

}  // namespace perpend
