// SPDX-License-Identifier: Apache-2.0
//
// Projected Gauss-Seidel over contacts, for a guess that solves the problem up to a little motion.
// With constant impulses that motion would grow: bodies under constant forces tip over.
#pragma once

#include <Eigen/Core>

#include "lcp/problem/block_response.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// Sweeps over all contacts `times` times, forwards and backwards so that no end of a stack is
/// favoured, with W stored; `a` is A f + b before and after. Returns false, and does nothing, where
/// the sweeps do not support a law or a row has no positive diagonal.
bool sweep_guess(const ContactProblem& problem, int times, Eigen::VectorXd& f, Eigen::VectorXd& a);

/// Same in the velocities of bodies; false also where joints couple them or polygons are given.
bool sweep_guess(const BlockProblem& problem, const BlockResponse& response, int times,
                 Eigen::VectorXd& f);

}  // namespace perpend::lcp
