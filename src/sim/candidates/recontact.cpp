// SPDX-License-Identifier: Apache-2.0
//
// Bodies that leave a surface more slowly than the forces of the step bring them back. Half a drift
// takes them v h/2 high, where a row would hold them: up to five times the energy they left with.
#include <algorithm>

#include "contact/contact_rows.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/candidates/candidate_contacts.hpp"

namespace perpend {
namespace {

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

// A row that closes the gap g to the next midpoint ends with the speed -g/h of the surfaces. Its
// impulse does the work λ (v - g/h)/2 on them, which is positive if the gap was less than g/2 at
// the start of the step.
bool CandidateContacts::recontacts(const State& pose, const Eigen::VectorXd& v_free) const {
  if (!options_.stabilise) return false;
  const double slow = std::max(kSlow * model_->gravity.norm() * options_.dt, options_.stick_speed);
  double work = 0;
  for (const ContactPair& pair : candidates_) {
    if (!(pair.gap > 0) || stay_apart(pair.piece_a, pair.piece_b)) continue;
    if (is_compliant(pair.body_a, pair.body_b) || is_met_in_flight(pair)) continue;
    const double parts = contact_velocity(*model_, pair, pose, pose.v).x();
    const double end = -pair.gap / options_.dt;
    if (!(parts > slow) || !(parts + end > 0)) continue;
    const double lifted = end - contact_velocity(*model_, pair, pose, v_free).x();
    if (!(lifted > 0)) continue;
    const Body &a = model_->bodies[pair.body_a], &b = model_->bodies[pair.body_b];
    work += 0.5 * effective_mass(a, b) * lifted * (parts + end);
  }
  return work > 0 && work > kWork * energy_seen(pose);
}

}  // namespace perpend
