// SPDX-License-Identifier: Apache-2.0
#include "view/world.hpp"

#include <cmath>

#include "perpend/core/error.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/model/edit_model.hpp"
#include "perpend/sim/exchange.hpp"
#include "view/new_body.hpp"
#include "view/option_text.hpp"

namespace perpend::view {
namespace {

constexpr std::size_t kMoments = 2000, kBytes = 64'000'000;

// Fraction of its budget that a step may use after one that was not solved in time: all steps of a
// jam lack a solution, and the user should not wait for each.
constexpr double kJammedShare = 0.1;

template <typename T>
std::size_t bytes_of(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

}  // namespace

std::size_t Moment::bytes() const {
  const auto numbers = state.q.size() + state.v.size() + state.joint_impulses.size() +
                       state.coordinates.size() + held.force.size() + held.joint_force.size();
  return sizeof(Moment) + static_cast<std::size_t>(numbers) * sizeof(double) +
         bytes_of(state.contacts) + bytes_of(contacts) + bytes_of(forces) + bytes_of(held.motors) +
         told.size();
}

World::World(study::Scene scene) : scene_(std::move(scene)) {
  for (const SurfacePair& pair : model().surface_pairs)
    kinetic_share_.push_back(pair.mu_s > 0 ? pair.mu_k / pair.mu_s : 1.0);
  start();
}

void World::start() {
  state_ = initial_state(model());
  rebuild(held());
  forget_past();
}

void World::forget_past() {
  past_.clear();
  past_bytes_ = 0;
  failure_.clear();
  StepReport report;
  report.time = state_.time;
  report.certificate.energy_after = energy_parts(model(), state_, options().dt).total();
  remember(report);
}

void World::reset() {
  pulls_.clear();
  start();
}

HeldInputs World::held() const {
  if (!simulator_) return {};
  HeldInputs held = simulator_->held();
  const int joints = static_cast<int>(model().joints.size());
  std::erase_if(held.motors, [&](const MotorInput& motor) { return motor.joint.index >= joints; });
  return held;
}

void World::rebuild(const HeldInputs& held) {
  std::unique_ptr<Model> driven;
  std::map<int, RigidHold> holds;
  for (const auto& [client, pull] : pulls_) {
    if (!pull.is_rigid()) continue;
    if (!driven) driven = std::make_unique<Model>(model());
    holds.emplace(client, RigidHold(model(), state_, pull, client, *driven));
  }
  SimulationOptions own = options();
  if (is_jammed_) own.budget_ms *= kJammedShare;
  auto simulator = std::make_unique<Simulator>(driven ? *driven : model(), own);
  simulator->set_held(held);
  simulator_ = std::move(simulator);
  driven_ = std::move(driven);
  holds_ = std::move(holds);
}

// Accumulates messages over steps, since pages do not see every step.
void World::tell(const StepReport& report, Moment& moment) const {
  if (!past_.empty()) {
    moment.uncertified = now().uncertified;
    moment.told = now().told;
    moment.told_step = now().told_step;
  }
  moment.uncertified += report.uncertified;
  if (report.message.empty()) return;
  moment.told = report.message;
  moment.told_step = report.step;
}

void World::remember(const StepReport& report) {
  Moment moment{.state = state_, .held = held(), .report = report};
  tell(report, moment);
  const auto contacts = simulator_->contacts();
  const auto forces = simulator_->coordinate_forces();
  moment.contacts.assign(contacts.begin(), contacts.end());
  moment.forces.assign(forces.begin(), forces.begin() + model().joint_coordinates);
  past_bytes_ += moment.bytes();
  past_.push_back(std::move(moment));
  while (past_.size() > 2 && (past_.size() > kMoments || past_bytes_ > kBytes)) {
    past_bytes_ -= past_.front().bytes();
    past_.pop_front();
  }
}

// Steps with the struts of rigid holds. Their lengths exist only within the step: the state that is
// kept is that of the scene.
StepReport World::advance() {
  if (!driven_) return simulator_->step(state_);
  State state = state_;
  state.coordinates.conservativeResize(driven_->joint_coordinates);
  if (!state.broken.empty()) state.broken.resize(driven_->joints.size(), 0);
  for (const auto& [client, hold] : holds_) {
    const Pull& pull = pulls_.at(client);
    hold.measure(model(), state_, pull, state.coordinates);
    hold.drive(model(), state_, pull, *simulator_);
  }
  const StepReport report = simulator_->step(state);
  if (report.status != StepStatus::ok) return report;
  state.coordinates.conservativeResize(model().joint_coordinates);
  if (!state.broken.empty()) state.broken.resize(model().joints.size());
  state_ = std::move(state);
  return report;
}

// Rebuilding the simulator is safe, since it keeps nothing that the next step depends on.
void World::set_patience() {
  const bool is_jammed = now().report.unsolved > 0 && options().budget_ms > 0;
  if (is_jammed == is_jammed_) return;
  is_jammed_ = is_jammed;
  rebuild(held());
}

bool World::step() {
  set_patience();
  for (const auto& [client, pull] : pulls_)
    simulator_->apply_force_at(pull.body(), pull.force(model(), state_, options().dt));
  const StepReport report = advance();
  if (report.status == StepStatus::ok) {
    remember(report);
    return true;
  }
  failure_ = report.message.empty() ? std::string(to_string(report.status)) : report.message;
  rebuild(held());  // else the pulls would apply to the next step
  return false;
}

bool World::back() {
  if (past_.size() < 2) return false;
  past_bytes_ -= past_.back().bytes();
  past_.pop_back();
  state_ = now().state;
  rebuild(now().held);
  return true;
}

void World::grab(int client, const Grab& grab) {
  const double strength = grab.body < static_cast<int>(model().bodies.size())
                              ? connected_mass(model(), {grab.body})
                              : 0;
  const Pull pull(model(), state_, grab, strength);
  const bool is_new_hold = grab.rigid || holds_.contains(client);
  pulls_.insert_or_assign(client, pull);
  if (is_new_hold) rebuild(held());
}

void World::release(int client) {
  pulls_.erase(client);
  if (holds_.contains(client)) rebuild(held());
}

Eigen::Vector3d World::pull_force(int client) const {
  const Pull& pull = pulls_.at(client);
  const auto hold = holds_.find(client);
  if (hold != holds_.end()) return hold->second.force(model(), state_, pull, *simulator_);
  return pull.force(model(), state_, options().dt).force;
}

void World::add(const AddBody& add) {
  study::Scene more = read_new_body(add.body, model());
  Model next = with_elements(model(), more.model);
  require(find_room(state_, next), "body", "one there is room for at its place or above",
          more.model.bodies[0].details->name);
  Looks looks = this->looks();
  looks.colors.push_back(more.colors[0]);
  looks.visuals.push_back(more.visuals[0]);
  exchange(std::move(next), std::move(looks));
}

void World::remove(const RemoveBody& remove) {
  require(model().bodies.size() > 1, "body", "one that is not the last", remove.body);
  Model next = without_body(model(), {remove.body});
  Looks looks = this->looks();
  looks.colors.erase(looks.colors.begin() + remove.body);
  looks.visuals.erase(looks.visuals.begin() + remove.body);
  exchange(std::move(next), std::move(looks));
}

World::Looks World::looks() const {
  Looks looks{scene_.colors, scene_.visuals};
  looks.colors.resize(model().bodies.size());
  looks.visuals.resize(model().bodies.size());
  return looks;
}

// Replaces the model and keeps state and inputs; pulls on removed bodies end.
void World::exchange(Model next, Looks looks) {
  const State before = state_;
  const std::map<int, Pull> pulls = pulls_;
  const HeldInputs held = carried_over(model(), this->held(), next);
  state_ = carried_over(model(), state_, next);
  for (auto& [client, pull] : pulls_)
    pull.renumber(find_body(next, model().bodies[pull.body().index].details->name));
  std::erase_if(pulls_, [](const auto& each) { return each.second.body() == kWorld; });
  std::swap(scene_.model, next);
  try {
    rebuild(held);
  } catch (...) {
    std::swap(scene_.model, next);
    state_ = before;
    pulls_ = pulls;
    throw;
  }
  scene_.colors = std::move(looks.colors);
  scene_.visuals = std::move(looks.visuals);
  forget_past();
}

void World::drag(int client, const Drag& drag) {
  const auto found = pulls_.find(client);
  if (found != pulls_.end()) found->second.drag(drag.target);
}

void World::set_gravity(const Eigen::Vector3d& gravity) {
  require(gravity.norm() <= 1000, "gravity", "at most 1000 m/s²", gravity.norm());
  scene_.model.gravity = gravity;
  rebuild(held());
}

void World::set_friction(const Friction& friction) {
  Model& m = scene_.model;
  const int count = static_cast<int>(m.materials.size());
  require(friction.a < count, "a", "a material", friction.a);
  require(friction.b < count, "b", "a material", friction.b);
  require(friction.mu >= 0 && friction.mu <= 100, "mu", "0 to 100", friction.mu);
  const auto set = [&](int pair) {
    m.surface_pairs[pair].mu_s = friction.mu;
    m.surface_pairs[pair].mu_k = kinetic_share_[pair] * friction.mu;
  };
  set(friction.a * count + friction.b);
  if (friction.a != friction.b) set(friction.b * count + friction.a);
  rebuild(held());
}

void World::set_option(const std::string& name, const std::string& value) {
  const SimulationOptions before = options();
  view::set_option(scene_.options, name, value);
  try {
    rebuild(held());
  } catch (...) {
    scene_.options = before;
    throw;
  }
}

void World::set_motor(const SetMotor& motor) {
  require(motor.joint < static_cast<int>(model().joints.size()), "joint", "one of the model",
          motor.joint);
  const JointId joint{motor.joint};
  if (motor.target) simulator_->set_motor_target(joint, motor.coordinate, *motor.target);
  if (motor.max_force) simulator_->set_motor_limit(joint, motor.coordinate, *motor.max_force);
}

void World::set_control(const SetControl& control) {
  simulator_->set_control({control.actuator}, control.value);
}

}  // namespace perpend::view
