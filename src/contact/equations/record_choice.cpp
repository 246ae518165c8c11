// SPDX-License-Identifier: Apache-2.0
//
// Chooses the kind of problem that an island is stated as.
#include <algorithm>
#include <cmath>

#include "contact/equations/island_record.hpp"
#include "lcp/problem/representation.hpp"

namespace perpend {
namespace {

using Groups = std::span<const int>;

// True if the circular cone or the box applies; in the plane every polygon is a cone.
bool has_cone(const StepRows& rows, Groups groups, const lcp::Options& options) {
  if (rows.setup.law == ContactLaw::cone || rows.setup.law == ContactLaw::box) return true;
  const auto planar = [&](int g) {
    return !rows.is_contact(g) || rows.contact(g).pair.tangents == 1;
  };
  return rows.setup.law == ContactLaw::polyhedral &&
         lcp::supports(options.method, lcp::ProblemKind::contact) &&
         std::ranges::all_of(groups, planar);
}

// True if all rows are contacts in space of bodies that are free of joints and of prescribed
// motion.
bool is_free(const StepRows& rows, Groups groups) {
  const auto holds = [&](const RowBlock& block) {
    return block.body >= 0 && (rows.setup.model->bodies[block.body].is_kinematic() ||
                               rows.setup.masses->is_joined(block.body));
  };
  return std::ranges::all_of(groups, [&](int g) {
    return rows.is_contact(g) && rows.contact(g).pair.tangents == 2 &&
           std::ranges::none_of(rows.pool.blocks(g), holds);
  });
}

// True if the velocities of the bodies are the better unknowns.
bool is_large(const StepRows& rows, Groups groups, const lcp::Options& options) {
  Eigen::Index size = 0;
  for (const int g : groups) size += rows.pool.groups()[g].rows;
  if (options.method != lcp::Method::automatic || rows.setup.decompresses) return false;
  return lcp::suits_bodies(size) || (lcp::suits_free_bodies(size) && is_free(rows, groups));
}

}  // namespace

Record choose_record(const StepRows& rows, Groups groups, const lcp::Options& options) {
  const auto contact = [&](int g) { return rows.is_contact(g); };
  const auto motor = [&](int g) { return !contact(g) && std::isfinite(rows.hi[g]); };
  const bool has_friction = std::ranges::any_of(
      groups, [&](int g) { return contact(g) && rows.pool.groups()[g].rows > 1; });
  if (has_friction && !has_cone(rows, groups, options)) {
    const bool has_polygons = rows.setup.law == ContactLaw::polyhedral;
    return has_polygons && is_large(rows, groups, options) ? Record::bodies : Record::law;
  }
  if (has_friction) return is_large(rows, groups, options) ? Record::bodies : Record::contact;
  return std::ranges::any_of(groups, motor) ? Record::boxed : Record::lcp;
}

}  // namespace perpend
