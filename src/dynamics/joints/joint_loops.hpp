// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "perpend/model/model.hpp"

namespace perpend {

/// Whether bodies and joints form a loop, through the world or not, that is no linkage in a plane:
/// one of planar bodies, or of bodies whose joints are pins about parallel axes. Couplers count for
/// nothing.
bool has_loops_in_space(const Model& model);
/// Degrees of freedom, velocities less joint rows, of what joints connect with a loop in it, where it
/// has fewest; without those of a whole that nothing holds. Empty where there is no loop.
std::optional<int> freedom_of_loops(const Model& model);

}  // namespace perpend
