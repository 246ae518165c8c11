// SPDX-License-Identifier: Apache-2.0
#include "view/loop.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <utility>

#include "perpend/core/error.hpp"

namespace perpend::view {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostOrders = 4096, kMostRefusals = 16;
constexpr auto kTick = 16ms;          // between frames
constexpr auto kLongestBatch = 30ms;  // of steps between two frames
constexpr double kLongestLag = 0.1;   // s of wall time that is caught up

double seconds(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

// What changes nothing that panels show.
bool moves_a_hand(const Command& command) {
  return std::holds_alternative<Grab>(command) || std::holds_alternative<Drag>(command) ||
         std::holds_alternative<Release>(command);
}

std::shared_ptr<const std::string> shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

}  // namespace

Loop::Loop(Load load, bool running, std::function<void()> wake)
    : load_(std::move(load)), wake_(std::move(wake)), pace_{.running = running} {
  thread_ = std::thread([this] { work(); });
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

void Loop::work() {
  load();
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
    }
    take_orders();
    if (world_ && pace_.running) advance();
    publish();
    sleep();
  }
}

void Loop::load() {
  scene_changed_ = true;
  world_.reset();
  try {
    Result<Loaded> loaded = load_();
    if (!loaded) {
      scene_text_ = faults_message(loaded.error());
      return;
    }
    scene_text_ = scene_message(loaded->scene, loaded->joint_notes);
    world_.emplace(std::move(loaded->scene));
  } catch (const std::exception& error) {  // options that the scene cannot have
    scene_text_ = faults_message({{"", 0, "", error.what(), ""}});
    return;
  }
  notice_.clear();
  settings_changed_ = frame_changed_ = true;
}

void Loop::take_orders() {
  std::vector<Order> orders;
  {
    const std::lock_guard lock(mutex_);
    orders.swap(orders_);
  }
  for (const Order& order : orders) execute(order);
}

void Loop::execute(const Order& order) {
  frame_changed_ = true;
  if (order.has_left) {
    if (world_) world_->release(order.client);
    return;
  }
  try {
    const Command command = parse_command(order.text);
    std::visit([&](const auto& asked) { on(order.client, asked); }, command);
    settings_changed_ = settings_changed_ || !moves_a_hand(command);
  } catch (const std::exception& error) {
    refuse(order.client, error.what());
  }
}

void Loop::refuse(int client, const std::string& words) {
  const std::lock_guard lock(mutex_);
  const auto found = refusals_.find(client);
  if (found == refusals_.end() || found->second.size() >= kMostRefusals) return;
  found->second.push_back(refusal_message(words));
}

World& Loop::world() {
  if (!world_)
    throw InvalidArgument("scene", "one that can be read: correct the file and reload", "none");
  return *world_;
}

void Loop::on(int, const Run& run) {
  world();
  pace_.running = run.on;
  owed_ = 0;
  notice_.clear();
}

void Loop::on(int, const Step& step) {
  pace_.running = false;
  notice_.clear();
  for (int i = 0; i < std::abs(step.count); ++i) {
    if (step.count < 0 ? world().back() : world().step()) continue;
    if (step.count > 0) notice_ = world().failure();
    return;
  }
}

void Loop::on(int, const Reset&) {
  world().reset();
  notice_.clear();
}

void Loop::on(int, const Reload&) {
  load();
}

void Loop::on(int, const Speed& speed) {
  require(speed.factor > 0 && speed.factor <= 100, "factor", "above 0 and at most 100",
          speed.factor);
  pace_.speed = speed.factor;
}

void Loop::on(int client, const Grab& grab) {
  world().grab(client, grab);
}

void Loop::on(int client, const Drag& drag) {
  world().drag(client, drag);
}

void Loop::on(int client, const Release&) {
  world().release(client);
}

void Loop::on(int, const Gravity& gravity) {
  world().set_gravity(gravity.value);
}

void Loop::on(int, const Friction& friction) {
  world().set_friction(friction);
}

void Loop::on(int, const SetOption& option) {
  world().set_option(option.name, option.value);
}

void Loop::on(int, const SetMotor& motor) {
  world().set_motor(motor);
}

void Loop::advance() {
  const Clock::time_point now = Clock::now();
  const double passed = std::min(kLongestLag, seconds(now - advanced_));
  const double dt = world_->options().dt;
  advanced_ = now;
  owed_ += pace_.speed * passed;
  int steps = 0;
  for (; owed_ >= dt && Clock::now() - now < kLongestBatch; ++steps) {
    owed_ -= dt;
    if (world_->step()) continue;
    pace_.running = false;
    notice_ = world_->failure();
    settings_changed_ = true;
    break;
  }
  owed_ = std::min(owed_, std::max(dt, kLongestLag * pace_.speed));
  if (passed > 0) pace_.achieved += 0.1 * (steps * dt / passed - pace_.achieved);
  frame_changed_ = frame_changed_ || steps > 0;
}

void Loop::publish() {
  if (!scene_changed_ && !settings_changed_ && !frame_changed_) return;
  Output output = this->output();
  if (scene_changed_) {
    output.scene = shared(scene_text_);
    ++output.scene_number;
  }
  if (world_ && settings_changed_) {
    output.settings = shared(settings_message(*world_, pace_, notice_));
    ++output.settings_number;
  }
  if (world_ && frame_changed_) {
    output.frame = shared(frame_message(*world_, pace_));
    ++output.frame_number;
  }
  if (!world_) output.settings = output.frame = nullptr;
  scene_changed_ = settings_changed_ = frame_changed_ = false;
  {
    const std::lock_guard lock(mutex_);
    output_ = std::move(output);
  }
  wake_();
}

// Until the next tick where the world runs, else until somebody asks for something.
void Loop::sleep() {
  std::unique_lock lock(mutex_);
  const bool runs = world_ && pace_.running;
  const auto seen_running = [&] { return runs && !refusals_.empty(); };
  if (seen_running())
    changed_.wait_until(lock, advanced_ + kTick, [&] { return stopping_; });
  else
    changed_.wait(lock, [&] { return stopping_ || !orders_.empty() || seen_running(); });
}

}  // namespace perpend::view
