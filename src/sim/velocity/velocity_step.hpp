// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "perpend/sim/options.hpp"
#include "sim/candidates/candidate_contacts.hpp"
#include "sim/certificate/certify_step.hpp"
#include "sim/inputs/drive_inputs.hpp"
#include "sim/joints/joint_positions.hpp"
#include "sim/joints/taut_joints.hpp"
#include "sim/velocity/contact_impulses.hpp"
#include "sim/velocity/energy_balance.hpp"
#include "sim/velocity/far_turns.hpp"
#include "sim/velocity/inconsistent_starts.hpp"
#include "sim/velocity/island_solver.hpp"
#include "sim/velocity/islands.hpp"
#include "sim/velocity/stalled_motors.hpp"
#include "sim/velocity/stopwatch.hpp"

namespace perpend {

/// The whole step whose parts are tried; a part has another dt and drift control.
struct WholeStep {
  double dt = 0.0;  // s
  DriftControl drift = DriftControl::stabilised;
};

/// Totals so far over the parts of one step that joints outrun.
struct OutrunParts {
  int count = 0;
  double work = 0.0;          // absolute work of joints, J
  std::string inconsistency;  // message if the velocities of the start fit no joint
};

/// The way a step is tried.
struct Attempt {
  bool keeps_guess = false;      // the initial guess is the impulses of the last try
  bool stops_crossings = false;  // bodies that would go through each other stop where they meet
  bool accepts_outrun = false;   // the step is taken although joints outrun it
  bool accepts_overlap = false;  // overlap may grow at the rate of motors without a limit
};

/// Returns how often steps of the model may be halved where joints outrun them.
int levels_of_parts(const Model& model, const SimulationOptions& options);

/// The reasons why a step that was solved is not taken.
struct Refusal {
  bool overflows = false;     // the energy overflows: half a step would not help
  bool crosses = false;       // bodies went through each other
  bool is_stalled = false;    // no motion reaches the targets of motors without a limit
  bool stalls_still = false;  // as contacts of the last step tell; nothing was solved
  bool is_outrun = false;     // joints moved too fast for the step, see dead_points.cpp
};

/// One try of a velocity-level step, and the memory it works with. It holds nothing that the answer
/// of the next step depends on: all of that is in the State.
struct VelocityStep {
  const Model& model;
  SimulationOptions options;
  Threads threads;
  DriveInputs drive;
  MotorCommands motor_rows;  // the motors that the joints were analysed for

  // The stages of a step.
  CandidateContacts candidates;
  JointSystem joints;
  TautJoints taut_joints;
  JointGuard joint_guard;
  JointPositions joint_positions;
  IslandSolver solver;
  IslandFinder islands;
  FarTurns far_turns;
  std::vector<UnlimitedMotor> unlimited_motors;  // motors that are constraints on velocities

  // The data they pass to one another.
  State pose;  // state where the step takes its geometry
  StepRows rows;
  Eigen::VectorXd force;        // forces of the drive, per velocity, N or N·m
  Eigen::VectorXd applied;      // gravity and forces of custom bodies, likewise
  Eigen::VectorXd v_new;        // velocities at the end of the step
  Eigen::VectorXd row_impulse;  // sum over all rows, per velocity
  ContactImpulses contact_impulses;
  Eigen::VectorXd push;                // moves poses only: separates displaced bodies; may be empty
  std::vector<char> rests;             // for stop_rounding(), by MassSystem::component()
  State after;                         // state at the end of the step; once taken, at its start
  State rolled_from;                   // half a drift before the pose, or a step before it
  Eigen::VectorXd v_rolled, v_before;  // velocities at both, from take_mean_motions()
  std::vector<ContactMotion> motions;  // motions of the active contacts
  StepEnergies energies;
  bool keeps_push = true;   // the push that separates displaced bodies stays in v_new
  lcp::DraftRule draft;     // for the next solve_islands()
  int drafts = 0;           // number of drafts so far
  double joints_off = 0.0;  // error of the joints' rates over its tolerance
  double limit_share = 1;   // fraction of gap/dt at which violated limits close

  // The records that are reported of the step.
  std::vector<ContactRecord> records;
  std::vector<std::uint64_t> record_keys;  // of their contacts
  std::vector<JointBreak> breaks;
  std::vector<CoordinateForce> along;  // returned by coordinate_forces()

  // The way the step is tried, and the reason why it was refused.
  Attempt attempt;
  Refusal refusal;
  lcp::Deadline deadline;

  // The step that this one is a part of, see simulator_workspace.hpp.
  WholeStep whole;
  int levels = 0;                       // number of halvings allowed where joints outrun it
  OutrunParts* outrun_parts = nullptr;  // totals that it adds to; set in parts

  // Velocities set from outside, see inconsistent_starts.hpp.
  LeftVelocities left_velocities;
  std::string inconsistency;  // why joints outrun this step, unless by their motion

  VelocityStep(const Model& m, const SimulationOptions& o, DriveInputs inputs);
  /// Takes over from `last`, which it replaces, the data of the whole step that it is a part of.
  void take_place_of(const VelocityStep& last);
  /// Begins the first try of a step, whatever the last attempt left.
  void begin();
  bool is_late() const;
  /// Returns the forces along the joint coordinates, see Simulator.
  const std::vector<CoordinateForce>& coordinate_forces();

  // step.cpp: the stages of a step, in their order.
  StepReport take(State& state);
  StepReport take_stopping(State& state);
  double take_geometry(const State& state, StepReport& report);
  void factor_joints(const State& state, StepReport& report);
  void predict_joined_bodies(StepReport& report);
  void collide(StepReport& report);
  void solve_and_certify(const State& state, StepReport& report);
  void solve_rows(const State& state, StepReport& report);
  void find_islands(StepReport& report);
  void solve_islands(StepReport& report);
  bool must_solve_again(StepReport& report);
  bool curves_cost_energy() const;
  bool add_violated_contacts(StepReport& report);
  bool brake_joints(StepReport& report);
  bool correct_rows(const StepReport& report);
  void take_push_back(const State& state, const StepCertificate& start, StepReport& report);
  void hand_over(State& state, StepReport& report);

  // velocity_step.cpp: its rows, and the velocities that result from their impulses.
  void build_rows(const State& start, StepReport& report);
  void lower_bounces();
  void find_fall();
  void apply_impulses(StepReport& report);
  void answer_impulses();
  void stop_rounding();
  bool is_stopped(int body) const;
  void copy(const Eigen::VectorXd& from, Eigen::VectorXd& to);
  bool is_finite(const Eigen::VectorXd& v);
  // True if a midpoint step takes its geometry at its start.
  bool starts_early() const {
    return options.stepper == Stepper::midpoint && rows.setup.before == 0;
  }

  // bristles.cpp, rolling.cpp, limit_pull.cpp, levered_contacts.cpp: further terms of the rows.
  bool has_loaded_bristle(const ActiveContact& contact) const;
  const State& last_geometry(const State& start);
  void turn_bristles(const State& start);
  bool rolls(const ActiveContact& contact) const;
  const State& half_a_drift_before(const State& start);
  void roll_curved(const State& start);
  bool slow_limits();
  void yield_to_joints();

  // body_drift.cpp, free_flight.cpp: where bodies move, and what energy they have there.
  void drift_and_predict_bodies(const State& state, double before, StepReport& report);
  void start_from(const State& state, double before);
  void meet_in_flight(const State& state, StepReport& report);
  void drift_and_measure_bodies(double before, StepReport& report);
  void end_flights();
  bool stop_drift(double rest, const StepReport& report);
  void separate_jammed(const StepReport& report);
  void move_places(const Eigen::VectorXd& by);
  void settle_joints(StepReport& report);
  void balance_energy(StepReport& report);

  // step_outcome.cpp: its certificate, and whether it is refused.
  void certify(StepReport& report);
  double joint_ratio(const JointImpulses& held);
  void refuse_unsolved_joints(StepReport& report) const;
  std::string off_rounding(int worst, const StepReport& report) const;
  bool leads_into_overlap(const StepReport& report) const;
  void refuse_crossings(StepReport& report);
  bool bears(const Joint& rod);
  void refuse_far_turns(StepReport& report);
  void refuse_opened_joint(const JointError& open, StepReport& report);
  void refuse_far_turn(const Turn& turn, StepReport& report);
  void refuse_inexact(StepReport& report) const;
  void certify_pose(StepReport& report);
  void refuse_far_places(StepReport& report);
  void name_open_joints(StepReport& report) const;
  void name_displaced_joints(StepReport& report) const;
  void name_displaced_limits(StepReport& report) const;

  // dead_points.cpp, stalled_motors.cpp, break_joints.cpp: steps refused because of joints, and
  // joints that break.
  void refuse_outrun(const State& state, StepReport& report);
  std::string inconsistent_start(const State& state);
  void name_inconsistent_start(const State& state, StepReport& report);
  void note_left(const State& state, const StepReport& report);
  /// Energy of the present motion, of a step of gravity, of what prescribed bodies may pass on and
  /// of the motor targets, J.
  double energy_at_hand() const;
  bool motors_may_stall() const;
  bool stalls_still(const State& state) const;
  void find_stalled(StepReport& report);
  void break_joints(StepReport& report);
};

}  // namespace perpend
