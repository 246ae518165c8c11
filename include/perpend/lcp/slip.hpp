// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace perpend::lcp {

/// State of one contact for friction laws that depend on the slip.
struct Slip {
  /// u_t at the start of the step, in the tangent frame (m/s); in the plane only x counts.
  Eigen::Vector2d velocity = Eigen::Vector2d::Zero();
  double impulse = 0.0;  ///< normal impulse of the previous step (N·s), 0 for a new contact
};

/// Slip data of all contacts. A contact slides where |u_t| > threshold (v_s) at the start of the
/// step (Peiret et al. 2017).
struct SlipOptions {
  std::vector<Slip> slips = {};  ///< one per contact; empty: all contacts are new and stick
  double threshold = 1e-3;       ///< m/s, >= 0
};

}  // namespace perpend::lcp
