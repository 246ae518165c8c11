// SPDX-License-Identifier: Apache-2.0
//
// Third-party solvers behind one plain signature: neither their types nor Eigen's cross it, because
// their libraries are compiled with other settings.
#pragma once

#include <span>

namespace perpend::bench {

/// Solves 0 <= f ⊥ A f + b >= 0; A is n × n, symmetric, column by column, and must not be changed.
/// Returns true if the solver claims success.
using PeerSolve = bool (*)(int n, const double* A, const double* b, double* f);

struct Peer {
  const char* name;
  int largest_n;  ///< larger problems take seconds each
  PeerSolve solve;
};

std::span<const Peer> ode_peers();
std::span<const Peer> bullet_peers();
std::span<const Peer> dart_peers();
std::span<const Peer> siconos_peers();
std::span<const Peer> proxqp_peers();

}  // namespace perpend::bench
