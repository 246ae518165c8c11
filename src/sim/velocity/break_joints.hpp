// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Zeroes the impulses of broken joints and of their couplers, which must not warm-start the next
/// step.
void forget_broken(const Model& model, State& state);

}  // namespace perpend
