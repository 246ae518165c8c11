// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "perpend/study/scene.hpp"

namespace perpend::app {

/// Returns the usual robotics quantities of a mechanism at the start of a scene: mass, centre of
/// mass, and in its joint coordinates H and c of H a + c = tau and the accelerations a for tau = 0.
/// Coordinates that couplers derive from others are left out; closed loops have no H.
nlohmann::ordered_json dynamics_json(const study::Scene& scene);

/// Prints the same in readable form.
void print_dynamics(const study::Scene& scene);

}  // namespace perpend::app
