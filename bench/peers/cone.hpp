// SPDX-License-Identifier: Apache-2.0
//
// Third-party solvers of the exact friction cone behind one plain signature (peers.hpp explains
// why).
#pragma once

#include <span>

namespace perpend::bench {

/// Solves u = W r + q, Signorini and Coulomb, for `contacts` contacts in space: rows n, t1, t2 of
/// each, W column by column. Writes the answer to r. `tolerance` applies to the solver's own error.
/// Returns true if the solver claims success.
using ConePeerSolve = bool (*)(int contacts, const double* W, const double* q, const double* mu,
                               double tolerance, double* r);

struct ConePeer {
  const char* name;
  ConePeerSolve solve;
};

std::span<const ConePeer> siconos_cone_peers();

}  // namespace perpend::bench
