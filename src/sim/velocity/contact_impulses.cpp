// SPDX-License-Identifier: Apache-2.0
#include "sim/velocity/contact_impulses.hpp"

#include <algorithm>
#include <limits>

#include "sim/candidates/pairs/last_contacts.hpp"

namespace perpend {
namespace {

// True if the solve left the guess as it was. Rotating it into the frame of the contact and back
// rounds, and resting bodies would wander by a digit.
bool is_as_guessed(const StepRows& rows, const ActiveContact& contact) {
  const RowGroup& group = rows.pool.groups()[contact.group];
  return group.rows == 1 + contact.pair.tangents &&
         rows.lambda(contact.group) == rows.impulses.guess.segment(group.first_row, group.rows);
}

}  // namespace

void ContactImpulses::guess(bool warm, StepRows& rows) {
  clear_rows(rows.pool.rows(), rows.impulses.guess);
  guessed_.assign(rows.contacts.size(), Eigen::Vector3d::Zero());
  if (!warm) return;
  LastContacts last(memory_);
  for (std::size_t i = 0; i < rows.contacts.size(); ++i) {
    const ActiveContact& contact = rows.contacts[i];
    const ContactMemory* found = last.find(contact.pair.key);
    if (!found) continue;
    guessed_[i] = found->impulse;
    const RowGroup& group = rows.pool.groups()[contact.group];
    const Eigen::Vector3d framed = contact.frame * found->impulse;
    for (int r = 0; r < group.rows; ++r) rows.impulses.guess[group.first_row + r] = framed[r];
  }
}

// Sorts by key, and contacts of one key in their order; a stable sort would allocate. Mostly the
// contacts are those of the last call, and their order still holds.
void ContactImpulses::sort(const std::vector<ActiveContact>& contacts) {
  const auto stands = [&](const auto& at) { return contacts[at.second].pair.key == at.first; };
  if (by_key_.size() == contacts.size() && std::ranges::all_of(by_key_, stands)) return;
  by_key_.clear();
  for (int i = 0; i < static_cast<int>(contacts.size()); ++i)
    by_key_.emplace_back(contacts[i].pair.key, i);
  std::sort(by_key_.begin(), by_key_.end());
}

void ContactImpulses::keep(const StepRows& rows, std::span<const std::uint64_t> mesh_sides) {
  sort(rows.contacts);
  memory_.clear();
  std::span<const std::uint64_t> sides = mesh_sides;
  const auto add_sides = [&](std::uint64_t below) {
    for (; !sides.empty() && sides.front() < below; sides = sides.subspan(1))
      if (memory_.empty() || memory_.back().key != sides.front())
        memory_.push_back({sides.front(), Eigen::Vector3d::Zero()});
  };
  for (const auto& [key, i] : by_key_) {
    add_sides(key);
    const ActiveContact& contact = rows.contacts[i];
    const Eigen::Vector3d impulse =
        impulse_of(rows.setup.law, contact.pair, rows.lambda(contact.group).data());
    memory_.push_back(
        {key, is_as_guessed(rows, contact) ? guessed_[i] : contact.frame.transpose() * impulse});
  }
  add_sides(std::numeric_limits<std::uint64_t>::max());
}

}  // namespace perpend
