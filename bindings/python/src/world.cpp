// SPDX-License-Identifier: Apache-2.0
#include "world.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace perpend::python {
namespace {

int index_named(const std::vector<std::string>& names, const std::string& name, const char* what) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  const std::string near(nearest_name(name, names));
  throw InvalidArgument(what, near.empty() ? "one of the model" : "a name such as '" + near + "'",
                        name);
}

}  // namespace

void scale_impulses(State& state, double factor) {
  for (ContactMemory& contact : state.contacts) contact.impulse *= factor;
  state.joint_impulses *= factor;
}

std::vector<Motor> motors(const Model& model) {
  std::vector<Motor> found;
  for (std::size_t j = 0; j < model.joints.size(); ++j)
    for (const CoordinateDef& each : model.joints[j].coordinates)
      if (each.motor != MotorKind::none)
        found.push_back({static_cast<int>(j), each.coordinate, each.target});
  return found;
}

void set_targets(Simulator& simulator, const std::vector<Motor>& motors, const double* targets) {
  for (std::size_t i = 0; i < motors.size(); ++i)
    simulator.set_motor_target({motors[i].joint}, motors[i].coordinate, targets[i]);
}

World::World(study::Scene scene, const SimulationOptions& options)
    : scene_(std::move(scene)),
      bodies_(std::make_shared<io::BodyTable>(io::body_table(scene_.model))),
      motors_(python::motors(scene_.model)) {
  ctrl_.resize(static_cast<Eigen::Index>(motors_.size()));
  for (std::size_t i = 0; i < motors_.size(); ++i) ctrl_[i] = motors_[i].target;
  simulator_ = std::make_unique<Simulator>(scene_.model, options);
  take(initial_state(scene_.model));
}

void World::wait() const {
  while (busy_) {
    const nanobind::gil_scoped_release release;
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

void World::begin(int n) {
  require(n >= 0, "n", "not negative", n);
  wait();
  merged_.clear();
  message_.clear();
  events_.clear();
  breaks_.clear();
}

// Whoever handles a signal between two calls may look at the world, or move it.
int World::advance(int n) {
  constexpr std::chrono::milliseconds kLongest{50};
  const auto start = std::chrono::steady_clock::now();
  drive(*simulator_);
  read_arrays();
  bool failed = false;
  while (n > 0 && !failed) {
    failed = !take_step();
    --n;
    if (std::chrono::steady_clock::now() - start > kLongest) break;
  }
  write_arrays();
  return failed ? 0 : n;
}

void World::drive(Simulator& simulator) const {
  for (std::size_t i = 0; i < motors_.size(); ++i)
    if (const double target = ctrl_[static_cast<Eigen::Index>(i)]; !std::isfinite(target))
      throw InvalidArgument("ctrl", "finite for every motor",
                            std::to_string(target) + " for '" +
                                model().joints[motors_[i].joint].name + "[" +
                                std::to_string(motors_[i].coordinate) + "]'");
  set_targets(simulator, motors_, ctrl_.data());
}

bool World::take_step() {
  last_ = simulator_->step(state_);
  merged_.add(last_);
  std::erase_if(listeners_, [](const auto& each) { return each.expired(); });
  for (const auto& each : listeners_)
    if (const auto listener = each.lock()) listener->add(last_);
  if (message_.empty() || last_.status != StepStatus::ok) message_ = last_.message;
  if (last_.status != StepStatus::ok) return false;
  has_applied_ = false;
  has_stepped_ = true;
  const auto found = touches_.update(simulator_->contacts(), last_.time);
  events_.insert(events_.end(), found.begin(), found.end());
  const auto broke = simulator_->breaks();
  breaks_.insert(breaks_.end(), broke.begin(), broke.end());
  return true;
}

StepDerivatives World::derivatives() {
  drive(*simulator_);
  read_arrays();
  return simulator_->derivatives(state_);
}

void World::reset() {
  restore(initial_state(scene_.model));
}

void World::restore(const State& state) {
  wait();
  if (has_applied_) renew(options());
  take(state);
}

State World::taken(const Snapshot& snapshot) const {
  if (snapshot.bodies != bodies_) {
    const Diagnostics found = io::mismatches(*snapshot.bodies, snapshot.state, model());
    if (!found.empty())
      throw InvalidArgument("state", "one of this model",
                            found[0].element + " that " + found[0].message);
  }
  State state = snapshot.state;
  if (snapshot.dt > 0 && snapshot.dt != options().dt)
    scale_impulses(state, options().dt / snapshot.dt);
  return state;
}

void World::restore(const Snapshot& snapshot) {
  restore(taken(snapshot));
}

std::span<const ContactRecord> World::contacts() {
  wait();
  if (!has_stepped_) return {};
  return simulator_->contacts();
}

void World::read_arrays() {
  state_.q = q_;
  state_.v = v_;
}

const State& World::state() {
  wait();
  read_arrays();
  return state_;
}

HeldInputs World::held() {
  wait();
  drive(*simulator_);
  return simulator_->held();
}

void World::set_options(const SimulationOptions& options) {
  wait();
  renew(options);
}

// What is held stays; what was applied for the next step is forgotten.
void World::renew(const SimulationOptions& options) {
  auto fresh = std::make_unique<Simulator>(scene_.model, options);
  fresh->set_held(simulator_->held());
  if (options.dt != this->options().dt) scale_impulses(state_, options.dt / this->options().dt);
  simulator_ = std::move(fresh);
  has_applied_ = false;
  has_stepped_ = false;
}

void World::take(const State& state) {
  state_ = state;
  has_stepped_ = false;
  touches_ = {};
  events_.clear();
  breaks_.clear();
  last_ = StepReport{.time = state.time, .step = state.step};
  merged_.clear();
  merged_.add(last_);
  message_.clear();
  write_arrays();
}

// By value: arrays look at this memory.
void World::write_arrays() {
  if (q_.size() != state_.q.size()) q_.resize(state_.q.size());
  if (v_.size() != state_.v.size()) v_.resize(state_.v.size());
  std::copy_n(state_.q.data(), q_.size(), q_.data());
  std::copy_n(state_.v.data(), v_.size(), v_.data());
}

std::vector<std::string> body_names(const Model& model) {
  std::vector<std::string> names;
  for (const Body& body : model.bodies) names.push_back(body.details->name);
  return names;
}

std::vector<std::string> joint_names(const Model& model) {
  std::vector<std::string> names;
  for (const Joint& joint : model.joints) names.push_back(joint.name);
  return names;
}

BodyId body_named(const Model& model, const std::string& name) {
  return {index_named(body_names(model), name, "body")};
}

JointId joint_named(const Model& model, const std::string& name) {
  return {index_named(joint_names(model), name, "joint")};
}

}  // namespace perpend::python
