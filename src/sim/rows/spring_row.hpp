// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/sim/options.hpp"

namespace perpend {

/// The motion that the row of a compliant contact is derived from, along its normal.
struct SpringMotion {
  double gap = 0.0;       ///< at the pose of the rows, m
  double start = 0.0;     ///< velocity at the start of the step, m/s
  double response = 0.0;  ///< velocity that a unit impulse gives, 1/kg
};

/// u⁺ + per_gap · gap + per_start · start + compliance · λ >= 0 of a compliant contact.
struct SpringRow {
  double compliance = 0.0;  ///< m/s per N·s
  double per_gap = 0.0;     ///< 1/s
  double per_start = 0.0;

  double bias(const SpringMotion& motion) const {
    return per_gap * motion.gap + per_start * motion.start;
  }
};

/// Returns the row over a step of `h` s, `before` of which lie before the pose of the rows: the
/// mean force of the ends of the step if the spring is soft relative to the step and the pose lies
/// inside it, that of the end (Peiret et al. 2017, eqs. 40-42) if it is stiff or the step starts
/// there.
SpringRow spring_row(const SpringDamper& spring, double h, double before,
                     const SpringMotion& motion);

/// Returns the row of `motion`, which is near `side`, on the side of all kinks of the force where
/// `side` is.
SpringRow spring_row_beside(const SpringDamper& spring, double h, double before,
                            const SpringMotion& side, const SpringMotion& motion);

}  // namespace perpend
