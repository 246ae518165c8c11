// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "perpend/model/model.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// Two bodies that touch: some contact point between them had a normal impulse in the last step.
struct TouchingPair {
  BodyId a = {}, b = {};
  double since = 0.0;                ///< s, end of the first step of the touch
  Eigen::Vector3d impulse{0, 0, 0};  ///< on b, world, N·s; sum over all steps of the touch
  Eigen::Vector3d point{0, 0, 0};    ///< world, m; mean of the contact points in its last step,
                                     ///< weighted by their impulses
};

enum class ContactEventKind { begin, end };

struct ContactEvent {
  ContactEventKind kind = ContactEventKind::begin;
  double time = 0.0;        ///< s, end of the first step with, or without, the touch
  TouchingPair touch = {};  ///< begin: touch in that step; end: the whole touch
};

/// Detects beginnings and ends of touches from the contacts of successive steps. The caller owns
/// it; a copy of it and of the State continues with the same events.
class ContactEvents {
 public:
  /// Takes Simulator::contacts() and the time of the report after each step taken. Returns the
  /// events of the step, ends first, each sorted by a, then b; valid until the next call.
  std::span<const ContactEvent> update(std::span<const ContactRecord> contacts, double time);
  /// Renumbers the bodies of touches after Simulator::exchange() has replaced `from` by `to`;
  /// `time` is that of the state. Returns the ends of touches with removed bodies, in which both
  /// bodies have their numbers in `from`; valid until the next call.
  std::span<const ContactEvent> exchange(const Model& from, const Model& to, double time);
  /// Returns the pairs that touch now, sorted by a, then b.
  std::span<const TouchingPair> touching() const { return touches_; }

 private:
  std::vector<TouchingPair> touches_, next_;
  std::vector<ContactEvent> events_;
};

/// Returns the sum of the contact forces on a body, N, world frame, mean over a step of dt seconds
/// (> 0): of contacts with the body `against` alone or, with kWorld, of all contacts.
Eigen::Vector3d contact_force(std::span<const ContactRecord> contacts, BodyId body, double dt,
                              BodyId against = kWorld);

}  // namespace perpend
