// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "linalg/graph/block_symbolic.hpp"
#include "linalg/lu/subtrees.hpp"

namespace perpend::linalg {

/// Columns of a supernode: enough that a block which they update is read and written seldom.
inline constexpr int kWidestSupernode = 8;

/// Supernodes: consecutive columns of one size, of which each has below it the next one and the
/// blocks of that (Liu, Ng & Peyton 1993), none across the bounds of a subtree. By column, how many
/// the supernode has that it begins, 0 within one.
std::vector<int> supernode_widths(const BlockSymbolic& symbolic, const Subtrees& subtrees);

}  // namespace perpend::linalg
