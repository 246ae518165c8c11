// SPDX-License-Identifier: Apache-2.0
//
// The iterate of the interior point (interior_point.cpp), eight cones a SIMD batch.
#pragma once

#include <vector>

#include "lcp/cone/jordan_lanes.hpp"
#include "lcp/cone/operator/operator.hpp"

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

/// Where the interior point was left, and the problem it was asked; without iterates none.
struct InteriorState {
  std::vector<Cones> cones;
  Eigen::VectorXd r, q;
  double last_step = 1.0;
  int without_slip = 0;
  bool from_zero = true;
  bool stalls = false;  // r is the best it came to, and it would not come further

  bool is_of(const Eigen::VectorXd& of) const { return !cones.empty() && q == of; }
};

/// Entries of `rows` that belong to the cones, 0 where none does.
void gather(const Cones& cones, const Eigen::VectorXd& rows, LaneVector& out);

/// |u_t|_g of the motion v; 0 where no slip is.
void rounded_slip(const Cones& cones, const LaneVector& v, double gap, Lanes& slip);

/// v, slip, scaling and defect at the iterate, whose motion is u; d = 0 without the slip.
void linearise(const Eigen::VectorXd& u, double gap, bool with_slip, Cones& cones);

/// B = T⁻¹ Q S T⁻¹ of the cones, into their blocks.
void store_matrix(const Cones& cones, BlockDiagonal& blocks);

/// c = R c - Q defect of a step towards `centre` times e_0; with the term of second order as the
/// corrector.
void complementarity(const Cones& cones, double centre, bool corrector, LaneVector& c);

}  // namespace perpend::lcp
