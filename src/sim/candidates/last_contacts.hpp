// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "perpend/model/model.hpp"

namespace perpend {

/// What contacts bore in the last step; `contacts`, sorted by key, must outlive it.
class LastContacts {
 public:
  explicit LastContacts(std::span<const ContactMemory> contacts);

  /// The first of that key, maybe of no impulse; null where it had no rows. Costs least where keys
  /// are asked for in ascending order.
  const ContactMemory* find(std::uint64_t key);
  /// Whether it bore anything, more than the rounding of others unless that counts, too.
  bool bore_load(std::uint64_t key, bool or_rounding);

 private:
  std::size_t place(std::uint64_t key) const;  // of the first that is not before it

  std::span<const ContactMemory> contacts_;
  std::size_t next_ = 0;  // behind the last one found
  double least_ = 0.0;    // load, N·s
};

}  // namespace perpend
