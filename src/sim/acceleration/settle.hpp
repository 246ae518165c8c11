// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/acceleration/instant.hpp"

namespace perpend {

/// The touches of a state by its thresholds: those that rest or slide, and those that approach.
struct TouchSet {
  std::vector<Touch> held;         ///< rest along their normal: forces act there
  std::vector<Touch> approaching;  ///< an impulse is due
};
TouchSet touches_of(Instant& instant, const State& state, const InstantThresholds& thresholds);

/// Forces of `held`: friction that breaks slides from then on. Marks in `held` what slides.
InstantAnswer settle(Instant& instant, const State& state, double stabilisation,
                     std::vector<Touch>& held);

/// Whether the normal of a touch accelerates apart, beyond rounding.
bool departs(const InstantAnswer& answer, int touch);
/// Whether a touch that sticks is dragged along.
bool is_dragged(const InstantAnswer& answer, const Touch& touch, int index);

}  // namespace perpend
