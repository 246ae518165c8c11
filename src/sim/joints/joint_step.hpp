// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "contact/island_problem.hpp"
#include "dynamics/joints/coordinate_reaction.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "perpend/sim/drive.hpp"
#include "perpend/sim/options.hpp"
#include "sim/joints/joint_energy.hpp"
#include "sim/joints/rotor_rates.hpp"
#include "sim/joints/turning_errors.hpp"

namespace perpend {

/// sum += factor J v, for all rows of a pool.
void add_rates(const RowPool& pool, const Eigen::VectorXd& v, double factor, Eigen::VectorXd& sum);

/// The joints of a step: rows at its pose, the factored system, and velocities that answer it.
class JointStep {
 public:
  /// `motors` must outlive this; what they are told may change as far as have_same_rows().
  JointStep(const Model& model, const MotorCommands& motors);

  /// Threads that share the work from now on; they must outlive this.
  void run_on(Threads& threads);

  const MassSystem& masses() const { return masses_; }

  /// Rows, added mass and factor at the pose of the step, which began at `start`; `force` is
  /// external, N and N·m. `whole` (s): of the step that this one is a part of, if it is one. The
  /// pose must stay as it is until the step has been judged.
  void prepare(const State& start, const State& pose, const SimulationOptions& options,
               const Eigen::VectorXd& force, double whole);
  /// Whether a run starts with velocities that its joints do not allow: half a drift with them
  /// would open the joints.
  bool starts_inconsistent(const State& start);
  /// The joint that allows the velocities of a state least; -1 where all fit.
  int inconsistent_joint(const State& state);
  /// Energy guard, after solve_free(): where joints become taut within this step their stiffness is
  /// taken from it and the system factored again; where they would gain energy the step is solved
  /// again with dissipation. Of hard joints in stabilised steps.
  void keep_energy(const State& pose, const SimulationOptions& options, Eigen::VectorXd& v);
  /// The same after solve(), for impulses of contacts and limits: whether the bounded rows are to
  /// be solved again, with what then is rows.v_free.
  bool keep_energy_of_impact(StepRows& rows, const SimulationOptions& options,
                             const Eigen::VectorXd& v);
  /// After the solve that led to v: whether the compliance that impulses left in the joints shows,
  /// so that the bounded rows are to be solved again without it from rows.v_free.
  bool harden(StepRows& rows, const SimulationOptions& options, const Eigen::VectorXd& v);
  /// harden() begins to count anew, for a step that is not certified.
  void harden_further() { hardened_ = 0; }
  /// Whether joints that nothing else touches, but for motors and limits at rest in a linkage,
  /// outran the step that led to v: they did more work in its kick, either way, than this share of
  /// the energy scale, or were braked.
  bool exceeds_work(const StepRows& rows, const SimulationOptions& options,
                    const Eigen::VectorXd& v, double share);
  /// The same beyond the work that parts the velocities of the start from what fits the joints
  /// there. A blow or a motor gives what fits where the last step had its geometry, to first order
  /// in how far that step turned; the next one does this work in however many parts.
  bool exceeds_own_work(const State& start, const StepRows& rows, const SimulationOptions& options,
                        const Eigen::VectorXd& v, double share);
  /// exceeds_work() of all joints, whatever touches them.
  bool exceeds_total_work(const StepRows& rows, const SimulationOptions& options,
                          const Eigen::VectorXd& v, double share);
  /// Fills rows.unstabilised: from the second time on that an impact is solved again, the rows of
  /// joined bodies.
  void mark_unstabilised(StepRows& rows) const;
  /// Appends limits, limited motors and dry friction to the rows the islands solve for.
  void append_bounded(StepRows& rows) const;
  /// Whether joints pass the motion of prescribed bodies on to others.
  bool has_induced_velocities() const { return has_induced_; }
  /// Velocities that joints pass on, see StepRows::induced; those of prescribed bodies are in
  /// v_free.
  void induce(const Eigen::VectorXd& v_free, Eigen::VectorXd& induced);
  /// Velocities of the system's bodies without the impulses of the islands.
  void solve_free(const State& pose, Eigen::VectorXd& v);
  /// The same with them.
  void solve(const StepRows& rows, Eigen::VectorXd& v);
  /// Newton on the joint error at the pose after the next drift, at most
  /// SimulationOptions::position_iterations times.
  void close_next(const State& pose, const SimulationOptions& options, Eigen::VectorXd& v);
  /// One such iteration after solve(): whether the bounded rows are to be solved again with it,
  /// from rows.v_free.
  bool close_next_with(StepRows& rows, const SimulationOptions& options, const Eigen::VectorXd& v);
  /// Projects the positions of a state onto the joints, in the metric of the mass.
  void project(const SimulationOptions& options, State& state);
  /// The same of its velocities, there.
  void slow_onto(State& state);
  /// What project() left open of their positions, m or rad, over what it may leave.
  double left_open() const { return left_open_; }

  /// What a joint exerts on a, without springs; with the bounded rows as the islands solved them.
  JointReaction reaction(const State& pose, JointId joint, const StepRows& rows, double dt) const;

  /// The same with springs and dampers.
  JointReaction load(const State& pose, JointId joint, const StepRows& rows, double dt) const;

  /// What acted along every joint coordinate, as State::coordinates, with the bounded rows as the
  /// islands solved them.
  void coordinate_forces(const StepRows& rows, double dt,
                         std::vector<CoordinateForce>& forces) const;

  /// Impulses of the joint rows, N·s.
  const Eigen::VectorXd& lambda() const { return lambda_; }
  /// Worst componentwise backward error of the step's solves.
  double residual() const { return residual_; }
  /// Worst |J v - rates + S lambda| over joint rows, m/s; the rates are those of the step with what
  /// close_next() changed.
  double rate_error(const State& pose, const Eigen::VectorXd& v) {
    return outcome(pose, v).rate_error;
  }
  /// Largest entry of J times the largest of the velocities it multiplies, m/s: the size of what
  /// adds up to the rates. One system gives all of them.
  double rate_size(const State& pose, const Eigen::VectorXd& v) {
    return outcome(pose, v).rate_size;
  }
  /// Worst |J v - rates + S lambda| of a joint row over `granted` (m/s) and the rounding of
  /// `pushes`, see push_sizes().
  double rate_ratio(const Eigen::VectorXd& v, double granted, const Eigen::VectorXd& pushes) const;
  /// Of places and rotations of bodies in joints, over the step, m/s and rad/s.
  double rate_rounding() const { return rate_rounding_; }
  /// Largest error of the rates of motors without a limit at the velocities v, m/s or rad/s.
  double motor_error(const Eigen::VectorXd& v) const;
  /// Largest speed that one of them is told, m/s or rad/s.
  double fastest_target() const;
  /// J M⁻¹ Jᵀ of a row along a coordinate, whatever joints hold its bodies.
  double free_response(const State& pose, const CoordinateRow& row) const;
  const RowPool& joint_rows() const { return joints_.pool(); }
  /// Work of the joints in a kick that ends with v, J: of impulses that rates other than -J v left
  /// to do, and of added mass and damping.
  double work(const State& pose, const Eigen::VectorXd& v) { return outcome(pose, v).work; }
  /// Work on bodies that move freely of rows of the system along coordinates: springs, dampers and
  /// motors without limit, J.
  double coordinate_work(const State& pose, const Eigen::VectorXd& v) const;
  /// Work of both on prescribed bodies, which the others do not get, J.
  double work_on_prescribed(const State& pose, const Eigen::VectorXd& v) const;
  /// What State::joint_work becomes by that work.
  JointWork account(const JointWork& before, double work) const;
  /// Rows along coordinates, bilateral or not, with their groups, and the impulses (N·s, N·m·s) of
  /// the bilateral ones.
  std::span<const CoordinateRow> coordinate_rows() const { return rows_; }
  const RowPool& coordinate_pool() const { return coordinates_; }
  const Eigen::VectorXd& coordinate_impulses() const { return coordinate_impulses_; }
  /// The rates of the joint rows are minus this times their error, 1/s.
  double stabilisation_rate() const { return stabilisation_rate_; }
  /// Whether they are open by more than a step leaves, and by more than closes within one at
  /// `recovery_speed`.
  bool is_displaced() const { return is_displaced_; }
  /// The largest error of their rows, m or rad.
  double position_error() const { return error_.lpNorm<Eigen::Infinity>(); }
  const AddedMass& added() const { return added_; }
  /// Once islands are solved: whether struts pull by limits and motors, which are known no sooner,
  /// so that their stiffness across is to be added and all of it solved again.
  bool stiffen_struts(StepRows& rows, const SimulationOptions& options);
  bool braked() const { return stabilised_share_ < 1; }
  bool stiffened() const { return stiffened_; }
  bool turns_rotors() const { return rotors_.are_turned(); }  ///< as it drifts after the kick

 private:
  struct Outcome {
    double work = 0.0, rate_error = 0.0, rate_size = 0.0;
  };
  // A joint that pulls at the anchors of its bodies: taut where dt times its impulse exceeds
  // `bound`.
  struct TautBound {
    int first_row = 0, rows = 0;
    double bound = 0.0;
  };
  // Largest coordinate of a body in joints, m.
  double largest_place(const State& pose) const;
  const Outcome& outcome(const State& pose, const Eigen::VectorXd& v);
  linalg::FactorReport factor(const State& pose);
  void close_geometry(const State& pose);
  bool come_closer(State& closed, Eigen::VectorXd& error, Eigen::VectorXd& way);
  double drift_work(const State& pose, const Eigen::VectorXd& v) const;
  Outcome outcome_of(Chunk groups, const State& pose, const Eigen::VectorXd& v) const;
  JointReaction sum_of(const State& pose, JointId joint, bool springs, const StepRows& rows,
                       double dt) const;
  double impulse_of(int row, const StepRows& rows, int& bounded) const;
  void find_taut_bounds();
  double way_of_joints(const State& pose, double dt) const;
  double bounded_rate(const State& pose, double recovery_speed, double rate);
  void set_rates(double rate);
  JointRows& rows_at(const State& state);
  void solve_system(const State& pose, Eigen::VectorXd& v);
  bool becomes_taut(const State& pose, double dt) const;
  void stiffen(const State& pose, double dt);
  void weaken_stabilisation(double dt);
  // pᵀ v of the held bodies before a kick and the work of forces in it, without signs.
  struct Kick {
    double held = 0.0, passed = 0.0;
  };
  Kick kick_of(Chunk bodies, const State& pose, const Eigen::VectorXd& force, double dt);
  void set_forces(const State& pose, const Eigen::VectorXd& force, double dt);
  // Whether energy of joints is bounded.
  static bool is_guarded(const SimulationOptions& options);
  JointEnergy::Work guarded_work(double work) const;
  bool gains(const State& pose, const Eigen::VectorXd& v);
  double inconsistent_energy(const State& start);
  void give_back_drift(const State& start, const State& pose);
  bool move_onto(const Eigen::VectorXd& error, State& state);
  double evaluate_next(const State& pose, double dt, const Eigen::VectorXd& v);
  void change_rates(const Eigen::VectorXd& change, Eigen::VectorXd& v);

  const Model* model_;
  const MotorCommands* motors_;
  MassSystem masses_;
  AddedMass added_;
  Threads* threads_ = &Threads::alone();
  JointRows joints_;
  TurningErrors turning_;
  std::optional<JointRows> others_;    // at other poses, made when first needed
  std::vector<int> with_coordinates_;  // joints
  RowPool coordinates_;
  std::vector<CoordinateRow> rows_;
  RotorRates rotors_;
  std::vector<TautBound> taut_bounds_;
  bool knows_struts_ = false;           // whether stiffen_struts() was asked in this step
  std::vector<double> strut_impulses_;  // of stiffen_struts(), N·s, per joint
  Eigen::VectorXd force_, momentum_, rates_, lambda_, closing_;
  Eigen::VectorXd induced_rates_, induced_lambda_;  // of induce()
  Eigen::VectorXd error_;  // of the joint rows, which their rates are to close
  bool loops_in_space_ = false, is_linkage_ = false, has_induced_ = false;
  double drifts_late_ = 0.0;  // s, of the step, by which it drifts later than half before its kick
  bool closed_ = false;       // the rows are those of a pose that closes the joints
  Eigen::VectorXd coordinate_impulses_;  // per row of rows_; 0 of bounded ones
  std::optional<Outcome> outcome_;       // of the last solve and judged_v_
  Eigen::VectorXd judged_v_;
  double held_mass_ = 0.0;  // of the bodies in joints, kg
  JointEnergy energy_;
  bool stiffened_ = false;
  bool unstabilised_ = false;  // rows of joined bodies
  int hardened_ = 0;           // times
  int closings_ = 0;           // of the next pose, beside bounded rows
  double next_error_ = 0.0;    // of the joints there, before the last of them
  Eigen::VectorXd rates_before_;
  double left_open_ = 0.0;         // by project()
  double stabilised_share_ = 1.0;  // share of the rates that braking left
  double stabilisation_rate_ = 0.0, whole_dt_ = 0.0;
  bool is_displaced_ = false;
  double softness_ = 0.0;  // compliance of the joint rows
  double visible_ = 0.0;   // what compliance may leave open of hard rows, m/s
  double residual_ = 0.0, rate_rounding_ = 0.0;
};

}  // namespace perpend
