// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/half_drift.hpp"

#include <algorithm>

#include "contact/contact_rows.hpp"
#include "contact/row_restitution.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/candidates/pairs/ground_frame.hpp"

namespace perpend {
namespace {

// Overlap that round-off leaves where a row closed a gap, as a share of the smaller body's reach.
constexpr double kTouch = 1e-9;
// Multiple of the rolling overlap up to which overlap is no sign of bodies that met: rows keep it
// only roughly.
constexpr double kLoose = 1.5;
// Share of the kinetic energy: impulses that do less work are accepted.
constexpr double kWork = 0.003;
// Share of the speed that gravity gives within a step: bodies that separate more slowly rest, apart
// from round-off.
constexpr double kSlow = 0.1;

// Returns the largest effective mass of two bodies, as if an impulse between them went through both
// centres, kg.
double effective_mass(const Body& a, const Body& b) {
  const auto inverse = [](const Body& body) { return body.is_dynamic() ? 1 / body.mass : 0.0; };
  return 1 / (inverse(a) + inverse(b));
}

}  // namespace

// Returns the speed below which a contact does not close, m/s.
double HalfDrift::slowest_closing(const ContactPair& pair) const {
  const SimulationOptions& options = step_.options;
  const double slow =
      std::max(options.stick_speed, slowest_impact(step_.model, options.impact_speed, options.dt));
  return step_.pairs.has_kinematic(pair) ? options.stick_speed : slow;
}

// True if two bodies overlap by more than round-off and rolling explain.
bool HalfDrift::is_deep(const ContactPair& pair) const {
  const double touch = kTouch * step_.pieces.reach(pair);
  return pair.gap < -touch && pair.gap < -touch - kLoose * step_.pairs.rolling_overlap(pair);
}

bool HalfDrift::overlap_closes(const State& start, const State& pose) {
  counterparts_.look_at(start, pose);
  return std::ranges::any_of(rows_.contacts(), [&](const ContactPair& pair) {
    if (excluded_.contains(pair) || step_.pairs.are_compliant(pair) || !is_deep(pair)) return false;
    const double least = slowest_closing(pair);
    const auto closes = [&](const State& state, const ContactPair& contact) {
      return contact_velocity(step_.model, contact, state, state.v).x() < -least;
    };
    if (!closes(pose, pair)) return false;
    const std::optional<ContactPair> before = counterparts_.find(pair);
    return !before || closes(start, *before);
  });
}

// Corners that clip each other on the way may already open again where they overlap.
bool HalfDrift::clipped(const State& start, const ContactPair& pair) {
  const State& pose = step_.pieces.sweep().pose();
  if (remaining_.is_deeper(start, pose, pair)) return true;
  const double least =
      std::max(step_.pairs.significant_overlap(pair), kLoose * step_.pairs.rolling_overlap(pair));
  return !step_.pairs.are_compliant(pair) && pair.gap < -least &&
         step_.pieces.gap(start, pair.piece_a, pair.piece_b) > 0.5 * pair.gap;
}

bool HalfDrift::met_before(const State& start, double time) {
  if (std::ranges::any_of(rows_.contacts(),
                          [&](const ContactPair& pair) { return clipped(start, pair); }))
    return true;
  step_.pieces.start(start, start.v);
  MeshSides& sides = excluded_.mesh_sides();
  return std::ranges::any_of(step_.pieces.collider().near_pieces(), [&](const auto& pieces) {
    const auto& [a, b] = pieces;
    if (excluded_.free_meetings().meet(step_.pieces[a].body, step_.pieces[b].body) ||
        excluded_.are_held_apart(a, b))
      return false;
    return sides.is_behind(a, b) ? sides.went_behind(start, a, b, time)
                                 : step_.pieces.crossing(a, b, time).has_value();
  });
}

// Bodies may leave a surface more slowly than the forces of the step bring them back. Half a drift
// takes them v h/2 high, where a row would hold them: up to five times the energy they left with.
bool HalfDrift::recontacts(const State& pose, const Eigen::VectorXd& v_free) const {
  const SimulationOptions& options = step_.options;
  if (!options.stabilise) return false;
  const double slow =
      std::max(kSlow * step_.model.gravity.norm() * options.dt, options.stick_speed);
  double work = 0;
  for (const ContactPair& pair : rows_.contacts()) {
    if (!(pair.gap > 0) || excluded_.contains(pair) || step_.pairs.are_compliant(pair)) continue;
    if (excluded_.free_meetings().is_where_they_touch(step_.pieces, pair)) continue;
    work += work_of_lift(pose, v_free, pair, slow);
  }
  return work > 0 && work > kWork * energy_over_ground(step_.model, step_.pieces, pose);
}

// Returns the work of a row on bodies that separate faster than `slow`, J; 0 if it does not lift
// them. A row that closes the gap g to the next midpoint ends with the speed -g/h of the surfaces.
// Its impulse does the work λ (v - g/h)/2 on them, which is positive if the gap was less than g/2
// at the start of the step.
double HalfDrift::work_of_lift(const State& pose, const Eigen::VectorXd& v_free,
                               const ContactPair& pair, double slow) const {
  const double leaves = contact_velocity(step_.model, pair, pose, pose.v).x();
  const double end = -pair.gap / step_.options.dt;
  if (!(leaves > slow) || !(leaves + end > 0)) return 0;
  const double lifted = end - contact_velocity(step_.model, pair, pose, v_free).x();
  if (!(lifted > 0)) return 0;
  const Body &a = step_.model.bodies[pair.body_a], &b = step_.model.bodies[pair.body_b];
  return 0.5 * effective_mass(a, b) * lifted * (leaves + end);
}

}  // namespace perpend
