// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/propose.hpp"

namespace perpend::lcp {

/// What is known of A before it is looked at.
enum class Known { nothing, symmetric };

/// Method::automatic: methods in turn, each judged alike, until one has solved the problem or
/// proved that it has no solution; the best f is kept. `solution` holds zeros before.
void climb(const Lcp& problem, Known known, const Options& options, Workspace::Buffers& buffers,
           Solution& solution);
void climb(const BoxedLcp& problem, Known known, const Options& options,
           Workspace::Buffers& buffers, Solution& solution);
void climb(const ContactProblem& problem, Known known, const Options& options,
           Workspace::Buffers& buffers, Solution& solution);

}  // namespace perpend::lcp
