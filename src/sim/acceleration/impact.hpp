// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/sim/acceleration_simulator.hpp"
#include "sim/acceleration/instant.hpp"

namespace perpend {

/// How an impact is to be resolved.
struct ImpactSetup {
  InstantThresholds thresholds;
  double rest_bounce = 0.0;  ///< m/s; slower bounces are plastic
  bool plastic = false;      ///< none restitutes
};

/// Resolves the impact of everything that touches in `state` by impulses p: u+ = W p + u,
/// 0 <= p_N ⊥ u_N+ + e u_N- >= 0 with Coulomb friction on u_T+. e is lowered where several impacts
/// at once would gain energy. Appends its events. False where the problem is not solved; the state
/// is as it was then.
bool resolve_impact(Instant& instant, const ImpactSetup& setup, State& state,
                    std::vector<MotionEvent>& events);

/// Where forces have grown without bound along answer.ray: the impulse along it that ends the slip
/// of the first touch it brings to rest (Baraff 1994, section 6). False where it ends none.
bool resolve_jam(const Instant& instant, const InstantAnswer& answer, State& state,
                 std::vector<MotionEvent>& events);

/// Impulses that bring joints and motors without limit to their rates.
void resolve_joints(Instant& instant, double rest_speed, State& state);

/// An event of a touch.
MotionEvent event_of(EventKind kind, double time, const Touch& touch, const TouchRows& at);

}  // namespace perpend
