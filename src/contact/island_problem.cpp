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
  joints = 0;
}

Eigen::MatrixXd& IslandProblem::W() {
  return record_ == Record::lcp ? lcp_.A : record_ == Record::boxed ? boxed_.A : contact_.A;
}

Eigen::VectorXd& IslandProblem::b() {
  return record_ == Record::lcp ? lcp_.b : record_ == Record::boxed ? boxed_.b : contact_.b;
}

void IslandProblem::gather(const StepRows& rows, const Eigen::VectorXd& pool_rows,
                           Eigen::VectorXd& out) const {
  out.resize(u_free_.size());
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const RowGroup& group = rows.pool.groups()[groups_[i]];
    out.segment(first_row_[i], group.rows) = pool_rows.segment(group.first_row, group.rows);
  }
}

void IslandProblem::set_bounds() {
  const Index n = size();
  boxed_.lo = Eigen::VectorXd::Zero(n);
  boxed_.hi = Eigen::VectorXd::Constant(n, kInfinity);
  boxed_.lo.head(joint_rows_).setConstant(-kInfinity);
}

void IslandProblem::set_contacts(const StepRows& rows) {
  contact_.contacts.clear();
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (groups_[i] < rows.joints) continue;
    const double mu = rows.contacts[groups_[i] - rows.joints].mu;
    contact_.contacts.push_back({.row = first_row_[i], .tangents = 1, .mu_s = mu, .mu_k = mu});
  }
}

void IslandProblem::assemble(const StepRows& rows, std::span<const int> groups) {
  groups_.assign(groups.begin(), groups.end());
  first_row_.clear();
  Index n = joint_rows_ = 0;
  for (const int g : groups_) {
    first_row_.push_back(static_cast<int>(n));
    n += rows.pool.groups()[g].rows;
    if (g < rows.joints) joint_rows_ = n;
  }
  u_free_.resize(n);
  for (std::size_t i = 0; i < groups_.size(); ++i)
    multiply(rows.pool, groups_[i], *rows.model, rows.v_free,
             u_free_.segment(first_row_[i], rows.pool.groups()[groups_[i]].rows));

  const bool coulomb = rows.law == ContactLaw::polyhedral && n > joint_rows_;
  record_ = coulomb ? Record::contact : joint_rows_ > 0 ? Record::boxed : Record::lcp;
  assembler_.assemble(rows.pool, groups_, rows.inverse_mass, *rows.model, W());
  W().diagonal().head(joint_rows_) *= 1 + kJointCompliance;
  if (record_ == Record::contact) set_contacts(rows);
  if (record_ == Record::boxed) set_bounds();
  gather(rows, rows.guess, guess_);
  update_bias(rows);
  decompressed_ = false;
  relaxation_error_ = 0;
}

void IslandProblem::update_bias(const StepRows& rows) {
  gather(rows, rows.bias, bias_);
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
      if (groups_[i] < rows.joints) continue;
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
    if (groups_[i] < rows.joints) continue;
    const ActiveContact& contact = rows.contacts[groups_[i] - rows.joints];
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
  set_bounds();

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

bool IslandProblem::gains_energy() const {
  const Eigen::VectorXd u = solution_.a - bias_;
  const double largest = solution_.f.cwiseAbs().dot(u.cwiseAbs() + u_free_.cwiseAbs());
  return solution_.f.dot(u + u_free_) > kEnergyRounding * largest;
}

void IslandProblem::scatter(StepRows& rows) const {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const RowGroup& group = rows.pool.groups()[groups_[i]];
    rows.lambda.segment(group.first_row, group.rows) =
        solution_.f.segment(first_row_[i], group.rows);
    if (decompressed_ && groups_[i] >= rows.joints)
      rows.contacts[groups_[i] - rows.joints].floor = floor_of(rows, i);
  }
}

double IslandProblem::floor_of(const StepRows& rows, std::size_t i) const {
  const double mu = rows.contacts[groups_[i] - rows.joints].mu;
  return impulse_of(rows.law, mu, boxed_.lo.data() + first_row_[i]).x();
}

}  // namespace perpend
