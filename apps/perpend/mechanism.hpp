// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "perpend/model/model.hpp"

namespace perpend::app {

/// What a model's joints leave free in its start pose.
struct Mechanism {
  int dof = 0;    ///< velocities of bodies that move freely
  int rows = 0;   ///< of joints and couplers
  int loops = 0;  ///< independent closed loops of the graph of bodies and joints
  /// Rank of the rows; empty where there are too many for the dense factor that tells it.
  std::optional<int> rank = {};
};

Mechanism mechanism_of(const Model& model);

}  // namespace perpend::app
