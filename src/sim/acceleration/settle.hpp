// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/acceleration/instant.hpp"

namespace perpend {

/// The touches of a state, as its thresholds classify them.
struct TouchSet {
  std::vector<Touch> held;         ///< rest along their normal, so that forces act there
  std::vector<Touch> approaching;  ///< need an impulse
  std::vector<Touch> released;     ///< rest along their normal, but forces separate them
};
TouchSet touches_of(Instant& instant, const State& state, const InstantThresholds& thresholds);

/// Returns the forces of `held`. Marks touches whose static friction breaks as sliding, in the
/// direction in which their slip starts or, if `creeping`, as Touch::creeps defines it.
InstantAnswer settle(Instant& instant, const State& state, double stabilisation,
                     std::vector<Touch>& held, bool creeping = false);

/// Returns the tangential part of the entries n, t1, t2 of a contact in the world; of a coordinate
/// its entry along x.
Eigen::Vector3d in_world(const Touch& touch, const TouchRows& at,
                         const Eigen::Vector3d& tangential);

/// True if a touch accelerates apart along its normal, beyond rounding.
bool departs(const InstantAnswer& answer, int touch);
/// True if a touch that should stick accelerates along its tangents: its static friction breaks.
bool is_dragged(const InstantAnswer& answer, const Touch& touch, int index);

/// True if a touch of friction in space slips slower than kCreepSpeed at the state loaded.
bool is_slow_in_space(const Instant& instant, int touch);

}  // namespace perpend
