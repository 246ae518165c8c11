// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

/// Two bodies that collide and start inside each other.
struct StartOverlap {
  int body_a = 0, body_b = 0;  ///< body_a < body_b
  double depth = 0.0;          ///< m, of the deepest pair of their shapes
};

/// Pairs of shapes after which the search ends: whoever piles a thousand bodies on one spot has one
/// fault and not a million.
inline constexpr int kMostOverlaps = 10000;

struct StartOverlaps {
  std::vector<StartOverlap> pairs = {};  ///< by body_a, then body_b
  bool all = true;                       ///< false where the search ended at kMostOverlaps
};

/// Farthest point of the body's shapes from its centre of mass, at most (m); infinite for half
/// planes and half spaces, 0 without shapes.
double reach(const Body& body);

/// Every pair, in the plane and in space, whose overlap in the start pose is above `tolerance`
/// times the reach of the smaller one that forces move. Costs a sweep over the boxes of all shapes
/// and a distance per pair of boxes that overlap.
StartOverlaps start_overlaps(const Model& model, double tolerance);

}  // namespace perpend
