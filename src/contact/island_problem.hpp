// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "contact/island_blocks.hpp"
#include "contact/island_inputs.hpp"
#include "contact/law_problem.hpp"
#include "contact/step_rows.hpp"
#include "dynamics/pair_assembler.hpp"
#include "lcp/cone/draft.hpp"
#include "lcp/problem/representation.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend {

/// What solving took.
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
  /// Whether the problem of these groups is the one that was kept last, bit for bit, and its answer
  /// is what is asked for: then both are as after solve(), and took nothing.
  bool repeats(const StepRows& rows, std::span<const int> groups, lcp::DraftRule draft);
  /// Keeps both for the step if it is solved or a draft, and for others where nothing moves and the
  /// guess was the answer.
  void keep();
  /// Another step begins.
  void leave_step() { inputs_.leave_step(); }
  /// Assembles W and b of the groups for the method of the options.
  void assemble(const StepRows& rows, std::span<const int> groups, const lcp::Options& options);
  /// Solves for the multipliers. solution() tells how it went; its residual is that of the law's
  /// own problem.
  void solve(const StepRows& rows, const lcp::Options& options, lcp::Workspace& workspace,
             lcp::DraftRule draft = {});
  /// Threads that share the solves in bodies from now on; they must outlive this.
  void run_on(Threads& threads) { threads_ = &threads; }
  /// Whether solve() ended at the draft it was asked for: the problem is not solved, and that is no
  /// failure.
  bool is_draft() const { return is_draft_; }
  /// After solve(), with v the velocities of the bodies under its multipliers: adds to `missed`, by
  /// rows of the pool, what v gives them less W lambda + b (m/s). W comes of half solves, whose
  /// rounding joints that nearly depend on each other magnify. Adds nothing where W is not stored.
  void add_missed(const StepRows& rows, const Eigen::VectorXd& v, Eigen::VectorXd& missed);
  /// As solve(), for the bias now in `rows` and the same matrix.
  void update_bias(const StepRows& rows);
  /// The same from the multipliers of the last solve. Whether it is solved; else solution() stays
  /// what it was, and update_bias() is to follow with the bias it was found for. Problems with
  /// resistances are not solved again.
  bool solve_further(const StepRows& rows, const lcp::Options& options, lcp::Workspace& workspace);
  /// Decompression (Poisson): normal impulses are at least those of compression, the solution() of
  /// solve(), and e times e_scale of what the forces of the step did not press; friction stays
  /// within mu times the new normal impulse. In space of the laws cone, box and frictionless. May
  /// be called again with another e_scale.
  void decompress(const StepRows& rows, double e_scale, lcp::Workspace& workspace);
  /// Writes the multipliers of the island's groups and, where decompressed, their floors to
  /// rows.impulses, and the bounds of its resistances.
  void scatter(StepRows& rows) const;

  /// Returns the kinetic energy that impulses of contacts and limits added, without the work of
  /// forces and moving walls: ½ λ·(u⁺ + u_start). In steps with StepRows::fall this includes the
  /// potential energy that their drift adds.
  ImpactEnergy impact_energy(const StepRows& rows) const;

  /// Whether the normal rows of the contacts alone, without restitution and push-out, are proven to
  /// have no solution; then no friction gives them one. False where W is not stored.
  bool contradicts_gaps(const StepRows& rows, lcp::Workspace& workspace);

  /// As solve(), with contacts that give way by a little, so that what joints press on them takes
  /// impulses that are large, and no larger. Only where W is stored.
  void solve_giving(const StepRows& rows, const lcp::Options& options, lcp::Workspace& workspace);
  /// Whether a contact or limit bears more than so many times what would stop all that is at hand
  /// and what motors bear: levers and wedges make less of it.
  bool bears_over(const StepRows& rows, double times) const;

  /// After solve(): least impulses (N·s, by rows of the pool, beside those that are the answer) of
  /// contacts and limits alone, without friction, whose velocities part what overlaps as their bias
  /// asked before it was given up. False where there are none or W is not stored.
  bool part_overlap(const StepRows& rows, lcp::Workspace& workspace, Eigen::VectorXd& impulses);

  /// The problem as data: with friction, the contact problem whose law the cone (or box) of the
  /// coefficients is, which every other law discretises; of a decompressed impact, that of its
  /// compression. A limit is a contact without friction, a motor the tangent of a contact of its
  /// own whose normal impulse is its bound. Copies; for files and benchmarks.
  std::variant<lcp::Lcp, lcp::BoxedLcp, lcp::ContactProblem, lcp::GlobalContactProblem> problem()
      const;

  /// The problem in the unknowns of the law, of laws that are neither cone nor frictionless, as
  /// solved last; else null, and where contacts with polygons were solved in its place.
  const lcp::DiscretisedProblem* discretised() const {
    return record_ == Record::law ? law_problem_.discretised() : nullptr;
  }
  /// The same as data, also of polygons in the velocities of bodies. Copies.
  std::optional<lcp::BoxedLcp> boxed_law() const;
  /// Last change of the fixed point that restores the exact law, m/s.
  double relaxation_error() const {
    return record_ == Record::law ? law_problem_.relaxation_error() : 0.0;
  }
  const lcp::Solution& solution() const { return solution_; }
  /// Of all that was solved since assemble().
  const Effort& effort() const { return effort_; }
  /// How W was kept, as solved last.
  lcp::Representation representation() const { return representation_; }
  /// Whether its unknowns are the velocities of the bodies, as assembled.
  bool is_in_bodies() const { return record_ == Record::bodies; }
  /// Whether methods that pivot solve it, and none of the cone.
  bool is_pivoted() const { return !is_cone(); }
  /// The number of them, where it is.
  int velocities() const { return blocks_.velocities(); }
  /// Whether joints drive bodies into what does not give way at contacts that move nothing: these
  /// bear nothing, and the bodies overlap at the rate of the joints.
  bool is_blocked() const { return is_blocked_; }
  /// Whether it has bodies so light beside others that no impulses in double stop them.
  bool is_beyond_rounding() const { return is_beyond_rounding_; }
  std::span<const int> groups() const { return groups_; }
  /// Of groups()[i], in the island.
  Eigen::Index first_row(std::size_t i) const { return first_row_[i]; }
  /// Per row of the island: J v of the motion with the least energy that prescribed bodies give
  /// others through joints and limits, m/s.
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
  Eigen::VectorXd slack_own_;   // of Record::bodies: own response of the rows behind slack rows
  std::vector<int> first_row_;  // of each group in the island, behind its slack row
  // Positions of resistances in groups_, of the contacts that bear them, and their bounds, N·m·s.
  std::vector<std::size_t> resisting_, bearing_;
  std::vector<int> bound_of_;  // per group: its bound, -1: none of its own
  Eigen::VectorXd bounds_;
  std::optional<double> left_open_;            // residual of an answer whose bounds are to settle
  Eigen::VectorXd u_free_;                     // J v_free
  Eigen::VectorXd u_start_;                    // J v_start
  Eigen::VectorXd bias_, compliance_, guess_;  // slices of StepRows
  Record record_ = Record::lcp;                // the record in use; it owns W
  Eigen::VectorXd alone_;  // per row: own response without joints, where they block it; else 0
  bool is_blocked_ = false;
  bool decompressed_ = false;
  bool is_draft_ = false;
  bool is_beyond_rounding_ = false;
  Eigen::VectorXd compression_;  // impulses of the first phase of an impact
  lcp::Lcp lcp_;                 // frictionless contact, limits
  lcp::BoxedLcp boxed_;          // the same with motors; decompression of every law
  lcp::ContactProblem contact_;  // friction; what every other law starts from
  LawProblem law_problem_;
  lcp::BlockProblem blocks_;  // friction of large islands, in the velocities of bodies
  IslandBlocks island_blocks_;
  Threads* threads_ = &Threads::alone();
  std::unique_ptr<lcp::Workspace> own_workspace_;  // of blocks_: keeps the order of their factor
  lcp::SlipOptions slip_;                          // what LawProblem knows of the contacts
  DelassusAssembler assembler_;
  bool in_pairs_ = false;   // W is pairs_, and made of them where it is asked for
  bool in_bodies_ = false;  // then also blocks_
  linalg::PairBlocks pairs_;
  PairAssembler pair_assembler_;
  linalg::BlockReduction reduction_;
  Eigen::MatrixXd response_;  // of the rows that touch MassSystem
  struct Run {
    Eigen::Index row, at, size;  // first in W and in response_
  };
  std::vector<Run> responding_;  // those rows, by runs that lie side by side in W
  lcp::Solution solution_;
  Effort effort_;
  lcp::Representation representation_ = lcp::Representation::dense;
};

}  // namespace perpend
