// SPDX-License-Identifier: Apache-2.0
#include "view/session.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <utility>

#include "perpend/core/error.hpp"

namespace perpend::view {
namespace {

using namespace std::chrono_literals;

constexpr auto kLongestBatch = 30ms;  // wall time of steps between two frames
constexpr double kLongestLag = 0.1;   // s of wall time that is caught up at most

double seconds(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

// Returns true for commands that change nothing that panels show.
bool moves_a_hand(const Command& command) {
  return std::holds_alternative<Grab>(command) || std::holds_alternative<Drag>(command) ||
         std::holds_alternative<Release>(command);
}

std::shared_ptr<const std::string> shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

}  // namespace

void Session::load_now() {
  scene_changed_ = true;
  world_.reset();
  try {
    Result<Loaded> loaded = load_();
    if (!loaded) {
      scene_text_ = faults_message(loaded.error());
      return;
    }
    scene_text_ = scene_message(loaded->scene, loaded->joint_notes, false);
    joint_notes_.clear();
    for (std::size_t j = 0; j < loaded->joint_notes.size(); ++j)
      joint_notes_[loaded->scene.model.joints[j].name] = loaded->joint_notes[j];
    world_.emplace(std::move(loaded->scene));
  } catch (const std::exception& error) {  // the scene cannot have its options
    scene_text_ = faults_message({{"", 0, "", error.what(), ""}});
    return;
  }
  notice_.clear();
  settings_changed_ = frame_changed_ = true;
}

std::string Session::execute(int client, const std::string& text) {
  frame_changed_ = true;
  try {
    const Command command = parse_command(text);
    std::visit([&](const auto& asked) { on(client, asked); }, command);
    settings_changed_ = settings_changed_ || !moves_a_hand(command);
  } catch (const std::exception& error) {
    return refusal_message(error.what());
  }
  return {};
}

void Session::leave(int client) {
  frame_changed_ = true;
  if (world_) world_->release(client);
}

World& Session::world() {
  if (!world_)
    throw InvalidArgument("scene", "one that can be read: correct the file and reload", "none");
  return *world_;
}

void Session::on(int, const Run& run) {
  world();
  if (!pace_.running) advanced_ = Clock::now();
  pace_.running = run.on;
  owed_ = 0;
  notice_.clear();
}

void Session::on(int, const Step& step) {
  pace_.running = false;
  notice_.clear();
  for (int i = 0; i < std::abs(step.count) && !is_stopping(); ++i) {
    if (step.count < 0 ? world().back() : world().step()) continue;
    if (step.count > 0) notice_ = world().failure();
    return;
  }
}

void Session::on(int, const Reset&) {
  world().reset();
  notice_.clear();
}

void Session::on(int, const Reload&) {
  load_now();
}

void Session::on(int, const Speed& speed) {
  require(speed.factor > 0 && speed.factor <= 100, "factor", "above 0 and at most 100",
          speed.factor);
  pace_.speed = speed.factor;
}

void Session::on(int client, const Grab& grab) {
  world().grab(client, grab);
}

void Session::on(int client, const Drag& drag) {
  world().drag(client, drag);
}

void Session::on(int client, const Release&) {
  world().release(client);
}

void Session::on(int, const Gravity& gravity) {
  world().set_gravity(gravity.value);
}

void Session::on(int, const Friction& friction) {
  world().set_friction(friction);
}

void Session::on(int, const SetOption& option) {
  world().set_option(option.name, option.value);
}

void Session::on(int, const SetMotor& motor) {
  world().set_motor(motor);
}

void Session::on(int, const SetControl& control) {
  world().set_control(control);
}

void Session::on(int, const AddBody& body) {
  world().add(body);
  show_bodies();
}

void Session::on(int, const RemoveBody& body) {
  world().remove(body);
  show_bodies();
}

void Session::show_bodies() {
  std::vector<std::string> notes;
  for (const Joint& joint : world().model().joints) notes.push_back(joint_notes_[joint.name]);
  scene_text_ = scene_message(world().scene(), notes, true);
  scene_changed_ = settings_changed_ = true;
}

void Session::advance(Clock::time_point now) {
  if (!runs()) return;
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

bool Session::publish(Output& output) {
  if (!scene_changed_ && !settings_changed_ && !frame_changed_) return false;
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
  return true;
}

}  // namespace perpend::view
