// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "contact/collider.hpp"
#include "perpend/sim/options.hpp"

namespace perpend {

/// What a contact bore in the last step, maybe nothing; null where it had no rows.
const ContactMemory* find_contact(std::span<const ContactMemory> contacts, std::uint64_t key);
/// Whether a contact bore anything in the last step.
bool bore_load(std::span<const ContactMemory> contacts, std::uint64_t key);

/// Candidates of a step, gap <= margin, and those of them that get rows: the active set
/// A = {j : gap_j <= margin} of Hart & Anitescu 2003 (2.13), without what cannot bear anything.
class CandidateContacts {
 public:
  CandidateContacts(const Model& model, const SimulationOptions& options);

  /// Finds the candidates at `pose` and activates those that would close at v_free, the velocities
  /// without contact impulses, are near, or bore something in the last step (pose.contacts).
  void detect(const State& pose, const Eigen::VectorXd& v_free);
  /// Activates the candidates that the impulses of the others close at v, so that the answer
  /// becomes that of all candidates; where there are none, adds speculative contacts of what
  /// overlaps at the next pose, after a drift with v, although no row closes: corners and edges
  /// that came round another since `pose`. How many.
  int add_violated(const State& pose, const Eigen::VectorXd& v);

  std::span<const ContactPair> all() const { return candidates_; }
  /// The active ones, in the order of the candidates.
  const std::vector<ContactPair>& active();

  /// Whether candidates overlap and close at the velocities of the pose.
  bool overlap_closes(const State& pose) const;

 private:
  // Of a body that collides.
  struct Outline {
    int body = 0;
    double reach = 0.0;  // m
  };
  double margin(const State& pose, const Eigen::VectorXd& v) const;
  bool closes(const State& pose, const ContactPair& pair, const Eigen::VectorXd& v) const;
  int add_speculative(const State& pose, const Eigen::VectorXd& v);
  double reach(const ContactPair& pair) const;
  bool is_known(const ContactPair& pair) const;

  const Model* model_;
  SimulationOptions options_;
  Collider collider_;
  std::vector<Outline> outlines_;
  bool in_space_ = false;
  std::vector<double> reach_;  // per body, m; infinite where it has no bounded shape
  std::span<const ContactPair> candidates_;
  std::vector<char> is_active_;  // per candidate
  std::vector<ContactPair> active_;

  Collider next_collider_;
  State next_;                         // after the drift
  bool speculates_ = false;            // in this step
  std::vector<ContactPair> speculative_;  // active; points at the pose of the step, keys inverted
  int speculations_ = 0;                  // drifts to the next pose, in this step
};

}  // namespace perpend
