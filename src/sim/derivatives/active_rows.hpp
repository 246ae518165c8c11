// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/sim/derivatives.hpp"
#include "sim/derivatives/kick_response.hpp"

namespace perpend {

/// Tangent rows of a contact whose friction is at its bound: lambda_t = -mu lambda_n s/|s|, with
/// the slip s. One row in the plane and under the law of the box, where s/|s| is a sign. Rolling
/// and spinning friction are treated likewise: s is the angular velocity and mu the arm.
struct SlidingRows {
  int group = 0;
  int first = 0;              ///< row of the pool
  int normal = 0;             ///< the row that bounds them
  Eigen::VectorXd direction;  ///< s/|s|
  double slip = 0.0;          ///< |s|, m/s or rad/s
  double mu = 0.0;            ///< friction coefficient, or the arm, m
};

/// The active set at the answer of a step, for every row of StepRows::pool.
struct ActiveRows {
  enum class Row : char { off, holds, slides };
  std::vector<Row> rows;
  std::vector<SlidingRows> sliding;
  /// Rows that are off although the answer does not determine whether they bind.
  struct Weak {
    int group = 0, first = 0, count = 1;  // rows of the pool
    DegenerateRow::Kind kind = DegenerateRow::Kind::unloaded;
  };
  std::vector<Weak> weak;
};

/// Finds the active set by strict complementarity: an impulse, as the velocity it gives its own
/// row, is larger than the speed at which the row opens or slips, or vice versa; a row is weak if
/// neither can be distinguished from 0.
ActiveRows active_rows(const TakenStep& step, const KickResponse& response);

/// Treats a contact that touches without a force as loaded: its friction sticks or slides as that
/// of others.
void press(const TakenStep& step, int group, ActiveRows& active);

/// Describes what a row acts between, for reports.
DegenerateRow described(const TakenStep& step, int group, DegenerateRow::Kind kind);

}  // namespace perpend
