// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Multiplies the impulses that `state` keeps of its last step, from which the next one starts, by
/// `factor`: the new dt over the old one where the next step has another dt.
void scale_impulses(State& state, double factor);

}  // namespace perpend
