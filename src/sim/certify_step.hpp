// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/island_problem.hpp"
#include "perpend/sim/options.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// What a contact did in a step: (n, t1, t2) in N·s and m/s.
struct ContactMotion {
  Eigen::Vector3d impulse, velocity;
};

/// One per active contact. `pose` is where the step took its geometry, v the velocity at its end.
void contact_motions(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                     std::vector<ContactMotion>& motions);

/// What a row may be off by, m/s: this share of the speeds that add up to it, beside what rounding
/// leaves of them. A hundred times the tightest bound of the residual checker, which judges the
/// condensed problem; what stands here has gone through the joints' system once more.
inline constexpr double kVelocityShare = 1e-8;

/// Of the velocities v after a step and those without its impulses, m/s or rad/s.
double largest_speed(const StepRows& rows, const Eigen::VectorXd& v);

/// Fills the certificate from the velocities and impulses of a step, contact by contact in
/// physical units; shares no code with assembly and solvers. `impulse` is memory.
void certify_step(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                  std::span<const ContactMotion> motions, const SimulationOptions& options,
                  Eigen::VectorXd& impulse, StepCertificate& certificate);

/// Impulse, slip and status of each active contact; one that is faster than stick_speed slides.
void record_contacts(const StepRows& rows, std::span<const ContactMotion> motions,
                     double stick_speed, std::vector<ContactRecord>& records);

}  // namespace perpend
