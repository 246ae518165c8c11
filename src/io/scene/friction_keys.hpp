// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/format/json_object.hpp"

namespace perpend::io {

/// Reads `mu`, or `mu_s` and `mu_k`, of which one alone sets both. Returns true if any is present.
/// A coefficient below 0, and `mu` together with another, are faults at the key that was written.
bool read_friction(JsonObject& object, double& mu_s, double& mu_k);

}  // namespace perpend::io
