// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Returns the body of a definition that ModelCheck accepts: mass, principal axes and shapes about
/// its centre of mass. Its coordinates and velocities start at the given offsets.
Body make_body(const BodyDef& def, int material, int v_offset, int q_offset);

/// Writes the body's part of Model::start_q and start_v.
void set_start(Model& model, const BodyDef& def, const Body& body);

}  // namespace perpend
