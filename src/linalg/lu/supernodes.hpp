// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "linalg/graph/block_symbolic.hpp"
#include "linalg/lu/subtrees.hpp"

namespace perpend::linalg {

/// Most columns of a supernode: enough that a block which they update is seldom read and written.
inline constexpr int kWidestSupernode = 8;

/// Finds supernodes: consecutive columns of one size, each of which has below it the next one and
/// the blocks of that (Liu, Ng & Peyton 1993), none across the bounds of a subtree. Returns, by
/// column, the number of columns of the supernode that begins there, 0 within one.
std::vector<int> supernode_widths(const BlockSymbolic& symbolic, const Subtrees& subtrees);

}  // namespace perpend::linalg
