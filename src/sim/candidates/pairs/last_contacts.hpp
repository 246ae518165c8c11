// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "perpend/model/model.hpp"

namespace perpend {

/// Loads of contacts in the last step; `contacts`, sorted by key, must outlive it.
class LastContacts {
 public:
  explicit LastContacts(std::span<const ContactMemory> contacts);

  /// Returns the first contact of that key, maybe without impulse; null if it had no rows. Cheapest
  /// if keys are asked for in ascending order.
  const ContactMemory* find(std::uint64_t key);
  /// True if that contact had an impulse: above the round-off of the largest one, or of any size
  /// with `or_rounding`.
  bool bore_load(std::uint64_t key, bool or_rounding);

 private:
  std::size_t place(std::uint64_t key) const;  // place of the first key that is not less

  std::span<const ContactMemory> contacts_;
  std::size_t next_ = 0;  // place after the last one found
  double least_ = 0.0;    // least load, N·s
};

}  // namespace perpend
