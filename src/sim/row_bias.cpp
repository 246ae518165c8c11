// SPDX-License-Identifier: Apache-2.0
#include "row_bias.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {
namespace {

// An open gap has no damping: it closes at once or not (a damper that resists approach would hold
// bodies apart).
double gap_rate(const ActiveContact& contact, const SimulationOptions& options) {
  const double h = options.dt, gap = contact.pair.gap;
  if (options.normal.is_hard() || gap > 0) return std::max(gap / h, -options.recovery_speed);
  return compliance(options.normal, h) * h * options.normal.stiffness * gap;
}

// What u_n+ has to exceed, negated. Recovery of overlap and restitution never add up, so that
// overlap feeds no energy into a bounce.
double contact_bias(const ActiveContact& contact, const SimulationOptions& options, bool impact,
                    double e_scale) {
  const double bias = options.stabilise ? gap_rate(contact, options) : 0.0;
  if (!impact) return bias;
  return std::min(contact.e * e_scale * contact.start.x(), std::min(bias, 0.0));
}

void set_contact(StepRows& rows, const ActiveContact& contact, const SimulationOptions& options,
                 double e_scale) {
  const bool impact = impacts(contact, options, rows.model->gravity);
  rows.bias[rows.pool.groups()[contact.group].first_row] =
      contact_bias(contact, options, impact, e_scale);
}

// Bristles carry the force of the last step on (42); where the contact slid there is none to carry.
void relax(StepRows& rows, const ActiveContact& contact, const SimulationOptions& options) {
  const RowGroup& group = rows.pool.groups()[contact.group];
  rows.compliance[group.first_row] = compliance(options.normal, options.dt);
  if (options.tangential.is_hard() || contact.slides) return;
  const double soft = compliance(options.tangential, options.dt);
  for (int t = 1; t < group.rows; ++t) {
    rows.compliance[group.first_row + t] = soft;
    rows.bias[group.first_row + t] =
        -soft * (contact.last[t] + options.dt * options.tangential.damping * contact.start[t]);
  }
}

}  // namespace

bool impacts(const ActiveContact& contact, const SimulationOptions& options,
             const Eigen::Vector3d& gravity) {
  const double slow =
      options.impact_speed > 0 ? options.impact_speed : 2 * gravity.norm() * options.dt;
  const double approach = contact.start.x();
  return contact.e > 0 && approach < -slow && contact.pair.gap + options.dt * approach <= 0;
}

void set_contact_bias(StepRows& rows, const SimulationOptions& options) {
  const double e_scale = options.impact == ImpactLaw::newton ? 1.0 : 0.0;
  rows.compliance.setZero(rows.pool.rows());
  for (const ActiveContact& contact : rows.contacts) {
    set_contact(rows, contact, options, e_scale);
    relax(rows, contact, options);
  }
}

void set_contact_bias(StepRows& rows, const SimulationOptions& options, std::span<const int> groups,
                      double e_scale) {
  for (const int group : groups)
    if (rows.is_contact(group)) set_contact(rows, rows.contact(group), options, e_scale);
}

}  // namespace perpend
