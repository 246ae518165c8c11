// SPDX-License-Identifier: Apache-2.0
//
// The complementarity problem of an island and its answer; island_impact.cpp has restitution by
// Poisson's law.
#include "contact/island_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/problem/global_blocks.hpp"
#include "lcp/solve_blocks.hpp"
#include "lcp/solve_made.hpp"

namespace perpend {
namespace {

using Eigen::Index;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// J M⁻¹ Jᵀ of a row as if no joint held its bodies, which is no smaller.
double free_response(const StepRows& rows, int group, int r) {
  double sum = 0;
  const auto blocks = rows.pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    if (blocks[k].body < 0 || !rows.setup.model->bodies[blocks[k].body].is_dynamic()) continue;
    const Body& body = rows.setup.model->bodies[blocks[k].body];
    const auto J = rows.pool.block(group, k).row(r);
    const int lines = body.is_planar() ? std::min(body.dof, 2) : std::min(body.dof, 3);
    const double inertia =
        body.is_planar() ? body.inertia() : body.principal_inertia.minCoeff();
    if (body.mass > 0) sum += J.head(lines).squaredNorm() / body.mass;
    if (body.dof > lines && inertia > 0) sum += J.tail(body.dof - lines).squaredNorm() / inertia;
  }
  return sum;
}

}  // namespace

Eigen::MatrixXd& IslandProblem::W() {
  return record_ == Record::lcp ? lcp_.A : record_ == Record::boxed ? boxed_.A : contact_.A;
}

Eigen::VectorXd& IslandProblem::b() {
  if (record_ == Record::bodies) return blocks_.b;
  return record_ == Record::lcp ? lcp_.b : record_ == Record::boxed ? boxed_.b : contact_.b;
}

Eigen::VectorXd& IslandProblem::noise() {
  switch (record_) {
    case Record::lcp:
      return lcp_.noise;
    case Record::boxed:
      return boxed_.noise;
    case Record::bodies:
      return blocks_.noise;
    default:
      return contact_.noise;
  }
}

// Of the velocities of the island, in its mass metric: kg^(1/2) m/s. Bodies that joints hold get
// theirs from one system, so the rounding of the fastest is in all of them.
double IslandProblem::speed_noise(const StepRows& rows) const {
  double energy = 0;
  for (const int g : groups_)
    for (const RowBlock& block : rows.pool.blocks(g)) {
      if (block.body < 0) continue;
      const auto free = rows.v_free.segment(block.v_offset, block.cols);
      const auto start = rows.pose->v.segment(block.v_offset, block.cols);
      const double speed = std::max(free.norm(), start.norm());
      energy = std::max(energy, rows.setup.model->bodies[block.body].mass * speed * speed);
    }
  return std::sqrt(energy);
}

// What rounding leaves open of b: of velocities, |J| |v| and, where joints mix them,
// |J| in the mass metric; of gaps, the coordinates they were taken from over dt. Each
// is a sum of a few terms.
void IslandProblem::set_noise(const StepRows& rows) {
  constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
  const double speed = rows.setup.masses->empty() ? 0.0 : speed_noise(rows);
  Eigen::VectorXd& out = noise();
  out.setZero(size());
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const int g = groups_[i];
    const double place =
        rows.is_contact(g) ? rows.contact(g).pair.point_a.cwiseAbs().maxCoeff() : 1.0;
    for (Index r = 0; r < rows.pool.groups()[g].rows; ++r) {
      const Index row = first_row_[i] + r;
      double sum = std::abs(bias_[row]) + (r == 0 ? place / rows.setup.dt : 0.0);
      const auto blocks = rows.pool.blocks(g);
      for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
        if (blocks[k].body >= 0)
          sum += rows.pool.block(g, k).row(r).cwiseAbs().dot(
              rows.v_free.segment(blocks[k].v_offset, blocks[k].cols).cwiseAbs());
      if (speed > 0) sum += speed * std::sqrt(free_response(rows, g, static_cast<int>(r)));
      out[row] = kRounding * sum;
    }
  }
}

void IslandProblem::gather(const StepRows& rows, const Eigen::VectorXd& pool_rows,
                           Eigen::VectorXd& out) const {
  out.setZero(u_free_.size());
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const RowGroup& group = rows.pool.groups()[groups_[i]];
    out.segment(first_row_[i], group.rows) = pool_rows.segment(group.first_row, group.rows);
  }
}

// A motor or dry friction beside contacts of the cone is the tangent of a contact of its own, whose
// normal impulse is its bound: |f| <= f_n with f_n = hi from the row w f_n - w hi = 0 before it,
// the slack row, which touches nothing else.
bool IslandProblem::has_slack_row(const StepRows& rows, std::size_t i) const {
  return is_cone() && !rows.is_contact(groups_[i]) && std::isfinite(rows.hi[groups_[i]]);
}

void IslandProblem::load_slack_rows(const StepRows& rows) {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (!has_slack_row(rows, i)) continue;
    const Index row = first_row_[i], slack = row - 1;
    double w = record_ == Record::bodies ? blocks_.compliance[slack] : W()(row, row);
    if (record_ != Record::bodies) W()(slack, slack) = w = w > 0 ? w : 1.0;
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

// Under the laws of LawProblem bounded rows stay outside of contacts; their bounds go along.
void IslandProblem::set_contacts(const StepRows& rows) {
  contact_.contacts.clear();
  // The others are told the one that holds.
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

// Whether the circular cone decides: in the plane every polygon is one.
bool IslandProblem::has_cone(const StepRows& rows, const lcp::Options& options) const {
  if (rows.setup.law == ContactLaw::cone || rows.setup.law == ContactLaw::box) return true;
  const auto planar = [&](int g) {
    return !rows.is_contact(g) || rows.contact(g).pair.tangents == 1;
  };
  return rows.setup.law == ContactLaw::polyhedral &&
         lcp::supports(options.method, lcp::ProblemKind::contact) &&
         std::all_of(groups_.begin(), groups_.end(), planar);
}

// Whether the velocities of the bodies are the better unknowns.
bool IslandProblem::is_large(const StepRows& rows, std::span<const int> groups,
                             const lcp::Options& options) {
  Index size = 0;
  for (const int g : groups) size += rows.pool.groups()[g].rows;
  return lcp::suits_bodies(size) && options.method == lcp::Method::automatic &&
         !(rows.setup.law == ContactLaw::box) && !rows.setup.decompresses;
}

// The record, and where in it the rows of each group stand.
void IslandProblem::lay_out(const StepRows& rows, std::span<const int> groups,
                            const lcp::Options& options) {
  groups_.assign(groups.begin(), groups.end());
  const auto contact = [&](int g) { return rows.is_contact(g); };
  const auto motor = [&](int g) { return !contact(g) && std::isfinite(rows.hi[g]); };
  const bool friction =
      !(rows.setup.law == ContactLaw::frictionless) &&
      std::any_of(groups.begin(), groups.end(), contact);
  record_ = friction ? !has_cone(rows, options)          ? Record::law
                       : is_large(rows, groups, options) ? Record::bodies
                                                         : Record::contact
            : std::any_of(groups.begin(), groups.end(), motor) ? Record::boxed
                                                               : Record::lcp;
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

// W += the response of the bodies that joints hold.
void IslandProblem::add_joint_response(const StepRows& rows) {
  const MassSystem& masses = *rows.setup.masses;
  if (masses.empty()) return;
  reduction_.start(masses.matrix());
  responding_.clear();
  for (std::size_t i = 0; i < groups_.size(); ++i)
    if (masses.add_group(rows.pool, groups_[i], reduction_))
      responding_.push_back(static_cast<int>(i));
  if (responding_.empty()) return;
  response_.resize(reduction_.rows(), reduction_.rows());
  reduction_.gram(response_);
  const auto rows_of = [&](int i) { return rows.pool.groups()[groups_[i]].rows; };
  Index at_i = 0;
  for (const int i : responding_) {
    Index at_j = 0;
    for (const int j : responding_) {
      W().block(first_row_[i], first_row_[j], rows_of(i), rows_of(j)) +=
          response_.block(at_i, at_j, rows_of(i), rows_of(j));
      at_j += rows_of(j);
    }
    at_i += rows_of(i);
  }
}

void IslandProblem::assemble_blocks(const StepRows& rows) {
  std::vector<char> slack;
  for (std::size_t i = 0; i < groups_.size(); ++i) slack.push_back(has_slack_row(rows, i));
  island_blocks_.assemble(rows, {groups_, first_row_, slack}, blocks_);
  gather(rows, rows.compliance, compliance_);
  blocks_.compliance += compliance_;
  set_contacts(rows);
  blocks_.contacts = contact_.contacts;
  gather(rows, rows.impulses.guess, guess_);
  update_bias(rows);
}

void IslandProblem::assemble(const StepRows& rows, std::span<const int> groups,
                             const lcp::Options& options) {
  lay_out(rows, groups, options);
  start_bounds(rows);
  decompressed_ = false;
  effort_ = {};
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const int n = rows.pool.groups()[groups_[i]].rows;
    multiply(rows.pool, groups_[i], rows.v_free, u_free_.segment(first_row_[i], n));
    multiply(rows.pool, groups_[i], rows.pose->v, u_start_.segment(first_row_[i], n));
    if (!rows.is_contact(groups_[i])) continue;
    const auto running = rows.contact(groups_[i]).running.head(n);
    u_free_.segment(first_row_[i], n) += running;
    u_start_.segment(first_row_[i], n) += running;
  }
  if (record_ == Record::bodies) return assemble_blocks(rows);
  assembler_.assemble(rows.pool, groups_, first_row_, rows.setup.masses->inverse_mass(),
                      *rows.setup.model, static_cast<int>(size()), W());
  add_joint_response(rows);
  gather(rows, rows.compliance, compliance_);
  W().diagonal() += compliance_;
  if (record_ == Record::contact || record_ == Record::law) set_contacts(rows);
  if (record_ == Record::boxed) set_bounds(rows);
  gather(rows, rows.impulses.guess, guess_);
  update_bias(rows);
}

void IslandProblem::update_bias(const StepRows& rows) {
  gather(rows, rows.bias, bias_);
  set_noise(rows);
  load_slack_rows(rows);
  b() = u_free_ + bias_;
  drop_noise();
}

// A motion that rounding alone makes of b is none: dry friction beside a limit that is open by
// rounding would have to give way for it, with all its strength.
void IslandProblem::drop_noise() {
  for (Index i = 0; i < size(); ++i)
    if (std::abs(b()[i]) <= noise()[i]) b()[i] = 0;
}

// What the last impulses had to stop, beyond what presses in every step, they are wrong by in this
// one. Taken as they are they would leave that motion, for the next step to stop, and so on in
// turns. Where things rest the motion before the step says how wrong they may be.
double IslandProblem::guess_residual() const {
  constexpr double kRest = 1e-12, kShare = 4;
  const double load = (u_free_ + bias_).lpNorm<Eigen::Infinity>();
  return load > 0 ? std::max(kRest, kShare * u_start_.lpNorm<Eigen::Infinity>() / load) : 1.0;
}

void IslandProblem::solve(const StepRows& rows, const lcp::Options& options,
                          lcp::Workspace& workspace, lcp::DraftRule draft) {
  decompressed_ = is_draft_ = false;
  answer(rows, options, workspace, draft);
  add_effort(solution_);
  if (!is_draft_) settle_bounds(rows, options, workspace);
}

void IslandProblem::add_effort(const lcp::Solution& solution) {
  effort_.pivots += solution.pivots;
  effort_.drives += solution.drives;
  effort_.factorisations += solution.factorisations;
}

void IslandProblem::answer(const StepRows& rows, const lcp::Options& options,
                           lcp::Workspace& workspace, lcp::DraftRule draft) {
  // Poses and velocities may be finite and their products not: no problem then, but an outcome. No
  // entry of W is larger than those of its diagonal.
  const bool finite =
      noise().allFinite() &&
      (record_ == Record::bodies ? is_finite(blocks_)
                                 : W().diagonal().allFinite() && b().allFinite());
  if (!finite) {
    solution_ = {};
    solution_.f = solution_.a = Eigen::VectorXd::Zero(size());
    solution_.residual = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  lcp::Options warm = options;
  if (!guess_.isZero(0)) warm.warm = {guess_.data(), static_cast<std::size_t>(guess_.size())};
  warm.guess_residual = guess_residual();
  representation_ = lcp::Representation::dense;
  switch (record_) {
    case Record::lcp:
      return lcp::solve_made(lcp_, warm, workspace, solution_);
    case Record::boxed:
      return lcp::solve_made(boxed_, warm, workspace, solution_);
    case Record::contact:
      lcp::solve_made(contact_, warm, workspace, solution_);
      representation_ = lcp::last_representation(workspace);
      return;
    case Record::bodies:
      representation_ = lcp::Representation::bodies;
      if (!own_workspace_) own_workspace_ = std::make_unique<lcp::Workspace>();
      is_draft_ = lcp::solve(blocks_, warm, draft, *own_workspace_, solution_);
      return;
    case Record::law:
      return law_problem_.solve(rows.setup.law,
                                {.problem = contact_,
                                 .slip = slip_,
                                 .lo = boxed_.lo,
                                 .hi = boxed_.hi,
                                 .relaxation_passes = rows.setup.relaxation_passes},
                                warm, workspace, solution_);
  }
}

// The certificate, normal impulses that move nothing, is one of the whole problem with all other
// impulses 0.
bool IslandProblem::contradicts_gaps(const StepRows& rows, lcp::Workspace& workspace) {
  if (record_ == Record::bodies || record_ == Record::boxed) return false;
  std::vector<Index> normals;
  std::vector<double> gap_rates;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (!rows.is_contact(groups_[i])) continue;
    normals.push_back(first_row_[i]);
    gap_rates.push_back(std::max(rows.contact(groups_[i]).bias, 0.0));
  }
  lcp::Lcp gaps;
  gaps.A = (record_ == Record::lcp ? lcp_.A : contact_.A)(normals, normals);
  gaps.noise = (record_ == Record::lcp ? lcp_.noise : contact_.noise)(normals);
  gaps.b = u_free_(normals) +
           Eigen::Map<const Eigen::VectorXd>(gap_rates.data(), std::ssize(gap_rates));
  if (!gaps.A.diagonal().allFinite() || !gaps.b.allFinite()) return false;
  lcp::Solution solution;
  lcp::solve(gaps, {.method = lcp::Method::keller}, workspace, solution);
  add_effort(solution);
  return solution.status == lcp::Status::infeasible;
}

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
      if (!blocks_.graph().edges.empty() || !blocks_.compliance.isZero(0)) return condense(blocks_);
      return to_global(blocks_, island_blocks_.free_velocity());
    case Record::law:
      break;
  }
  return with_bounded_rows();
}

// The laws of LawProblem keep bounded rows outside of contacts: here they get what set_contacts()
// and load_slack_rows() give them under the cone.
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
  full.A(moved, moved) = contact_.A;
  full.b(moved) = contact_.b;
  for (Index row = 0; row < size(); ++row) {
    const Index slack = moved[row] - 1;
    if (!bounded[row] || !std::isfinite(boxed_.hi[row])) continue;
    full.A(slack, slack) = contact_.A(row, row) > 0 ? contact_.A(row, row) : 1.0;
    full.b[slack] = -full.A(slack, slack) * boxed_.hi[row];
  }
  return full;
}

void IslandProblem::scatter(StepRows& rows) const {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const RowGroup& group = rows.pool.groups()[groups_[i]];
    rows.impulses.lambda.segment(group.first_row, group.rows) =
        solution_.f.segment(first_row_[i], group.rows);
    if (rows.is_resistance(groups_[i])) {
      rows.hi[groups_[i]] = hi(rows, i);
      rows.lo[groups_[i]] = lo(rows, i);
    } else if (decompressed_) {
      rows.impulses.floor[group.first_row] = boxed_.lo[first_row_[i]];
    }
  }
}

}  // namespace perpend
