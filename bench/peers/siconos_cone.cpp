// SPDX-License-Identifier: Apache-2.0
//
// Siconos on the friction cone in space. Each method gets the storage that suits it: Gauss-Seidel
// the nonzero 3 × 3 blocks, the Newton methods a sparse matrix (their dense factorisation fails at
// the first zero pivot, and solved a quarter of the problems that the sparse one solves).
// Converting the matrix is part of the measured time, but only a copy compared with factorisations.
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "cone.hpp"

namespace perpend::bench {
namespace {

constexpr double kSweepWork = 1e9;  // multiplications, about a second of sweeps
constexpr int kNewtonSteps = 100;   // a Newton method not converged by then cycles

// The nonzero blocks of a matrix, row by row.
struct Blocks {
  std::vector<unsigned int> row, column;  // from 1
  std::vector<double> values;             // 9 per block, column by column

  Blocks(int contacts, const double* W) {
    const std::size_t n = 3 * static_cast<std::size_t>(contacts);
    for (int i = 0; i < contacts; ++i)
      for (int j = 0; j < contacts; ++j) {
        std::array<double, 9> block;
        for (int c = 0; c < 3; ++c) std::copy_n(W + (3 * j + c) * n + 3 * i, 3, &block[3 * c]);
        const bool zero = std::all_of(block.begin(), block.end(), [](double x) { return x == 0; });
        if (zero && i != j) continue;
        row.push_back(i + 1);
        column.push_back(j + 1);
        values.insert(values.end(), block.begin(), block.end());
      }
  }
  int count() const { return static_cast<int>(row.size()); }
};

// Uses one thread like the other solvers; on a busy machine OpenBLAS' threads cost a factor of 100.
void one_thread() {
  using SetThreads = void (*)(int);
  static const auto set =
      reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
  if (set) set(1);
}

bool drive(int contacts, NumericsMatrix* M, const double* q, const double* mu,
           SolverOptions* options, double* r) {
  std::vector<double> rhs(q, q + 3 * contacts), friction(mu, mu + contacts), u(3 * contacts, 0.0);
  FrictionContactProblem problem{};
  problem.dimension = 3;
  problem.numberOfContacts = contacts;
  problem.M = M;
  problem.q = rhs.data();
  problem.mu = friction.data();
  std::fill_n(r, 3 * contacts, 0.0);
  one_thread();
  return fc3d_driver(&problem, r, u.data(), options) == 0;
}

bool solve_nsgs(int contacts, const double* W, const double* q, const double* mu, double tolerance,
                double* r) {
  Blocks blocks(contacts, W);
  SparseBlockCoordinateMatrix* list =
      SBCM_new_3x3(contacts, contacts, blocks.count(), blocks.row.data(), blocks.column.data(),
                   blocks.values.data());
  SparseBlockStructuredMatrix* by_rows = SBCM_to_SBM(list);
  NumericsMatrix* M = NM_create_from_data(NM_SPARSE_BLOCK, 3 * contacts, 3 * contacts, by_rows);
  SolverOptions* options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] =
      static_cast<int>(std::clamp(kSweepWork / (9.0 * blocks.count()), 1000.0, 100000.0));
  const bool claims = drive(contacts, M, q, mu, options, r);
  solver_options_delete(options);
  SBM_free_from_SBCM(by_rows);
  SBCM_free_3x3(list);
  M->matrix1 = nullptr;
  NM_clear(M);
  free(M);
  free(options);
  return claims;
}

template <int kSolver>
bool solve_newton(int contacts, const double* W, const double* q, const double* mu,
                  double tolerance, double* r) {
  const std::size_t n = 3 * static_cast<std::size_t>(contacts);
  NumericsMatrix* M = NM_create(NM_SPARSE, 3 * contacts, 3 * contacts);
  NM_triplet_alloc(M, static_cast<CS_INT>(n * n));
  M->matrix2->origin = NSM_TRIPLET;
  for (std::size_t k = 0; k < n * n; ++k)
    if (W[k] != 0) NM_entry(M, static_cast<CS_INT>(k % n), static_cast<CS_INT>(k / n), W[k]);
  SolverOptions* options = solver_options_create(kSolver);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = kNewtonSteps;
  const bool claims = drive(contacts, M, q, mu, options, r);
  solver_options_delete(options);
  NM_clear(M);
  free(M);
  free(options);
  return claims;
}

}  // namespace

std::span<const ConePeer> siconos_cone_peers() {
  static constexpr std::array kPeers{
      ConePeer{"siconos_nsgs", solve_nsgs},
      ConePeer{"siconos_alart_curnier", solve_newton<SICONOS_FRICTION_3D_NSN_AC>},
      ConePeer{"siconos_fischer_burmeister", solve_newton<SICONOS_FRICTION_3D_NSN_FB>}};
  return kPeers;
}

}  // namespace perpend::bench
