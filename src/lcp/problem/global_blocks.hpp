// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/problem/block_problem.hpp"
#include "perpend/lcp/global_problem.hpp"

namespace perpend::lcp {

/// Returns the same problem in blocks: those of M are bodies; one of more than twelve velocities
/// becomes several nodes that M couples. Throws where M is not positive definite. Precondition:
/// validate() passes.
BlockProblem to_blocks(const GlobalContactProblem& problem);

/// Returns a problem in blocks as matrices; v are the velocities without forces, by the problem's
/// nodes. Throws InvalidArgument where K has couplings or rows are compliant, which M, H, f and w
/// cannot express.
GlobalContactProblem to_global(const BlockProblem& problem, const Eigen::VectorXd& v);

}  // namespace perpend::lcp
