// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Adds the joint of a definition that ModelCheck accepts, with its frames in the start pose. Only
/// q and v of `start` are read.
void append_joint(const JointDef& def, const State& start, Model& model);

/// True if a joint between these bodies has the rows of a planar joint.
bool lies_in_plane(BodyKind a, BodyKind b);

}  // namespace perpend
