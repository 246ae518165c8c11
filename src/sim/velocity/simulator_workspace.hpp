// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "perpend/sim/simulator.hpp"
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
#include "sim/velocity/standstill.hpp"
#include "sim/velocity/stopwatch.hpp"

namespace perpend {

/// Throws InvalidArgument on options that validate() refuses, or that are valid in the plane alone
/// where bodies of the model can meet in space.
void validate_for(const Model& model, const SimulationOptions& options);

/// What a step works with. It holds nothing that the next step's answer depends on: that is all in
/// the State.
struct Simulator::Workspace {
  const Model& model;
  SimulationOptions options;
  Threads threads;
  DriveInputs drive;
  MotorCommands motor_rows;  // for which the joints were analysed

  // The stages.
  CandidateContacts candidates;
  JointSystem joints;
  TautJoints taut_joints;
  JointGuard joint_guard;
  JointPositions joint_positions;
  IslandSolver solver;
  IslandFinder islands;
  FarTurns far_turns;
  Standstill standstill;
  std::vector<UnlimitedMotor> unlimited_motors;  // of constraints on velocities

  // What they pass to one another.
  State pose;  // where the step takes its geometry
  StepRows rows;
  Eigen::VectorXd force;        // of the drive, per velocity, N or N·m
  Eigen::VectorXd applied;      // gravity and forces of custom bodies, the same
  Eigen::VectorXd v_new;        // at the end of the step
  Eigen::VectorXd row_impulse;  // of all rows, per velocity
  ContactImpulses contact_impulses;
  Eigen::VectorXd push;                // what parts displaced bodies, of no velocity; may be empty
  std::vector<char> rests;             // of stop_rounding(), by MassSystem::component()
  State after;                         // at the end of the step
  State rolled_from;                   // half a drift before the pose, or a step before it
  Eigen::VectorXd v_rolled, v_before;  // at both, of take_mean_motions()
  std::vector<ContactMotion> motions;  // of the active contacts
  StepEnergies energies;

  // What is reported of the last step.
  std::vector<ContactRecord> records;
  std::vector<JointBreak> breaks;
  std::vector<Island> solved_islands;
  std::vector<CoordinateForce> along;  // of coordinate_forces()

  // How the step is tried.
  bool keeps_guess = false;      // impulses to start from are those of the last try
  bool keeps_push = true;        // what parts displaced bodies is of their velocities
  bool stops_crossings = false;  // bodies that go through each other stop where they meet
  lcp::DraftRule draft;          // of the next solve_islands()
  int drafts = 0;                // of the step so far
  double joints_off = 0.0;       // error of their rates over what is certified
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

  // Why the last try was refused.
  bool overflows = false;         // its energy: half a step would not help
  bool refused_crossing = false;  // bodies went through each other
  bool is_stalled = false;        // no motion reaches the targets of motors without a limit
  bool outrun = false;            // its joints moved too fast for it, see dead_points.cpp

  // Steps in parts, see halved_step.cpp and dead_points.cpp.
  std::unique_ptr<Simulator> half;     // of dt/2, made when first needed
  std::unique_ptr<Simulator> finer;    // the same for steps that joints outrun
  std::unique_ptr<Simulator> limited;  // of limited motors, see stalled_motors.cpp
  Simulator* taken = nullptr;          // the one of these that took the last step
  State parts;                         // between the halves
  bool delegated = false;              // the last step was taken by `taken`
  bool is_part = false;                // the steps are parts of others, which take them or do not
  bool shares_attempts = false;        // they are others' own, with their deadline and effort
  struct Whole {
    double dt = 0.0;  // s
    DriftControl drift = DriftControl::stabilised;
  };
  Whole asked;             // of which the steps are parts
  double limit_share = 1;  // of gap/dt, at which violated limits close in this step
  bool is_outrun = false;  // the steps are taken although joints outrun them
  int levels = 0;          // to which steps that joints outrun are halved
  struct Outrun {
    int parts = 0;
    double work = 0.0;          // of joints, without signs, J
    std::string inconsistency;  // what is told where the velocities of its start fit no joint
  };
  Outrun* outrun_of = nullptr;  // what parts of one such step came to so far; set in parts

  // Velocities set from outside, see inconsistent_starts.hpp.
  LeftVelocities left_velocities;
  std::string inconsistency;  // why joints outrun this step, where it is not their motion

  Workspace(const Model& m, const SimulationOptions& o, DriveInputs inputs);
  /// Takes over what the workspace it replaces knew of the whole step that its steps are parts of.
  void take_place_of(const Workspace& last);

  // The stages of a step, in the order in which take() goes through them.
  StepReport take(State& state);
  double take_geometry(const State& state, StepReport& report);
  void solve_and_certify(const State& state, StepReport& report);
  void take_push_back(const State& state, const StepCertificate& start, StepReport& report);
  void solve_rows(const State& state, StepReport& report);
  bool correct_rows(const StepReport& report);
  void drift_and_predict_bodies(const State& state, double before, StepReport& report);
  void factor_joints(const State& state, StepReport& report);
  void predict_joined_bodies(StepReport& report);
  void collide(StepReport& report);
  void meet_in_flight(const State& state, StepReport& report);
  void end_flights();
  void build_rows(const State& start, StepReport& report);
  bool has_loaded_bristle(const ActiveContact& contact) const;
  const State& last_geometry(const State& start);
  void turn_bristles(const State& start);
  bool rolls(const ActiveContact& contact) const;
  // Whether a midpoint step takes its geometry at its start.
  bool starts_early() const {
    return options.stepper == Stepper::midpoint && rows.setup.before == 0;
  }
  const State& half_a_drift_before(const State& start);
  void roll_curved(const State& start);
  void lower_bounces();
  void find_islands(StepReport& report);
  void solve_islands(StepReport& report);
  void apply_impulses(StepReport& report);
  void answer_impulses();
  void stop_rounding();
  bool is_stopped(int body) const;
  bool must_solve_again(StepReport& report);
  bool curves_cost_energy() const;
  bool add_violated_contacts(StepReport& report);
  bool brake_joints(StepReport& report);
  bool slow_limits();
  double joint_ratio(const JointImpulses& held);
  void refuse_unsolved_joints(StepReport& report) const;
  void certify(StepReport& report);
  std::string off_rounding(int worst, const StepReport& report) const;
  bool leads_into_overlap(const StepReport& report) const;
  void refuse_crossings(StepReport& report);
  bool bears(const Joint& rod);
  void refuse_far_turns(StepReport& report);
  void refuse_opened_joint(const JointError& open, StepReport& report);
  void refuse_far_turn(const Turn& turn, StepReport& report);
  void find_stalled(StepReport& report);
  StepReport take_limited(State& state, const StepReport& refused);
  void name_stalled(StepReport& report);
  int levels_of_parts() const;
  void refuse_inexact(StepReport& report) const;
  void note_left(const State& state, const StepReport& report);
  std::string inconsistent_start(const State& state);
  void name_inconsistent_start(const State& state, StepReport& report);
  void refuse_outrun(const State& state, StepReport& report);
  StepReport take_outrun(State& state, const StepReport& refused);
  void take_finer_steps();
  bool stop_drift(double rest, const StepReport& report);
  void drift_and_measure_bodies(double before, StepReport& report);
  void part_jammed(const StepReport& report);
  void move_places(const Eigen::VectorXd& by);
  void settle_joints(StepReport& report);
  void balance_energy(StepReport& report);
  void refuse_far_places(StepReport& report);
  void name_open_joints(StepReport& report) const;
  void name_displaced_joints(StepReport& report) const;
  void name_displaced_limits(StepReport& report) const;
  void certify_pose(StepReport& report);
  void break_joints(StepReport& report);
  void hand_over(State& state, StepReport& report);

  StepReport repeat(State& state, const Stopwatch& clock);

  void begin_attempts();
  StepReport take_somehow(State& state);
  StepReport take_unsolved(State& state, const StepReport& whole);
  std::chrono::steady_clock::time_point budget_end() const;
  bool is_late() const;
  StepReport take_halves(State& state, const StepReport& whole);
  StepReport take_halves(Simulator& half_step, State& state, const StepReport& whole);
  StepReport halve_inexact(State& state, const StepReport& whole);
  StepReport take_stopping(State& state);
  bool approximates_cone() const;
  StepReport take_exactly(State& state, const StepReport& failed);
  /// What acted along the joint coordinates in the last step, see Simulator.
  const std::vector<CoordinateForce>& coordinate_forces();
  StepReport take_best(State& state, const StepReport& failed);

  void start_from(const State& state, double before);
  void copy(const Eigen::VectorXd& from, Eigen::VectorXd& to);
  bool is_finite(const Eigen::VectorXd& v);
};

}  // namespace perpend
