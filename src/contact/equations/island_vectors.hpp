// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/equations/island_layout.hpp"

namespace perpend {

/// The vectors of an island besides those of its record; one entry per row.
struct IslandVectors {
  Eigen::VectorXd u_free;      ///< J v_free: row velocities without impulses, m/s or rad/s
  Eigen::VectorXd u_start;     ///< J v at the start of the step
  Eigen::VectorXd bias;        ///< StepRows::bias and, at slack rows, that of SlackRows
  Eigen::VectorXd compliance;  ///< StepRows::compliance
  Eigen::VectorXd guess;       ///< initial guess of the multipliers

  /// Sets the row velocities, with those of the surfaces of contacts.
  void set_velocities(const StepRows& rows, const IslandLayout& layout);
};

}  // namespace perpend
