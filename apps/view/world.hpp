// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "perpend/sim/simulator.hpp"
#include "perpend/study/scene.hpp"
#include "view/command.hpp"
#include "view/pull.hpp"
#include "view/rigid_hold.hpp"

namespace perpend::view {

/// A moment that was stepped to, with all that is shown of it. Stepping again after going back to
/// it gives the same bits.
struct Moment {
  State state = {};
  HeldInputs held = {};
  StepReport report = {};
  int uncertified = 0;         ///< steps so far whose bounds do not all hold
  std::string told = {};       ///< last message of a step so far
  std::int64_t told_step = 0;  ///< number of that step
  std::vector<ContactRecord> contacts = {};
  std::vector<CoordinateForce> forces = {};

  std::size_t bytes() const;
};

/// A scene that runs while users change it: its model, options, simulator and recent past. A change
/// that is impossible throws InvalidArgument and leaves everything as it was.
class World {
 public:
  explicit World(study::Scene scene);

  /// Takes one step with all pulls; returns false if it failed, which leaves the world as it was.
  bool step();
  /// Goes back to the previous moment; false if there is none since bodies were last added or
  /// removed.
  bool back();
  void reset();

  void grab(int client, const Grab& grab);
  void drag(int client, const Drag& drag);
  void release(int client);

  /// The bodies start from where they are now, also after a reset.
  void add(const AddBody& add);
  void remove(const RemoveBody& remove);

  void set_gravity(const Eigen::Vector3d& gravity);
  void set_friction(const Friction& friction);
  void set_option(const std::string& name, const std::string& value);
  void set_motor(const SetMotor& motor);
  void set_control(const SetControl& control);

  const study::Scene& scene() const { return scene_; }
  const Model& model() const { return scene_.model; }
  const SimulationOptions& options() const { return scene_.options; }
  /// Returns the inputs without the motor targets of rigid holds.
  HeldInputs held() const;
  /// Returns the controls of all actuators.
  Eigen::VectorXd control() const { return simulator_->control(); }
  const Moment& now() const { return past_.back(); }
  const std::map<int, Pull>& pulls() const { return pulls_; }
  /// Returns the force on the body, N: the current one of a spring, that of the last step for a
  /// rigid hold.
  Eigen::Vector3d pull_force(int client) const;
  /// Returns the number of moments that back() can go to.
  std::size_t depth() const { return past_.size() - 1; }
  /// Returns why the last step failed.
  const std::string& failure() const { return failure_; }

 private:
  // How the bodies are drawn, one element per body.
  struct Looks {
    std::vector<std::string> colors;
    std::vector<study::Visuals> visuals;
  };

  void start();
  // Creates a new simulator with the held inputs that continues from the same state. Throws
  // InvalidArgument if the options do not suit the model, and changes nothing then.
  void rebuild(const HeldInputs& held);
  void set_patience();
  Looks looks() const;
  void exchange(Model model, Looks looks);
  void forget_past();
  StepReport advance();
  void tell(const StepReport& report, Moment& moment) const;
  void remember(const StepReport& report);

  study::Scene scene_;
  std::vector<double> kinetic_share_;  // mu_k / mu_s of each pair of materials in the scene file
  std::unique_ptr<Model> driven_;      // scene's model with the struts of rigid holds, or null
  std::map<int, RigidHold> holds_;
  std::unique_ptr<Simulator> simulator_;
  State state_;              // of the scene's model
  std::deque<Moment> past_;  // the last one is the current moment
  std::size_t past_bytes_ = 0;
  std::map<int, Pull> pulls_;
  bool is_jammed_ = false;  // the last step was not solved within its budget
  std::string failure_;
};

}  // namespace perpend::view
