// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "perpend/perpend.hpp"
#include "snapshot.hpp"

namespace perpend::python {

/// What a state keeps of its last step, as a step of `factor` times that length would have left it.
void scale_impulses(State& state, double factor);

/// A motor of the model: one coordinate of a joint.
struct Motor {
  int joint = 0;
  int coordinate = 0;   ///< of the joint
  double target = 0.0;  ///< as the scene says
};
std::vector<Motor> motors(const Model& model);
void set_targets(Simulator& simulator, const std::vector<Motor>& motors, const double* targets);

/// Sensors of a world, which keeps them up as long as somebody else has them; none after
/// exchange().
struct SensorSet {
  std::vector<SensorDef> defs;
  std::optional<Sensors> sensors = {};
};

/// Numbers that arrays of Python look at: they live as long as somebody does.
using Shared = std::shared_ptr<Eigen::VectorXd>;

/// A scene with its state and its simulator. q, v, ctrl, force and joint_force are memory that
/// stays where it is until another model has other sizes, so that arrays can look at it; a step
/// reads them first and writes q and v back.
class World {
 public:
  World(study::Scene scene, const SimulationOptions& options);

  /// Waits, without the interpreter's lock, until no other thread has a Turn. All below that says
  /// nothing else waits.
  void wait() const;
  void set_busy(bool busy) { busy_ = busy; }
  /// Before a Turn, without the interpreter's lock: lets those who wait come first, one after the
  /// other, for some milliseconds at most.
  void give_way() const;

  /// Begins n steps, of which report(), events() and breaks() then tell.
  void begin(int n);
  /// Takes n steps, or those of 50 ms; how many are left, none where one failed. In a Turn.
  int advance(int n);
  /// Of the step that step(1) would take; the world stays as it is. In a Turn.
  StepDerivatives derivatives();
  void reset();
  /// Takes a state of this model.
  void restore(const State& state);
  /// Throws InvalidArgument where it is of another model.
  void restore(const Snapshot& snapshot);
  /// The state of a snapshot as this world would take it: for its own step.
  State taken(const Snapshot& snapshot) const;
  Snapshot snapshot() { return {state(), bodies_, options().dt}; }
  /// With what was written into q and v.
  const State& state();
  /// All that drives every step: what is held, and ctrl.
  HeldInputs held();
  void set_held(const HeldInputs& held);
  void clear_held();
  /// Entries of force and joint_force, see Simulator::set_force() and set_joint_force().
  void hold_force(BodyId body, const Eigen::Vector3d& force, const Eigen::Vector3d& torque);
  void hold_joint_force(JointId joint, int coordinate, double force);
  /// Goes on with another scene, as Simulator::exchange() does. ctrl of motors that stay keeps its
  /// values. Where it throws nothing changes.
  void exchange(study::Scene scene);
  /// How often it did: indices, and views of what has another size now, are of before.
  int generation() const { return generation_; }
  /// What is held stays; what was applied for the next step is forgotten.
  void set_options(const SimulationOptions& options);
  /// Changes the state by a function of it.
  template <typename Change>
  void change(const Change& change) {
    state();
    change(state_);
    write_arrays();
  }

  // With the interpreter's lock nobody else gets at the world once one of these has waited: what
  // they refer to stays until the lock is given away.
  const study::Scene& scene() const { return *shared_scene(); }
  /// For what outlives an exchange().
  const std::shared_ptr<const study::Scene>& shared_scene() const {
    wait();
    return scene_;
  }
  const Model& model() const { return scene().model; }
  const std::shared_ptr<const io::BodyTable>& bodies() const {
    wait();
    return bodies_;
  }
  Simulator& simulator() {
    wait();
    return *simulator_;
  }
  /// That takes forces which act in the next step alone; reset() and restore() forget them.
  Simulator& applies() {
    wait();
    has_applied_ = true;
    return *simulator_;
  }
  const SimulationOptions& options() const {
    wait();
    return simulator_->options();
  }
  const std::vector<Motor>& motors() const {
    wait();
    return motors_;
  }
  const Shared& q() { return q_; }
  const Shared& v() { return v_; }
  const Shared& ctrl() { return ctrl_; }
  /// Of HeldInputs, never empty.
  const Shared& force() { return force_; }
  const Shared& joint_force() { return joint_force_; }
  const StepReport& last() const {
    wait();
    return last_;
  }
  /// Whether the simulator's contacts and forces are of the step that led to this state: none did
  /// where a state was taken.
  bool has_stepped() const {
    wait();
    return has_stepped_;
  }
  std::span<const ContactRecord> contacts();
  /// Adds the report of every step from now on, as long as somebody else has it.
  void tell(const std::shared_ptr<MergedReport>& listener) { listeners_.push_back(listener); }
  /// Sensors that are read after every step from now on.
  std::shared_ptr<SensorSet> watch(std::vector<SensorDef> defs);
  std::span<const double> report() const {
    wait();
    return merged_.values();
  }
  /// Of the first step of the last call of step() that had one; of the one that failed.
  const std::string& message() const {
    wait();
    return message_;
  }
  /// Beginnings and ends of touches in the last call of step(), or ends of those with what the
  /// last call of exchange() took away.
  const std::vector<ContactEvent>& events() const {
    wait();
    return events_;
  }
  /// Whose bodies they tell of.
  const Model& model_of_events() const {
    wait();
    return events_of_->model;
  }
  /// Joints that broke in it.
  const std::vector<JointBreak>& breaks() const {
    wait();
    return breaks_;
  }

 private:
  void take(const State& state);
  void renew(const SimulationOptions& options);
  void read_arrays();
  void drive(Simulator& simulator) const;
  void take_model();
  void take_held();
  bool take_step();
  std::vector<std::shared_ptr<SensorSet>> watched();
  void write_arrays();

  std::shared_ptr<const study::Scene> scene_;
  std::shared_ptr<const io::BodyTable> bodies_;
  std::vector<Motor> motors_;
  std::unique_ptr<Simulator> simulator_;
  State state_;
  Shared q_, v_, ctrl_, force_, joint_force_;
  StepReport last_;
  MergedReport merged_;
  std::string message_;
  ContactEvents touches_;
  std::vector<ContactEvent> events_;
  std::shared_ptr<const study::Scene> events_of_;
  std::vector<JointBreak> breaks_;
  std::vector<std::weak_ptr<MergedReport>> listeners_;
  std::vector<std::weak_ptr<SensorSet>> sensors_;
  int generation_ = 0;
  bool has_applied_ = false;  ///< for the next step
  bool has_stepped_ = false;
  std::atomic<bool> busy_ = false;        ///< a thread has a Turn
  mutable std::atomic<int> waiting_ = 0;  ///< threads in wait()
};

std::vector<std::string> body_names(const Model& model);
std::vector<std::string> joint_names(const Model& model);
/// "joint[coordinate]" of State::coordinates, "body[velocity]" of State::v.
std::vector<std::string> coordinate_names(const Model& model);
std::vector<std::string> velocity_names(const Model& model);

/// By an index that may be of before World::exchange(): throws InvalidArgument where there is none.
const Body& body_at(const World& world, int body);
const Joint& joint_at(const World& world, int joint);

/// Bodies and joints by name; throws InvalidArgument with the nearest name.
BodyId body_named(const Model& model, const std::string& name);
JointId joint_named(const Model& model, const std::string& name);

}  // namespace perpend::python
