// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "contact/restitution/impact_energy.hpp"

namespace perpend {

/// Solves the impact with e times a scale between 0 and 1. Returns its energy, or nothing if the
/// problem is not solved.
using ScaledImpact = std::function<std::optional<ImpactEnergy>(double scale)>;

/// Returns the largest scale found for which the impact gains no energy, after `full`, the energy
/// with scale 1, proved to be a gain. `plastic` is the energy with scale 0 where it is known; else
/// the search solves for it first. While the same contacts stay closed the gain is a quadratic
/// polynomial of the scale, so that parabolas through three scales find its root; where the gain
/// jumps, bisection ends at a thousandth. The last scale that `solve` is called with is the one
/// returned. A scale whose problem is not solved counts as too large.
double search_scale(const ScaledImpact& solve, const ImpactEnergy& full,
                    std::optional<ImpactEnergy> plastic = {});

}  // namespace perpend
