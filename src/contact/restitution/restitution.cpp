// SPDX-License-Identifier: Apache-2.0
//
// Lowers e where an impact would gain energy.
#include "contact/restitution/restitution.hpp"

#include <optional>

#include "contact/restitution/impact_energy.hpp"
#include "contact/restitution/scale_search.hpp"

namespace perpend {

double restitute(StepRows& rows, IslandProblem& problem, const lcp::Options& options,
                 lcp::Workspace& workspace) {
  const bool poisson = rows.setup.decompresses;
  std::optional<ImpactEnergy> plastic;
  if (poisson) {
    plastic = impact_energy(rows, problem);
    for (const int group : problem.groups()) restitute_bias(rows, group, 0.0);
    problem.update_bias(rows);
    problem.decompress(rows, 1.0, workspace);
  }
  const ImpactEnergy full = impact_energy(rows, problem);
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
    return impact_energy(rows, problem);
  };
  return search_scale(solve, full, plastic);
}

}  // namespace perpend
