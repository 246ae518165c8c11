// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "perpend/model/model.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// Two bodies that touch: some contact point between them bore a normal impulse in the last step.
struct TouchingPair {
  BodyId a = {}, b = {};
  double since = 0.0;                ///< s: end of the first step of the touch
  Eigen::Vector3d impulse{0, 0, 0};  ///< on b, world, N·s: of all its steps
  Eigen::Vector3d point{0, 0, 0};    ///< world, m: mean of its points in the last of them, weighted
                                     ///< by the impulses there
};

enum class ContactEventKind { begin, end };

struct ContactEvent {
  ContactEventKind kind = ContactEventKind::begin;
  double time = 0.0;        ///< s: end of the first step with, or without, the touch
  TouchingPair touch = {};  ///< begin: of that step; end: of the whole touch
};

/// Beginnings and ends of touches, from the contacts of step after step. It belongs to the caller:
/// a copy of it beside that of the State goes on as it would.
class ContactEvents {
 public:
  /// After each step taken, with Simulator::contacts() and the time of its report: its events, ends
  /// first, each by a then b. Valid until the next call.
  std::span<const ContactEvent> update(std::span<const ContactRecord> contacts, double time);
  /// After Simulator::exchange() of `from` for `to`, with the time of the state: the bodies of
  /// touches that go on get the numbers they have in `to`. Its events are the ends of touches with
  /// bodies that are gone, of which both have those of `from`. Valid until the next call.
  std::span<const ContactEvent> exchange(const Model& from, const Model& to, double time);
  /// What touches now, by a then b.
  std::span<const TouchingPair> touching() const { return touches_; }

 private:
  std::vector<TouchingPair> touches_, next_;
  std::vector<ContactEvent> events_;
};

/// Force (N, world) of contacts on a body, mean over a step of dt seconds; `against`: of these with
/// that body alone, kWorld: of all.
Eigen::Vector3d contact_force(std::span<const ContactRecord> contacts, BodyId body, double dt,
                              BodyId against = kWorld);

}  // namespace perpend
