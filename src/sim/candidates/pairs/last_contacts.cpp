// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/pairs/last_contacts.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {
namespace {

// Share of the largest load of a step; solvers leave smaller ones at contacts without load.
constexpr double kRoundedLoad = 1e-12;

}  // namespace

// Keys are spread evenly over their range (contact_key.cpp): the expected place of a key is off by
// some square root of their number.
std::size_t LastContacts::place(std::uint64_t key) const {
  constexpr std::size_t kNear = 64;
  const std::size_t size = contacts_.size();
  std::size_t at = static_cast<std::size_t>(0x1p-64 * static_cast<double>(key) * size);
  at = std::min(at, size);
  const auto is_before = [&](std::size_t i) { return contacts_[i].key < key; };
  const std::size_t least = at - std::min(at, kNear), most = std::min(size, at + kNear);
  while (at > least && !is_before(at - 1)) --at;
  while (at < most && is_before(at)) ++at;
  if ((at == 0 || is_before(at - 1)) && (at == size || !is_before(at))) return at;
  const auto found = std::ranges::lower_bound(contacts_, key, {}, &ContactMemory::key);
  return static_cast<std::size_t>(found - contacts_.begin());
}

const ContactMemory* LastContacts::find(std::uint64_t key) {
  const bool follows = next_ > 0 && next_ < contacts_.size() && contacts_[next_].key == key &&
                       contacts_[next_ - 1].key < key;
  if (!follows) next_ = place(key);
  if (next_ == contacts_.size() || contacts_[next_].key != key) return nullptr;
  return &contacts_[next_++];
}

LastContacts::LastContacts(std::span<const ContactMemory> contacts) : contacts_(contacts) {
  double largest = 0;
  for (const ContactMemory& contact : contacts)
    largest = std::max(largest, contact.impulse.squaredNorm());
  least_ = kRoundedLoad * std::sqrt(largest);
}

bool LastContacts::bore_load(std::uint64_t key, bool or_rounding) {
  const ContactMemory* found = find(key);
  return found && found->impulse.norm() > (or_rounding ? 0.0 : least_);
}

}  // namespace perpend
