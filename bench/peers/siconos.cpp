// SPDX-License-Identifier: Apache-2.0
//
// Siconos' lexicographic Lemke solver.
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "peers.hpp"

namespace perpend::bench {
namespace {

bool solve_lemke(int n, const double* A, const double* b, double* f) {
  static std::vector<double> matrix, rhs, w;
  static SolverOptions* options = solver_options_create(SICONOS_LCP_LEMKE);
  const std::size_t size = static_cast<std::size_t>(n);
  matrix.assign(A, A + size * size);
  rhs.assign(b, b + n);
  w.assign(size, 0.0);
  std::fill_n(f, n, 0.0);
  NumericsMatrix* M = NM_create_from_data(NM_DENSE, n, n, matrix.data());
  LinearComplementarityProblem problem{n, M, rhs.data()};
  options->iparam[SICONOS_IPARAM_MAX_ITER] = 50 * n;
  int info = 1;
  lcp_lexicolemke(&problem, f, w.data(), &info, options);
  M->matrix0 = nullptr;  // the caller owns the data
  NM_clear(M);
  free(M);
  return info == 0;
}

}  // namespace

std::span<const Peer> siconos_peers() {
  static constexpr std::array kPeers{Peer{"siconos_lemke", 150, solve_lemke}};
  return kPeers;
}

}  // namespace perpend::bench
