// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "perpend/sim/simulator.hpp"
#include "view/pull.hpp"

namespace perpend::view {

/// A hand that holds as rigidly as a joint: the point of the body follows the hand, and everything
/// else follows its constraints (Baraff 1996, section 8). Struts run from the point along the axes
/// to feet so far away that they rotate very little; a motor on the length of each moves the point
/// to the hand. The force limits of the motors ensure that a jam still has a solution.
class RigidHold {
 public:
  /// Appends the struts to `driven`, which has the bodies of `base` at `state`.
  RigidHold(const Model& base, const State& state, const Pull& pull, int client, Model& driven);

  /// Sets the targets of the motors to the position of the hand, for the next step.
  void drive(const Model& base, const State& state, const Pull& pull, Simulator& simulator) const;
  /// Returns the force exerted on the body in the last step, N, world.
  Eigen::Vector3d force(const Model& base, const State& state, const Pull& pull,
                        const Simulator& simulator) const;
  /// Writes the lengths at `state` into `coordinates`, ordered as in State::coordinates.
  void measure(const Model& base, const State& state, const Pull& pull,
               Eigen::VectorXd& coordinates) const;

 private:
  int first_joint_ = 0, first_coordinate_ = 0, count_ = 3;
  std::array<Eigen::Vector3d, 3> feet_;
};

}  // namespace perpend::view
