// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "contact/step_rows.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// What a contact did in a step: (n, t1, t2) in N·s and m/s.
struct ContactMotion {
  Eigen::Vector3d impulse, velocity;
};

/// One per active contact. `pose` is where the step took its geometry, v the velocity at its end.
void contact_motions(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                     std::vector<ContactMotion>& motions);

/// Impulse, slip and status of each active contact; one that is faster than stick_speed slides.
void record_contacts(const StepRows& rows, std::span<const ContactMotion> motions,
                     double stick_speed, std::vector<ContactRecord>& records);

}  // namespace perpend
