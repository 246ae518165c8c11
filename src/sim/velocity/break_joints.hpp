// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Impulses of broken joints, and of their couplers, are no start for the next step.
void forget_broken(const Model& model, State& state);

}  // namespace perpend
