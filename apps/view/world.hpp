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

/// A moment that was stepped to, with what is shown of it; going back goes on with the same bits.
struct Moment {
  State state = {};
  HeldInputs held = {};
  StepReport report = {};
  int uncertified = 0;         ///< steps to here of which a bound does not hold
  std::string told = {};       ///< message of the last step to here that had one
  std::int64_t told_step = 0;  ///< the number of that step
  std::vector<ContactRecord> contacts = {};
  std::vector<CoordinateForce> forces = {};

  std::size_t bytes() const;
};

/// A scene that runs while people change it: its model, options, simulator and recent past. What it
/// is told throws InvalidArgument where it cannot be, and then nothing has changed.
class World {
 public:
  explicit World(study::Scene scene);

  /// One step with all pulls; false where it failed, which leaves the world as it was.
  bool step();
  /// The moment before, if there is one since bodies last came or went.
  bool back();
  void reset();

  void grab(int client, const Grab& grab);
  void drag(int client, const Drag& drag);
  void release(int client);

  /// They start from where they are now, and after a reset from there again.
  void add(const AddBody& add);
  void remove(const RemoveBody& remove);

  void set_gravity(const Eigen::Vector3d& gravity);
  void set_friction(const Friction& friction);
  void set_option(const std::string& name, const std::string& value);
  void set_motor(const SetMotor& motor);

  const study::Scene& scene() const { return scene_; }
  const Model& model() const { return scene_.model; }
  const SimulationOptions& options() const { return scene_.options; }
  /// Without what holds have their motors told.
  HeldInputs held() const;
  const Moment& now() const { return past_.back(); }
  const std::map<int, Pull>& pulls() const { return pulls_; }
  /// N, on the body: of a spring now, of a rigid hold in the last step.
  Eigen::Vector3d pull_force(int client) const;
  /// Moments that back() can go to.
  std::size_t depth() const { return past_.size() - 1; }
  /// Why the last step failed.
  const std::string& failure() const { return failure_; }

 private:
  void start();
  // Another simulator, with what is held, goes on from the same state. Throws InvalidArgument where
  // the options are none for the model, and changes nothing then.
  void rebuild(const HeldInputs& held);
  void set_patience();
  void exchange(Model model, std::vector<std::string> colors);
  void forget_past();
  StepReport advance();
  void tell(const StepReport& report, Moment& moment) const;
  void remember(const StepReport& report);

  study::Scene scene_;
  std::vector<double> kinetic_share_;  // mu_k / mu_s of each pair of materials, as the scene has it
  std::unique_ptr<Model> driven_;      // the scene's with the struts of rigid holds; null: none
  std::map<int, RigidHold> holds_;
  std::unique_ptr<Simulator> simulator_;
  State state_;              // of the scene's model
  std::deque<Moment> past_;  // the last one is now
  std::size_t past_bytes_ = 0;
  std::map<int, Pull> pulls_;
  bool is_jammed_ = false;  // the last step was not solved in its time
  std::string failure_;
};

}  // namespace perpend::view
