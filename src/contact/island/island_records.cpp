// SPDX-License-Identifier: Apache-2.0
//
// Layout of an island: which record of the solver it is, where its rows are in that record, and
// what they are there: contacts, bounds, slack rows.
#include <algorithm>
#include <cmath>

#include "contact/island/island_problem.hpp"
#include "core/infinity.hpp"

namespace perpend {
namespace {

using Eigen::Index;

}  // namespace

// True if the circular cone or the box applies; in the plane every polygon is a cone.
bool IslandProblem::has_cone(const StepRows& rows, const lcp::Options& options) const {
  if (rows.setup.law == ContactLaw::cone || rows.setup.law == ContactLaw::box) return true;
  const auto planar = [&](int g) {
    return !rows.is_contact(g) || rows.contact(g).pair.tangents == 1;
  };
  return rows.setup.law == ContactLaw::polyhedral &&
         lcp::supports(options.method, lcp::ProblemKind::contact) &&
         std::all_of(groups_.begin(), groups_.end(), planar);
}

// True if all rows are contacts in space of bodies that are free of joints and of prescribed
// motion.
bool IslandProblem::is_free(const StepRows& rows, std::span<const int> groups) {
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
bool IslandProblem::is_large(const StepRows& rows, std::span<const int> groups,
                             const lcp::Options& options) {
  Index size = 0;
  for (const int g : groups) size += rows.pool.groups()[g].rows;
  if (options.method != lcp::Method::automatic || rows.setup.decompresses) return false;
  return lcp::suits_bodies(size) || (lcp::suits_free_bodies(size) && is_free(rows, groups));
}

IslandProblem::Record IslandProblem::record_of(const StepRows& rows,
                                               const lcp::Options& options) const {
  const auto contact = [&](int g) { return rows.is_contact(g); };
  const auto motor = [&](int g) { return !contact(g) && std::isfinite(rows.hi[g]); };
  const bool has_friction = !(rows.setup.law == ContactLaw::frictionless) &&
                            std::any_of(groups_.begin(), groups_.end(), contact);
  if (has_friction && !has_cone(rows, options)) {
    const bool has_polygons = rows.setup.law == ContactLaw::polyhedral;
    return has_polygons && is_large(rows, groups_, options) ? Record::bodies : Record::law;
  }
  if (has_friction) return is_large(rows, groups_, options) ? Record::bodies : Record::contact;
  const bool has_motors = std::any_of(groups_.begin(), groups_.end(), motor);
  return has_motors ? Record::boxed : Record::lcp;
}

// Chooses the record, and where the rows of each group are in it.
void IslandProblem::lay_out(const StepRows& rows, std::span<const int> groups,
                            const lcp::Options& options) {
  groups_.assign(groups.begin(), groups.end());
  record_ = record_of(rows, options);
  first_row_.clear();
  int n = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (has_slack_row(rows, i)) ++n;
    first_row_.push_back(n);
    n += rows.pool.groups()[groups_[i]].rows;
  }
  u_free_.setZero(n);
  u_start_.setZero(n);
}

// True if the group has a slack row. A motor or dry friction beside contacts of the cone is the
// tangent of a contact of its own, whose normal impulse is its bound: |f| <= f_n with f_n = hi from
// the row w f_n - w hi = 0 before it, the slack row, which is coupled to no other row.
bool IslandProblem::has_slack_row(const StepRows& rows, std::size_t i) const {
  return is_cone() && !rows.is_contact(groups_[i]) && std::isfinite(rows.hi[groups_[i]]);
}

// Returns w of a slack row, the response of the row after it, so that both have one scale.
// Residuals are relative to the largest of all biases: a bound far above the impulse of its row may
// allow errors in all other rows, and the step is not certified. When solved again, w is smaller,
// so that w hi is not the largest bias; a far smaller w would be lost in the solvers' shifts. It is
// not smaller from the start: where the bound is active impulses are as large as the bound, and
// then small w let Fischer-Burmeister find solutions in which a body between two pads slips.
double IslandProblem::slack_response(const StepRows& rows, std::size_t i, double load) {
  constexpr double kLeast = 1e-4;
  const Index row = first_row_[i];
  const double of_row = record_ == Record::bodies ? slack_own_[row - 1] : W()(row, row);
  const double own = of_row > 0 ? of_row : 1.0, bound = hi(rows, i);
  return rows.is_solved_again() && own * bound > load ? std::max(kLeast * own, load / bound) : own;
}

void IslandProblem::load_slack_rows(const StepRows& rows) {
  for (std::size_t i = 0; i < groups_.size(); ++i)
    if (has_slack_row(rows, i)) bias_[first_row_[i] - 1] = 0.0;
  const double load = (u_free_ + bias_).lpNorm<Eigen::Infinity>();
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (!has_slack_row(rows, i)) continue;
    const Index row = first_row_[i], slack = row - 1;
    const double w = slack_response(rows, i, load);
    (record_ == Record::bodies ? blocks_.compliance[slack] : W()(slack, slack)) = w;
    bias_[slack] = -w * hi(rows, i);
    guess_[slack] = hi(rows, i);
  }
}

void IslandProblem::set_bounds(const StepRows& rows) {
  boxed_.lo = Eigen::VectorXd::Zero(size());
  boxed_.hi = Eigen::VectorXd::Constant(size(), kInfinity);
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (rows.is_contact(groups_[i])) continue;
    const int n = rows.pool.groups()[groups_[i]].rows;
    boxed_.lo.segment(first_row_[i], n).setConstant(lo(rows, i));
    boxed_.hi.segment(first_row_[i], n).setConstant(hi(rows, i));
    if (has_slack_row(rows, i)) boxed_.lo[first_row_[i] - 1] = -kInfinity;
  }
}

// Sets the contacts. Under the laws of LawProblem bounded rows are no contacts; their bounds are
// passed separately.
void IslandProblem::set_contacts(const StepRows& rows) {
  contact_.contacts.clear();
  // Other laws get the one coefficient that applies.
  const bool both = rows.setup.law == ContactLaw::phantom || rows.setup.law == ContactLaw::hybrid;
  contact_.law =
      rows.setup.law == ContactLaw::box ? lcp::FrictionLaw::box : lcp::FrictionLaw::coulomb;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (rows.is_contact(groups_[i])) {
      const ActiveContact& contact = rows.contact(groups_[i]);
      contact_.contacts.push_back({.row = first_row_[i],
                                   .tangents = contact.pair.tangents,
                                   .mu_s = both ? contact.mu_s : contact.mu,
                                   .mu_k = both ? contact.mu_k : contact.mu});
    } else if (has_slack_row(rows, i)) {
      const int tangents = rows.pool.groups()[groups_[i]].rows;
      contact_.contacts.push_back(
          {.row = first_row_[i] - 1, .tangents = tangents, .mu_s = 1, .mu_k = 1});
    } else if (is_cone()) {
      contact_.contacts.push_back({.row = first_row_[i]});
    }
  }
  if (record_ != Record::law) return;
  set_bounds(rows);
  set_slips(rows);
}

void IslandProblem::set_slips(const StepRows& rows) {
  slip_.threshold = rows.setup.stick_speed;
  slip_.slips.clear();
  for (const int g : groups_)
    if (rows.is_contact(g))
      slip_.slips.push_back({rows.contact(g).start.tail<2>(), rows.contact(g).last.x()});
}

}  // namespace perpend
