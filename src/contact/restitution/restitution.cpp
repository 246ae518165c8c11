// SPDX-License-Identifier: Apache-2.0
//
// Lowers e where an impact would gain energy.
#include "contact/restitution/restitution.hpp"

#include <optional>

#include "contact/restitution/scale_search.hpp"

namespace perpend {

double restitute(StepRows& rows, IslandProblem& problem, const lcp::Options& options,
                 lcp::Workspace& workspace) {
  const bool poisson = rows.setup.decompresses;
  std::optional<ImpactEnergy> plastic;
  if (poisson) {
    plastic = problem.impact_energy(rows);
    for (const int group : problem.groups()) restitute_bias(rows, group, 0.0);
    problem.update_bias(rows);
    problem.decompress(rows, 1.0, workspace);
  }
  const ImpactEnergy full = problem.impact_energy(rows);
  if (!full.is_gained()) return 1.0;
  const auto solve = [&](double scale) -> std::optional<ImpactEnergy> {
    if (poisson) {
      problem.decompress(rows, scale, workspace);
    } else {
      for (const int group : problem.groups()) restitute_bias(rows, group, scale);
      problem.update_bias(rows);
      problem.solve(rows, options, workspace);
    }
    if (!rows.setup.takes(problem.solution())) return std::nullopt;
    return problem.impact_energy(rows);
  };
  return search_scale(solve, full, plastic);
}

}  // namespace perpend
