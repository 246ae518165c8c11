// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "perpend/core/result.hpp"
#include "view/messages.hpp"

namespace perpend::view {

struct Loaded {
  study::Scene scene;
  std::vector<std::string> joint_notes;  ///< per joint, as RunPage::joint_notes
};
/// Reads the scene; again where a page asks for it.
using Load = std::function<Result<Loaded>()>;

/// The newest of each message. A number counts up with its text.
struct Output {
  std::uint64_t scene_number = 0, settings_number = 0, frame_number = 0;
  std::shared_ptr<const std::string> scene, settings, frame;  ///< null: there is none
};

/// A world that runs in a thread of its own, at the pace of the clock and while somebody looks.
/// Clients are numbers; everything may be called by another thread.
class Loop {
 public:
  /// `wake` is called, by the thread, whenever there is something new to send.
  Loop(Load load, bool running, std::function<void()> wake);
  ~Loop();

  void join(int client);
  void leave(int client);
  /// A command of a client; false where too many wait.
  bool post(int client, std::string text);
  Output output() const;
  /// What commands of a client were refused for since it was last asked; the last few.
  std::vector<std::string> take_refusals(int client);

 private:
  using Clock = std::chrono::steady_clock;
  struct Order {
    int client;
    std::string text;
    bool has_left = false;
  };

  void work();
  void load();
  void take_orders();
  void execute(const Order& order);
  // What a command does to the world; it throws InvalidArgument where that cannot be.
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
  World& world();
  void advance();
  void publish();
  void refuse(int client, const std::string& words);
  void sleep();

  const Load load_;
  const std::function<void()> wake_;

  // Of the thread alone.
  std::optional<World> world_;
  Pace pace_;
  std::string notice_;
  double owed_ = 0.0;  // simulated s that the clock is ahead
  Clock::time_point advanced_ = Clock::now();
  bool scene_changed_ = true, settings_changed_ = true, frame_changed_ = true;
  std::string scene_text_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Order> orders_;
  std::map<int, std::vector<std::string>> refusals_;  // of the clients there are
  Output output_;
  bool stopping_ = false;

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace perpend::view
