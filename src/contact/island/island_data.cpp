// SPDX-License-Identifier: Apache-2.0
//
// The problem of an island as data, for files and benchmarks.
#include <algorithm>
#include <cmath>

#include "contact/island/island_problem.hpp"
#include "lcp/friction/polyhedral.hpp"
#include "lcp/problem/global_blocks.hpp"

namespace perpend {

using Eigen::Index;

std::variant<lcp::Lcp, lcp::BoxedLcp, lcp::ContactProblem, lcp::GlobalContactProblem>
IslandProblem::problem() const {
  switch (record_) {
    case Record::lcp:
      return lcp_;
    case Record::boxed:
      return boxed_;
    case Record::contact:
      return contact_;
    case Record::bodies:
      if (!blocks_.graph().edges.empty() || !blocks_.compliance.isZero(0) ||
          blocks_.law == lcp::FrictionLaw::box)
        return condense(blocks_);
      return to_global(blocks_, island_blocks_.free_velocity());
    case Record::law:
      break;
  }
  return with_bounded_rows();
}

namespace {

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

}  // namespace

std::optional<lcp::BoxedLcp> IslandProblem::boxed_law() const {
  if (const lcp::DiscretisedProblem* law = discretised()) return law->boxed();
  if (record_ == Record::law && !law_problem_.polygons().empty())
    return boxed_polygons(contact_, law_problem_.polygons());
  if (record_ != Record::bodies || blocks_.polygons.empty()) return std::nullopt;
  return boxed_polygons(condense(blocks_), blocks_.polygons);
}

// Returns the contact problem with bounded rows. The laws of LawProblem treat them separately: here
// they get the contacts that set_contacts() and load_slack_rows() give them under the cone.
lcp::ContactProblem IslandProblem::with_bounded_rows() const {
  std::vector<char> bounded(static_cast<std::size_t>(size()), 1);
  for (const lcp::Contact& contact : contact_.contacts)
    std::fill_n(bounded.begin() + contact.row, 1 + contact.tangents, 0);
  lcp::ContactProblem full;
  full.law = contact_.law;
  std::vector<Index> moved;  // row of `full` for each row of contact_
  Index n = 0;
  for (Index row = 0; row < size(); ++row) {
    const bool carried = bounded[row] && std::isfinite(boxed_.hi[row]);
    if (carried) full.contacts.push_back({.row = n++, .tangents = 1, .mu_s = 1, .mu_k = 1});
    if (bounded[row] && !carried) full.contacts.push_back({.row = n});
    moved.push_back(n++);
  }
  for (lcp::Contact contact : contact_.contacts) {
    contact.row = moved[contact.row];
    full.contacts.push_back(contact);
  }
  full.A.setZero(n, n);
  full.b.setZero(n);
  const Eigen::MatrixXd W = in_pairs_ ? pairs_.dense() : contact_.A;
  full.A(moved, moved) = W;
  full.b(moved) = contact_.b;
  for (Index row = 0; row < size(); ++row) {
    const Index slack = moved[row] - 1;
    if (!bounded[row] || !std::isfinite(boxed_.hi[row])) continue;
    full.A(slack, slack) = W(row, row) > 0 ? W(row, row) : 1.0;
    full.b[slack] = -full.A(slack, slack) * boxed_.hi[row];
  }
  return full;
}

}  // namespace perpend
