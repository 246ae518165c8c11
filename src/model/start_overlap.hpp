// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

/// Two bodies that may collide and overlap at the start.
struct StartOverlap {
  int body_a = 0, body_b = 0;  ///< body_a < body_b
  double depth = 0.0;          ///< m, of the deepest pair of their shapes
};

/// Number of pairs of shapes after which the search ends, so that a thousand bodies at one place do
/// not give a million faults.
inline constexpr int kMostOverlaps = 10000;

struct StartOverlaps {
  std::vector<StartOverlap> pairs = {};  ///< sorted by body_a, then body_b
  bool all = true;                       ///< false if the search ended at kMostOverlaps
};

/// Returns an upper bound of the distance (m) of the body's shapes from its centre of mass;
/// infinite for half-planes and half spaces, 0 without shapes.
double reach(const Body& body);

/// Returns every pair, in the plane and in space, whose overlap in the start pose is above
/// `tolerance` times the reach of the smaller dynamic body. Costs a sweep over the boxes of all
/// shapes and a distance per pair of boxes that overlap.
StartOverlaps start_overlaps(const Model& model, double tolerance);

}  // namespace perpend
