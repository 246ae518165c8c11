// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "contact/step_rows.hpp"

namespace perpend {

/// Keeps the impulses of contacts by their keys, from one solve to the next and to the state: each
/// solve is the initial guess of the next one.
class ContactImpulses {
 public:
  /// Starts from the contacts that a state keeps.
  void start_from(const std::vector<ContactMemory>& contacts) { memory_ = contacts; }
  /// The contacts kept, sorted by key.
  const std::vector<ContactMemory>& memory() const { return memory_; }

  /// Guesses the multipliers of the contacts of `rows`, all 0 if not `warm`; those of other rows
  /// are 0.
  void guess(bool warm, StepRows& rows);
  /// Keeps the multipliers that `rows` were solved to, and the keys of `mesh_sides` without
  /// impulse.
  void keep(const StepRows& rows, std::span<const std::uint64_t> mesh_sides);

 private:
  void sort(const std::vector<ActiveContact>& contacts);

  std::vector<ContactMemory> memory_;
  std::vector<Eigen::Vector3d> guessed_;  // per contact, from `memory_`, world frame, N·s
  std::vector<std::pair<std::uint64_t, int>> by_key_;  // contacts given to keep()
};

}  // namespace perpend
