// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/remaining_overlap.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sim/candidates/carried_back.hpp"

namespace perpend {
namespace {

// Share of the tolerated overlap above which rows are corrected in one more round.
constexpr double kWorthARound = 0.5;
// Share of an overlap that was there before, above which a step did not lead into it; and the share
// for overlap that can be pushed out within a step and may not remain, except for round-off.
constexpr double kDeeper = 0.7, kNoLess = 0.99;
// Overlap with a kinematic body, as a share of the smaller body's reach, above which it is named.
constexpr double kNamed = 0.005;

}  // namespace

void RemainingOverlap::start() {
  exists_ = false;
  deepest_ = {};
}

// Returns the gap at the pose between the bodies of a contact elsewhere. A piece that comes out of
// a mesh meets other triangles on its way: such a contact counts by the positions of its material
// points.
double RemainingOverlap::gap_before(const State& pose, const State& then, const ContactPair& met) {
  const double gap = step_.pieces.gap(pose, met.piece_a, met.piece_b);
  if (!step_.pieces.is_with_mesh(met.piece_a, met.piece_b)) return gap;
  const ContactPair back = carried_back(step_.model, step_.pieces.collider(), met, then, pose);
  return std::min(gap, point_gap(back));
}

// True if two bodies get deeper into each other, on the way from a pose, than this share of the
// inner radius. Earlier deep overlap does not depend on the length of the step, but overlap that
// one step can push out may not grow. Compliant contacts overlap by their law.
bool RemainingOverlap::is_deeper(const State& pose, const State& then, const ContactPair& met,
                                 double share) {
  if (step_.pairs.are_compliant(met)) return false;
  const double size = step_.pieces.common_thickness(met.piece_a, met.piece_b);
  if (!(met.gap + step_.pairs.rolling_overlap(met) < -share * size)) return false;
  const double before = gap_before(pose, then, met);
  const bool is_pushed_out = before > -step_.options.recovery_speed * step_.options.dt;
  return before > (is_pushed_out ? kNoLess : kDeeper) * met.gap;
}

// Returns true if a step leads bodies deeper into each other than rows prevent.
bool RemainingOverlap::exceeds(const State& pose, const State& then, const ContactPair& met) {
  if (!is_deeper(pose, then, met)) return false;
  if (step_.pairs.has_kinematic(met) && met.gap < deepest_.gap) deepest_ = met;
  return true;
}

void RemainingOverlap::note(const State& pose, const State& then, const ContactPair& met) {
  exists_ = exists_ || exceeds(pose, then, met);
}

bool RemainingOverlap::find(const State& pose, const Eigen::VectorXd& v) {
  next_.drift_all(pose, v, step_.options.dt);
  const State& next = next_.state();
  const auto at_next = next_.contacts(step_.margin_elsewhere());
  exists_ = false;
  halfway_.visit(pose,
                 [&](const State& halfway, const ContactPair& met) { note(pose, halfway, met); });
  for (const ContactPair& met : at_next)
    if (!exists_ && !excluded_.contains(met)) note(pose, next, met);
  return exists_ || std::ranges::any_of(at_next, [&](const ContactPair& met) {
           return !excluded_.contains(met) &&
                  is_deeper(pose, next, met, kWorthARound * tolerated_share());
         });
}

double RemainingOverlap::tolerated(const State& pose, const State& then, const ContactPair& met) {
  return std::max(kTolerated * step_.pieces.thickness(met.piece_a, met.piece_b),
                  -gap_before(pose, then, met));
}

// The overlap falls with the square of the angle. If it is more than the kinematic body can have
// caused by its rotation, the other body rotated into it.
std::string RemainingOverlap::describe_rotated_into() const {
  const double share = -deepest_.gap / step_.pieces.reach(deepest_);
  if (!exists_ || !(share > kNamed)) return {};
  const bool by_kinematic = rotation_.largest_loss(deepest_) > -deepest_.gap;
  const bool a = step_.model.bodies[deepest_.body_a].is_kinematic() == by_kinematic;
  const int rotated = a ? deepest_.body_a : deepest_.body_b;
  const int other = a ? deepest_.body_b : deepest_.body_a;
  const auto name = [&](int body) { return step_.model.bodies[body].details->name; };
  char text[128];
  std::snprintf(text, sizeof text, " turns by %.2g rad in a step and %.1g m into ",
                rotation_.angle_of(rotated), -deepest_.gap);
  std::string message = name(rotated) + text + name(other);
  std::snprintf(text, sizeof text, "; try dt %.1g", step_.options.dt * std::sqrt(kNamed / share));
  return message + text;
}

}  // namespace perpend
