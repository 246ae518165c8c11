// SPDX-License-Identifier: Apache-2.0
//
// Other people's solvers of the exact friction cone behind one plain signature (peers.hpp says
// why).
#pragma once

#include <span>

namespace perpend::bench {

/// Solves u = W r + q, Signorini and Coulomb, for `contacts` contacts in space: rows n, t1, t2 of
/// each, W column by column. r holds the answer. `tolerance` is on the solver's own error. Returns
/// whether it claims success.
using ConePeerSolve = bool (*)(int contacts, const double* W, const double* q, const double* mu,
                               double tolerance, double* r);

struct ConePeer {
  const char* name;
  ConePeerSolve solve;
};

std::span<const ConePeer> siconos_cone_peers();

}  // namespace perpend::bench
