// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "names.hpp"
#include "perpend/perpend.hpp"
#include "snapshot.hpp"

namespace perpend::python {

/// A motor of the model: one coordinate of a joint.
struct Motor {
  int joint = 0;
  int coordinate = 0;   ///< of the joint
  double target = 0.0;  ///< from the scene
};
std::vector<Motor> motors(const Model& model);
/// Returns the number of entries of ctrl: one per actuator of the model, or per motor if it has no
/// actuators.
std::size_t control_count(const Model& model, const std::vector<Motor>& motors);
/// Sets the controls of all actuators, or the targets of all motors if there are no actuators.
void set_controls(Simulator& simulator, const std::vector<Motor>& motors, const double* controls);

/// Sensors of a world, which updates them as long as another owner exists; empty after exchange().
struct SensorSet {
  std::vector<SensorDef> defs;
  std::optional<Sensors> sensors = {};
};

/// Numbers that Python arrays refer to; they live as long as any of their owners.
using Shared = std::shared_ptr<Eigen::VectorXd>;

/// A scene with its state and its simulator. q, v, ctrl, force and joint_force are memory that
/// stays in place until another model needs other sizes, so that arrays can refer to it. A step
/// reads them first and writes q and v back.
class World {
 public:
  World(std::shared_ptr<const study::Scene> scene, const SimulationOptions& options);

  /// Returns an independent world of the same scene, which both share, in the same state with the
  /// same ctrl and held inputs.
  std::unique_ptr<World> copy();

  /// Waits, without the interpreter's lock, until no other thread has a Turn. All functions below
  /// wait unless they say otherwise.
  void wait() const;
  void set_busy(bool busy) { busy_ = busy; }
  /// Call it before a Turn: lets waiting threads go first, one after the other, for some
  /// milliseconds at most. It releases the interpreter's lock meanwhile.
  void give_way() const;

  /// Begins n steps, which report(), events() and breaks() then describe.
  void begin(int n);
  /// Takes n steps, or as many as 50 ms allow. Returns the number left, 0 if one failed. Call it in
  /// a Turn.
  int advance(int n);
  /// Returns the derivatives of the step that step(1) would take; leaves the world unchanged. Call
  /// it in a Turn.
  StepDerivatives derivatives();
  void reset();
  /// Sets a state of this model.
  void restore(const State& state);
  /// Throws InvalidArgument if the snapshot is of another model.
  void restore(const Snapshot& snapshot);
  /// Returns the state of a snapshot as this world would set it, scaled to its step length.
  State taken(const Snapshot& snapshot) const;
  Snapshot snapshot() { return {state(), bodies_, options().dt}; }
  /// Returns the state, including values written into q and v.
  const State& state();
  /// Returns all inputs that act in every step: the held ones, and ctrl.
  HeldInputs held();
  void set_held(const HeldInputs& held);
  void clear_held();
  /// Set entries of force and joint_force, see Simulator::set_force() and set_joint_force().
  void hold_force(BodyId body, const Eigen::Vector3d& force, const Eigen::Vector3d& torque);
  void hold_joint_force(JointId joint, int coordinate, double force);
  /// Continues with another scene, as Simulator::exchange() does. ctrl of actuators and motors that
  /// stay keeps its values. If it throws, nothing changes.
  void exchange(study::Scene scene);
  /// Returns the number of exchanges; indices, and arrays of other sizes, from before one are
  /// invalid.
  int generation() const { return generation_; }
  /// Sets gravity, m/s²; `text` is that of the scene with it. Inputs stay as in set_options().
  void set_gravity(const Eigen::Vector3d& gravity, std::string text);
  /// Sets the options. Held inputs stay; those applied for the next step are dropped.
  void set_options(const SimulationOptions& options);
  /// Changes the state by a function of it.
  template <typename Change>
  void change(const Change& change) {
    state();
    change(state_);
    write_arrays();
  }

  // After one of these has waited, no other thread can use the world while the interpreter's lock
  // is held: the references stay valid until the lock is released.
  const study::Scene& scene() const { return *shared_scene(); }
  /// Returns the scene as an owner that outlives an exchange().
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
  /// Returns the simulator for forces that act in the next step only; reset() and restore() drop
  /// them.
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
  /// Entries of HeldInputs, never empty.
  const Shared& force() { return force_; }
  const Shared& joint_force() { return joint_force_; }
  const StepReport& last() const {
    wait();
    return last_;
  }
  /// Returns true if the simulator's contacts and forces belong to the step that led to this state;
  /// false if a state was set.
  bool has_stepped() const {
    wait();
    return has_stepped_;
  }
  std::span<const ContactRecord> contacts();
  /// Adds the report of every step from now on, as long as another owner of `listener` exists.
  void tell(const std::shared_ptr<MergedReport>& listener) { listeners_.push_back(listener); }
  /// Returns sensors that are read after every step from now on.
  std::shared_ptr<SensorSet> watch(std::vector<SensorDef> defs);
  std::span<const double> report() const {
    wait();
    return merged_.values();
  }
  /// Returns the message of the first step with one in the last call of step(), or of the failed
  /// step.
  const std::string& message() const {
    wait();
    return message_;
  }
  /// Returns the beginnings and ends of contacts in the last call of step(), or the contacts ended
  /// by bodies that the last call of exchange() removed.
  const std::vector<ContactEvent>& events() const {
    wait();
    return events_;
  }
  /// Returns the model whose bodies the events refer to.
  const Model& model_of_events() const {
    wait();
    return events_of_->model;
  }
  /// Returns the joints that broke in the last call of step().
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
  void take_controls();
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
  bool has_applied_ = false;  ///< forces for the next step are set
  bool has_stepped_ = false;
  std::atomic<bool> busy_ = false;        ///< a thread has a Turn
  mutable std::atomic<int> waiting_ = 0;  ///< threads in wait()
};

/// Look up by an index that may be from before World::exchange(); throw InvalidArgument if there is
/// none.
const Body& body_at(const World& world, int body);
const Joint& joint_at(const World& world, int joint);

}  // namespace perpend::python
