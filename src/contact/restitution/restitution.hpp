// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/island/island_problem.hpp"
#include "contact/row_restitution.hpp"

namespace perpend {

/// Completes the impacts of an island whose problem was solved with all of e (Newton) or without
/// restitution (Poisson, whose decompression this adds). Where the impulses add energy, which they
/// can by either law where several contacts with friction meet, e is multiplied by the scale that
/// search_scale() finds. Returns this factor. solution() tells whether the last problem was solved.
double restitute(StepRows& rows, IslandProblem& problem, const lcp::Options& options,
                 lcp::Workspace& workspace);

}  // namespace perpend
