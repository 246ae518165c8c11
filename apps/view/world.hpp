// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "perpend/sim/simulator.hpp"
#include "perpend/study/scene.hpp"
#include "view/pull.hpp"

namespace perpend::view {

/// A moment that was stepped to, with what is shown of it; going back goes on with the same bits.
struct Moment {
  State state = {};
  HeldInputs held = {};
  StepReport report = {};
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
  /// The moment before, if there is one.
  bool back();
  void reset();

  void grab(int client, const Grab& grab);
  void drag(int client, const Drag& drag);
  void release(int client) { pulls_.erase(client); }

  void set_gravity(const Eigen::Vector3d& gravity);
  void set_friction(const Friction& friction);
  void set_option(const std::string& name, const std::string& value);
  void set_motor(const SetMotor& motor);

  const study::Scene& scene() const { return scene_; }
  const Model& model() const { return scene_.model; }
  const SimulationOptions& options() const { return scene_.options; }
  const HeldInputs& held() const { return simulator_->held(); }
  const Moment& now() const { return past_.back(); }
  const std::map<int, Pull>& pulls() const { return pulls_; }
  /// Moments that back() can go to.
  std::size_t depth() const { return past_.size() - 1; }
  /// Why the last step failed.
  const std::string& failure() const { return failure_; }

 private:
  void start();
  // Another simulator, with what is held, goes on from the same state.
  void rebuild(const HeldInputs& held);
  void remember(const StepReport& report);

  study::Scene scene_;
  std::unique_ptr<Simulator> simulator_;
  State state_;
  std::deque<Moment> past_;  // the last one is now
  std::size_t past_bytes_ = 0;
  std::map<int, Pull> pulls_;
  std::string failure_;
};

}  // namespace perpend::view
