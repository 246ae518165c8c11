// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "perpend/model/model.hpp"

namespace perpend {

/// What contacts bore in the last step; `contacts`, sorted by key, must outlive it.
class LastContacts {
 public:
  explicit LastContacts(std::span<const ContactMemory> contacts);

  /// The first contact of that key, maybe without impulse; null where it had no rows. Cheapest
  /// where keys are asked for in ascending order.
  const ContactMemory* find(std::uint64_t key);
  /// Whether that contact bore an impulse: above the rounding of the largest one, or of any size
  /// with `or_rounding`.
  bool bore_load(std::uint64_t key, bool or_rounding);

 private:
  std::size_t place(std::uint64_t key) const;  // of the first that is not before it

  std::span<const ContactMemory> contacts_;
  std::size_t next_ = 0;  // behind the last one found
  double least_ = 0.0;    // load, N·s
};

}  // namespace perpend
