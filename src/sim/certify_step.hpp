// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

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

/// Rows of joints and their impulses, N·s.
struct JointImpulses {
  const RowPool* pool = nullptr;  ///< none: no joints
  const Eigen::VectorXd* lambda = nullptr;
};

/// Velocities that the impulses on a body would give it one by one, without signs, m/s or rad/s:
/// what they add up to is rounded as they are, and much smaller where a light body lies between
/// heavy ones or a plank in a taut bridge.
void push_sizes(const StepRows& rows, const JointImpulses& joints, Eigen::VectorXd& sizes);

/// Of a sum of a handful of terms, the share that is rounding.
inline constexpr double kSumRounding = 64 * std::numeric_limits<double>::epsilon();

/// Fills the certificate from the velocities and impulses of a step, contact by contact in
/// physical units; shares no code with assembly and solvers. `memory` is overwritten. Returns the
/// row group with the worst velocity_ratio, -1 where none is off.
int certify_step(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                  std::span<const ContactMotion> motions, const SimulationOptions& options,
                  const JointImpulses& joints, Eigen::VectorXd& memory,
                  StepCertificate& certificate);

/// Impulse, slip and status of each active contact; one that is faster than stick_speed slides.
void record_contacts(const StepRows& rows, std::span<const ContactMotion> motions,
                     double stick_speed, std::vector<ContactRecord>& records);

}  // namespace perpend
