// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "perpend/core/result.hpp"
#include "view/messages.hpp"

namespace perpend::view {

struct Loaded {
  study::Scene scene;
  std::vector<std::string> joint_notes;  ///< per joint, as RunPage::joint_notes
};
/// Reads the scene, again whenever a page requests it.
using Load = std::function<Result<Loaded>()>;

/// The newest message of each kind. Its number increases whenever it changes.
struct Output {
  std::uint64_t scene_number = 0, settings_number = 0, frame_number = 0;
  std::shared_ptr<const std::string> scene, settings, frame;  ///< null if there is none
};

/// A world that clients command and watch, at the pace of the clock. It starts no thread: its owner
/// calls it, a thread of `perpend view` or a page's worker.
class Session {
 public:
  using Clock = std::chrono::steady_clock;

  Session(Load load, bool running) : load_(std::move(load)), pace_{.running = running} {
    load_now();
  }

  /// Executes a client's command. Returns a message that says why it was refused; empty if it was
  /// executed.
  std::string execute(int client, const std::string& command);
  void leave(int client);

  /// Skips requested steps once `stopping` is true; it must outlive the session.
  void stop_when(const std::atomic<bool>& stopping) { stopping_ = &stopping; }

  bool runs() const { return world_ && pace_.running; }
  /// Takes the steps due since the last call.
  void advance(Clock::time_point now);
  /// Returns when advance() was last called.
  Clock::time_point advanced() const { return advanced_; }

  /// Puts all changes since the last call into `output`; returns false if there are none.
  bool publish(Output& output);

 private:
  void load_now();
  // Each applies a command to the world; throws InvalidArgument if that is impossible.
  void on(int client, const Run& run);
  void on(int client, const Step& step);
  void on(int client, const Reset& reset);
  void on(int client, const Reload& reload);
  void on(int client, const Speed& speed);
  void on(int client, const Grab& grab);
  void on(int client, const Drag& drag);
  void on(int client, const Release& release);
  void on(int client, const Gravity& gravity);
  void on(int client, const Friction& friction);
  void on(int client, const SetOption& option);
  void on(int client, const SetMotor& motor);
  void on(int client, const SetControl& control);
  void on(int client, const AddBody& body);
  void on(int client, const RemoveBody& body);
  void show_bodies();
  World& world();

  bool is_stopping() const { return stopping_ && *stopping_; }

  Load load_;
  const std::atomic<bool>* stopping_ = nullptr;
  std::optional<World> world_;
  Pace pace_;
  std::string notice_;
  double owed_ = 0.0;  // simulated s that the world is behind the clock
  Clock::time_point advanced_ = Clock::now();
  bool scene_changed_ = true, settings_changed_ = true, frame_changed_ = true;
  std::string scene_text_;
  std::map<std::string, std::string> joint_notes_;  // by name of the joint
};

}  // namespace perpend::view
