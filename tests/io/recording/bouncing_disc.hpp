// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "perpend/model/model.hpp"
#include "perpend/sim/step_report.hpp"

/// A disc (radius 0.5 m, 1 kg) dropped from 2 m on a half-plane, with e = 0.8, in closed form: what
/// the tests of this folder record, so that they need no simulator.
namespace bouncing_disc {

inline constexpr double kDt = 0.01;
inline constexpr double kGravity = 9.81;
inline constexpr double kRadius = 0.5;

inline perpend::Model model() {
  using namespace perpend;
  Model model;
  model.materials = {{"default"}};
  model.surface_pairs = {{}};
  model.bodies.resize(2);
  model.bodies[0].details->name = "ground";
  model.bodies[0].kind = BodyKind::fixed;
  model.bodies[0].details->shapes = {{planar::HalfPlane{}}};
  model.bodies[1].details->name = "disc";
  model.bodies[1].v_offset = model.bodies[1].q_offset = 3;
  model.bodies[1].mass = 1.0;
  model.bodies[1].principal_inertia.z() = kRadius * kRadius / 2;
  model.bodies[1].details->shapes = {{planar::Disc{kRadius}}};
  model.start_q = Eigen::VectorXd::Zero(6);
  model.start_q[4] = 2.0;
  model.start_v = Eigen::VectorXd::Zero(6);
  return model;
}

/// Height of the centre at time t, and its velocity.
inline Eigen::Vector2d flight(double t) {
  double half = std::sqrt(2 * 1.5 / kGravity), start = -half;
  for (; t > start + 2 * half; half *= 0.8) {
    if (half < 1e-3) return {kRadius, 0};
    start += 2 * half;
  }
  const double s = t - start;
  return {kRadius + kGravity * s * (half - 0.5 * s), kGravity * (half - s)};
}

inline perpend::State state(std::int64_t step) {
  perpend::State state;
  state.step = step;
  state.time = static_cast<double>(step) * kDt;
  const Eigen::Vector2d path = flight(state.time);
  state.q = Eigen::VectorXd::Zero(6);
  state.v = Eigen::VectorXd::Zero(6);
  state.q.tail<3>() << 0.7 * state.time, path.x(), -1.4 * state.time;
  state.v.tail<3>() << 0.7, path.y(), -1.4;
  return state;
}

/// A contact point where the disc is within 5 cm of the ground.
inline std::vector<perpend::ContactRecord> contacts(std::int64_t step) {
  const perpend::State at = state(step);
  const double gap = at.q[4] - kRadius;
  if (gap > 0.05) return {};
  perpend::ContactRecord contact{{0}, {1}, {at.q[3], gap / 2, 0}, {0, 1, 0}, gap};
  contact.impulse = {-0.1, 0.5 + 0.01 * static_cast<double>(step), 0.2};
  contact.slip = {0.7, 0, -0.3};
  contact.status = static_cast<perpend::ContactStatus>(step % 3);
  return {contact};
}

inline perpend::StepReport report(std::int64_t step) {
  const perpend::State at = state(step);
  const auto k = static_cast<double>(step);
  perpend::StepReport report;
  report.time = at.time;
  report.step = step;
  report.contacts = static_cast<int>(contacts(step).size());
  report.pivots = static_cast<int>(step % 5);
  report.answered_by[static_cast<int>(perpend::lcp::Method::keller)] = 1;
  report.certificate.residual = 1e-14 * (1 + static_cast<double>(step % 7));
  report.certificate.residual_bound = 1e-10;
  report.certificate.penetration = 1e-4 * (1 + std::sin(0.1 * k));
  report.certificate.energy_before = k;
  report.certificate.energy_after = kGravity * at.q[4] + 0.5 * at.v[4] * at.v[4];
  report.phases.solve = 1e-5 * (1 + static_cast<double>(step % 7));
  report.phases.total = 2 * report.phases.solve;
  return report;
}

}  // namespace bouncing_disc
