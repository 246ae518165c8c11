// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

// Functions that add elements to a model or remove a body, for Simulator::exchange() during a run.
// The cost is linear in the size of the model.

/// Returns `model` with the bodies, joints, couplers, actuators and exclusions of `more` appended.
/// Gravity and surfaces are those of `model`, in which the materials of `more` are looked up by
/// name. Throws InvalidArgument where two elements have the same name or `model` lacks a material.
Model with_elements(const Model& model, const Model& more);

/// Returns `model` without a body, the joints of that body and the couplers and actuators of those
/// joints. All other elements keep their order. Throws InvalidArgument where there is no such body.
Model without_body(const Model& model, BodyId body);

}  // namespace perpend
