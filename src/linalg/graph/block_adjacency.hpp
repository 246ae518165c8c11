// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "linalg/graph/block_graph.hpp"

namespace perpend::linalg {

/// Neighbours of each node of a block graph, ascending, in one array.
class BlockAdjacency {
 public:
  explicit BlockAdjacency(const BlockGraph& graph);

  std::span<const int> of(int node) const {
    return {neighbours_.data() + start_[node], neighbours_.data() + start_[node + 1]};
  }

 private:
  std::vector<int> start_;       // nodes + 1
  std::vector<int> neighbours_;  // 2 edges
};

/// Elimination orders, one source file each.
std::vector<int> minimum_degree_order(const BlockGraph& graph, const BlockAdjacency& adjacency);
/// `unsafe` counts the constraints that come before bodies with enough columns to carry them.
std::vector<int> leaves_first_order(const BlockGraph& graph, const BlockAdjacency& adjacency,
                                    int& unsafe);
/// Same with bodies of few constraints first; `unsafe` is that of leaves_first_order().
std::vector<int> bodies_first_order(const BlockGraph& graph, const BlockAdjacency& adjacency,
                                    int& unsafe);

}  // namespace perpend::linalg
