// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/equations/island_record.hpp"
#include "contact/equations/island_vectors.hpp"

namespace perpend {

/// Estimates the round-off of b = u_free + bias in the noise of the record: of velocities, |J| |v|
/// and, where joints mix them, |J| in the mass metric; of gaps, the coordinates they were taken
/// from over dt. Each is a sum of a few terms.
void estimate_round_off(const StepRows& rows, const IslandLayout& layout,
                        const Eigen::VectorXd& bias, Eigen::VectorXd& noise);

/// Zeroes entries of b that are round-off alone: dry friction beside a limit that is open by
/// round-off would have to give way for it, with all its strength.
void drop_round_off(const Eigen::VectorXd& noise, Eigen::VectorXd& b);

/// Adds to the noise of light bodies the motion due to the last digit of the impulses that pass
/// through them. If a body is so light beside others that this is above any tolerance of the
/// residual, no impulses in double precision stop it better: up to a share of the motion at hand it
/// counts as stopped. Returns true if that is exceeded: nothing is known of its motion then.
bool add_light_round_off(const StepRows& rows, const IslandLayout& layout, IslandRecord& record);

}  // namespace perpend
