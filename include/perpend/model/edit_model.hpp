// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

// Models with elements more or less, for Simulator::exchange() in the middle of a run. Cost: linear
// in the model.

/// `model` with the bodies, joints, couplers and exclusions of `more` behind its own. Gravity and
/// surfaces are those of `model`; bodies of `more` find their material there by its name. Throws
/// InvalidArgument where a name is taken or no material has it.
Model with_elements(const Model& model, const Model& more);

/// `model` without a body, its joints and the couplers of those; what else there is keeps its
/// order. Throws InvalidArgument where there is no such body.
Model without_body(const Model& model, BodyId body);

}  // namespace perpend
