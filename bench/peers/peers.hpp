// SPDX-License-Identifier: Apache-2.0
//
// Other people's solvers behind one plain signature: no type of theirs or of Eigen crosses it,
// because their libraries are compiled with settings of their own.
#pragma once

#include <span>

namespace perpend::bench {

/// Solves 0 <= f ⊥ A f + b >= 0; A is n × n, symmetric, column by column, and must not be changed.
/// Returns whether the solver claims success.
using PeerSolve = bool (*)(int n, const double* A, const double* b, double* f);

struct Peer {
  const char* name;
  int largest_n;  ///< beyond it a single problem takes seconds
  PeerSolve solve;
};

std::span<const Peer> ode_peers();
std::span<const Peer> bullet_peers();
std::span<const Peer> dart_peers();
std::span<const Peer> siconos_peers();
std::span<const Peer> proxqp_peers();

}  // namespace perpend::bench
