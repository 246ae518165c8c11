// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Memory of solve_dantzig; grows to the largest problem seen and is then reused.
class DantzigWorkspace {
 public:
  DantzigWorkspace();
  ~DantzigWorkspace();
  DantzigWorkspace(DantzigWorkspace&&) noexcept;
  DantzigWorkspace& operator=(DantzigWorkspace&&) noexcept;

  struct Buffers;
  Buffers& buffers() { return *buffers_; }

 private:
  std::unique_ptr<Buffers> buffers_;
};

/// Factorisation of the unsymmetric systems of friction.
enum class DantzigFactor {
  orthogonal,  ///< Q K = U (linalg/update/orthogonal_update.hpp)
  gauss        ///< L A = U, the paper's choice (linalg/update/gauss_update.hpp)
};

struct DantzigSettings {
  DantzigFactor factor = DantzigFactor::orthogonal;
  /// Attempts with the contacts in another (seeded) order after an attempt without answer.
  int restarts = 8;
};

/// Solves by Dantzig's drive-to-zero in index order (Baraff 1994, section 4). A must be symmetric
/// positive semidefinite. Bilateral rows (both bounds infinite) are solved first and stay clamped.
/// options.warm is ignored: the method starts from f = 0 (projected on the bounds).
///
/// Fills f, status, ray, pivots, drives and factorisations; the residual checker fills the rest
/// (solve.hpp). Status: `solved` where no row is violated any more; `ray` with f driven to infinity
/// along ray (A ray = 0, b · ray < 0); `infeasible` where bilateral rows contradict each other,
/// with the combination that shows it; `limit` at the pivot limit, which degenerate piles do reach.
void solve_dantzig(const Lcp& problem, const Options& options, DantzigWorkspace& workspace,
                   Solution& solution);
void solve_dantzig(const BoxedLcp& problem, const Options& options, DantzigWorkspace& workspace,
                   Solution& solution);

/// Runs Dantzig's method on b + 1e-7 max |b| (1 .. 2 at random, fixed seed), which has no ties and
/// never cycles, then Keller's method (keller.hpp) on the given b from the forces found. Counts
/// include both.
void solve_dantzig_perturbed(const Lcp& problem, const Options& options,
                             DantzigWorkspace& workspace, Solution& solution);

/// Solves contacts with static and dynamic friction, frictionless contacts and bilateral rows in
/// any mix (Baraff 1994, sections 5 and 6). In space it solves FrictionLaw::opposing, in the plane
/// and with FrictionLaw::box the law itself. `ray` may end any problem with sliding contacts: ray
/// is then the direction of an impulsive force, and does not prove that no force exists.
void solve_dantzig(const ContactProblem& problem, const Options& options,
                   DantzigWorkspace& workspace, Solution& solution);
void solve_dantzig(const ContactProblem& problem, const Options& options,
                   const DantzigSettings& settings, DantzigWorkspace& workspace,
                   Solution& solution);

}  // namespace perpend::lcp
