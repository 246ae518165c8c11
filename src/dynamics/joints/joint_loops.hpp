// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "perpend/model/model.hpp"

namespace perpend {

/// Whether bodies and joints form a loop, through the world or not, that is no linkage in a plane:
/// one of planar bodies, or of bodies whose joints are pins about parallel axes. Couplers count for
/// nothing.
bool has_loops_in_space(const Model& model);
/// Degrees of freedom, velocities less joint rows, of what joints connect with a loop in it, where
/// it has fewest; without those of a whole that nothing holds. Empty where there is no loop.
std::optional<int> freedom_of_loops(const Model& model);
/// Whether something of up to four degrees of freedom, without loops, has bodies of which one is
/// ten times as heavy as another: the light ones whip where it folds.
bool has_light_links(const Model& model);

}  // namespace perpend
