// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/search.hpp"

namespace perpend::lcp {

struct InteriorRule {
  /// Full Alart-Curnier steps start from iterates on the way.
  bool probes = true;
  /// Starting point x = y = start e_0 in equilibrated units. Impulses are not unique: another start
  /// ends in another solution.
  double start = 1.0;
  /// Impulses to continue from instead: an iterate inside the cones of a problem with fewer rows.
  const Eigen::VectorXd* from = nullptr;
  /// Iterate to continue from as if it had never stopped.
  const InteriorState* left = nullptr;
  /// Receives the last iterate, or the best one where the last is not near enough.
  InteriorState* leaves = nullptr;
  /// Products of x and y are reduced in units of motion, not of energy, so that light bodies
  /// between heavy ones converge as far as these. This is another central path, with folds
  /// elsewhere.
  bool by_motion = false;
  /// Without probes: the residual below which another stage takes fewer factorisations.
  double near_enough = 2e-6;
};

/// Runs the primal-dual interior point with the slip inside its Newton matrix: at most 45
/// iterations. Returns its own best iterate, well inside the cones, which need not be the best of
/// `search`. No block may be a box.
Eigen::VectorXd run_cone_interior(ConeSearch& search, const InteriorRule& rule = {});

}  // namespace perpend::lcp
