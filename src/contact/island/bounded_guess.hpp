// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/equations/island_equations.hpp"

namespace perpend {

/// Sets the guess of limits, motors and dry friction beside contacts with a guess, by a problem of
/// their rows alone. Writes its solution, with the effort, and returns true if there was one to
/// solve.
bool guess_bounded_rows(const StepRows& rows, IslandEquations& equations, lcp::Workspace& workspace,
                        lcp::Solution& solution);

}  // namespace perpend
