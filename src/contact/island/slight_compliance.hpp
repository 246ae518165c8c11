// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/equations/island_equations.hpp"

namespace perpend {

/// Returns a slight compliance of contacts, m/s per N·s, in tests of whether anything moves: a
/// share of the response of the mass at hand. It is large beside the round-off in responses that
/// joints prevent, 1e-12 for light links, and small beside those of levers and wedges.
double slight_compliance(const StepRows& rows, std::span<const int> groups);

/// Makes the contacts slightly compliant, so that loads that joints press on them take impulses
/// that are large, but finite. Requires a stored W.
void add_slight_compliance(const StepRows& rows, IslandEquations& equations);

/// Returns true if the impulse of a contact or limit among f is more than `times` the one that
/// would stop all motion at hand, plus the impulses of motors: levers and wedges stay below that.
bool exceeds_motion(const StepRows& rows, const IslandEquations& equations,
                    const Eigen::VectorXd& f, double times);

}  // namespace perpend
