// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <functional>
#include <string>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/derivatives.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::differences {

using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

/// Central differences are taken over this; steps are solved to 1e-12 and better.
inline constexpr double kLength = 1e-6;

/// A step that can be taken again with something changed.
struct Step {
  Model model;
  SimulationOptions options;
  State state;
  HeldInputs held = {};
  std::vector<int> skip = {};  // velocities by which the derivative is not unique
  double length = kLength;     // of differences by the state
};

inline State taken(const Step& step) {
  Simulator simulator(step.model, step.options);
  simulator.set_held(step.held);
  State state = step.state;
  const StepReport report = simulator.step(state);
  REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
  return state;
}

inline StepDerivatives derivatives(const Step& step) {
  Simulator simulator(step.model, step.options);
  simulator.set_held(step.held);
  return simulator.derivatives(step.state);
}

/// (q_b - q_a, v_b - v_a) in velocity coordinates.
inline VectorXd difference(const Model& model, const State& a, const State& b) {
  VectorXd out = VectorXd::Zero(2 * model.dof());
  for (const Body& body : model.bodies) {
    const int o = body.v_offset, q = body.q_offset;
    out.segment(model.dof() + o, body.dof) = (b.v - a.v).segment(o, body.dof);
    const int lines = body.has_quaternion() ? 3 : body.dof;
    out.segment(o, lines) = (b.q - a.q).segment(q, lines);
    if (!body.has_quaternion()) continue;
    const auto rotation = [&](const State& s) {
      return Eigen::Quaterniond(s.q[q + 3], s.q[q + 4], s.q[q + 5], s.q[q + 6]);
    };
    const Eigen::AngleAxisd turn(rotation(b) * rotation(a).conjugate());
    out.segment<3>(o + 3) = turn.angle() * turn.axis();
  }
  return out;
}

/// A column of what the step changes with `change(step, h)`.
inline VectorXd column(const Step& step, const std::function<void(Step&, double)>& change,
                       double length) {
  Step ahead = step, behind = step;
  change(ahead, length);
  change(behind, -length);
  return difference(step.model, taken(behind), taken(ahead)) / (2 * length);
}

inline void displace(Step& step, const Body& body, int k, double h) {
  if (!body.has_quaternion() || k < 3) {
    step.state.q[body.q_offset + k] += h;
    return;
  }
  double* r = step.state.q.data() + body.q_offset + 3;
  const Eigen::Quaterniond turned =
      Eigen::Quaterniond(Eigen::AngleAxisd(h, Vector3d::Unit(k - 3))) *
      Eigen::Quaterniond(r[0], r[1], r[2], r[3]);
  r[0] = turned.w(), r[1] = turned.x(), r[2] = turned.y(), r[3] = turned.z();
}

/// Poses and velocities apart, each by its largest entry and at least `least`.
inline void check_column(const VectorXd& computed, const VectorXd& expected, double tolerance,
                         const std::string& what, double least = 1e-3) {
  const Eigen::Index n = computed.size() / 2;
  for (const Eigen::Index first : {Eigen::Index(0), n}) {
    const VectorXd a = computed.segment(first, n), b = expected.segment(first, n);
    const double size = least + b.cwiseAbs().maxCoeff();
    const double error = (a - b).cwiseAbs().maxCoeff() / size;
    CHECK_MESSAGE(error <= tolerance, what, first == 0 ? " pose" : " velocity", ": ", a.transpose(),
                  "  by differences ", b.transpose());
  }
}

inline void check_state(const Step& step, const StepDerivatives& d, double tolerance) {
  const int n = step.model.dof();
  for (const Body& body : step.model.bodies) {
    if (!body.is_dynamic()) continue;
    for (int k = 0; k < body.dof; ++k) {
      const std::string name = body.details->name + "[" + std::to_string(k) + "]";
      const int at = body.v_offset + k;
      if (std::ranges::find(step.skip, at) != step.skip.end()) continue;
      check_column(d.by_state.col(at),
                   column(
                       step, [&](Step& s, double h) { displace(s, body, k, h); }, step.length),
                   tolerance, "q of " + name);
      check_column(d.by_state.col(n + at),
                   column(
                       step, [&](Step& s, double h) { s.state.v[at] += h; }, step.length),
                   tolerance, "v of " + name);
      const auto push = [&](Step& s, double h) {
        if (s.held.force.size() == 0) s.held.force = VectorXd::Zero(n);
        s.held.force[at] += h;
      };
      check_column(d.by_force.col(at), column(step, push, 1e-3), tolerance, "force on " + name);
    }
  }
}

inline void check_masses(const Step& step, const StepDerivatives& d, double tolerance) {
  for (std::size_t i = 0; i < step.model.bodies.size(); ++i) {
    const double mass = step.model.bodies[i].mass;
    if (mass == 0) continue;
    const auto heavier = [&](Step& s, double h) {
      s.model.bodies[i].mass += h * mass;
      s.model.bodies[i].principal_inertia *= 1 + h;
    };
    check_column(d.by_mass.col(static_cast<Eigen::Index>(i)), column(step, heavier, 1e-5) / mass,
                 tolerance, "mass of " + step.model.bodies[i].details->name);
  }
}

inline void check_friction(const Step& step, const StepDerivatives& d, double tolerance) {
  for (std::size_t k = 0; k < d.surfaces.size(); ++k) {
    const auto [a, b] = d.surfaces[k];
    const auto rougher = [&](Step& s, double h) {
      const int m = static_cast<int>(s.model.materials.size());
      s.model.surface_pairs[a * m + b].mu_s += h, s.model.surface_pairs[a * m + b].mu_k += h;
      if (a == b) return;
      s.model.surface_pairs[b * m + a].mu_s += h, s.model.surface_pairs[b * m + a].mu_k += h;
    };
    check_column(d.by_friction.col(static_cast<Eigen::Index>(k)), column(step, rougher, 1e-5),
                 tolerance, "mu");
  }
}

inline void check_coordinates(const Step& step, const StepDerivatives& d, double tolerance) {
  for (int j = 0; j < static_cast<int>(step.model.joints.size()); ++j)
    for (std::size_t n = 0; n < step.model.joints[j].coordinates.size(); ++n) {
      const CoordinateDef& def = step.model.joints[j].coordinates[n];
      const int own = step.model.joints[j].first_coordinate + def.coordinate;
      const std::string name = " of " + step.model.joints[j].name;
      const auto push = [&](Step& s, double h) {
        s.held.joint_forces.push_back({{j}, def.coordinate, h});
      };
      check_column(d.by_joint_force.col(own), column(step, push, 1e-4), tolerance, "force" + name);
      const auto aim = [&](Step& s, double h) { s.model.joints[j].coordinates[n].target += h; };
      check_column(d.by_motor_target.col(own), column(step, aim, 1e-5), tolerance, "target" + name);
      const auto rub = [&](Step& s, double h) { s.model.joints[j].coordinates[n].friction += h; };
      if (def.friction > 0)
        check_column(d.by_dry_friction.col(own), column(step, rub, 1e-5), tolerance,
                     "friction" + name);
      const auto bound = [&](Step& s, double h) {
        s.model.joints[j].coordinates[n].max_force += h;
      };
      if (def.motor != MotorKind::none && std::isfinite(def.max_force))
        check_column(d.by_motor_limit.col(own), column(step, bound, 1e-4), tolerance,
                     "limit" + name);
    }
}

/// All derivatives of a step beside differences of the step itself.
inline StepDerivatives check_all(const Step& step, double tolerance = 1e-5) {
  const StepDerivatives d = derivatives(step);
  REQUIRE_MESSAGE(d.status != DerivativeStatus::failed, d.message);
  check_state(step, d, tolerance);
  check_masses(step, d, tolerance);
  check_friction(step, d, tolerance);
  check_coordinates(step, d, tolerance);
  return d;
}

/// The step after `steps` others.
inline Step after(Step step, int steps) {
  Simulator simulator(step.model, step.options);
  simulator.set_held(step.held);
  for (int k = 0; k < steps; ++k) {
    const StepReport report = simulator.step(step.state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
  }
  return step;
}

}  // namespace perpend::differences
