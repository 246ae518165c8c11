// SPDX-License-Identifier: Apache-2.0
//
// The iterate of the interior point (interior_point.cpp), eight cones a SIMD batch.
#pragma once

#include "lcp/cone/jordan_lanes.hpp"

namespace perpend::lcp {

/// Eight cones; what is none, behind the last, stands still at x = y = e_0.
struct Cones {
  int index[3]
           [linalg::kLanes];  // rows of the problem, -1 where there are none, or they are no cone's
  int block[linalg::kLanes];  // -1 behind the last
  Lanes units;                // T but for the ones across
  Lanes weight;               // of the gap; 1 in the mean
  Lanes counts, slips, tangential;  // 1 or 0: a cone; with slip; with rows of B across
  LaneVector x, y;
  LaneScaling scaling;
  LaneInverse Q;              // (P² + delta I)⁻¹
  LaneVector v;               // u in cone units, with the slip, where it was linearised
  Lanes slope[2], slip;       // d and |u_t|_g there
  LaneVector lambda, defect;  // defect = v - y
  LaneVector dx, dy;
};

}  // namespace perpend::lcp
