// SPDX-License-Identifier: Apache-2.0
#include "sim/rows/row_bias.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "contact/row_response.hpp"
#include "contact/row_restitution.hpp"
#include "contact/small_gaps.hpp"
#include "sim/rows/push_out.hpp"

namespace perpend {
namespace {

// Returns the contacts between the bodies of contact `index`, which are adjacent.
std::span<const ActiveContact> of_same_bodies(const StepRows& rows, std::size_t index) {
  const std::span<const ActiveContact> all = rows.contacts;
  const auto belongs = [&](std::size_t i) {
    return all[i].pair.body_a == all[index].pair.body_a &&
           all[i].pair.body_b == all[index].pair.body_b;
  };
  std::size_t first = index, last = index + 1;
  while (first > 0 && belongs(first - 1)) --first;
  while (last < all.size() && belongs(last)) ++last;
  return all.subspan(first, last - first);
}

// Returns the gap without round-off. Below some thousand roundings of the coordinates a gap carries
// no information. Divided by a small time step it would demand, from bodies that rest on more
// points than necessary, motions that no impulses give them, and impulses would jump by their own
// size from step to step. From there to twice that size gaps rise to their own size without a jump,
// all points of two bodies together: one alone would demand a rotation.
double without_rounding(const StepRows& rows, std::size_t index) {
  constexpr double kRounding = 1e-12;
  const ContactPair& pair = rows.contacts[index].pair;
  const double gap = pair.gap - pair.curve, least = kRounding * gap_extent(rows, pair);
  if (std::abs(gap) > 2 * least) return gap;
  double beyond = 0;
  for (const ActiveContact& contact : of_same_bodies(rows, index)) {
    const double other = std::abs(contact.pair.gap - contact.pair.curve);
    if (other <= 2 * least) beyond = std::max(beyond, other - least);
  }
  return std::copysign(std::min(std::abs(gap), 2 * beyond), gap);
}

const SurfacePair& surface_of(const StepRows& rows, const ContactPair& pair) {
  return rows.setup.model->surface_between(pair.body_a, pair.body_b);
}

// True if the contact slid. A tangential spring (bristle) faster than the stick speed but below the
// friction limit only creeps. Phantom and hybrid distinguish sliding from sticking by the speed
// alone, as Peiret et al. 2017 do.
bool has_slid(const ContactLaw& law, const ActiveContact& contact) {
  if (!contact.slides || law == ContactLaw::phantom || law == ContactLaw::hybrid)
    return contact.slides;
  return is_at_friction_limit(law, contact, contact.last);
}

// Returns the bias without restitution. Sets the compliance of compliant rows as well.
double normal_bias(StepRows& rows, std::size_t index, const SimulationOptions& options,
                   const PushOut& push) {
  ActiveContact& contact = rows.contacts[index];
  const double gap = without_rounding(rows, index);
  const std::optional<SpringRow> spring = spring_row(rows, contact, gap, options);
  if (!spring) {
    const double rate = gap_rate(gap, options, rows.setup.push_out_time);
    contact.is_displaced = rate < 0 && is_displaced(rows, contact, push.whole_dt);
    contact.is_held_back = !push.is_kept && contact.is_displaced;
    return contact.is_held_back ? 0.0 : rate;
  }
  rows.compliance[rows.first_row(contact.group)] = spring->compliance;
  return spring->bias({.gap = gap, .start = contact.start.x()});
}

// Sets the rows of tangential springs (bristles), which continue the force of the last step (42); a
// contact that slid has no force to continue.
void relax(StepRows& rows, const ActiveContact& contact, const SimulationOptions& options) {
  const RowGroup& group = rows.pool.groups()[contact.group];
  const SpringDamper& tangential = tangential_of(surface_of(rows, contact.pair), options);
  if (tangential.is_hard() || has_slid(rows.setup.law, contact)) return;
  const double soft = compliance(tangential, options.dt);
  for (int t = 1; t < group.rows; ++t) {
    rows.compliance[group.first_row + t] = soft;
    rows.bias[group.first_row + t] =
        -soft * (contact.last[t] + options.dt * tangential.damping * contact.start[t]);
  }
}

// Limits targets that are out of reach of the step: a motor then gives its largest force, whatever
// the target. A number so much larger than the velocities would hide the errors of all other rows
// of its island.
void bring_targets_near(StepRows& rows) {
  constexpr double kOutOfReach = 1e4;
  const double speed = largest_speed(rows, rows.v_free);
  for (int g = 0; g < rows.bounded; ++g) {
    BoundedRate& rate = rows.rates[g];
    const double most = std::max(std::abs(rows.lo[g]), std::abs(rows.hi[g]));
    if (std::isinf(most) || rate.compliance > 0) continue;
    double size = 0;
    for (int k = 0; k < static_cast<int>(rows.pool.blocks(g).size()); ++k)
      size = std::max(size, rows.pool.block(g, k).cwiseAbs().sum());
    const double reach = kOutOfReach * (2 * size * speed + row_response(rows, g, 0) * most);
    rate.bias = std::clamp(rate.bias, -reach, reach);
  }
}

}  // namespace

double gap_rate(double gap, const SimulationOptions& options, double push_out_time) {
  if (!options.stabilise) return 0.0;
  return gap > 0 ? gap / options.dt : std::max(gap / push_out_time, -options.recovery_speed);
}

std::optional<SpringRow> spring_row(const StepRows& rows, const ActiveContact& contact, double gap,
                                    const SimulationOptions& options) {
  return spring_row_beside(rows, contact, gap, options, {gap, contact.start.x()});
}

std::optional<SpringRow> spring_row_beside(const StepRows& rows, const ActiveContact& contact,
                                           double gap, const SimulationOptions& options,
                                           const SpringMotion& motion) {
  const SpringDamper& normal = normal_of(surface_of(rows, contact.pair), options);
  if (normal.is_hard()) return std::nullopt;
  const double response = row_response(rows, contact.group, 0);
  return spring_row_beside(normal, options.dt, rows.setup.before,
                           {gap, contact.start.x(), response},
                           {motion.gap, motion.start, response});
}

void set_bias(StepRows& rows, const SimulationOptions& options, const PushOut& push) {
  clear_rows(rows.pool.rows(), rows.bias);
  clear_rows(rows.pool.rows(), rows.compliance);
  bring_targets_near(rows);
  for (std::size_t g = 0; g < rows.rates.size(); ++g)
    rows.compliance[rows.first_row(static_cast<int>(g))] = rows.rates[g].compliance;
  for (std::size_t i = 0; i < rows.contacts.size(); ++i) {
    // A known rotation is no overlap: it is followed at any speed.
    rows.contacts[i].bias =
        normal_bias(rows, i, options, push) - rows.contacts[i].pair.turn / options.dt;
    relax(rows, rows.contacts[i], options);
  }
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g) {
    if (rows.setup.decompresses)
      compress_bias(rows, g);
    else
      restitute_bias(rows, g, 1.0);
  }
}

bool parts_displaced(const StepRows& rows) {
  return std::ranges::any_of(rows.contacts, [&](const ActiveContact& contact) {
    return contact.is_displaced && contact.bias < 0 &&
           rows.impulses.lambda[rows.first_row(contact.group)] > 0;
  });
}

}  // namespace perpend
