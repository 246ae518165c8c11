// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "contact/step_rows.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// The motion of a contact in a step: (n, t1, t2) in N·s and m/s.
struct ContactMotion {
  Eigen::Vector3d impulse, velocity;
};

/// Computes one motion per active contact. `pose` is where the step took its geometry, v the
/// velocity at its end.
void contact_motions(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                     std::vector<ContactMotion>& motions);

/// Records impulse, slip and status of each active contact; one faster than stick_speed (m/s)
/// slides.
void record_contacts(const StepRows& rows, std::span<const ContactMotion> motions,
                     double stick_speed, std::vector<ContactRecord>& records);

}  // namespace perpend
