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

// The contact problem with bounded rows. The laws of LawProblem treat them separately: here they
// get the contacts that set_contacts() and SlackRows give them under the cone.
class FullProblem {
 public:
  explicit FullProblem(const IslandRecord& record)
      : own_(record.contact), hi_(record.boxed.hi), free_(rows_without_contact(own_)) {
    number_rows();
    move_contacts();
    const Eigen::MatrixXd W = record.in_pairs ? record.pairs.dense() : own_.A;
    full_.law = own_.law;
    full_.A.setZero(size_, size_);
    full_.b.setZero(size_);
    full_.A(moved_, moved_) = W;
    full_.b(moved_) = own_.b;
    set_slack_rows(W);
  }

  const lcp::ContactProblem& problem() const { return full_; }

 private:
  bool has_bound(Index row) const { return free_[row] && std::isfinite(hi_[row]); }

  // Gives each row its place, with a contact of its own if it belongs to none.
  void number_rows() {
    for (Index row = 0; row < own_.size(); ++row) {
      if (has_bound(row))
        full_.contacts.push_back({.row = size_++, .tangents = 1, .mu_s = 1, .mu_k = 1});
      else if (free_[row])
        full_.contacts.push_back({.row = size_});
      moved_.push_back(size_++);
    }
  }

  void move_contacts() {
    for (lcp::Contact contact : own_.contacts) {
      contact.row = moved_[contact.row];
      full_.contacts.push_back(contact);
    }
  }

  void set_slack_rows(const Eigen::MatrixXd& W) {
    for (Index row = 0; row < own_.size(); ++row) {
      if (!has_bound(row)) continue;
      const Index slack = moved_[row] - 1;
      full_.A(slack, slack) = W(row, row) > 0 ? W(row, row) : 1.0;
      full_.b[slack] = -full_.A(slack, slack) * hi_[row];
    }
  }

  const lcp::ContactProblem& own_;
  const Eigen::VectorXd& hi_;
  std::vector<char> free_;
  lcp::ContactProblem full_;
  std::vector<Index> moved_;  // row of full_ for each row of own_
  Index size_ = 0;
};

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
  return FullProblem(record).problem();
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
