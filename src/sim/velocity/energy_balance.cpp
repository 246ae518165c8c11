// SPDX-License-Identifier: Apache-2.0
//
// Balance of energy of a step. The velocity update changes the kinetic energy by the work of its
// impulses,
//   ½ (v+ + v)ᵀ M (v+ - v) = ½ (v+ + v)ᵀ (h f + Jᵀ lambda),
// and the drifts change the potential energy by the work of f: for constant f the sum is 0 if half
// of the distance is travelled with v and half with v+. Whatever else a step does has a total of
// its own, so that all totals together are the change of energy, to round-off.
#include "sim/velocity/energy_balance.hpp"

#include <algorithm>
#include <cmath>

#include "contact/row_restitution.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/rows/row_bias.hpp"

namespace perpend {
namespace {

// True if restitution sets the opening rate of the row because it asks for more than overlap does.
bool restitution_decides(const StepRows& rows, int group) {
  if (!impacts(rows, group)) return false;
  const bool contact = rows.is_contact(group);
  const double own = contact ? rows.contact(group).bias : rows.rates[group].bias;
  const double e = contact ? rows.contact(group).e : rows.rates[group].e;
  const double bounce = rows.setup.decompresses ? newton_bias(own, e, approach_of(rows, group))
                                                : rows.bias[rows.first_row(group)];
  return bounce < std::min(own, 0.0);
}

// Returns the rate at which overlap is asked to open, m/s or rad/s. Neither the rotation that is
// known of a kinematic body until the end of the step counts as overlap, nor what the own rotation
// of a rolling body leads it into; springs push by their law.
double push_out_rate(const StepRows& rows, int group, const PairProperties& pairs,
                     const SimulationOptions& options) {
  const double wanted = -rows.bias[rows.first_row(group)];
  const bool yields = rows.is_contact(group) && rows.contact(group).is_displaced;
  if (rows.compliance[rows.first_row(group)] > 0 && !yields) return 0.0;
  if (!rows.is_contact(group)) return std::isinf(rows.hi[group]) ? wanted : 0.0;
  const ContactPair& pair = rows.contact(group).pair;
  const double kept = pairs.rolling_overlap(pair);
  const double gap = kept > 0 ? pair.gap + kept : pair.gap - pair.curve;
  return std::min(wanted, -gap_rate(gap, options, rows.setup.push_out_time));
}

}  // namespace

// Sums half the impulse times the speed at which overlap is asked to open: the energy of that
// speed. A contact that opens already when it is pushed would have no impulse without the push, so
// all the work of its impulse counts.
double push_out_work(const StepRows& rows, const PairProperties& pairs,
                     const SimulationOptions& options) {
  double sum = 0;
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g) {
    const double rate = push_out_rate(rows, g, pairs, options);
    if (!(rate > 0) || restitution_decides(rows, g)) continue;
    const double opening = rows.is_contact(g) ? std::max(rows.contact(g).start.x(), 0.0) : 0.0;
    sum += 0.5 * rows.impulses.lambda[rows.first_row(g)] * (opening + rate);
  }
  return sum;
}

double work_on_bodies(const Model& model, const Kick& kick, const Eigen::VectorXd& force,
                      const Eigen::VectorXd& impulse) {
  double sum = 0;
  for (const Body& body : model.bodies) {
    if (!body.is_dynamic()) continue;
    const auto part = [&](const Eigen::VectorXd& x) { return x.segment(body.v_offset, body.dof); };
    const auto way = part(kick.before) + part(kick.after);
    sum += 0.5 * kick.dt * part(force).dot(way);
    if (impulse.size() > 0) sum += 0.5 * part(impulse).dot(way);
  }
  return sum;
}

double work_of_applied(const Model& model, Chunk bodies, const State& pose, const Kick& kick,
                       Eigen::VectorXd& applied) {
  applied_force(model, bodies, pose.q, pose.v, applied);
  double sum = 0;
  for (int i = bodies.first; i < bodies.last; ++i) {
    const Body& body = model.bodies[i];
    const auto part = [&](const Eigen::VectorXd& x) { return x.segment(body.v_offset, body.dof); };
    if (body.is_dynamic())
      sum += 0.5 * kick.dt * part(applied).dot(part(kick.before) + part(kick.after));
  }
  return sum;
}

}  // namespace perpend
