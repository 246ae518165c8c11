// SPDX-License-Identifier: Apache-2.0
//
// Solves v = M̂⁻¹ (f + J_jᵀ lambda_j) + X r with joints J_j v = -phi/dt, contacts
// 0 <= r_N ⊥ u_N + gap/dt >= 0 with Coulomb friction on u_T, and drives |r| <= limit. The problem
// is linear in v, since the forces of a pose do not depend on velocities.
#include "perpend/sim/first_order.hpp"

#include <algorithm>
#include <cmath>

#include "core/threads.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "perpend/core/error.hpp"
#include "sim/acceleration/instant.hpp"
#include "sim/acceleration/prescribed.hpp"
#include "sim/acceleration/reach.hpp"
#include "sim/acceleration/supported_model.hpp"
#include "sim/acceleration/touch_force.hpp"
#include "sim/inputs/drive_inputs.hpp"
#include "sim/inputs/state_check.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

// Margin, m, that is added to the distance which bodies may travel in a step when contacts are
// sought.
constexpr double kLeastReach = 1e-6;

// Slip, m/s, above which a touch is reported as sliding.
constexpr double kSlipSpeed = InstantThresholds{}.slip_speed;

// Moves the bodies along v and leaves v as it is: no body has angular momentum here.
void move(const Model& model, double dt, State& state) {
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (body.kind != BodyKind::spatial) {
      drift(model, Chunk{i, i + 1}, dt, state);
      continue;
    }
    state.q.segment<3>(body.q_offset) += dt * state.v.segment<3>(body.v_offset);
    const Vector3d turn = dt * state.v.segment<3>(body.v_offset + 3);
    const double* r = state.q.data() + body.q_offset + 3;
    const Eigen::Quaterniond turned =
        Eigen::Quaterniond(Eigen::AngleAxisd(turn.norm(), turn.stableNormalized())) *
        Eigen::Quaterniond(r[0], r[1], r[2], r[3]);
    state.q.segment<4>(body.q_offset + 3) << turned.w(), turned.x(), turned.y(), turned.z();
    state.q.segment<4>(body.q_offset + 3).normalize();
  }
}

}  // namespace

struct FirstOrderStepper::Workspace {
  const Model& model;
  Instant instant;
  VectorXd force, joint_forces;
  std::vector<TouchForce> touches;

  explicit Workspace(const Model& m) : model(m), instant(m) {}

  VectorXd free_velocity(const State& rest, double dt);
  lcp::ContactProblem problem(const VectorXd& v, double dt) const;
  void tell_touches(const VectorXd& forces, const VectorXd& v);
};

VectorXd FirstOrderStepper::Workspace::free_velocity(const State& rest, double dt) {
  JoinedBodies& bodies = instant.bodies();
  bodies.load(rest);
  VectorXd applied = bodies.forces(rest);
  if (force.size() > 0) applied += force;
  const VectorXd rates = bodies.targets() - bodies.errors() / dt;
  JoinedMotion free = bodies.solve(applied, rates, rest.v);
  joint_forces = std::move(free.lambda);
  return std::move(free.motion);
}

lcp::ContactProblem FirstOrderStepper::Workspace::problem(const VectorXd& v, double dt) const {
  lcp::ContactProblem problem{.A = instant.W(), .b = instant.J() * v, .contacts = {}};
  for (int i = 0; i < static_cast<int>(instant.touches().size()); ++i) {
    const int row = instant.first_row(i);
    if (row < 0) continue;
    const Touch& touch = instant.touches()[i];
    const double mu = touch.mu_k;
    problem.contacts.push_back({.row = row, .tangents = touch.tangents, .mu_s = mu, .mu_k = mu});
    if (touch.has_normal()) {
      problem.b.segment(row, touch.rows()) += instant.at()[i].surface_velocity.head(touch.rows());
      problem.b[row] += instant.at()[i].gap / dt;
      continue;
    }
    const double w = problem.A(row + 1, row + 1) > 0 ? problem.A(row + 1, row + 1) : 1.0;
    problem.A(row, row) = w;
    problem.b[row] = -w * touch.bound;
    problem.b[row + 1] -= instant.at()[i].target;
  }
  return problem;
}

void FirstOrderStepper::Workspace::tell_touches(const VectorXd& forces, const VectorXd& v) {
  instant.set_velocity(v);
  InstantAnswer answer;
  for (int i = 0; i < static_cast<int>(instant.touches().size()); ++i)
    answer.force.push_back(instant.of_touch(i, forces));
  answer.motion.assign(answer.force.size(), Vector3d::Zero());
  touches.clear();
  for (int i = 0; i < static_cast<int>(answer.force.size()); ++i) {
    if (instant.first_row(i) < 0) continue;
    touches.push_back(touch_force(instant, answer, i));
    touches.back().slides = instant.velocity(i).tail<2>().norm() > kSlipSpeed;
  }
}

FirstOrderStepper::FirstOrderStepper(const Model& model) {
  require_supported(model);
  workspace_ = std::make_unique<Workspace>(model);
}
FirstOrderStepper::~FirstOrderStepper() = default;
FirstOrderStepper::FirstOrderStepper(FirstOrderStepper&&) noexcept = default;

FirstOrderStepper::Workspace& FirstOrderStepper::workspace() const {
  if (!workspace_) throw InvalidArgument("stepper", "one with a model", "one that was moved from");
  return *workspace_;
}

FirstOrderReport FirstOrderStepper::step(State& state, double dt) {
  Workspace& w = workspace();
  check_sizes(w.model, state);
  require(dt > 0 && std::isfinite(dt), "dt", "positive and finite", dt);
  State next = state;
  for (const Body& body : w.model.bodies)
    if (!body.is_driven()) next.v.segment(body.v_offset, body.dof).setZero();
  place_prescribed(w.model, next);
  VectorXd v = w.free_velocity(next, dt);
  State free = next;
  free.v = v;
  const double reach = kLeastReach + 2 * dt * top_speed(w.model, free);
  const std::vector<Touch> touches = w.instant.finder().find(next, reach);
  w.instant.load(next, touches, 0.0);
  FirstOrderReport report;
  lcp::Solution solution;
  const lcp::ContactProblem problem = w.problem(v, dt);
  if (problem.size() > 0) {
    if (!problem.A.allFinite() || !problem.b.allFinite())
      return {.status = InstantStatus::unsolved, .message = "the problem is not finite"};
    solution = lcp::solve(problem);
    report.residual = solution.residual;
    report.residual_bound = solution.residual_bound;
    if (solution.status != lcp::Status::solved) {
      report.status = InstantStatus::unsolved;
      report.message = "contacts are not solved";
      return report;
    }
    v += w.instant.response() * solution.f;
    w.joint_forces += w.instant.joint_response() * solution.f;
  }
  report.joint_residual = w.instant.bodies().residual();
  w.tell_touches(solution.f, v);
  next.v = v;
  next.time = state.time + dt;  // prescribed motions are placed at it
  move(w.model, dt, next);
  update_coordinates(w.model, next);
  state = std::move(next);
  return report;
}

std::span<const TouchForce> FirstOrderStepper::touches() const {
  return workspace().touches;
}
const VectorXd& FirstOrderStepper::joint_forces() const {
  return workspace().joint_forces;
}
void FirstOrderStepper::set_force(const VectorXd& force) {
  check_force(workspace().model, "force", force);
  workspace().force = force;
}

}  // namespace perpend
