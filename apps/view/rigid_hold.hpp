// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "perpend/sim/simulator.hpp"
#include "view/pull.hpp"

namespace perpend::view {

/// A hand that holds as rigidly as a joint: the point of the body goes where the hand goes, and all
/// else follows its constraints (Baraff 1996, section 8). Struts run from the point along the axes
/// to feet so far away that they turn but little; a motor on the length of each brings the point to
/// the hand. What the motors have as their most keeps a jam a problem with a solution.
class RigidHold {
 public:
  /// Appends the struts to `driven`, which has the bodies of `base` at `state`.
  RigidHold(const Model& base, const State& state, const Pull& pull, int client, Model& driven);

  /// Tells the motors where the hand is, for the next step.
  void drive(const Model& base, const State& state, const Pull& pull, Simulator& simulator) const;
  /// What it exerted in the last step on the body, N, world.
  Eigen::Vector3d force(const Model& base, const State& state, const Pull& pull,
                        const Simulator& simulator) const;
  /// The lengths at `state`, as State::coordinates has them.
  void measure(const Model& base, const State& state, const Pull& pull,
               Eigen::VectorXd& coordinates) const;

 private:
  int first_joint_ = 0, first_coordinate_ = 0, count_ = 3;
  std::array<Eigen::Vector3d, 3> feet_;
};

}  // namespace perpend::view
