// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/contact/island_problem.hpp"
#include "perpend/sim/options.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// Fills the certificate from the velocities and impulses of a step, contact by contact in
/// physical units; shares no code with assembly and solvers. `before` is the state at the start,
/// v the velocity at the end of the step.
void certify_step(const StepRows& rows, const State& before, const Eigen::VectorXd& v,
                  const SimulationOptions& options, StepCertificate& certificate);

/// Impulse, slip and status of each active contact.
void record_contacts(const StepRows& rows, const State& before, const Eigen::VectorXd& v,
                     std::vector<ContactRecord>& records);

}  // namespace perpend
