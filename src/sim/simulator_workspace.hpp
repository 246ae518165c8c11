// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "sim/candidate_contacts.hpp"
#include "sim/certify_step.hpp"
#include "sim/island_solver.hpp"
#include "sim/joint_step.hpp"
#include "sim/islands.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend {

/// Seconds between laps.
class Stopwatch {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// What a step works with. It holds nothing that the next step's answer depends on: that is all in
/// the State.
struct Simulator::Workspace {
  const Model& model;
  SimulationOptions options;
  Threads threads;
  CandidateContacts candidates;
  JointStep joints;
  IslandSolver solver;
  IslandFinder islands;
  StepRows rows;
  Eigen::VectorXd force;               // external, per velocity, N or N·m
  Eigen::VectorXd v_new;               // at the end of the step
  State pose;                          // where the step takes its geometry
  std::vector<ContactMemory> memory;   // impulses of the step
  State after;                         // at the end of the step
  std::vector<ContactMotion> motions;  // of the active contacts
  std::vector<ContactRecord> records;
  std::unique_ptr<Simulator> half;  // of dt/2, made when first needed
  State parts;                      // between the halves
  bool halved = false;              // the last step was taken as two

  Workspace(const Model& m, const SimulationOptions& o);

  void set_pose(const State& state, double before, StepReport& report);
  void build_rows();
  void set_guess();
  void apply_impulses();
  void remember();
  void begin(const State& state, double before, StepReport& report, Stopwatch& phase);
  void solve_bounded(StepReport& report, Stopwatch& phase);
  void certify(StepReport& report);
  void advance(State& state, double before, StepReport& report);
  void settle_joints(StepReport& report);
  void copy(const Eigen::VectorXd& from, Eigen::VectorXd& to);
  bool is_finite(const Eigen::VectorXd& v);
  template <class Body>
  double sum_over_bodies(Body&& body);
  StepReport take(State& state);
  StepReport take_halves(State& state, const StepReport& whole);
};

}  // namespace perpend
