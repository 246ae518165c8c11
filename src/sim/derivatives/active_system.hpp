// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/derivatives/active_rows.hpp"

namespace perpend {

/// Change of the equations of a kick by each of some parameters while velocities and impulses after
/// it stay as they are; one column per parameter.
struct KickChange {
  Eigen::MatrixXd momentum;     ///< per velocity, N·s
  Eigen::MatrixXd joints;       ///< per joint row, m/s
  Eigen::MatrixXd coordinates;  ///< per CoordinateRow, m/s
  Eigen::MatrixXd rows;         ///< per row of StepRows, m/s
  Eigen::MatrixXd mu;           ///< per row of StepRows, at the normal rows of contacts
};

struct KickAnswer {
  Eigen::MatrixXd velocities;       ///< derivatives of v⁺
  int redundant = 0;                ///< rows that others repeat
  std::vector<DegenerateRow> open;  ///< ambiguous and contradictory rows
};

/// Applies the implicit function theorem: finds the changes that keep the equations of the active
/// rows and the joints. Rows that others repeat share their impulse by least squares. Cost: a solve
/// with the factor of the joints per parameter, and per island a complete orthogonal decomposition
/// of its active rows.
KickAnswer answer_of(const TakenStep& step, KickResponse& response, const ActiveRows& active,
                     std::span<const std::span<const int>> islands, const KickChange& change);

/// True if rows that are off keep their rate whatever changes: then nothing depends on whether they
/// bind.
bool keeps_rate(const TakenStep& step, const KickResponse& response, const KickAnswer& answer,
                const KickChange& change, const ActiveRows::Weak& weak);

}  // namespace perpend
