// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "perpend/sim/options.hpp"
#include "sim/certificate/contact_motion.hpp"
#include "sim/certificate/speed_judge.hpp"

namespace perpend {

/// Fills the certificate from the velocities and impulses of a step, contact by contact in physical
/// units; shares no code with the solvers and the assembly of W. `memory` is overwritten. Returns
/// the row group with the worst velocity_ratio, -1 if all errors are 0.
int certify_step(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                 std::span<const ContactMotion> motions, const SimulationOptions& options,
                 const JointImpulses& joints, Eigen::VectorXd& memory,
                 StepCertificate& certificate);

}  // namespace perpend
