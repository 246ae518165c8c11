// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "contact/step_rows.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "perpend/sim/drive.hpp"
#include "perpend/sim/options.hpp"
#include "sim/joints/joint_outcome.hpp"
#include "sim/joints/rotor_rates.hpp"
#include "sim/joints/turning_errors.hpp"

namespace perpend {

/// Adds factor J v to `sum`, for all rows of a pool.
void add_rates(const RowPool& pool, const Eigen::VectorXd& v, double factor, Eigen::VectorXd& sum);

/// Energies of the bodies in joints before the velocity update of a step, J.
struct KickEnergies {
  double held = 0.0;    ///< kinetic energy
  double fallen = 0.0;  ///< kinetic energy that a step of free fall gives
  double passed = 0.0;  ///< absolute work of forces in the velocity update
};

/// The joints of a step: rows at its pose, the factored system of their bodies, and its solution in
/// velocities and impulses. JointGuard keeps their energy; JointPositions closes their positions
/// further.
class JointSystem {
 public:
  /// `motors` must outlive this; its commands may change as far as have_same_rows().
  JointSystem(const Model& model, const MotorCommands& motors);

  /// Threads that share the work from now on; they must outlive this.
  void run_on(Threads& threads);

  /// Prepares rows, added mass and factor at the pose of the step, which began at `start`; `force`
  /// is external, N and N·m. `whole` (s): length of the step that this one is a part of, if it is
  /// one. The pose must stay as it is until the step has been judged.
  void prepare(const State& start, const State& pose, const SimulationOptions& options,
               const Eigen::VectorXd& force, double whole);
  /// Appends limits, limited motors and dry friction to the rows the islands solve for.
  void append_bounded(StepRows& rows) const;

  /// Computes the velocities of the system's bodies without the impulses of the islands.
  void solve_free(const State& pose, Eigen::VectorXd& v);
  /// Returns the rate (m/s per N·s) of the first row of a group in answer to an impulse along it,
  /// with joints and motors without a limit at rest.
  double response(const StepRows& rows, int group);
  /// Computes the same with those impulses.
  void solve(const StepRows& rows, Eigen::VectorXd& v);
  /// Writes the velocities that gravity alone (and what custom bodies exert on themselves) adds to
  /// those of the system's bodies in a step of dt seconds. `v` is 0 for bodies outside of it.
  void fall(double dt, Eigen::VectorXd& v);
  /// True if joints pass the motion of prescribed bodies on to others.
  bool has_induced_velocities() const { return has_induced_; }
  /// Computes the velocities that joints pass on, see StepRows::induced; those of prescribed bodies
  /// are in v_free.
  void induce(const Eigen::VectorXd& v_free, Eigen::VectorXd& induced);

  /// Returns true if, after the solve that led to v, the compliance left in the joints by impulses
  /// shows, so that the bounded rows must be solved again without it from rows.v_free.
  bool harden(StepRows& rows, const SimulationOptions& options, const Eigen::VectorXd& v);
  /// Restarts the count of harden(), for a step that is not certified.
  void harden_further() { hardened_ = 0; }
  /// Gives each joint the transverse stiffness of the larger of its last two impulses, from the
  /// next solve on.
  void stiffen(const State& pose, double dt);
  /// Does the same for struts that pull with these impulses (N·s, per joint); returns false, and
  /// does nothing, if their stiffness was known.
  bool stiffen_struts(const State& pose, double dt, const std::vector<double>& impulses);
  /// Weakens the stabilisation, and drops the memory of the added mass; at last there is no
  /// stabilisation.
  void weaken_stabilisation(double dt);

  /// Solves the same system for other rates of the joint rows: adds their effect on velocities and
  /// impulses, without momentum.
  void correct(const Eigen::VectorXd& rates, Eigen::VectorXd& v, Eigen::VectorXd& lambda) {
    masses_.correct(rates, v, lambda);
  }
  /// Changes the rates of the joint rows, and v and the impulses with them.
  void change_rates(const Eigen::VectorXd& change, Eigen::VectorXd& v);
  /// The data that change_rates() changes beside v.
  struct Answer {
    Eigen::VectorXd rates, lambda, coordinate_impulses;
  };
  Answer answer() const { return {rates_, lambda_, coordinate_impulses_}; }
  void restore(const Answer& answer);
  /// Sets the rates from the next solve on.
  void set_rates(const Eigen::VectorXd& rates) { rates_ = rates; }
  /// Rates of the joint rows, m/s or rad/s.
  const Eigen::VectorXd& rates() const { return rates_; }

  /// Returns the row, of a joint or coupler, that the velocities of a state violate most; nothing
  /// if all fit.
  std::optional<int> inconsistent_row(const State& state);
  /// True if a run starts with velocities that its joints do not allow: half a drift with them
  /// would open the joints.
  bool starts_inconsistent(const State& start);
  /// Returns the joint rows of another state, valid until the next call.
  JointRows& rows_at(const State& state);

  const Model& model() const { return *model_; }
  const MassSystem& masses() const { return masses_; }
  const AddedMass& added() const { return added_; }
  Threads& threads() const { return *threads_; }
  const RowPool& joint_rows() const { return joints_.pool(); }
  /// Rows along coordinates, bilateral or not, with their groups, and the impulses (N·s, N·m·s) of
  /// the bilateral ones.
  std::span<const CoordinateRow> coordinate_rows() const { return rows_; }
  const RowPool& coordinate_pool() const { return coordinates_; }
  const Eigen::VectorXd& coordinate_impulses() const { return coordinate_impulses_; }
  /// Impulses of the joint rows, N·s.
  const Eigen::VectorXd& lambda() const { return lambda_; }
  /// Gravity and the forces that custom bodies exert on themselves, N or N·m.
  const Eigen::VectorXd& applied() const { return force_; }
  const KickEnergies& kick() const { return kick_; }

  /// Returns the outcome of the last solve, with velocities v.
  const JointOutcome& outcome(const State& pose, const Eigen::VectorXd& v);
  /// Worst componentwise backward error of the step's solves.
  double residual() const { return residual_; }
  /// Round-off of positions and rotations of bodies in joints, over the step, m/s and rad/s.
  double rate_rounding() const { return rate_rounding_; }
  /// Largest coordinate of a body in joints, m.
  double largest_place(const State& pose) const;
  /// Compliance of the joint rows, 1/kg; 0: hard.
  double softness() const { return softness_; }
  /// Stabilisation rate, 1/s: the rates of the joint rows are minus this times their error.
  double stabilisation_rate() const { return stabilisation_rate_; }
  /// Share of the rates that weaken_stabilisation() left.
  double stabilised_share() const { return stabilised_share_; }
  bool braked() const { return stabilised_share_ < 1; }
  bool stiffened() const { return stiffened_; }
  bool turns_rotors() const { return rotors_.are_turned(); }  ///< by the drift at the end
  /// True if joints are open by more than a step leaves, and by more than closes within one at
  /// `recovery_speed`.
  bool is_displaced() const { return is_displaced_; }
  /// True if a joint is open by more than half of what the bodies of joints move within a step from
  /// `pose`, that of prepare(), and by more than round-off: it was opened from outside, or by an
  /// earlier step.
  bool is_open_beyond_way(const State& pose, const SimulationOptions& options) const;
  /// Largest error of the joint rows, m or rad.
  double position_error() const { return error_.lpNorm<Eigen::Infinity>(); }

 private:
  linalg::FactorReport factor(const State& pose);
  void close_geometry(const State& pose);
  bool come_closer(State& closed, Eigen::VectorXd& error, Eigen::VectorXd& way);
  double way_of_joints(const State& pose, double dt) const;
  double find_stabilisation_rate(const State& pose, const SimulationOptions& options);
  void stabilise(double rate);
  KickEnergies kick_of(Chunk bodies, const State& pose, const Eigen::VectorXd& force, double dt);
  void set_forces(const State& pose, const Eigen::VectorXd& force, double dt);
  void give_back_drift(const State& start, const State& pose);
  void solve_system(const State& pose, Eigen::VectorXd& v);
  void solve_at_rest(Eigen::VectorXd& v);

  const Model* model_;
  const MotorCommands* motors_;
  MassSystem masses_;
  AddedMass added_;
  Threads* threads_ = &Threads::alone();
  JointRows joints_;
  TurningErrors turning_;
  std::optional<JointRows> others_;    // rows at other poses, made when first needed
  std::vector<int> with_coordinates_;  // joints with coordinates
  RowPool coordinates_;
  std::vector<CoordinateRow> rows_;
  RotorRates rotors_;
  bool loops_in_space_ = false, has_induced_ = false;
  double held_mass_ = 0.0;  // mass of the bodies in joints, kg

  Eigen::VectorXd error_;  // errors of the joint rows, closed by their rates
  Eigen::VectorXd force_, momentum_, rates_, lambda_;
  Eigen::VectorXd coordinate_impulses_;             // per row of rows_; 0 of bounded ones
  Eigen::VectorXd induced_rates_, induced_lambda_;  // for induce()
  KickEnergies kick_;
  std::optional<JointOutcome> outcome_;  // for the last solve and judged_v_
  Eigen::VectorXd judged_v_;

  bool closed_ = false;    // the rows are taken at a pose that closes the joints
  double softness_ = 0.0;  // compliance of the joint rows
  double visible_ = 0.0;   // error of hard rows granted to compliance, m/s
  double residual_ = 0.0, rate_rounding_ = 0.0;
  double stabilised_share_ = 1.0;
  double stabilisation_rate_ = 0.0, whole_dt_ = 0.0;
  bool is_displaced_ = false, stiffened_ = false;
  int hardened_ = 0;  // number of hardenings
};

}  // namespace perpend
