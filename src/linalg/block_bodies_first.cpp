// SPDX-License-Identifier: Apache-2.0
//
// Order of elimination for forests of many small bodies: bodies with up to kJoints constraints
// before these, the rest leaves first. What is left couples constraints through their bodies; a
// body with k constraints fills k(k-1)/2 blocks between them and elimination no other, so memory
// and time stay linear. Compared with leaves first the bodies wait for nothing and can be
// eliminated eight at a time; what has to be done one after the other are the small blocks of
// constraints.
#include <algorithm>

#include "linalg/block_adjacency.hpp"

namespace perpend::linalg {
namespace {

// More would make the update of a body larger than its own block of six rows.
constexpr std::size_t kJoints = 3;

}  // namespace

std::vector<int> bodies_first_order(const BlockGraph& graph, const BlockAdjacency& adjacency,
                                    int& unsafe) {
  std::vector<int> order = leaves_first_order(graph, adjacency, unsafe);
  const auto goes_first = [&](int node) {
    const auto neighbours = adjacency.of(node);
    const auto is_body = [&](int i) { return graph.signs[i] > 0; };
    return is_body(node) && neighbours.size() <= kJoints &&
           std::none_of(neighbours.begin(), neighbours.end(), is_body);
  };
  std::stable_partition(order.begin(), order.end(), goes_first);
  return order;
}

}  // namespace perpend::linalg
