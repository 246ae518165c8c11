// SPDX-License-Identifier: Apache-2.0
//
// The iterate of the interior point (interior_point.cpp), eight cones per SIMD batch.
#pragma once

#include <vector>

#include "lcp/cone/jordan_lanes.hpp"
#include "lcp/cone/operator/operator.hpp"

namespace perpend::lcp {

/// Eight cones; lanes after the last cone stand still at x = y = e_0.
struct Cones {
  int index[3]
           [linalg::kLanes];  // rows of the problem; -1 where there are none or they have no cone
  int block[linalg::kLanes];  // -1 after the last
  Lanes units;                // first entry of T; the tangential ones are 1
  Lanes weight;               // weight of its gap; 1 in the mean
  Lanes counts, slips, tangential;  // 1 or 0: is a cone; has slip; has tangential rows of B
  LaneVector x, y;
  LaneScaling scaling;
  LaneInverse Q;              // (P² + delta I)⁻¹
  LaneVector v;               // u in cone units plus the slip, at the linearisation
  Lanes slope[2], slip;       // d and |u_t|_g there
  LaneVector lambda, defect;  // defect = v - y
  LaneVector dx, dy;
};

/// State in which the interior point was left, and the problem it was solving; none without
/// iterates.
struct InteriorState {
  std::vector<Cones> cones;
  Eigen::VectorXd r, q;
  double last_step = 1.0;
  int without_slip = 0;
  bool from_zero = true;
  bool stalls = false;  // r is its best iterate, and it made no more progress

  bool is_of(const Eigen::VectorXd& of) const { return !cones.empty() && q == of; }
};

/// Gathers the entries of `rows` that belong to the cones, 0 where there is none.
void gather(const Cones& cones, const Eigen::VectorXd& rows, LaneVector& out);

/// Computes |u_t|_g of the motion v; 0 for cones without slip.
void rounded_slip(const Cones& cones, const LaneVector& v, double gap, Lanes& slip);

/// Sets v, slip, scaling and defect at the iterate, whose motion is u; d = 0 without the slip.
void linearise(const Eigen::VectorXd& u, double gap, bool with_slip, Cones& cones);

/// Stores B = T⁻¹ Q S T⁻¹ of the cones in their blocks.
void store_matrix(const Cones& cones, BlockDiagonal& blocks);

/// Computes c = R c - Q defect of a step towards `centre` times e_0; as the corrector with the
/// second-order term.
void complementarity(const Cones& cones, double centre, bool corrector, LaneVector& c);

}  // namespace perpend::lcp
