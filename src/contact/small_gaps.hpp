// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "contact/step_rows.hpp"

namespace perpend {

/// The largest coordinate that the gap of a contact is the difference of, m: of its points and of
/// the centres of its bodies.
double gap_extent(const StepRows& rows, const ContactPair& pair);

/// Whether no body of these groups moves at the start of the step, nor any surface of theirs.
bool is_at_rest(const StepRows& rows, std::span<const int> groups);

/// A normal row whose gap counts as none, and the bias it had.
struct DroppedGap {
  int row = 0;
  double bias = 0.0;  ///< m/s
};

/// Lets gaps and overlaps of hard contacts below 1e-9 of their gap_extent() count as none in the
/// bias of this step. Bodies that rest on more points than hold them cannot close them but by slips
/// that are smaller than what a solver tells from sticking.
std::vector<DroppedGap> drop_small_gaps(StepRows& rows, std::span<const int> groups);

/// Takes that back.
void restore_gaps(std::span<const DroppedGap> dropped, StepRows& rows);

}  // namespace perpend
