// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/problem/block_problem.hpp"
#include "linalg/graph/pair_blocks.hpp"

namespace perpend::lcp {

/// Sets W, for a problem without couplings, to its blocks of groups that share a body: group i is
/// part i. Throws InvalidArgument where the mass block of a body is not positive definite.
void set_pairs(const BlockProblem& problem, linalg::PairBlocks& W);

}  // namespace perpend::lcp
