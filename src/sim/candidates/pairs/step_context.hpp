// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "perpend/sim/options.hpp"
#include "sim/candidates/pairs/moving_pieces.hpp"
#include "sim/candidates/pairs/pair_properties.hpp"

namespace perpend {

/// The data that the parts of CandidateContacts share within a step. They keep references to it.
struct StepContext {
  StepContext(const Model& m, const SimulationOptions& o);
  StepContext(const StepContext&) = delete;
  StepContext& operator=(const StepContext&) = delete;

  const Model& model;
  SimulationOptions options;
  MovingPieces pieces;  ///< moving from the pose of the step
  PairProperties pairs;
  double margin = 0.0;            ///< margin of the present candidates, m
  Eigen::VectorXd approach;       ///< velocities before the forces of the step
  Eigen::VectorXd v_free;         ///< velocities at the end of the step, without contact impulses
  bool separates_overlap = true;  ///< rows that include the effect of rotation on their gap also
                                  ///< push apart the predicted overlap

  /// Starts a step with its geometry at `pose`.
  void start(const State& pose, const Eigen::VectorXd& free);
  /// Returns the opening rate of the row of a contact at velocities v, m/s.
  double row_rate(const State& pose, const Eigen::VectorXd& v, const ContactPair& pair) const;
  /// Returns the margin of contacts at other poses, m. Bodies with compliant contacts overlap by
  /// their law and are held by the points of their manifold, which names other points of a round
  /// edge if its margin is smaller.
  double margin_elsewhere() const { return pairs.any_compliant() ? margin : 0.0; }
};

}  // namespace perpend
