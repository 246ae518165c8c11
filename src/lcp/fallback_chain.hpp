// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/propose.hpp"

namespace perpend::lcp {

/// Knowledge of A before its entries are read.
enum class Known { nothing, symmetric };

/// Solves by Method::automatic: runs methods in turn, all judged by the same criterion, until one
/// has solved the problem or proved that it has no solution; keeps the best f. `solution` must hold
/// zeros on entry.
void solve_by_chain(const Lcp& problem, Known known, const Options& options,
                    Workspace::Buffers& buffers, Solution& solution);
void solve_by_chain(const BoxedLcp& problem, Known known, const Options& options,
                    Workspace::Buffers& buffers, Solution& solution);
void solve_by_chain(const ContactProblem& problem, Known known, const Options& options,
                    Workspace::Buffers& buffers, Solution& solution);

}  // namespace perpend::lcp
