// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/island/island_problem.hpp"

namespace perpend {

/// The energy that the impulses of an impact add.
struct ImpactEnergy {
  double gain = 0.0;      ///< J; negative where the impact dissipates
  double terms = 0.0;     ///< sum of the absolute values of the terms that cancel in it, J
  double rounding = 0.0;  ///< gains up to this are rounding, J

  bool is_gained() const { return gain > rounding; }
};

/// Returns, after a solve, the kinetic energy that impulses of contacts and limits added, without
/// the work of forces and moving walls: ½ λ·(u⁺ + u_start). In steps with StepRows::fall this
/// includes the potential energy that their drift adds.
ImpactEnergy impact_energy(const StepRows& rows, const IslandProblem& problem);

}  // namespace perpend
