// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "contact/island/island_blocks.hpp"
#include "contact/island/island_inputs.hpp"
#include "contact/law_problem.hpp"
#include "contact/step_rows.hpp"
#include "dynamics/pair_assembler.hpp"
#include "lcp/cone/draft.hpp"
#include "lcp/problem/representation.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend {

/// The work of solves.
struct Effort {
  int pivots = 0, drives = 0, factorisations = 0;
};

/// The energy that the impulses of an impact add.
struct ImpactEnergy {
  double gain = 0.0;      ///< J; negative where the impact dissipates
  double terms = 0.0;     ///< sum of the absolute values of the terms that cancel in it, J
  double rounding = 0.0;  ///< gains up to this are rounding, J

  bool is_gained() const { return gain > rounding; }
};

/// The complementarity problem of one island: mixed LCP (2.11-2.12) of Hart & Anitescu 2003 with
/// velocities eliminated, a = W lambda + b, W = J M⁻¹ Jᵀ, b = J v_free + bias, where M⁻¹ is that of
/// MassSystem for the bodies it holds, joints included (Baraff 1996, section 8).
class IslandProblem {
 public:
  /// Returns true if the problem of these groups is the one that was kept last, bit for bit, and
  /// its answer has the wanted accuracy: then both are as after solve(), at no cost.
  bool repeats(const StepRows& rows, std::span<const int> groups, lcp::DraftRule draft);
  /// Keeps both for the step if the problem is solved or a draft, and for later steps if nothing
  /// moves and the guess was the answer.
  void keep();
  /// Begins another step.
  void leave_step() { inputs_.leave_step(); }
  /// Assembles W and b of the groups for the method of the options.
  void assemble(const StepRows& rows, std::span<const int> groups, const lcp::Options& options);
  /// Solves for the multipliers. The residual of solution() is that of the law's own problem.
  void solve(const StepRows& rows, const lcp::Options& options, lcp::Workspace& workspace,
             lcp::DraftRule draft = {});
  /// Threads that share the solves in bodies from now on; they must outlive this.
  void run_on(Threads& threads) { threads_ = &threads; }
  /// True if solve() ended at the loose tolerance (draft) it was asked for: the problem is not
  /// solved, and that is no failure.
  bool is_draft() const { return is_draft_; }
  /// Adds to `missed`, by rows of the pool, the row velocities under v less W lambda + b (m/s),
  /// after solve(), with v the velocities of the bodies under its multipliers. W is built of half
  /// solves, whose round-off is amplified by joints that nearly depend on each other. Adds nothing
  /// if W is not stored.
  void add_missed(const StepRows& rows, const Eigen::VectorXd& v, Eigen::VectorXd& missed);
  /// Updates the problem for the bias now in `rows`, with the same matrix.
  void update_bias(const StepRows& rows);
  /// Solves again with the bias now in `rows`, from the multipliers of the last solve. Returns true
  /// if it is solved; else solution() stays as it was, and update_bias() must follow with the bias
  /// it was found for. Problems with resistances are not solved again.
  bool solve_further(const StepRows& rows, const lcp::Options& options, lcp::Workspace& workspace);
  /// Applies decompression (Poisson): normal impulses are at least those of compression, the
  /// solution() of solve(), and e times e_scale of their part that the forces of the step did not
  /// press; friction stays within mu times the new normal impulse. In space it supports the laws
  /// cone, box and frictionless. May be called again with another e_scale.
  void decompress(const StepRows& rows, double e_scale, lcp::Workspace& workspace);
  /// Writes the multipliers of the island's groups and, where decompressed, their floors to
  /// rows.impulses, and the bounds of its resistances.
  void scatter(StepRows& rows) const;

  /// Returns the kinetic energy that impulses of contacts and limits added, without the work of
  /// forces and moving walls: ½ λ·(u⁺ + u_start). In steps with StepRows::fall this includes the
  /// potential energy that their drift adds.
  ImpactEnergy impact_energy(const StepRows& rows) const;

  /// Returns true if the normal rows of the contacts alone, without restitution and push-out, are
  /// proven to have no solution; then no friction gives them one. False if W is not stored.
  bool contradicts_gaps(const StepRows& rows, lcp::Workspace& workspace);

  /// Solves as solve() does, with slightly compliant contacts, so that loads that joints press on
  /// them take impulses that are large, but finite. Requires a stored W.
  void solve_giving(const StepRows& rows, const lcp::Options& options, lcp::Workspace& workspace);
  /// True if the impulse of a contact or limit is more than `times` the one that would stop all
  /// motion at hand, plus the impulses of motors: levers and wedges stay below that.
  bool bears_over(const StepRows& rows, double times) const;

  /// Finds, after solve(), the least frictionless impulses of contacts and limits (N·s, by rows of
  /// the pool, added to the answer) whose velocities separate overlap as their bias asked before it
  /// was given up. Returns false if there are none or W is not stored.
  bool part_overlap(const StepRows& rows, lcp::Workspace& workspace, Eigen::VectorXd& impulses);

  /// Returns the problem as data. With friction it is the contact problem whose law is the cone (or
  /// box) of the coefficients, which every other law discretises; for a decompressed impact it is
  /// that of its compression. A limit is a contact without friction, a motor the tangent of a
  /// contact of its own whose normal impulse is its bound. Copies; meant for files and benchmarks.
  std::variant<lcp::Lcp, lcp::BoxedLcp, lcp::ContactProblem, lcp::GlobalContactProblem> problem()
      const;

  /// Returns the problem in the unknowns of the law, for laws that are neither cone nor
  /// frictionless, as solved last; null otherwise, and if contacts with polygons were solved in its
  /// place.
  const lcp::DiscretisedProblem* discretised() const {
    return record_ == Record::law ? law_problem_.discretised() : nullptr;
  }
  /// Returns the same as data, also for polygons in the velocities of bodies. Copies.
  std::optional<lcp::BoxedLcp> boxed_law() const;
  /// Returns the last change of the fixed point that restores the exact law, m/s.
  double relaxation_error() const {
    return record_ == Record::law ? law_problem_.relaxation_error() : 0.0;
  }
  const lcp::Solution& solution() const { return solution_; }
  /// Effort of all solves since assemble().
  const Effort& effort() const { return effort_; }
  /// Representation of W in the last solve.
  lcp::Representation representation() const { return representation_; }
  /// True if the unknowns are the velocities of the bodies, as assembled.
  bool is_in_bodies() const { return record_ == Record::bodies; }
  /// True if pivoting methods solve it instead of methods for the cone.
  bool is_pivoted() const { return !is_cone(); }
  /// Number of unknown velocities, if is_in_bodies().
  int velocities() const { return blocks_.velocities(); }
  /// True if joints drive bodies into fixed obstacles at contacts whose impulses move nothing:
  /// these carry no load, and the bodies overlap at the rate of the joints.
  bool is_blocked() const { return is_blocked_; }
  /// True if it has bodies so light beside others that no impulses in double precision stop them.
  bool is_beyond_rounding() const { return is_beyond_rounding_; }
  std::span<const int> groups() const { return groups_; }
  /// First row of groups()[i] in the island.
  Eigen::Index first_row(std::size_t i) const { return first_row_[i]; }
  /// Returns, per row of the island, J v of the motion with the least energy that prescribed bodies
  /// give others through joints and limits, m/s.
  Eigen::VectorXd induced_rates(const StepRows& rows, lcp::Workspace& workspace);
  Eigen::Index size() const { return u_free_.size(); }

 private:
  enum class Record { lcp, boxed, contact, law, bodies };

  void start_bounds(const StepRows& rows);
  double hi(const StepRows& rows, std::size_t i) const;
  double lo(const StepRows& rows, std::size_t i) const;
  Eigen::VectorXd borne_bounds(const StepRows& rows) const;
  void load_bounds(const StepRows& rows);
  void guess_moments(const StepRows& rows, const Eigen::VectorXd& next);
  bool move_with_bounds(const StepRows& rows, const Eigen::VectorXd& borne, Eigen::VectorXd& next);
  void settle_bounds(const StepRows& rows, const lcp::Options& options, lcp::Workspace& workspace);
  void overflow();
  lcp::Options warm_options(const StepRows& rows, const lcp::Options& options) const;
  LawRows law_rows(const StepRows& rows) const;
  void answer(const StepRows& rows, const lcp::Options& options, lcp::Workspace& workspace,
              lcp::DraftRule draft);
  void add_effort(const lcp::Solution& solution);
  double mass_behind(const StepRows& rows) const;
  lcp::Status solve_normals(const std::vector<Eigen::Index>& rows, const Eigen::VectorXd& b,
                            const Eigen::VectorXd& gives, lcp::Workspace& workspace,
                            lcp::Solution& solution);
  Eigen::MatrixXd& W();
  Eigen::VectorXd& b();
  void guess_bounded(const StepRows& rows, lcp::Workspace& workspace);
  double guess_residual(const StepRows& rows) const;
  Record record_of(const StepRows& rows, const lcp::Options& options) const;
  void lay_out(const StepRows& rows, std::span<const int> groups, const lcp::Options& options);
  static bool is_free(const StepRows& rows, std::span<const int> groups);
  static bool is_large(const StepRows& rows, std::span<const int> groups,
                       const lcp::Options& options);
  bool has_cone(const StepRows& rows, const lcp::Options& options) const;
  void add_joint_response(const StepRows& rows);
  bool is_cone() const { return record_ == Record::contact || record_ == Record::bodies; }
  bool has_slack_row(const StepRows& rows, std::size_t i) const;
  bool suits_pairs(const StepRows& rows) const;
  bool suits_bodies(const StepRows& rows) const;
  bool assemble_pairs(const StepRows& rows);
  void assemble_W(const StepRows& rows);
  void find_blocked(const StepRows& rows);
  void set_alone(Eigen::Index row, double free);
  void part_blocked(const StepRows& rows);
  bool is_W_finite();
  void assemble_bodies(const StepRows& rows);
  void assemble_blocks(const StepRows& rows);
  void load_bodies();
  void load_slack_rows(const StepRows& rows);
  double slack_response(const StepRows& rows, std::size_t i, double load);
  Eigen::VectorXd& noise();
  double speed_noise(const StepRows& rows) const;
  void set_noise(const StepRows& rows);
  void drop_noise();
  double passing_mass(const StepRows& rows) const;
  double response(const StepRows& rows, std::size_t i, Eigen::Index r);
  void add_light_noise(const StepRows& rows);
  void set_bounds(const StepRows& rows);
  void set_contacts(const StepRows& rows);
  void set_slips(const StepRows& rows);
  void set_polygons(const StepRows& rows);
  void gather(const StepRows& rows, const Eigen::VectorXd& pool_rows, Eigen::VectorXd& out) const;
  lcp::ContactProblem with_bounded_rows() const;
  void set_floors(const StepRows& rows, double e_scale);
  void bound_friction(const StepRows& rows, const Eigen::VectorXd& total);
  void decompress_boxed(const StepRows& rows, lcp::Workspace& workspace);
  void decompress_contacts(lcp::Workspace& workspace);
  double work_of_fall(const StepRows& rows) const;

  IslandInputs inputs_;
  std::vector<int> groups_;
  Eigen::VectorXd slack_own_;   // Record::bodies: own response of the rows after slack rows
  std::vector<int> first_row_;  // per group, in the island, after its slack row
  // Positions in groups_ of resistances and of the contacts that bound them, and the bounds, N·m·s.
  std::vector<std::size_t> resisting_, bearing_;
  std::vector<int> bound_of_;  // per group: index of its bound; -1 if it has none
  Eigen::VectorXd bounds_;
  std::optional<double> left_open_;            // residual up to which the guess is accepted
  Eigen::VectorXd u_free_;                     // J v_free
  Eigen::VectorXd u_start_;                    // J v_start
  Eigen::VectorXd bias_, compliance_, guess_;  // slices of StepRows
  Record record_ = Record::lcp;                // the record in use; it owns W
  Eigen::VectorXd alone_;  // per row: response without joints, if they block it; else 0
  bool is_blocked_ = false;
  bool decompressed_ = false;
  bool is_draft_ = false;
  bool is_beyond_rounding_ = false;
  Eigen::VectorXd compression_;  // impulses of the first phase of an impact
  lcp::Lcp lcp_;                 // frictionless contact, limits
  lcp::BoxedLcp boxed_;          // likewise with motors; decompression of every law
  lcp::ContactProblem contact_;  // friction; the starting point of every other law
  LawProblem law_problem_;
  lcp::BlockProblem blocks_;  // friction of large islands, in the velocities of bodies
  IslandBlocks island_blocks_;
  Threads* threads_ = &Threads::alone();
  std::unique_ptr<lcp::Workspace> own_workspace_;  // for blocks_: keeps their elimination order
  lcp::SlipOptions slip_;                          // data of the contacts for LawProblem
  DelassusAssembler assembler_;
  bool in_pairs_ = false;   // W is pairs_, and made dense on request
  bool in_bodies_ = false;  // then blocks_ are in use too
  linalg::PairBlocks pairs_;
  PairAssembler pair_assembler_;
  linalg::BlockReduction reduction_;
  Eigen::MatrixXd response_;  // response of the rows that touch MassSystem
  struct Run {
    Eigen::Index row, at, size;  // first in W and in response_
  };
  std::vector<Run> responding_;  // those rows, in runs of adjacent rows of W
  lcp::Solution solution_;
  Effort effort_;
  lcp::Representation representation_ = lcp::Representation::dense;
};

}  // namespace perpend
