// SPDX-License-Identifier: Apache-2.0
#include "sim/same_state.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

namespace perpend {
namespace {

bool has_same_bits(const auto& a, const auto& b) {
  return a.size() == b.size() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), sizeof(*a.data()) * a.size()) == 0);
}

bool has_same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace

// What differs mostly does in the first velocity.
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
