// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "view/session.hpp"

namespace perpend::view {

/// Runs a session in a thread of its own while it has clients. Clients are numbers; every function
/// may be called from another thread.
class Loop {
 public:
  /// `wake` is called by the thread whenever there is new output to send.
  Loop(Load load, bool running, std::function<void()> wake);
  ~Loop();

  void join(int client);
  void leave(int client);
  /// Queues a command of a client; returns false if too many are waiting.
  bool post(int client, std::string text);
  Output output() const;
  /// Returns why commands of a client were refused since the last call; at most the first few.
  std::vector<std::string> take_refusals(int client);

 private:
  struct Order {
    int client;
    std::string text;
    bool has_left = false;
  };

  void work(const Load& load, bool running);
  void take_orders(Session& session);
  void publish(Session& session);
  void refuse(int client, std::string why);
  void sleep(const Session& session);

  const std::function<void()> wake_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Order> orders_;
  std::map<int, std::vector<std::string>> refusals_;  // of the connected clients
  Output output_;
  std::atomic<bool> stopping_ = false;  // changed under the mutex

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace perpend::view
