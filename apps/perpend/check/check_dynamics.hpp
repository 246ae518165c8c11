// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "perpend/study/scene.hpp"

namespace perpend::app {

/// What robotics programs say of a mechanism, at the start of a scene: mass, centre of mass, and in
/// its joint coordinates H and c of H a + c = tau and the accelerations a without tau. Coordinates
/// that couplers derive from others are left out; of closed loops there is no H.
nlohmann::ordered_json dynamics_json(const study::Scene& scene);

/// The same for people.
void print_dynamics(const study::Scene& scene);

}  // namespace perpend::app
