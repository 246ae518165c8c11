// SPDX-License-Identifier: Apache-2.0
#include "perpend/contact/island_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace perpend {
namespace {

using Eigen::Index;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Decompression freezes the friction limits of each pass at the normal impulses of the last one.
constexpr int kDecompressionPasses = 10;

// The fixed point contracts linearly; this is where its steps reach the referee's own bound.
constexpr double kRelaxationChange = 1e-11;
// Full passes converge fastest where they do; two contacts can take turns sliding, which half
// passes end.
constexpr int kFullPasses = 15;
// An elastic impact exchanges its energy exactly; what rounding adds is far below this.
constexpr double kEnergyRounding = 1e-10;

}  // namespace

void StepRows::clear() {
  pool.clear();
  contacts.clear();
  bounded = 0;
}

Eigen::MatrixXd& IslandProblem::W() {
  return record_ == Record::lcp ? lcp_.A : record_ == Record::boxed ? boxed_.A : contact_.A;
}

Eigen::VectorXd& IslandProblem::b() {
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

// A motor or dry friction beside Coulomb contacts is the tangent of a contact of its own, whose
// normal impulse is its bound: |f| <= f_n with f_n = hi from the row w f_n - w hi = 0 before it,
// the carrier, which touches nothing else.
bool IslandProblem::has_carrier(const StepRows& rows, std::size_t i) const {
  return record_ == Record::contact && !rows.is_contact(groups_[i]) &&
         std::isfinite(rows.hi[groups_[i]]);
}

void IslandProblem::load_carriers(const StepRows& rows) {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (!has_carrier(rows, i)) continue;
    const Index row = first_row_[i], carrier = row - 1;
    const double w = W()(row, row) > 0 ? W()(row, row) : 1.0;
    W()(carrier, carrier) = w;
    bias_[carrier] = -w * rows.hi[groups_[i]];
    guess_[carrier] = rows.hi[groups_[i]];
  }
}

void IslandProblem::set_bounds(const StepRows& rows) {
  boxed_.lo = Eigen::VectorXd::Zero(size());
  boxed_.hi = Eigen::VectorXd::Constant(size(), kInfinity);
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (rows.is_contact(groups_[i])) continue;
    boxed_.lo[first_row_[i]] = rows.lo[groups_[i]];
    boxed_.hi[first_row_[i]] = rows.hi[groups_[i]];
    if (has_carrier(rows, i)) boxed_.lo[first_row_[i] - 1] = -kInfinity;
  }
}

void IslandProblem::set_contacts(const StepRows& rows) {
  contact_.contacts.clear();
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (rows.is_contact(groups_[i])) {
      const double mu = rows.contact(groups_[i]).mu;
      contact_.contacts.push_back({.row = first_row_[i], .tangents = 1, .mu_s = mu, .mu_k = mu});
    } else if (has_carrier(rows, i)) {
      contact_.contacts.push_back({.row = first_row_[i] - 1, .tangents = 1, .mu_s = 1, .mu_k = 1});
    } else {
      contact_.contacts.push_back({.row = first_row_[i]});
    }
  }
}

// The record, and where in it the rows of each group stand.
void IslandProblem::lay_out(const StepRows& rows, std::span<const int> groups) {
  groups_.assign(groups.begin(), groups.end());
  const auto contact = [&](int g) { return rows.is_contact(g); };
  const auto motor = [&](int g) { return !contact(g) && std::isfinite(rows.hi[g]); };
  const bool coulomb =
      rows.law == ContactLaw::polyhedral && std::any_of(groups.begin(), groups.end(), contact);
  record_ = coulomb                                            ? Record::contact
            : std::any_of(groups.begin(), groups.end(), motor) ? Record::boxed
                                                               : Record::lcp;
  first_row_.clear();
  int n = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (has_carrier(rows, i)) ++n;
    first_row_.push_back(n);
    n += rows.pool.groups()[groups_[i]].rows;
  }
  u_free_.setZero(n);
  u_start_.setZero(n);
}

// W += the response of the bodies that joints hold.
void IslandProblem::add_joint_response(const StepRows& rows) {
  if (!rows.joints || rows.joints->empty()) return;
  reduction_.start(rows.joints->matrix());
  responding_.clear();
  for (std::size_t i = 0; i < groups_.size(); ++i)
    if (rows.joints->add_group(rows.pool, groups_[i], reduction_))
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

void IslandProblem::assemble(const StepRows& rows, std::span<const int> groups) {
  lay_out(rows, groups);
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const int n = rows.pool.groups()[groups_[i]].rows;
    multiply(rows.pool, groups_[i], *rows.model, rows.v_free, u_free_.segment(first_row_[i], n));
    multiply(rows.pool, groups_[i], *rows.model, rows.v_start, u_start_.segment(first_row_[i], n));
  }
  assembler_.assemble(rows.pool, groups_, first_row_, rows.inverse_mass, *rows.model,
                      static_cast<int>(size()), W());
  add_joint_response(rows);
  if (record_ == Record::contact) set_contacts(rows);
  if (record_ == Record::boxed) set_bounds(rows);
  gather(rows, rows.guess, guess_);
  update_bias(rows);
  decompressed_ = false;
  relaxation_error_ = 0;
}

void IslandProblem::update_bias(const StepRows& rows) {
  gather(rows, rows.bias, bias_);
  load_carriers(rows);
  b() = u_free_ + bias_;
}

void IslandProblem::solve(const lcp::Options& options, lcp::Workspace& workspace) {
  lcp::Options warm = options;
  if (!guess_.isZero(0)) warm.warm = {guess_.data(), static_cast<std::size_t>(guess_.size())};
  switch (record_) {
    case Record::lcp:
      return lcp::solve(lcp_, warm, workspace, solution_);
    case Record::boxed:
      return lcp::solve(boxed_, warm, workspace, solution_);
    case Record::contact:
      return lcp::solve(contact_, warm, workspace, solution_);
  }
}

void IslandProblem::take_relaxation_back(const StepRows& rows, const lcp::Options& options,
                                         lcp::Workspace& workspace, int passes) {
  gather(rows, rows.bias, relaxed_bias_);
  for (int pass = 0; pass < passes && solution_.status == lcp::Status::solved; ++pass) {
    const double step = pass < kFullPasses ? 1.0 : 0.5;
    relaxation_error_ = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (!rows.is_contact(groups_[i])) continue;
      // The rows are u_n ± mu u_t, so that half their difference is mu u_t.
      const Index row = first_row_[i];
      const double u_plus = solution_.a[row] - bias_[row];
      const double u_minus = solution_.a[row + 1] - bias_[row + 1];
      const double slip = 0.5 * std::abs(u_plus - u_minus);
      const double change = relaxed_bias_[row] + slip - bias_[row];
      relaxation_error_ = std::max(relaxation_error_, std::abs(change));
      bias_.segment<2>(row).array() += step * change;
    }
    if (relaxation_error_ <= kRelaxationChange * b().lpNorm<Eigen::Infinity>()) return;
    b() = u_free_ + bias_;
    guess_ = solution_.f;
    solve(options, workspace);
  }
}

// Bounds of the second problem: no impulse falls below what compression and its restituted part
// gave; friction stays within the cone of the total normal impulse of the last pass.
void IslandProblem::bound_decompression(const StepRows& rows, const Eigen::VectorXd& compression,
                                        const Eigen::VectorXd& total) {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (!rows.is_contact(groups_[i])) continue;
    const ActiveContact& contact = rows.contact(groups_[i]);
    const Index row = first_row_[i];
    const bool coulomb = rows.law == ContactLaw::polyhedral;
    const Index end = row + (coulomb ? 1 : rows_per_contact(rows.law));
    const double e = contact.e;
    for (Index r = row; r < end; ++r) boxed_.lo[r] = (1 + e) * std::max(0.0, compression[r]);
    if (!coulomb) continue;
    const double limit = contact.mu * std::max(boxed_.lo[row], total[row]);
    boxed_.lo[row + 1] = -limit;
    boxed_.hi[row + 1] = limit;
  }
}

void IslandProblem::decompress(const StepRows& rows, const lcp::Options& options,
                               lcp::Workspace& workspace) {
  const Eigen::VectorXd compression = solution_.f;
  const Record compressed = std::exchange(record_, Record::boxed);
  const Eigen::VectorXd b_compressed = compressed == Record::lcp     ? lcp_.b
                                       : compressed == Record::boxed ? boxed_.b
                                                                     : contact_.b;
  if (compressed == Record::lcp) boxed_.A.swap(lcp_.A);
  if (compressed == Record::contact) boxed_.A.swap(contact_.A);
  boxed_.b = b_compressed;
  record_ = compressed;  // carriers are those of the first problem
  set_bounds(rows);
  record_ = Record::boxed;

  Eigen::VectorXd total = compression;
  lcp::Options keller = options;
  keller.method = lcp::Method::automatic;
  keller.warm = {};
  for (int pass = 0; pass < kDecompressionPasses; ++pass) {
    bound_decompression(rows, compression, total);
    lcp::solve(boxed_, keller, workspace, solution_);
    const double change = (solution_.f - total).lpNorm<Eigen::Infinity>();
    total = solution_.f;
    const double scale = total.lpNorm<Eigen::Infinity>();
    if (rows.law != ContactLaw::polyhedral || change <= 1e-12 * scale) break;
  }

  decompressed_ = true;
  record_ = compressed;
  if (compressed == Record::lcp) boxed_.A.swap(lcp_.A);
  if (compressed == Record::contact) boxed_.A.swap(contact_.A);
}

bool IslandProblem::gains_energy(const StepRows& rows) const {
  double work = 0, largest = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (!rows.is_contact(groups_[i])) continue;
    const int n = rows.pool.groups()[groups_[i]].rows;
    const auto part = [&](const Eigen::VectorXd& x) { return x.segment(first_row_[i], n); };
    const Eigen::VectorXd u = part(solution_.a) - part(bias_);
    work += part(solution_.f).dot(u + part(u_start_));
    largest += part(solution_.f).cwiseAbs().dot(u.cwiseAbs() + part(u_start_).cwiseAbs());
  }
  return work > kEnergyRounding * largest;
}

void IslandProblem::scatter(StepRows& rows) const {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const RowGroup& group = rows.pool.groups()[groups_[i]];
    rows.lambda.segment(group.first_row, group.rows) =
        solution_.f.segment(first_row_[i], group.rows);
    if (decompressed_ && rows.is_contact(groups_[i]))
      rows.contacts[groups_[i] - rows.bounded].floor = floor_of(rows, i);
  }
}

double IslandProblem::floor_of(const StepRows& rows, std::size_t i) const {
  const double mu = rows.contact(groups_[i]).mu;
  return impulse_of(rows.law, mu, boxed_.lo.data() + first_row_[i]).x();
}

}  // namespace perpend
