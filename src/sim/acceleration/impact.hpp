// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/sim/acceleration_simulator.hpp"
#include "sim/acceleration/instant.hpp"

namespace perpend {

/// Options of an impact.
struct ImpactSetup {
  InstantThresholds thresholds;
  double rest_bounce = 0.0;  ///< m/s; slower bounces are plastic
  bool plastic = false;      ///< no touch restitutes
};

/// Resolves the impact of everything that touches in `state` by impulses p: u+ = W p + u,
/// 0 <= p_N ⊥ u_N+ + e u_N- >= 0 with Coulomb friction on u_T+. e is lowered where several impacts
/// at once would gain energy, or where no impulses meet it. Appends its events. Returns false and
/// leaves the state if the problem is not solved.
bool resolve_impact(Instant& instant, const ImpactSetup& setup, State& state,
                    std::vector<MotionEvent>& events);

/// Applies the impulse along answer.ray, along which forces have grown without bound, that ends the
/// slip of the first touch it brings to rest (Baraff 1994, section 6). Returns false if it ends
/// none.
bool resolve_jam(const Instant& instant, const InstantAnswer& answer, State& state,
                 std::vector<MotionEvent>& events);

/// Applies the impulses that give joints, and motors without a force limit, their rates.
void resolve_joints(Instant& instant, double rest_speed, State& state);

/// Returns an event of a touch at its rows `at`.
MotionEvent event_of(EventKind kind, double time, const Touch& touch, const TouchRows& at);

}  // namespace perpend
