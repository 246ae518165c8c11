// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <functional>
#include <span>
#include <vector>

#include "lcp/cone/operator/bodies.hpp"
#include "lcp/cone/operator/cone_problem.hpp"
#include "lcp/problem/cone_edges.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Memory that solve_qp_in_bodies() keeps from one problem to the next.
struct QpBodies {
  BodyConeOperator W;
  ConeProblem cone;
};

/// Solves the convex QP  min ½ f' W f + b' f,  f = S x,  x >= 0  by Mehrotra's primal-dual interior
/// point method and a proximal path from where it ends. W = J M⁻¹ J' + C is never formed: the
/// linear systems are those of the velocities of the bodies. `edges` has all groups of the problem
/// in their order, and the friction laws of the problem are ignored; `guess` may be an x or empty.
/// Fills f with x, pivots (iterations) and factorisations; `judge` tells whether that f is an
/// answer. Precondition: no bilateral rows.
void solve_qp_in_bodies(const BlockProblem& problem, const std::vector<ConeEdges>& edges,
                        std::span<const double> guess, Threads& threads, QpBodies& workspace,
                        Solution& solution, const std::function<bool()>& judge);

}  // namespace perpend::lcp
