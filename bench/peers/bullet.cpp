// SPDX-License-Identifier: Apache-2.0
//
// Bullet's Dantzig (a descendant of ODE's) and Lemke, double precision build.
#include <BulletDynamics/MLCPSolvers/btDantzigLCP.h>
#include <BulletDynamics/MLCPSolvers/btLemkeAlgorithm.h>

#include <algorithm>
#include <array>
#include <vector>

#include "peers.hpp"

namespace perpend::bench {
namespace {

bool solve_dantzig(int n, const double* A, const double* b, double* f) {
  static std::vector<double> matrix, rhs, w, lo, hi;
  static std::vector<int> findex;
  static btDantzigScratchMemory scratch;
  const std::size_t size = static_cast<std::size_t>(n);
  matrix.assign(A, A + size * size);
  rhs.resize(size);
  std::transform(b, b + n, rhs.begin(), [](double x) { return -x; });
  w.assign(size, 0.0);
  lo.assign(size, 0.0);
  hi.assign(size, BT_INFINITY);
  findex.assign(size, -1);
  std::fill_n(f, n, 0.0);
  return btSolveDantzigLCP(n, matrix.data(), f, rhs.data(), w.data(), 0, lo.data(), hi.data(),
                           findex.data(), scratch);
}

bool solve_lemke(int n, const double* A, const double* b, double* f) {
  btMatrixXu M(n, n);
  btVectorXu q(n);
  for (int i = 0; i < n; ++i) {
    q[i] = b[i];
    for (int k = 0; k < n; ++k) M.setElem(i, k, A[i + static_cast<std::ptrdiff_t>(k) * n]);
  }
  btLemkeAlgorithm lemke(M, q);
  // The answer holds w, then f.
  const btVectorXu answer = lemke.solve(static_cast<unsigned>(50 * n));
  for (int i = 0; i < n; ++i) f[i] = n + i < answer.size() ? answer[n + i] : 0.0;
  return lemke.getInfo() == 0;
}

}  // namespace

std::span<const Peer> bullet_peers() {
  static constexpr std::array kPeers{Peer{"bullet_dantzig", 600, solve_dantzig},
                                     Peer{"bullet_lemke", 48, solve_lemke}};
  return kPeers;
}

}  // namespace perpend::bench
