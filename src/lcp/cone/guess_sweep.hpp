// SPDX-License-Identifier: Apache-2.0
//
// Projected Gauss-Seidel over contacts, for a guess that is the answer but for a little motion.
// Impulses that stay as they are would let that motion grow: bodies on constant forces tip over.
#pragma once

#include <Eigen/Core>

#include "lcp/problem/block_response.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// `times` over all contacts, there and back so that no end of a stack is favoured. With W stored;
/// `a` is A f + b before and after. False, and nothing is done, where a law is none of the sweeps'
/// or a row has no weight.
bool sweep_guess(const ContactProblem& problem, int times, Eigen::VectorXd& f, Eigen::VectorXd& a);

/// The same in the velocities of bodies; false also where joints couple them.
bool sweep_guess(const BlockProblem& problem, const BlockResponse& response, int times,
                 Eigen::VectorXd& f);

}  // namespace perpend::lcp
