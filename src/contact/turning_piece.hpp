// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "contact/collider.hpp"

namespace perpend {

/// A piece of a rotating body: bounds how much farther it may reach along a direction after some
/// time.
class TurningPiece {
 public:
  /// The piece at `state`, with angular velocity `omega` (world); no point of its core leaves its
  /// tangent by more than bend t²/2 in a time t. All arguments must outlive this.
  TurningPiece(const Model& model, const State& state, const Piece& piece, bool in_space,
               const Eigen::Vector3d& omega, double bend)
      : model_(model),
        state_(state),
        piece_(piece),
        in_space_(in_space),
        omega_(omega),
        bend_(bend) {}

  /// Returns how much farther the piece reaches at most along a fixed unit vector n after `time`,
  /// by rotation alone, m. Convex in time.
  double growth(const Eigen::Vector3d& n, double time) const;

 private:
  double reach(const Eigen::Vector3d& n) const;

  const Model& model_;
  const State& state_;
  Piece piece_;
  bool in_space_;
  Eigen::Vector3d omega_;
  double bend_;
};

}  // namespace perpend
