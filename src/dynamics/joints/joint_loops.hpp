// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Whether bodies and joints form a loop, through the world or not, that is no linkage in a plane:
/// one of planar bodies, or of bodies whose joints are pins about parallel axes. Couplers count for
/// nothing.
bool has_loops_in_space(const Model& model);
/// Whether bodies and joints form any loop.
bool has_loops(const Model& model);

}  // namespace perpend
