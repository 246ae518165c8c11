// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "perpend/contact/contact_rows.hpp"
#include "perpend/dynamics/joint_system.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend {

/// What the rows of a step are made of; shared by all islands. Joints are not among them: the
/// velocities of bodies that JointSystem holds answer impulses as the joints let them.
struct StepRows {
  const Model* model = nullptr;
  const JointSystem* joints = nullptr;  ///< factored at the pose of the rows
  ContactLaw law = ContactLaw::polyhedral;
  RowPool pool;                         ///< bounded coordinates first (one row each), then contacts
  int bounded = 0;                      ///< groups of the pool that are limits, motors, friction
  std::vector<ActiveContact> contacts;  ///< contact of group g at [g - bounded]
  Eigen::VectorXd lo, hi;               ///< per bounded group: bounds of the impulse, N·s
  Eigen::VectorXd bias;    ///< per row of the pool: gap/dt, less speed of a motor, or restitution
  Eigen::VectorXd guess;   ///< per row of the pool: multipliers to start from
  Eigen::VectorXd lambda;  ///< per row of the pool: the multipliers found
  Eigen::VectorXd inverse_mass;  ///< per velocity; 0 where JointSystem holds the body
  Eigen::VectorXd v_start;       ///< velocities before the step's impulses and forces
  Eigen::VectorXd v_free;        ///< velocities without the impulses of these rows

  void clear();
  bool is_contact(int group) const { return group >= bounded; }
  const ActiveContact& contact(int group) const { return contacts[group - bounded]; }
};

/// The complementarity problem of one island: mixed LCP (2.11-2.12) of Hart & Anitescu 2003 with
/// velocities eliminated, a = W lambda + b, W = J M⁻¹ Jᵀ, b = J v_free + bias, where M⁻¹ is that of
/// JointSystem for the bodies it holds, joints included (Baraff 1996, section 8).
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

  /// Whether contact impulses gave kinetic energy, the work of forces and moving walls left out:
  /// ½ λ·(u⁺ + u_start) > 0 beyond rounding.
  bool gains_energy(const StepRows& rows) const;

  /// What take_relaxation_back() still had to change, m/s; 0 where it was not called.
  double relaxation_error() const { return relaxation_error_; }
  const lcp::Solution& solution() const { return solution_; }
  std::span<const int> groups() const { return groups_; }
  Eigen::Index size() const { return u_free_.size(); }

 private:
  enum class Record { lcp, boxed, contact };

  Eigen::MatrixXd& W();
  Eigen::VectorXd& b();
  void lay_out(const StepRows& rows, std::span<const int> groups);
  void add_joint_response(const StepRows& rows);
  bool has_carrier(const StepRows& rows, std::size_t i) const;
  void load_carriers(const StepRows& rows);
  void set_bounds(const StepRows& rows);
  void set_contacts(const StepRows& rows);
  void gather(const StepRows& rows, const Eigen::VectorXd& pool_rows, Eigen::VectorXd& out) const;
  void bound_decompression(const StepRows& rows, const Eigen::VectorXd& compression,
                           const Eigen::VectorXd& total);
  double floor_of(const StepRows& rows, std::size_t group) const;

  std::vector<int> groups_;
  std::vector<int> first_row_;    // of each group in the island, behind its carrier
  Eigen::VectorXd u_free_;        // J v_free
  Eigen::VectorXd u_start_;       // J v_start
  Eigen::VectorXd bias_, guess_;  // slices of StepRows
  Eigen::VectorXd relaxed_bias_;  // bias_ before take_relaxation_back()
  Record record_ = Record::lcp;   // the record in use; it owns W
  bool decompressed_ = false;
  double relaxation_error_ = 0.0;
  lcp::Lcp lcp_;                 // frictionless or relaxed contact, limits
  lcp::BoxedLcp boxed_;          // the same with motors; decompression of every law
  lcp::ContactProblem contact_;  // polyhedral
  DelassusAssembler assembler_;
  linalg::BlockReduction reduction_;
  Eigen::MatrixXd response_;     // of the rows that touch JointSystem
  std::vector<int> responding_;  // positions of their groups
  lcp::Solution solution_;
};

}  // namespace perpend
