// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "perpend/contact/contact_rows.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend {

/// What the rows of a step are made of; shared by all islands.
struct StepRows {
  const Model* model = nullptr;
  ContactLaw law = ContactLaw::polyhedral;
  RowPool pool;                         ///< joints first, then contacts
  int joints = 0;                       ///< groups of the pool that are joints
  std::vector<ActiveContact> contacts;  ///< contact of group g at [g - joints]
  Eigen::VectorXd bias;                 ///< per row of the pool: gap/dt, error/dt or restitution
  Eigen::VectorXd guess;                ///< per row of the pool: multipliers to start from
  Eigen::VectorXd lambda;               ///< per row of the pool: the multipliers found
  Eigen::VectorXd inverse_mass;         ///< per velocity
  Eigen::VectorXd v_free;               ///< velocities without constraint impulses

  void clear();
};

/// Relative compliance of joint rows. Redundant joints (a loop closed twice) then have one answer,
/// the least-norm one, and small drift between them stays small; 1e-10 of a row's own inverse mass
/// moves a joint less than rounding does.
inline constexpr double kJointCompliance = 1e-10;

/// The complementarity problem of one island: mixed LCP (2.11-2.12) of Hart & Anitescu 2003 with
/// velocities eliminated, a = W lambda + b, W = J M⁻¹ Jᵀ, b = J v_free + bias.
class IslandProblem {
 public:
  /// Assembles W and b of the groups.
  void assemble(const StepRows& rows, std::span<const int> groups);
  /// Solves for the multipliers. solution() tells how it went.
  void solve(const lcp::Options& options, lcp::Workspace& workspace);
  /// Law `relaxed`, after solve(): fixed point back to the exact law (Hart & Anitescu 2003, [3]).
  /// Each pass adds mu lambda of the last one, lambda = |u_t|, to the right-hand side of (2.10).
  /// Stops where that no longer changes or after `passes`.
  void take_relaxation_back(const StepRows& rows, const lcp::Options& options,
                            lcp::Workspace& workspace, int passes);
  /// As solve(), for the bias now in `rows` and the same matrix.
  void update_bias(const StepRows& rows);
  /// Decompression (Poisson): the impulses of solution() are kept and grow by their fraction e at
  /// `restituting` contacts; friction stays within mu times the new normal impulse.
  void decompress(const StepRows& rows, const lcp::Options& options, lcp::Workspace& workspace);
  /// Writes the multipliers of the island's groups to rows.lambda.
  void scatter(StepRows& rows) const;

  /// Whether the impulses gave kinetic energy, the work of moving walls left out:
  /// ½ λ·(u⁺ + u_free) > 0 beyond rounding.
  bool gains_energy() const;

  /// What take_relaxation_back() still had to change, m/s; 0 where it was not called.
  double relaxation_error() const { return relaxation_error_; }
  const lcp::Solution& solution() const { return solution_; }
  std::span<const int> groups() const { return groups_; }
  Eigen::Index size() const { return u_free_.size(); }

 private:
  enum class Record { lcp, boxed, contact };

  Eigen::MatrixXd& W();
  Eigen::VectorXd& b();
  void set_bounds();
  void set_contacts(const StepRows& rows);
  void gather(const StepRows& rows, const Eigen::VectorXd& pool_rows, Eigen::VectorXd& out) const;
  void bound_decompression(const StepRows& rows, const Eigen::VectorXd& compression,
                           const Eigen::VectorXd& total);
  double floor_of(const StepRows& rows, std::size_t group) const;

  std::vector<int> groups_;
  std::vector<int> first_row_;    // of each group in the island
  Eigen::Index joint_rows_ = 0;   // they come first
  Eigen::VectorXd u_free_;        // J v_free
  Eigen::VectorXd bias_, guess_;  // slices of StepRows
  Eigen::VectorXd relaxed_bias_;  // bias_ before take_relaxation_back()
  Record record_ = Record::lcp;   // the record in use; it owns W
  bool decompressed_ = false;
  double relaxation_error_ = 0.0;
  lcp::Lcp lcp_;                 // frictionless or relaxed contact, no joints
  lcp::BoxedLcp boxed_;          // the same with joints; decompression of every law
  lcp::ContactProblem contact_;  // polyhedral
  DelassusAssembler assembler_;
  lcp::Solution solution_;
};

}  // namespace perpend
