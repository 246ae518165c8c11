// SPDX-License-Identifier: Apache-2.0
#include "sim/simulator/step_forces.hpp"

#include <map>
#include <utility>

namespace perpend {
namespace {

// The key of a contact, and the number of earlier contacts of that key.
using NumberedKey = std::pair<std::uint64_t, int>;

std::vector<NumberedKey> numbered(const std::vector<std::uint64_t>& keys) {
  std::map<std::uint64_t, int> known;
  std::vector<NumberedKey> all;
  for (const std::uint64_t key : keys) all.emplace_back(key, known[key]++);
  return all;
}

void add(const ContactRecord& first, ContactRecord& sum) {
  sum.gap = first.gap;
  sum.impulse += first.impulse;
  sum.moment += first.moment;
  if (sum.status == ContactStatus::open) sum.status = first.status;
}

void add_contacts(const StepForces& first, StepForces& sum) {
  std::map<NumberedKey, std::size_t> places;
  for (const NumberedKey& key : numbered(sum.keys)) places.emplace(key, places.size());
  const std::vector<NumberedKey> before = numbered(first.keys);
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (const auto at = places.find(before[i]); at != places.end()) {
      add(first.contacts[i], sum.contacts[at->second]);
      continue;
    }
    sum.contacts.push_back(first.contacts[i]);
    sum.keys.push_back(first.keys[i]);
  }
}

void average(const JointReaction& first, JointReaction& mean) {
  mean.force = 0.5 * (mean.force + first.force);
  mean.torque = 0.5 * (mean.torque + first.torque);
  mean.joint_force = 0.5 * (mean.joint_force + first.joint_force);
  mean.joint_torque = 0.5 * (mean.joint_torque + first.joint_torque);
}

void average(const CoordinateForce& first, CoordinateForce& mean) {
  mean.spring = 0.5 * (mean.spring + first.spring);
  mean.motor = 0.5 * (mean.motor + first.motor);
  mean.friction = 0.5 * (mean.friction + first.friction);
  mean.limit = 0.5 * (mean.limit + first.limit);
}

}  // namespace

StepForces of_whole(const StepForces& first, StepForces second) {
  add_contacts(first, second);
  for (std::size_t j = 0; j < second.reactions.size(); ++j)
    average(first.reactions[j], second.reactions[j]);
  for (std::size_t k = 0; k < second.along.size(); ++k) average(first.along[k], second.along[k]);
  return second;
}

}  // namespace perpend
