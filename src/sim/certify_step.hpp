// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/contact/island_problem.hpp"
#include "perpend/sim/options.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// Fills the certificate from the velocities and impulses of a step, contact by contact in
/// physical units; shares no code with assembly and solvers. `pose` is where the step took its
/// geometry, v the velocity at its end.
void certify_step(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                  const SimulationOptions& options, StepCertificate& certificate);

/// Joint errors and energies of the states before and after a step.
void certify_states(const Model& model, const State& before, const State& after,
                    StepCertificate& certificate);

/// Impulse, slip and status of each active contact; one that is faster than stick_speed slides.
void record_contacts(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                     double stick_speed, std::vector<ContactRecord>& records);

}  // namespace perpend
