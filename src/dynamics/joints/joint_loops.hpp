// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

/// Whether joints in space may repeat each other's rows: where they form a loop, through the world
/// or not, or join planar and spatial bodies. Linkages in a plane do not count: of planar bodies,
/// or of bodies on pins about parallel axes that are principal ones. Nor do couplers.
bool has_loops_in_space(const Model& model);
/// Degrees of freedom, velocities less joint rows, of what joints connect with a loop in it, where
/// it has fewest; without those of a whole that nothing holds. Empty where there is no loop.
std::optional<int> freedom_of_loops(const Model& model);
/// Two pins of what joints connect with a loop in it, whose axes are parallel but for an angle.
struct SkewPins {
  int first = 0, second = 0;  // of Model::joints
  double angle = 0.0;         // rad, up to 1e-3
};
/// One for each such loop, of the pins that are apart by most. Ideal pins about axes that differ
/// hold the loop where it is, or bear each other.
std::vector<SkewPins> skew_pins(const Model& model);
/// Whether something of up to four degrees of freedom, without loops, has bodies of which one is
/// ten times as heavy as another: the light ones whip where it folds.
bool has_light_links(const Model& model);

}  // namespace perpend
