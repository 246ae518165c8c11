// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/acceleration/instant.hpp"

namespace perpend {

/// What users see of touch i of an instant.
TouchForce touch_force(const Instant& instant, const InstantAnswer& answer, int i);

}  // namespace perpend
