// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/acceleration/instant.hpp"

namespace perpend {

/// Returns touch i of an instant as the public interface reports it.
TouchForce touch_force(const Instant& instant, const InstantAnswer& answer, int i);

}  // namespace perpend
