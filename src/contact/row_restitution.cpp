// SPDX-License-Identifier: Apache-2.0
//
// Decides which rows restitute and by how much.
//   Newton    u+ >= -e u-: a bias of the row
//   Poisson   lambda+ >= p + e (p - pressed), with p the impulse of compression and `pressed` the
//             part of it that balances the forces of the step: a second problem
//             (island/decompression.cpp)
#include "contact/row_restitution.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {
namespace {

bool is_hit(const StepRows& rows, const ActiveContact& contact) {
  const double approach = contact.start.x();
  return contact.e > 0 &&
         approach < -slowest_impact(*rows.setup.model, rows.setup.impact_speed, rows.setup.dt) &&
         contact.pair.gap + rows.setup.dt * approach <= 0;
}

}  // namespace

// A compliant contact has no restitution: its spring returns the energy, its damper dissipates it.
bool is_compliant(const StepRows& rows, int group) {
  return rows.is_contact(group) && rows.compliance[rows.first_row(group)] > 0;
}

double slowest_impact(const Model& model, double impact_speed, double dt) {
  return impact_speed > 0 ? impact_speed : 2 * model.gravity.norm() * dt;
}

// Takes the larger of push-out and restitution, never their sum, so that overlap adds no energy to
// a bounce.
double newton_bias(double bias, double e, double start) {
  return std::min(e * start, std::min(bias, 0.0));
}

void find_limit_impacts(StepRows& rows) {
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 1, 1> free(1);
  for (int g = 0; g < rows.bounded; ++g) {
    BoundedRate& rate = rows.rates[g];
    if (rate.e == 0) continue;
    multiply(rows.pool, g, rows.v_free, free);
    const double set = rows.setup.impact_speed;
    const double slow = set > 0 ? set : 2 * std::abs(free[0] - rate.start);
    if (!(rate.start < -slow && rate.bias + rate.start <= 0)) rate.e = 0;
  }
}

bool impacts(const StepRows& rows, int group) {
  if (rows.is_unstabilised(group) || is_compliant(rows, group)) return false;
  return rows.is_contact(group) ? is_hit(rows, rows.contact(group)) : rows.rates[group].e > 0;
}

double approach_of(const StepRows& rows, int group) {
  return rows.is_contact(group) ? rows.contact(group).approach : rows.rates[group].start;
}

double separation_rate(const StepRows& rows, int group) {
  const double asked = -rows.bias[rows.first_row(group)];
  const bool contact = rows.is_contact(group);
  double reversed = 0;  // share of the approach that the row gives back where nothing overlaps
  if (contact && rows.contact(group).pair.curve > 0)
    reversed = 1;
  else if (impacts(rows, group))
    reversed = contact ? rows.contact(group).e : rows.rates[group].e;
  return std::max(asked + reversed * std::min(approach_of(rows, group), 0.0), 0.0);
}

void restitute_bias(StepRows& rows, int group, double e_scale) {
  const bool contact = rows.is_contact(group), impact = impacts(rows, group);
  double& bias = rows.bias[rows.first_row(group)];
  bias = contact ? rows.contact(group).bias : rows.rates[group].bias;
  const double e = contact ? rows.contact(group).e : rows.rates[group].e;
  if (impact) bias = newton_bias(bias, e * e_scale, approach_of(rows, group));
  const bool pushes = contact || std::isinf(rows.hi[group]);
  const bool displaced = contact && rows.contact(group).is_displaced;
  if (pushes && rows.is_unstabilised(group) && !displaced && !is_compliant(rows, group))
    bias = std::max(bias, 0.0);
}

void compress_bias(StepRows& rows, int group) {
  restitute_bias(rows, group, 0.0);
  double& bias = rows.bias[rows.first_row(group)];
  if (impacts(rows, group)) bias = std::max(bias, 0.0);
}

// The impulse that balances the forces of the step is not restituted; otherwise every bounce would
// gain the energy h g |u| per unit of mass.
double decompression_floor(const StepRows& rows, int group, double compression, double pressed,
                           double e_scale) {
  const bool contact = rows.is_contact(group);
  const double own = contact ? rows.contact(group).e : rows.rates[group].e;
  if (!contact && own == 0) return rows.lo[group];
  const double e = rows.is_unstabilised(group) || is_compliant(rows, group) ? 0.0 : own;
  const double p = std::max(0.0, compression);
  return p + e_scale * e * std::max(0.0, p - pressed);
}

}  // namespace perpend
