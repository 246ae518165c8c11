// SPDX-License-Identifier: Apache-2.0
//
// The conditions of the rows of an island in its record: friction of contacts, bounds of limits,
// motors and resistances.
#include "contact/equations/row_conditions.hpp"

#include "contact/law_problem.hpp"
#include "core/infinity.hpp"

namespace perpend {
namespace {

// Laws that do not distinguish static from kinetic friction get the one coefficient that applies.
lcp::Contact contact_at(const StepRows& rows, int group, Eigen::Index row) {
  const bool both = rows.setup.law == ContactLaw::phantom || rows.setup.law == ContactLaw::hybrid;
  const ActiveContact& contact = rows.contact(group);
  return {.row = row,
          .tangents = contact.pair.tangents,
          .mu_s = both ? contact.mu_s : contact.mu,
          .mu_k = both ? contact.mu_k : contact.mu};
}

void set_slips(const StepRows& rows, const IslandLayout& layout, lcp::SlipOptions& slip) {
  slip.threshold = rows.setup.stick_speed;
  slip.slips.clear();
  for (const int g : layout.groups())
    if (rows.is_contact(g))
      slip.slips.push_back({rows.contact(g).start.tail<2>(), rows.contact(g).last.x()});
}

// Slack rows have contacts too, without a polygon.
void set_polygons(const StepRows& rows, const IslandLayout& layout, IslandRecord& record) {
  set_slips(rows, layout, record.slip);
  const std::vector<lcp::FrictionPolygon> polygons = friction_polygons(rows.setup.law, record.slip);
  auto next = polygons.begin();
  for (const int g : layout.groups())
    record.blocks.polygons.push_back(rows.is_contact(g) ? *next++ : lcp::FrictionPolygon{});
}

}  // namespace

void set_bounds(const StepRows& rows, const IslandLayout& layout, const ResistanceBounds& bounds,
                lcp::BoxedLcp& boxed) {
  boxed.lo = Eigen::VectorXd::Zero(layout.size());
  boxed.hi = Eigen::VectorXd::Constant(layout.size(), kInfinity);
  for (std::size_t i = 0; i < layout.count(); ++i) {
    if (rows.is_contact(layout.group(i))) continue;
    const Eigen::Index row = layout.first_row(i);
    const int n = rows.pool.groups()[layout.group(i)].rows;
    boxed.lo.segment(row, n).setConstant(bounds.lo(rows, layout, i));
    boxed.hi.segment(row, n).setConstant(bounds.hi(rows, layout, i));
    if (layout.has_slack_row(i)) boxed.lo[row - 1] = -kInfinity;
  }
}

void set_contacts(const StepRows& rows, const IslandLayout& layout, const ResistanceBounds& bounds,
                  IslandRecord& record) {
  lcp::ContactProblem& problem = record.contact;
  problem.contacts.clear();
  problem.law =
      rows.setup.law == ContactLaw::box ? lcp::FrictionLaw::box : lcp::FrictionLaw::coulomb;
  for (std::size_t i = 0; i < layout.count(); ++i) {
    const Eigen::Index row = layout.first_row(i);
    const int tangents = rows.pool.groups()[layout.group(i)].rows;
    if (rows.is_contact(layout.group(i)))
      problem.contacts.push_back(contact_at(rows, layout.group(i), row));
    else if (layout.has_slack_row(i))
      problem.contacts.push_back({.row = row - 1, .tangents = tangents, .mu_s = 1, .mu_k = 1});
    else if (record.is_cone())
      problem.contacts.push_back({.row = row});
  }
  if (record.kind != Record::law) return;
  set_bounds(rows, layout, bounds, record.boxed);
  set_slips(rows, layout, record.slip);
}

void set_block_contacts(const StepRows& rows, const IslandLayout& layout, IslandRecord& record) {
  record.blocks.contacts = record.contact.contacts;
  record.blocks.law = record.contact.law;
  if (rows.setup.law == ContactLaw::polyhedral) set_polygons(rows, layout, record);
}

}  // namespace perpend
