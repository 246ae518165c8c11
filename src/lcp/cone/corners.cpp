// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/corners.hpp"

#include <algorithm>

#include "lcp/cone/interior_point.hpp"
#include "lcp/cone/proximal_path.hpp"
#include "lcp/cone/stages.hpp"

namespace perpend::lcp {
namespace {

using Eigen::VectorXd;

// Returns the problem with inscribed discs in place of its polygons and boxes; contacts whose
// polygon is a line get no friction.
ConeProblem with_discs(const ConeProblem& cone) {
  ConeProblem discs = cone;
  for (ConeBlock& block : discs.blocks) {
    if (block.polygon.corners > 0) block.mu *= block.polygon.apothem();
    if (block.mu == 0) block.sliding = block.rows > 1;
    block.polygon = {};
    block.box = false;
  }
  return discs;
}

VectorXd go_inside_discs(const ConeProblem& cone, SearchBudget budget, const ConeOptions& options,
                         SearchMemory& memory, ConeReport& report, bool by_motion) {
  const ConeProblem discs = with_discs(cone);
  ConeSearch search(discs, budget, memory, options.limits);
  const VectorXd centre = run_cone_interior(search, {.probes = false, .by_motion = by_motion});
  report.steps += search.steps;
  report.factorisations += search.factorisations();
  return centre;
}

}  // namespace

bool has_corners(const ConeProblem& cone) {
  return std::ranges::any_of(cone.blocks, &ConeBlock::has_corners);
}

// Fischer-Burmeister and the interior point support the circular cone alone. From well inside its
// discs a short path finds sides and corners in as many factorisations as it takes under the cone.
void run_corner_stages(const ConeProblem& cone, SearchBudget budget, const ConeOptions& options,
                       SearchMemory& memory, ConeReport& report) {
  if (options.warm) {
    ConeSearch search(cone, budget, memory, options.limits);
    sweep_and_step(search, options);
    sharpen_found(search);
    hand_out(search, report);
    if (report.solved) return;
  }
  for (const bool by_motion : {false, true}) {
    const VectorXd centre = go_inside_discs(cone, budget, options, memory, report, by_motion);
    ConeSearch search(cone, budget, memory, options.limits);
    if (!ended(search)) run_short_path(search, centre, kFirstBudget);
    sharpen_found(search);
    const bool ends = ended(search);
    sweep_late(search, options, report);
    hand_out(search, report);
    if (ends) return;
  }
  ConeSearch search(cone, budget, memory, options.limits);
  run_proximal_path(search, report.r);
  polish_near(search);
  sharpen_found(search);
  sweep_late(search, options, report);
  hand_out(search, report);
}

}  // namespace perpend::lcp
