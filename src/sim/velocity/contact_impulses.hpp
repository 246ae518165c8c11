// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "contact/step_rows.hpp"

namespace perpend {

/// Impulses of contacts by their keys, from one solve to the next and to the state: each is the
/// guess of the one behind it.
class ContactImpulses {
 public:
  /// Those that a state keeps.
  void start_from(const std::vector<ContactMemory>& contacts) { memory_ = contacts; }
  /// Sorted by key.
  const std::vector<ContactMemory>& memory() const { return memory_; }

  /// Guesses the multipliers of the contacts of `rows`, of the others 0; of none where not `warm`.
  void guess(bool warm, StepRows& rows);
  /// Keeps what the multipliers of `rows` came to, and the keys of `mesh_sides` without impulse.
  void keep(const StepRows& rows, std::span<const std::uint64_t> mesh_sides);

 private:
  void sort(const std::vector<ActiveContact>& contacts);

  std::vector<ContactMemory> memory_;
  std::vector<Eigen::Vector3d> guessed_;  // per contact, of `memory_`, world frame, N·s
  std::vector<std::pair<std::uint64_t, int>> by_key_;  // contacts of keep()
};

}  // namespace perpend
