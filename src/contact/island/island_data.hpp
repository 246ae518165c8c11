// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <variant>

#include "contact/equations/island_equations.hpp"
#include "contact/law_problem.hpp"

namespace perpend {

/// Returns the problem of an island as data. With friction it is the contact problem whose law is
/// the cone (or box) of the coefficients, which every other law discretises; for a decompressed
/// impact it is that of its compression. A limit is a contact without friction, a motor the tangent
/// of a contact of its own whose normal impulse is its bound. Copies; meant for files and
/// benchmarks.
std::variant<lcp::Lcp, lcp::BoxedLcp, lcp::ContactProblem, lcp::GlobalContactProblem> as_data(
    const IslandEquations& equations);

/// Returns the problem in the unknowns of its law, for laws that are none of cone, box and
/// frictionless: as `law_problem` solved it last, if it is not null, or polygons in the velocities
/// of bodies. Copies.
std::optional<lcp::BoxedLcp> as_boxed_data(const IslandEquations& equations,
                                           const LawProblem* law_problem);

}  // namespace perpend
