// SPDX-License-Identifier: Apache-2.0
#include "view/loop.hpp"

#include <utility>

namespace perpend::view {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostOrders = 4096, kMostRefusals = 16;
constexpr auto kTick = 16ms;  // between frames

}  // namespace

Loop::Loop(Load load, bool running, std::function<void()> wake) : wake_(std::move(wake)) {
  thread_ = std::thread([this, load = std::move(load), running] { work(load, running); });
}

Loop::~Loop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Loop::join(int client) {
  const std::lock_guard lock(mutex_);
  refusals_[client];
  changed_.notify_one();
}

void Loop::leave(int client) {
  const std::lock_guard lock(mutex_);
  refusals_.erase(client);
  orders_.push_back({client, {}, true});
  changed_.notify_one();
}

bool Loop::post(int client, std::string text) {
  const std::lock_guard lock(mutex_);
  if (orders_.size() >= kMostOrders) return false;
  orders_.push_back({client, std::move(text), false});
  changed_.notify_one();
  return true;
}

Output Loop::output() const {
  const std::lock_guard lock(mutex_);
  return output_;
}

std::vector<std::string> Loop::take_refusals(int client) {
  const std::lock_guard lock(mutex_);
  const auto found = refusals_.find(client);
  return found == refusals_.end() ? std::vector<std::string>{} : std::exchange(found->second, {});
}

void Loop::work(const Load& load, bool running) {
  Session session(load, running);
  session.stop_when(stopping_);
  while (!stopping_) {
    take_orders(session);
    session.advance(Session::Clock::now());
    publish(session);
    sleep(session);
  }
}

void Loop::take_orders(Session& session) {
  std::vector<Order> orders;
  {
    const std::lock_guard lock(mutex_);
    orders.swap(orders_);
  }
  for (const Order& order : orders) {
    if (stopping_) return;
    if (order.has_left)
      session.leave(order.client);
    else if (std::string why = session.execute(order.client, order.text); !why.empty())
      refuse(order.client, std::move(why));
  }
}

void Loop::refuse(int client, std::string why) {
  const std::lock_guard lock(mutex_);
  const auto found = refusals_.find(client);
  if (found == refusals_.end() || found->second.size() >= kMostRefusals) return;
  found->second.push_back(std::move(why));
}

void Loop::publish(Session& session) {
  Output output = this->output();
  if (!session.publish(output)) return;
  {
    const std::lock_guard lock(mutex_);
    output_ = std::move(output);
  }
  wake_();
}

// Sleeps until the next tick if the world runs, else until the next command.
void Loop::sleep(const Session& session) {
  std::unique_lock lock(mutex_);
  const auto seen_running = [&] { return session.runs() && !refusals_.empty(); };
  if (seen_running())
    changed_.wait_until(lock, session.advanced() + kTick, [&] { return stopping_.load(); });
  else
    changed_.wait(lock, [&] { return stopping_ || !orders_.empty() || seen_running(); });
}

}  // namespace perpend::view
