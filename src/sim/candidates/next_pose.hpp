// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "contact/collider.hpp"

namespace perpend {

/// The pose that a drift leads to, and the contacts there. Its collider is not that of the pose of
/// the step, so that both find the contacts of pieces that did not move again.
class NextPose {
 public:
  explicit NextPose(const Model& model) : model_(model), collider_(model) {}
  /// Threads that share the search for contacts from now on; they must outlive this.
  void run_on(Threads& threads) { collider_.run_on(threads); }

  const State& state() const { return state_; }
  /// Drifts all bodies from `pose` with v for `time` (s).
  void drift_all(const State& pose, const Eigen::VectorXd& v, double time);
  /// Drifts one body, and leaves the others where they are.
  void drift_body(const State& pose, const Eigen::VectorXd& v, int body, double time);
  /// Drifts both bodies of a contact to `time` (s) after the pose, whatever the others do; b moves
  /// by `apart` (m) farther along the normal than with v, and a by as much against it, unless they
  /// are not free to.
  void drift_pair(const State& pose, const Eigen::VectorXd& v, const ContactPair& pair, double time,
                  double apart);

  /// Contacts of all pieces at the state; valid until the next call.
  std::span<const ContactPair> contacts(double margin) { return collider_.collide(state_, margin); }
  /// Contacts of the pieces of a contact at the state; valid until the next call.
  std::span<const ContactPair> contacts_of(const ContactPair& pair, double margin);

 private:
  const Model& model_;
  Collider collider_;
  State state_;
  std::vector<ContactPair> contacts_;
};

}  // namespace perpend
