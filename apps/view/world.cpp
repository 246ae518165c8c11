// SPDX-License-Identifier: Apache-2.0
#include "view/world.hpp"

#include <cmath>

#include "perpend/core/error.hpp"
#include "perpend/dynamics/energy.hpp"
#include "view/option_text.hpp"

namespace perpend::view {
namespace {

constexpr std::size_t kMoments = 2000, kBytes = 64'000'000;

template <typename T>
std::size_t bytes_of(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

// What was set of motors stays; forces for one step were taken.
HeldInputs held_of(const Simulator* simulator) {
  return simulator ? simulator->held() : HeldInputs{};
}

}  // namespace

std::size_t Moment::bytes() const {
  const auto numbers = state.q.size() + state.v.size() + state.joint_impulses.size() +
                       state.coordinates.size() + held.force.size();
  return sizeof(Moment) + static_cast<std::size_t>(numbers) * sizeof(double) +
         bytes_of(state.contacts) + bytes_of(contacts) + bytes_of(forces) + bytes_of(held.motors);
}

World::World(study::Scene scene) : scene_(std::move(scene)) {
  start();
}

void World::start() {
  rebuild(held_of(simulator_.get()));
  state_ = initial_state(model());
  past_.clear();
  past_bytes_ = 0;
  failure_.clear();
  StepReport report;
  report.time = state_.time;
  report.certificate.energy_after = energy(model(), state_);
  remember(report);
}

void World::reset() {
  pulls_.clear();
  start();
}

void World::rebuild(const HeldInputs& held) {
  auto simulator = std::make_unique<Simulator>(model(), options());
  simulator->set_held(held);
  simulator_ = std::move(simulator);
}

void World::remember(const StepReport& report) {
  Moment moment{.state = state_, .held = simulator_->held(), .report = report};
  const auto contacts = simulator_->contacts();
  const auto forces = simulator_->coordinate_forces();
  moment.contacts.assign(contacts.begin(), contacts.end());
  moment.forces.assign(forces.begin(), forces.end());
  past_bytes_ += moment.bytes();
  past_.push_back(std::move(moment));
  while (past_.size() > 2 && (past_.size() > kMoments || past_bytes_ > kBytes)) {
    past_bytes_ -= past_.front().bytes();
    past_.pop_front();
  }
}

bool World::step() {
  for (const auto& [client, pull] : pulls_)
    simulator_->apply_force_at(pull.body(), pull.force(model(), state_, options().dt));
  const StepReport report = simulator_->step(state_);
  if (report.status == StepStatus::ok) {
    remember(report);
    return true;
  }
  failure_ = report.message.empty() ? std::string(to_string(report.status)) : report.message;
  rebuild(held_of(simulator_.get()));  // the pulls would wait for the next step
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
                              ? connected_mass(model(), {grab.body}) : 0;
  const Pull pull(model(), state_, grab, strength);
  pulls_.insert_or_assign(client, pull);
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
  const auto set = [&](SurfacePair& pair) {
    const double share = pair.mu_s > 0 ? pair.mu_k / pair.mu_s : 1.0;
    pair.mu_s = friction.mu;
    pair.mu_k = share * friction.mu;
  };
  set(m.surface_pairs[friction.a * count + friction.b]);
  if (friction.a != friction.b) set(m.surface_pairs[friction.b * count + friction.a]);
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

}  // namespace perpend::view
