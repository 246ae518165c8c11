// SPDX-License-Identifier: Apache-2.0
#include "contact/island/island_data.hpp"

#include <algorithm>
#include <cmath>

#include "lcp/friction/polyhedral.hpp"
#include "lcp/problem/global_blocks.hpp"

namespace perpend {
namespace {

using Eigen::Index;

lcp::BoxedLcp boxed_polygons(const lcp::ContactProblem& problem,
                             const std::vector<lcp::FrictionPolygon>& polygons) {
  lcp::FacetOptions facets;
  facets.rotation.resize(std::ssize(polygons));
  for (Index i = 0; const lcp::FrictionPolygon& polygon : polygons) {
    if (polygon.corners > 0) facets.directions = polygon.corners;
    facets.rotation[i++] = polygon.angle;
  }
  return lcp::PolyhedralProblem(problem, facets).boxed();
}

// Returns, per row, whether it belongs to no contact.
std::vector<char> rows_without_contact(const lcp::ContactProblem& problem) {
  std::vector<char> free(static_cast<std::size_t>(problem.size()), 1);
  for (const lcp::Contact& contact : problem.contacts)
    std::fill_n(free.begin() + contact.row, 1 + contact.tangents, 0);
  return free;
}

// Returns the contact problem with bounded rows. The laws of LawProblem treat them separately: here
// they get the contacts that set_contacts() and SlackRows give them under the cone.
lcp::ContactProblem with_bounded_rows(const IslandRecord& record) {
  const lcp::ContactProblem& own = record.contact;
  const Eigen::VectorXd& hi = record.boxed.hi;
  const std::vector<char> bounded = rows_without_contact(own);
  lcp::ContactProblem full;
  full.law = own.law;
  std::vector<Index> moved;  // row of `full` for each row of `own`
  Index n = 0;
  for (Index row = 0; row < own.size(); ++row) {
    const bool carried = bounded[row] && std::isfinite(hi[row]);
    if (carried) full.contacts.push_back({.row = n++, .tangents = 1, .mu_s = 1, .mu_k = 1});
    if (bounded[row] && !carried) full.contacts.push_back({.row = n});
    moved.push_back(n++);
  }
  for (lcp::Contact contact : own.contacts) {
    contact.row = moved[contact.row];
    full.contacts.push_back(contact);
  }
  full.A.setZero(n, n);
  full.b.setZero(n);
  const Eigen::MatrixXd W = record.in_pairs ? record.pairs.dense() : own.A;
  full.A(moved, moved) = W;
  full.b(moved) = own.b;
  for (Index row = 0; row < own.size(); ++row) {
    const Index slack = moved[row] - 1;
    if (!bounded[row] || !std::isfinite(hi[row])) continue;
    full.A(slack, slack) = W(row, row) > 0 ? W(row, row) : 1.0;
    full.b[slack] = -full.A(slack, slack) * hi[row];
  }
  return full;
}

}  // namespace

std::variant<lcp::Lcp, lcp::BoxedLcp, lcp::ContactProblem, lcp::GlobalContactProblem> as_data(
    const IslandEquations& equations) {
  const IslandRecord& record = equations.record();
  const lcp::BlockProblem& blocks = record.blocks;
  switch (record.kind) {
    case Record::lcp:
      return record.unbounded;
    case Record::boxed:
      return record.boxed;
    case Record::contact:
      return record.contact;
    case Record::bodies:
      if (!blocks.graph().edges.empty() || !blocks.compliance.isZero(0) ||
          blocks.law == lcp::FrictionLaw::box)
        return condense(blocks);
      return to_global(blocks, equations.free_velocity());
    case Record::law:
      break;
  }
  return with_bounded_rows(record);
}

std::optional<lcp::BoxedLcp> as_boxed_data(const IslandEquations& equations,
                                           const LawProblem* law_problem) {
  const IslandRecord& record = equations.record();
  if (law_problem && law_problem->discretised()) return law_problem->discretised()->boxed();
  if (law_problem && !law_problem->polygons().empty())
    return boxed_polygons(record.contact, law_problem->polygons());
  if (record.kind != Record::bodies || record.blocks.polygons.empty()) return std::nullopt;
  return boxed_polygons(condense(record.blocks), record.blocks.polygons);
}

}  // namespace perpend
