// SPDX-License-Identifier: Apache-2.0
#include "sim/row_bias.hpp"

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

bool impacts(const ActiveContact& contact, const SimulationOptions& options,
             const Eigen::Vector3d& gravity) {
  const double slow =
      options.impact_speed > 0 ? options.impact_speed : 2 * gravity.norm() * options.dt;
  const double approach = contact.start.x();
  return contact.e > 0 && approach < -slow && contact.pair.gap + options.dt * approach <= 0;
}

}  // namespace

bool impacts(const StepRows& rows, int group, const SimulationOptions& options) {
  if (rows.is_unstabilised(group)) return false;
  if (rows.is_contact(group)) return impacts(rows.contact(group), options, rows.model->gravity);
  return rows.rates[group].e > 0;
}

namespace {

void set_contact(StepRows& rows, const ActiveContact& contact, const SimulationOptions& options,
                 double e_scale) {
  const bool impact = impacts(rows, contact.group, options);
  double& bias = rows.bias[rows.pool.groups()[contact.group].first_row];
  bias = contact_bias(contact, options, impact, e_scale);
  if (rows.is_unstabilised(contact.group)) bias = std::max(bias, 0.0);
}

void set_bounded(StepRows& rows, int group, const SimulationOptions& options, double e_scale) {
  const BoundedRate& rate = rows.rates[group];
  double& bias = rows.bias[rows.pool.groups()[group].first_row];
  bias = rate.bias;
  if (impacts(rows, group, options))
    bias = std::min(rate.e * e_scale * rate.start, std::min(bias, 0.0));
  const bool limit = std::isinf(rows.hi[group]);
  if (limit && rows.is_unstabilised(group)) bias = std::max(bias, 0.0);
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

void find_limit_impacts(StepRows& rows, const SimulationOptions& options) {
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 1, 1> free(1);
  for (int g = 0; g < rows.bounded; ++g) {
    BoundedRate& rate = rows.rates[g];
    if (rate.e == 0) continue;
    multiply(rows.pool, g, rows.v_free, free);
    const double slow =
        options.impact_speed > 0 ? options.impact_speed : 2 * std::abs(free[0] - rate.start);
    if (!(rate.start < -slow && rate.bias + rate.start <= 0)) rate.e = 0;
  }
}

void set_bias(StepRows& rows, const SimulationOptions& options) {
  const double e_scale = options.impact == ImpactLaw::newton ? 1.0 : 0.0;
  rows.compliance.setZero(rows.pool.rows());
  for (int g = 0; g < rows.bounded; ++g) set_bounded(rows, g, options, e_scale);
  for (const ActiveContact& contact : rows.contacts) {
    set_contact(rows, contact, options, e_scale);
    relax(rows, contact, options);
  }
}

void set_bias(StepRows& rows, const SimulationOptions& options, std::span<const int> groups,
              double e_scale) {
  for (const int group : groups)
    if (rows.is_contact(group))
      set_contact(rows, rows.contact(group), options, e_scale);
    else
      set_bounded(rows, group, options, e_scale);
}

}  // namespace perpend
