// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/derivatives/taken_step.hpp"

namespace perpend {

/// Dynamic bodies in sets that can be displaced at once: no equation of a kick, nor the momentum of
/// any body, depends on two bodies of a set (Curtis, Powell, Reid 1974).
struct BodyColours {
  std::vector<std::vector<int>> sets;
  std::vector<std::vector<int>> neighbours;  ///< per body: itself and those it shares rows with
};

/// Returns the sets; `alone`: every body in a set of its own.
BodyColours body_colours(const TakenStep& step, bool alone);

}  // namespace perpend
