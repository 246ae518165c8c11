// SPDX-License-Identifier: Apache-2.0
#include "world.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>
#include <utility>

#include "names.hpp"

namespace perpend::python {
namespace {

// Sleeps without the interpreter's lock, so that other threads can run.
void doze() {
  const nanobind::gil_scoped_release release;
  std::this_thread::sleep_for(std::chrono::microseconds(100));
}

// Resizes the memory; it stays the same if the size does. Arrays that still refer to replaced
// memory find NaN there.
void resize(Shared& values, Eigen::Index size) {
  if (values && values->size() == size) return;
  if (values) values->setConstant(std::numeric_limits<double>::quiet_NaN());
  values = std::make_shared<Eigen::VectorXd>(Eigen::VectorXd::Zero(size));
}

// Copies the values, since arrays refer to the target's memory.
void put(const Eigen::VectorXd& from, Shared& to) {
  resize(to, from.size());
  std::copy_n(from.data(), from.size(), to->data());
}

// Throws InvalidArgument with the name of the first entry that is not finite.
void check_finite(const char* argument, const Eigen::VectorXd& values,
                  const std::vector<std::string>& names) {
  for (Eigen::Index i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      throw InvalidArgument(
          argument, "finite",
          std::to_string(values[i]) + " for '" + names[static_cast<std::size_t>(i)] + "'");
}

}  // namespace

std::vector<Motor> motors(const Model& model) {
  std::vector<Motor> found;
  for (std::size_t j = 0; j < model.joints.size(); ++j)
    for (const CoordinateDef& each : model.joints[j].coordinates)
      if (each.motor != MotorKind::none)
        found.push_back({static_cast<int>(j), each.coordinate, each.target});
  return found;
}

std::size_t control_count(const Model& model, const std::vector<Motor>& motors) {
  return model.actuators.empty() ? motors.size() : model.actuators.size();
}

void set_controls(Simulator& simulator, const std::vector<Motor>& motors, const double* controls) {
  const std::size_t count = simulator.model().actuators.size();
  if (count > 0)
    return simulator.set_control(
        Eigen::Map<const Eigen::VectorXd>(controls, static_cast<Eigen::Index>(count)));
  for (std::size_t i = 0; i < motors.size(); ++i)
    simulator.set_motor_target({motors[i].joint}, motors[i].coordinate, controls[i]);
}

World::World(std::shared_ptr<const study::Scene> scene, const SimulationOptions& options)
    : scene_(std::move(scene)), simulator_(std::make_unique<Simulator>(scene_->model, options)) {
  take_model();
  take_held();
  take(initial_state(scene_->model));
}

void World::take_model() {
  bodies_ = std::make_shared<io::BodyTable>(io::body_table(scene_->model));
  motors_ = python::motors(scene_->model);
  resize(ctrl_, static_cast<Eigen::Index>(control_count(scene_->model, motors_)));
  const std::vector<Actuator>& actuators = scene_->model.actuators;
  for (Eigen::Index i = 0; i < ctrl_->size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    (*ctrl_)[i] = actuators.empty() ? motors_[at].target : actuators[at].control;
  }
}

// Copies the controls that the simulator holds into the array.
void World::take_controls() {
  if (!scene_->model.actuators.empty()) return put(simulator_->control(), ctrl_);
  for (const MotorInput& motor : simulator_->held().motors)
    for (std::size_t i = 0; i < motors_.size(); ++i)
      if (motors_[i].joint == motor.joint.index && motors_[i].coordinate == motor.coordinate &&
          motor.target)
        (*ctrl_)[static_cast<Eigen::Index>(i)] = *motor.target;
}

// Copies the forces that the simulator holds into the arrays.
void World::take_held() {
  const HeldInputs& held = simulator_->held();
  resize(force_, scene_->model.dof());
  resize(joint_force_, scene_->model.joint_coordinates);
  force_->setZero();
  joint_force_->setZero();
  if (held.force.size() > 0) put(held.force, force_);
  if (held.joint_force.size() > 0) put(held.joint_force, joint_force_);
}

void World::set_held(const HeldInputs& held) {
  wait();
  simulator_->set_held(held);
  take_held();
}

void World::clear_held() {
  set_held({});
}

void World::hold_force(BodyId body, const Eigen::Vector3d& force, const Eigen::Vector3d& torque) {
  wait();
  drive(*simulator_);
  simulator_->set_force(body, force, torque);
  take_held();
}

void World::hold_joint_force(JointId joint, int coordinate, double force) {
  wait();
  drive(*simulator_);
  simulator_->set_joint_force(joint, coordinate, force);
  take_held();
}

// The simulator refers to the previous scene until it has the next one, so both are kept alive.
void World::exchange(study::Scene scene) {
  wait();
  drive(*simulator_);
  read_arrays();
  auto next = std::make_shared<const study::Scene>(std::move(scene));
  State state = state_;
  simulator_->exchange(next->model, state);
  scene_.swap(next);
  ContactEvents touches = touches_;
  const auto ends = touches.exchange(next->model, scene_->model, state.time);
  for (const auto& set : watched()) set->sensors.reset();
  sensors_.clear();
  ++generation_;
  has_applied_ = false;
  take_model();
  take_controls();
  take_held();
  take(state);
  events_.assign(ends.begin(), ends.end());
  events_of_ = next;
  touches_ = std::move(touches);
}

void World::wait() const {
  if (!busy_) return;
  ++waiting_;
  while (busy_) doze();
  --waiting_;
}

// Lets waiting threads use the world first. Otherwise a thread with short turns would release the
// interpreter's lock only within them: a waiting thread would get the lock only while the world is
// busy.
void World::give_way() const {
  constexpr int kMost = 50;
  for (int i = 0; i < kMost && waiting_ > 0; ++i) doze();
}

void World::begin(int n) {
  require(n >= 0, "n", "not negative", n);
  wait();
  merged_.clear();
  message_.clear();
  events_.clear();
  events_of_ = scene_;
  breaks_.clear();
}

// Steps at most 50 ms, because a signal handler that runs between two calls may use the world, or
// change its state.
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
  if (!ctrl_->allFinite()) check_finite("ctrl", *ctrl_, control_names(scene_->model));
  if (!force_->allFinite()) check_finite("force", *force_, velocity_names(scene_->model));
  if (!joint_force_->allFinite())
    check_finite("joint_force", *joint_force_, coordinate_names(scene_->model));
  set_controls(simulator, motors_, ctrl_->data());
  simulator.set_force(*force_);
  simulator.set_joint_force(*joint_force_);
}

std::vector<std::shared_ptr<SensorSet>> World::watched() {
  std::erase_if(sensors_, [](const auto& each) { return each.expired(); });
  std::vector<std::shared_ptr<SensorSet>> sets;
  for (const auto& each : sensors_)
    if (auto set = each.lock()) sets.push_back(std::move(set));
  return sets;
}

std::shared_ptr<SensorSet> World::watch(std::vector<SensorDef> defs) {
  Sensors sensors(scene_->model, defs, state());
  auto set = std::make_shared<SensorSet>(SensorSet{std::move(defs), std::move(sensors)});
  sensors_.push_back(set);
  return set;
}

// Sensors start anew in each step, so that a velocity set by the user does not count as
// acceleration.
bool World::take_step() {
  const auto sets = watched();
  std::vector<Sensors> fresh;
  for (const auto& set : sets) fresh.emplace_back(scene_->model, set->defs, state_);
  last_ = simulator_->step(state_);
  merged_.add(last_);
  std::erase_if(listeners_, [](const auto& each) { return each.expired(); });
  for (const auto& each : listeners_)
    if (const auto listener = each.lock()) listener->add(last_);
  if (message_.empty() || last_.status != StepStatus::ok) message_ = last_.message;
  if (last_.status != StepStatus::ok) return false;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    fresh[i].update(*simulator_, state_);
    sets[i]->sensors = std::move(fresh[i]);
  }
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

std::unique_ptr<World> World::copy() {
  wait();
  auto twin = std::make_unique<World>(scene_, simulator_->options());
  twin->take(state());
  HeldInputs held = simulator_->held();
  held.force = *force_;
  held.joint_force = *joint_force_;
  twin->set_held(held);
  put(*ctrl_, twin->ctrl_);
  return twin;
}

// The text is that of the scene with this gravity.
void World::set_gravity(const Eigen::Vector3d& gravity, std::string text) {
  wait();
  require(gravity.allFinite(), "gravity", "finite", gravity.norm());
  study::Scene changed = *scene_;
  changed.model.gravity = gravity;
  changed.text = std::move(text);
  // The simulator refers to the scene before until it is replaced.
  const auto before =
      std::exchange(scene_, std::make_shared<const study::Scene>(std::move(changed)));
  renew(simulator_->options());
  for (const auto& set : watched()) set->sensors.emplace(scene_->model, set->defs, state());
}

void World::reset() {
  restore(initial_state(scene_->model));
}

void World::restore(const State& state) {
  wait();
  if (has_applied_) renew(simulator_->options());
  take(state);
}

State World::taken(const Snapshot& snapshot) const {
  if (snapshot.bodies != bodies_) {
    const Diagnostics found = io::mismatches(*snapshot.bodies, snapshot.state, scene_->model);
    if (!found.empty())
      throw InvalidArgument("state", "one of this model",
                            found[0].element + ": " + found[0].message);
  }
  State state = snapshot.state;
  if (snapshot.dt > 0 && snapshot.dt != simulator_->options().dt)
    scale_impulses(state, simulator_->options().dt / snapshot.dt);
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
  state_.q = *q_;
  state_.v = *v_;
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

// Replaces the simulator. Held inputs stay; those applied for the next step are dropped.
void World::renew(const SimulationOptions& options) {
  auto fresh = std::make_unique<Simulator>(scene_->model, options);
  fresh->set_held(simulator_->held());
  if (options.dt != simulator_->options().dt)
    scale_impulses(state_, options.dt / simulator_->options().dt);
  simulator_ = std::move(fresh);
  has_applied_ = false;
  has_stepped_ = false;
}

void World::take(const State& state) {
  state_ = state;
  has_stepped_ = false;
  touches_ = {};
  events_.clear();
  events_of_ = scene_;
  breaks_.clear();
  last_ = StepReport{.time = state.time, .step = state.step};
  merged_.clear();
  merged_.add(last_);
  message_.clear();
  write_arrays();
  for (const auto& set : watched()) set->sensors.emplace(scene_->model, set->defs, state_);
}

void World::write_arrays() {
  put(state_.q, q_);
  put(state_.v, v_);
}

const Body& body_at(const World& world, int body) {
  const auto& bodies = world.model().bodies;
  require(body >= 0 && body < static_cast<int>(bodies.size()), "body", "one of the model", body);
  return bodies[static_cast<std::size_t>(body)];
}

const Joint& joint_at(const World& world, int joint) {
  const auto& joints = world.model().joints;
  require(joint >= 0 && joint < static_cast<int>(joints.size()), "joint", "one of the model",
          joint);
  return joints[static_cast<std::size_t>(joint)];
}

}  // namespace perpend::python
