// SPDX-License-Identifier: Apache-2.0
//
// A step that leaves everything as it was is computed once: from the same bits under the same
// forces the next one would compute the same again.
#include "sim/simulator/standstill.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/simulator/same_state.hpp"

namespace perpend {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// Returns the time from which a prescribed body stands still.
double end_of(const Motion& motion) {
  if (motion.driven) return -kNever;  // the velocity is part of the state
  if (!motion.velocity.isZero(0) || !motion.omega.isZero(0)) return kNever;
  double end = -kNever;
  for (const Harmonic& harmonic : motion.harmonics) end = std::max(end, harmonic.stop);
  return end;
}

// Returns the time from which all prescribed bodies stand still; never with custom bodies, since it
// is not known what they depend on.
double end_of_motions(const Model& model) {
  double end = -kNever;
  for (const Body& body : model.bodies) {
    if (body.kind == BodyKind::custom) return kNever;
    if (body.is_kinematic()) end = std::max(end, end_of(body.details->motion));
  }
  return end;
}

}  // namespace

Standstill::Standstill(const Model& model)
    : has_joints_(model.joint_rows > 0), motions_end_(end_of_motions(model)) {}

// True if the states are the same. Without joints their work, which fades from step to step, does
// not matter.
bool Standstill::is_same(const State& a, const State& b) const {
  return is_same_but_for_time(a, b) && (!has_joints_ || is_same_work(a.joint_work, b.joint_work));
}

void Standstill::find(const State& start, const State& end, const StepReport& report) {
  holds_ = report.status == StepStatus::ok && report.message.empty() &&
           start.time >= motions_end_ && is_same(end, start);
  if (holds_) report_ = report;
}

bool Standstill::holds_for(const State& state, const State& start) const {
  return holds_ && std::isfinite(state.time) && state.time >= motions_end_ && is_same(state, start);
}

}  // namespace perpend
