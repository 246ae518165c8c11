// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "perpend/model/model.hpp"

namespace perpend {

/// Whether joints in space may repeat each other's rows: where they form a loop, through the world
/// or not, or join planar and spatial bodies. Linkages in a plane do not count: of planar bodies,
/// or of bodies on pins about parallel axes that are principal ones. Nor do couplers.
bool has_loops_in_space(const Model& model);
/// Degrees of freedom, velocities less joint rows, of what joints connect with a loop in it, where
/// it has fewest; without those of a whole that nothing holds. Empty where there is no loop.
std::optional<int> freedom_of_loops(const Model& model);
/// Whether something of up to four degrees of freedom, without loops, has bodies of which one is
/// ten times as heavy as another: the light ones whip where it folds.
bool has_light_links(const Model& model);

}  // namespace perpend
