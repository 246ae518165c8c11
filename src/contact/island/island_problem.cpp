// SPDX-License-Identifier: Apache-2.0
//
// The complementarity problem of an island and its solution. Related files: island_records.cpp
// (layout of its rows), island_noise.cpp, gap_problem.cpp (normal rows alone), bounded_guess.cpp,
// island_data.cpp (as data), resistance_bounds.cpp, restitution/decompression.cpp (Poisson's law).
#include "contact/island/island_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/small_gaps.hpp"
#include "lcp/problem/block_pairs.hpp"
#include "lcp/solve_blocks.hpp"
#include "lcp/solve_made.hpp"

namespace perpend {

using Eigen::Index;

Eigen::MatrixXd& IslandProblem::W() {
  if (in_pairs_ && contact_.A.size() == 0) contact_.A = pairs_.dense();
  return record_ == Record::lcp ? lcp_.A : record_ == Record::boxed ? boxed_.A : contact_.A;
}

Eigen::VectorXd& IslandProblem::b() {
  if (record_ == Record::bodies) return blocks_.b;
  return record_ == Record::lcp ? lcp_.b : record_ == Record::boxed ? boxed_.b : contact_.b;
}

void IslandProblem::gather(const StepRows& rows, const Eigen::VectorXd& pool_rows,
                           Eigen::VectorXd& out) const {
  out.setZero(u_free_.size());
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const RowGroup& group = rows.pool.groups()[groups_[i]];
    out.segment(first_row_[i], group.rows) = pool_rows.segment(group.first_row, group.rows);
  }
}

// Adds to W the response of the bodies that joints hold.
void IslandProblem::add_joint_response(const StepRows& rows) {
  const MassSystem& masses = *rows.setup.masses;
  if (masses.empty()) return;
  reduction_.start(masses.matrix());
  responding_.clear();
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const Index row = first_row_[i], at = reduction_.rows();
    if (!masses.add_group(rows.pool, groups_[i], reduction_)) continue;
    if (responding_.empty() || responding_.back().row + responding_.back().size != row)
      responding_.push_back({.row = row, .at = at, .size = 0});
    responding_.back().size += reduction_.rows() - at;
  }
  if (responding_.empty()) return;
  response_.resize(reduction_.rows(), reduction_.rows());
  reduction_.gram(response_);
  for (const Run& i : responding_)
    for (const Run& j : responding_)
      W().block(i.row, j.row, i.size, j.size) += response_.block(i.at, j.at, i.size, j.size);
}

void IslandProblem::assemble_bodies(const StepRows& rows) {
  std::vector<char> slack;
  for (std::size_t i = 0; i < groups_.size(); ++i) slack.push_back(has_slack_row(rows, i));
  island_blocks_.assemble(rows, {groups_, first_row_, slack}, blocks_);
}

void IslandProblem::assemble_blocks(const StepRows& rows) {
  assemble_bodies(rows);
  slack_own_ = blocks_.compliance;
  gather(rows, rows.compliance, compliance_);
  blocks_.compliance += compliance_;
  alone_.setZero(size());
  set_contacts(rows);
  blocks_.contacts = contact_.contacts;
  blocks_.law = contact_.law;
  if (rows.setup.law == ContactLaw::polyhedral) set_polygons(rows);
  gather(rows, rows.impulses.guess, guess_);
  update_bias(rows);
}

// Sets the polygons; slack rows have contacts too.
void IslandProblem::set_polygons(const StepRows& rows) {
  set_slips(rows);
  const std::vector<lcp::FrictionPolygon> polygons = friction_polygons(rows.setup.law, slip_);
  auto next = polygons.begin();
  for (std::size_t i = 0; i < groups_.size(); ++i)
    blocks_.polygons.push_back(rows.is_contact(groups_[i]) ? *next++ : lcp::FrictionPolygon{});
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
    if (rows.is_solved_again())
      u_free_.segment(first_row_[i], n) += rows.missed.segment(rows.first_row(groups_[i]), n);
    if (!rows.is_contact(groups_[i])) continue;
    const auto surface_velocity = rows.contact(groups_[i]).surface_velocity.head(n);
    u_free_.segment(first_row_[i], n) += surface_velocity;
    u_start_.segment(first_row_[i], n) += surface_velocity;
  }
  if (record_ == Record::bodies) return assemble_blocks(rows);
  assemble_W(rows);
  if (record_ == Record::contact || record_ == Record::law) set_contacts(rows);
  if (record_ == Record::boxed) set_bounds(rows);
  gather(rows, rows.impulses.guess, guess_);
  update_bias(rows);
}

bool IslandProblem::repeats(const StepRows& rows, std::span<const int> groups,
                            lcp::DraftRule draft) {
  if (!inputs_.repeat(rows, groups) || (is_draft_ && !draft.wanted)) return false;
  groups_.assign(groups.begin(), groups.end());
  effort_ = {};
  return true;
}

void IslandProblem::keep() {
  const bool solved = solution_.status == lcp::Status::solved;
  if (solved || is_draft_) inputs_.keep(solved && solution_.answered_by == lcp::Method::guess);
}

// True if W is better kept by pairs of contacts: few contacts of a large island meet, and the
// relaxed law uses only the blocks of those that do.
bool IslandProblem::suits_pairs(const StepRows& rows) const {
  return record_ == Record::law && rows.setup.law == ContactLaw::relaxed &&
         lcp::suits_columns(size()) && rows.setup.relaxation_passes == 0 &&
         !rows.setup.decompresses &&
         std::ranges::all_of(groups_, [&](int g) { return rows.is_contact(g); });
}

// True for contacts in space of bodies that no joint holds.
bool IslandProblem::suits_bodies(const StepRows& rows) const {
  const auto is_joined = [&](const RowBlock& block) {
    return block.body >= 0 && rows.setup.masses->is_joined(block.body);
  };
  return std::ranges::all_of(groups_, [&](int g) {
    return rows.contact(g).pair.tangents == 2 &&
           std::ranges::none_of(rows.pool.blocks(g), is_joined);
  });
}

// Returns true if W is kept by pairs.
bool IslandProblem::assemble_pairs(const StepRows& rows) {
  in_pairs_ = in_bodies_ = false;
  if (!suits_pairs(rows)) return false;
  if (rows.setup.masses->empty()) {
    pair_assembler_.assemble(rows.pool, groups_, rows.setup.masses->inverse_mass(),
                             *rows.setup.model, pairs_);
    pairs_.add_diagonal(compliance_);
  } else if (suits_bodies(rows)) {
    in_bodies_ = true;
    assemble_bodies(rows);
    blocks_.compliance = compliance_;
    lcp::set_pairs(blocks_, pairs_);
  } else {
    return false;
  }
  contact_.A.resize(0, 0);
  return in_pairs_ = true;
}

void IslandProblem::assemble_W(const StepRows& rows) {
  gather(rows, rows.compliance, compliance_);
  alone_.setZero(size());
  if (assemble_pairs(rows)) return;
  assembler_.assemble(rows.pool, groups_, first_row_, rows.setup.masses->inverse_mass(),
                      *rows.setup.model, static_cast<int>(size()), W());
  add_joint_response(rows);
  find_blocked(rows);
  W().diagonal() += compliance_;
}

void IslandProblem::update_bias(const StepRows& rows) {
  gather(rows, rows.bias, bias_);
  set_noise(rows);
  load_slack_rows(rows);
  b() = u_free_ + bias_;
  part_blocked(rows);
  drop_noise();
  add_light_noise(rows);
}

// Returns the residual up to which the guess is accepted. The last impulses are wrong by the motion
// that they had to stop beyond the load that presses in every step. Accepted as they are they would
// leave that motion for the next step to stop, and so on in alternation. Where bodies rest, the
// motion before the step tells how wrong they may be; where nothing moves, their residual is no
// motion either. If the step is solved again for missing velocities, the residual of its last
// answer is part of those.
double IslandProblem::guess_residual(const StepRows& rows) const {
  constexpr double kRest = 1e-12, kShare = 4;
  if (rows.is_solved_again()) return kRest;
  if (is_at_rest(rows, groups_)) return std::numeric_limits<double>::infinity();
  const double load = (u_free_ + bias_).lpNorm<Eigen::Infinity>();
  return load > 0 ? std::max(kRest, kShare * u_start_.lpNorm<Eigen::Infinity>() / load) : 1.0;
}

void IslandProblem::solve(const StepRows& rows, const lcp::Options& options,
                          lcp::Workspace& workspace, lcp::DraftRule draft) {
  decompressed_ = is_draft_ = false;
  left_open_.reset();
  answer(rows, options, workspace, draft);
  add_effort(solution_);
  if (!is_draft_) settle_bounds(rows, options, workspace);
}

bool IslandProblem::solve_further(const StepRows& rows, const lcp::Options& options,
                                  lcp::Workspace& workspace) {
  if (!resisting_.empty()) return false;
  const lcp::Solution before = solution_;
  update_bias(rows);
  guess_ = before.f;
  left_open_ = before.residual;
  answer(rows, options, workspace, {});
  left_open_.reset();
  add_effort(solution_);
  if (solution_.status == lcp::Status::solved) return true;
  solution_ = before;
  return false;
}

void IslandProblem::add_effort(const lcp::Solution& solution) {
  effort_.pivots += solution.pivots;
  effort_.drives += solution.drives;
  effort_.factorisations += solution.factorisations;
}

// True if W is finite; no entry is larger than the largest of its diagonal.
bool IslandProblem::is_W_finite() {
  if (record_ == Record::bodies) return is_finite(blocks_);
  return in_pairs_ ? pairs_.is_finite() : W().diagonal().allFinite();
}

// Marks the problem as overflowed: poses and velocities may be finite and their products not.
void IslandProblem::overflow() {
  solution_ = {};
  solution_.f = solution_.a = Eigen::VectorXd::Zero(size());
  solution_.residual = std::numeric_limits<double>::quiet_NaN();
}

lcp::Options IslandProblem::warm_options(const StepRows& rows, const lcp::Options& options) const {
  lcp::Options warm = options;
  if (!guess_.isZero(0)) warm.warm = {guess_.data(), static_cast<std::size_t>(guess_.size())};
  warm.guess_residual = left_open_ ? *left_open_ : guess_residual(rows);
  // A method for contacts only leaves islands of limits and motors to the automatic choice.
  const bool has_contacts = record_ != Record::lcp && record_ != Record::boxed;
  if (!has_contacts && !lcp::supports(warm.method, lcp::ProblemKind::boxed))
    warm.method = lcp::Method::automatic;
  return warm;
}

LawRows IslandProblem::law_rows(const StepRows& rows) const {
  return {.problem = contact_,
          .slip = slip_,
          .lo = boxed_.lo,
          .hi = boxed_.hi,
          .relaxation_passes = rows.setup.relaxation_passes,
          .blocks = in_pairs_ ? &pairs_ : nullptr,
          .bodies = in_bodies_ ? &blocks_ : nullptr,
          .threads = threads_};
}

// Loads the data of the relaxed law into the blocks of bodies.
void IslandProblem::load_bodies() {
  blocks_.b = contact_.b;
  blocks_.noise = contact_.noise;
  blocks_.contacts = contact_.contacts;
}

void IslandProblem::answer(const StepRows& rows, const lcp::Options& options,
                           lcp::Workspace& workspace, lcp::DraftRule draft) {
  if (!(noise().allFinite() && is_W_finite() && b().allFinite())) return overflow();
  if (record_ == Record::contact) guess_bounded(rows, workspace);
  const lcp::Options warm = warm_options(rows, options);
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
      is_draft_ = lcp::solve(blocks_, warm, draft, *threads_, *own_workspace_, solution_);
      return;
    case Record::law:
      if (in_bodies_) load_bodies();
      return law_problem_.solve(rows.setup.law, law_rows(rows), warm, workspace, solution_);
  }
}

void IslandProblem::add_missed(const StepRows& rows, const Eigen::VectorXd& v,
                               Eigen::VectorXd& missed) {
  if (record_ == Record::bodies || in_bodies_ || rows.setup.masses->empty()) return;
  const Eigen::VectorXd known = W() * solution_.f + u_free_;
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1> u;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const int at = rows.first_row(groups_[i]), n = rows.pool.groups()[groups_[i]].rows;
    u.resize(n);
    multiply(rows.pool, groups_[i], v, u);
    if (rows.is_contact(groups_[i])) u += rows.contact(groups_[i]).surface_velocity.head(n);
    for (int r = 0; r < n; ++r)
      missed[at + r] +=
          u[r] + rows.compliance[at + r] * rows.impulses.lambda[at + r] - known[first_row_[i] + r];
  }
}

void IslandProblem::scatter(StepRows& rows) const {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const RowGroup& group = rows.pool.groups()[groups_[i]];
    rows.impulses.lambda.segment(group.first_row, group.rows) =
        solution_.f.segment(first_row_[i], group.rows);
    rows.impulses.decompressed[groups_[i]] = decompressed_;
    rows.impulses.blocked[groups_[i]] = alone_[first_row_[i]] > 0;
    if (rows.is_resistance(groups_[i])) {
      rows.hi[groups_[i]] = hi(rows, i);
    } else if (decompressed_) {
      rows.impulses.floor[group.first_row] = boxed_.lo[first_row_[i]];
    }
  }
}

}  // namespace perpend
