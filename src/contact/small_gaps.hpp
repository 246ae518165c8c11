// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "contact/step_rows.hpp"

namespace perpend {

/// Returns the largest coordinate that the gap of a contact is a difference of, m: of its points
/// and of the centres of its bodies.
double gap_extent(const StepRows& rows, const ContactPair& pair);

/// True if no body of these groups moves at the start of the step, nor any of their surfaces.
bool is_at_rest(const StepRows& rows, std::span<const int> groups);

/// A normal row whose gap is treated as 0, and the bias it had.
struct DroppedGap {
  int row = 0;
  double bias = 0.0;  ///< m/s
};

/// Treats gaps and overlaps of hard contacts below 1e-9 of their gap_extent() as 0 in the bias of
/// this step. Bodies that rest on more points than necessary can close them only by slips that are
/// too small for a solver to distinguish from sticking.
std::vector<DroppedGap> drop_small_gaps(StepRows& rows, std::span<const int> groups);

/// Restores the biases.
void restore_gaps(std::span<const DroppedGap> dropped, StepRows& rows);

}  // namespace perpend
