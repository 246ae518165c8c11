// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace perpend::linalg {

/// Rows of the widest node: an affine body in space. Kernels hold a block of it on the stack.
inline constexpr int kWidestNode = 12;

/// Nonzero blocks of a symmetric block matrix K = [M Gᵀ; G -S]. Nodes are bodies (blocks of M,
/// positive pivots) and constraints (blocks of -S, negative pivots).
struct BlockGraph {
  std::vector<int> sizes;                  ///< rows of each node, 1..kWidestNode
  std::vector<std::pair<int, int>> edges;  ///< nodes with a block between them, each pair once
  std::vector<std::int8_t> signs;          ///< +1 body, -1 constraint

  int nodes() const { return static_cast<int>(sizes.size()); }
  friend bool operator==(const BlockGraph&, const BlockGraph&) = default;
};

/// Rule for the order in which nodes are eliminated.
enum class BlockOrdering {
  automatic,       ///< leaves_first where that is safe with S = 0, else minimum_degree
  leaves_first,    ///< Baraff 1996, section 7.1; the graph must be a forest
  bodies_first,    ///< on forests bodies of up to three constraints first, which fills a block
                   ///< between each two of these, then constraints in rounds; else as automatic
  minimum_degree,  ///< on blocks, a constraint after bodies that can carry it
};

/// Throws InvalidArgument unless sizes, signs and edges fit together.
void check_graph(const BlockGraph& graph);

/// Returns the nodes in order of elimination (docs/methods/block_ldlt.md). O(n log n) on forests.
/// Precondition: check_graph() passes. Throws InvalidArgument where leaves_first meets a loop.
std::vector<int> elimination_order(const BlockGraph& graph, BlockOrdering ordering);

}  // namespace perpend::linalg
