// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace perpend::lcp {

/// What laws that follow the slip want to know of one contact.
struct Slip {
  /// u_t at the start of the step, in the tangent frame (m/s); in the plane only x counts.
  Eigen::Vector2d velocity = Eigen::Vector2d::Zero();
  double impulse = 0.0;  ///< normal impulse of the step before (N·s), 0 for a new contact
};

/// Peiret et al. (2017): a contact slides where |u_t| > threshold (v_s) at the start of the step.
struct SlipOptions {
  std::vector<Slip> slips = {};  ///< one per contact; empty: all stick and are new
  double threshold = 1e-3;       ///< m/s, >= 0
};

}  // namespace perpend::lcp
