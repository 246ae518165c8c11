// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "contact/equations/island_equations.hpp"

namespace perpend {

/// Returns the answer f of the cone moved to where the bounds of resistances, `implied` by the
/// normal impulses of f, are those of its own normal impulses; nothing if that gives no answer
/// either, or the problem is none of the cone with a stored W.
std::optional<Eigen::VectorXd> move_with_bounds(const StepRows& rows, IslandEquations& equations,
                                                const Eigen::VectorXd& f,
                                                const Eigen::VectorXd& implied);

/// Returns the bounds of resistances in such an answer, N·m·s.
Eigen::VectorXd slack_impulses(const IslandEquations& equations, const Eigen::VectorXd& f);

}  // namespace perpend
