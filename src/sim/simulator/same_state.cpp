// SPDX-License-Identifier: Apache-2.0
#include "sim/simulator/same_state.hpp"

#include "core/same_bits.hpp"

namespace perpend {

// Velocities come first: states that differ mostly do so in the first velocity.
bool is_same_but_for_time(const State& a, const State& b) {
  static_assert(sizeof(ContactMemory) == 4 * sizeof(double), "no bits between its members");
  return has_same_bits(a.v, b.v) && has_same_bits(a.q, b.q) &&
         has_same_bits(a.contacts, b.contacts) &&
         has_same_bits(a.joint_impulses, b.joint_impulses) &&
         has_same_bits(a.coordinates, b.coordinates) && a.broken == b.broken;
}

bool is_same_work(const JointWork& a, const JointWork& b) {
  return has_same_bits(a.gained, b.gained) && has_same_bits(a.scale, b.scale);
}

}  // namespace perpend
