// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/search.hpp"

namespace perpend::lcp {

struct InteriorRule {
  /// Whether full steps of Alart and Curnier start from iterates on the way.
  bool probes = true;
  /// x = y = start e_0 in equilibrated units. Impulses are not unique: another start ends
  /// elsewhere.
  double start = 1.0;
  /// Where it goes on from instead: an iterate inside the cones of a problem with fewer rows.
  const Eigen::VectorXd* from = nullptr;
  /// Or the iterate it goes on from as if it had never stopped.
  const InteriorState* left = nullptr;
  /// Where it leaves its last iterate, or if that is not near enough its best.
  InteriorState* leaves = nullptr;
  /// Products of x and y that fall in units of motion, not of energy: light bodies between heavy
  /// ones come as close as these. Another central path, with folds elsewhere.
  bool by_motion = false;
  /// Without probes: the residual from which on another stage takes fewer factorisations.
  double near_enough = 2e-6;
};

/// Primal-dual interior point with the slip inside its Newton matrix: at most 45 iterations.
/// Returns its own best iterate, well inside the cones, which need not be the best of `search`. No
/// block may be a box.
Eigen::VectorXd run_cone_interior(ConeSearch& search, const InteriorRule& rule = {});

}  // namespace perpend::lcp
