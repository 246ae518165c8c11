// SPDX-License-Identifier: Apache-2.0
#include "row_bias.hpp"

#include <algorithm>

namespace perpend {
namespace {

// What u_n+ has to exceed, negated. Recovery of overlap and restitution never add up, so that
// overlap feeds no energy into a bounce.
double contact_bias(const ActiveContact& contact, const SimulationOptions& options, bool impact,
                    double e_scale) {
  const double bias =
      options.stabilise ? std::max(contact.pair.gap / options.dt, -options.recovery_speed) : 0.0;
  if (!impact) return bias;
  return std::min(contact.e * e_scale * contact.approach, std::min(bias, 0.0));
}

void set_contact(StepRows& rows, const ActiveContact& contact, const SimulationOptions& options,
                 double e_scale) {
  const RowGroup& group = rows.pool.groups()[contact.group];
  // The tangent row of the polyhedral law has no bias; both edges of the relaxed law have it.
  const int biased = options.law == ContactLaw::polyhedral ? 1 : group.rows;
  const bool impact = impacts(contact, options, rows.model->gravity);
  rows.bias.segment(group.first_row, biased)
      .setConstant(contact_bias(contact, options, impact, e_scale));
}

}  // namespace

bool impacts(const ActiveContact& contact, const SimulationOptions& options,
             const Eigen::Vector3d& gravity) {
  const double slow =
      options.impact_speed > 0 ? options.impact_speed : 2 * gravity.norm() * options.dt;
  return contact.e > 0 && contact.approach < -slow &&
         contact.pair.gap + options.dt * contact.approach <= 0;
}

void set_contact_bias(StepRows& rows, const SimulationOptions& options) {
  const double e_scale = options.impact == ImpactLaw::newton ? 1.0 : 0.0;
  for (const ActiveContact& contact : rows.contacts) set_contact(rows, contact, options, e_scale);
}

void set_contact_bias(StepRows& rows, const SimulationOptions& options, std::span<const int> groups,
                      double e_scale) {
  for (const int group : groups)
    if (rows.is_contact(group)) set_contact(rows, rows.contact(group), options, e_scale);
}

}  // namespace perpend
