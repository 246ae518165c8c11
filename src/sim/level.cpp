// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/level.hpp"

#include <array>
#include <chrono>
#include <cmath>

#include "contact/collider.hpp"
#include "dynamics/joints/coordinate_rows.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/energy.hpp"
#include "perpend/sim/first_order.hpp"
#include "sim/inputs/state_check.hpp"

namespace perpend {
namespace {

constexpr std::array kLevels{
    Name<Level>{Level::velocity, "velocity", "impulses over a step"},
    Name<Level>{Level::acceleration, "acceleration", "forces at instants, events located in time"},
    Name<Level>{Level::first_order, "first_order", "force = mass × velocity"}};

// Returns the energy with springs as they are: no step turns them into rods.
double energy_of(const Model& model, const State& state) {
  return energy(model, state) + spring_energy(model, state, 0.0);
}

// Records a contact; level first_order has dynamic friction alone.
ContactRecord record_of(const Model& model, const TouchForce& touch, const LevelOptions& options) {
  const SurfacePair& surface = model.surface_between(touch.a.index, touch.b.index);
  ContactRecord record{.a = touch.a, .b = touch.b};
  record.point = touch.point;
  record.normal = touch.normal;
  record.gap = touch.gap;
  const bool dynamic = touch.slides || options.level == Level::first_order;
  record.mu = dynamic ? surface.mu_k : surface.mu_s;
  record.impulse = options.dt * touch.force;
  record.slip = touch.slip;
  record.status = !(touch.force.dot(touch.normal) > 0) ? ContactStatus::open
                  : touch.slides                       ? ContactStatus::slide
                                                       : ContactStatus::stick;
  return record;
}

template <typename Report>
void copy_outcome(const Report& from, StepReport& report) {
  report.certificate.residual = from.residual;
  report.certificate.residual_bound = from.residual_bound;
  report.certificate.joint_residual = from.joint_residual;
  if (from.status == InstantStatus::solved) return;
  report.status = StepStatus::unsolved;
  report.message = from.message;
}

}  // namespace

template <>
std::span<const Name<Level>> names<Level>() {
  return kLevels;
}

std::string_view to_string(Level level) {
  return name_of(level);
}

struct LevelSimulator::Workspace {
  const Model& model;
  LevelOptions options;
  std::unique_ptr<AccelerationSimulator> acceleration;
  std::unique_ptr<FirstOrderStepper> first_order;
  Collider collider;
  std::vector<ContactRecord> records;

  Workspace(const Model& m, const LevelOptions& o) : model(m), options(o), collider(m) {
    if (o.level == Level::acceleration)
      acceleration =
          std::make_unique<AccelerationSimulator>(m, AccelerationOptions{.tolerance = o.tolerance});
    else
      first_order = std::make_unique<FirstOrderStepper>(m);
  }

  void advance(State& state, StepReport& report);
  void certify(const State& after, StepReport& report);
};

void LevelSimulator::Workspace::advance(State& state, StepReport& report) {
  std::span<const TouchForce> touches;
  const Eigen::VectorXd* forces = nullptr;
  if (acceleration) {
    const AdvanceReport done = acceleration->advance(state, options.dt);
    copy_outcome(done, report);
    report.factorisations = done.evaluations;
    report.answered_by = done.answered_by;
    touches = acceleration->touches();
    forces = &acceleration->joint_forces();
  } else {
    copy_outcome(first_order->step(state, options.dt), report);
    report.factorisations = 1;
    touches = first_order->touches();
    forces = &first_order->joint_forces();
  }
  if (report.status == StepStatus::ok) state.joint_impulses = options.dt * *forces;
  records.clear();
  for (const TouchForce& touch : touches)
    if (touch.kind == TouchKind::contact) records.push_back(record_of(model, touch, options));
}

void LevelSimulator::Workspace::certify(const State& after, StepReport& report) {
  const JointError error = joint_error(model, after);
  report.certificate.joint_gap = error.gap;
  report.certificate.joint_angle = error.angle;
  report.certificate.energy_after = energy_of(model, after);
  report.certificate.penetration = deepest_overlap(collider.collide(after, 0.0));
  report.contacts = static_cast<int>(records.size());
  std::string fault = not_a_state(model, after);
  if (fault.empty()) return;
  report.status = StepStatus::diverged;
  report.message = std::move(fault);
}

LevelSimulator::LevelSimulator(const Model& model, const LevelOptions& options) {
  require(options.level != Level::velocity, "level", "acceleration or first_order",
          to_string(options.level));
  require(options.dt > 0 && std::isfinite(options.dt), "dt", "positive and finite", options.dt);
  require(options.tolerance > 0 && std::isfinite(options.tolerance), "tolerance",
          "positive and finite", options.tolerance);
  workspace_ = std::make_unique<Workspace>(model, options);
}
LevelSimulator::~LevelSimulator() = default;
LevelSimulator::LevelSimulator(LevelSimulator&&) noexcept = default;

LevelSimulator::Workspace& LevelSimulator::workspace() const {
  if (!workspace_)
    throw InvalidArgument("simulator", "one with a model", "one that was moved from");
  return *workspace_;
}

StepReport LevelSimulator::step(State& state) {
  Workspace& w = workspace();
  check_sizes(w.model, state);
  const auto start = std::chrono::steady_clock::now();
  StepReport report{.time = state.time + w.options.dt, .step = state.step + 1};
  report.message = not_a_state(w.model, state);
  if (!report.message.empty()) report.status = StepStatus::diverged;
  State after = state;
  if (report.status == StepStatus::ok) normalise_rotations(w.model, after.q);
  if (report.status == StepStatus::ok) {
    report.certificate.energy_before = energy_of(w.model, state);
    w.advance(after, report);
  }
  if (report.status == StepStatus::ok) w.certify(after, report);
  if (report.status == StepStatus::ok) {
    after.step = report.step;
    state = std::move(after);
  }
  report.phases.total =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

std::span<const ContactRecord> LevelSimulator::contacts() const {
  return workspace().records;
}
std::span<const MotionEvent> LevelSimulator::events() const {
  const Workspace& w = workspace();
  return w.acceleration ? w.acceleration->events() : std::span<const MotionEvent>();
}

}  // namespace perpend
