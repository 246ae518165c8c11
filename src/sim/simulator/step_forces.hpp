// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "perpend/dynamics/joint_reaction.hpp"
#include "perpend/sim/drive.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// What contacts and joints did in a step.
struct StepForces {
  std::vector<ContactRecord> contacts;
  std::vector<std::uint64_t> keys;       ///< of the contacts, see ContactPair::key
  std::vector<JointReaction> reactions;  ///< per joint, mean over the step
  std::vector<CoordinateForce> along;    ///< per joint coordinate, likewise
};

/// Returns the forces of a step from those of its halves: impulses of contacts add up, forces of
/// joints are means. A contact of both halves has the point, slip and frame of the second.
StepForces of_whole(const StepForces& first, StepForces second);

}  // namespace perpend
