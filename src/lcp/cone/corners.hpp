// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/fallback_chain.hpp"

namespace perpend::lcp {

/// True if friction of some contact has a polygon or box in place of its disc.
bool has_corners(const ConeProblem& cone);

/// Runs the stages of such problems (docs/methods/friction_polygon.md); adds to `report`.
void run_corner_stages(const ConeProblem& cone, SearchBudget budget, const ConeOptions& options,
                       SearchMemory& memory, ConeReport& report);

}  // namespace perpend::lcp
