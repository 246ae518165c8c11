// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "contact/collider.hpp"

namespace perpend {

/// A piece of a body that turns: how much farther it may reach along a direction in a while.
class TurningPiece {
 public:
  /// At `state`, with angular velocity `omega` (world); no point of its core leaves its tangent by
  /// more than bend t²/2 in a time t. All are to outlive this.
  TurningPiece(const Model& model, const State& state, const Piece& piece, bool in_space,
               const Eigen::Vector3d& omega, double bend)
      : model_(model),
        state_(state),
        piece_(piece),
        in_space_(in_space),
        omega_(omega),
        bend_(bend) {}

  /// Of the turn alone: at most so much more along a fixed unit vector n in `time`, m. Convex in
  /// time.
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
