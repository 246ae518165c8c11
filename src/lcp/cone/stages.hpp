// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/fallback_chain.hpp"
#include "lcp/cone/fischer_burmeister.hpp"

// Stages that several orders of the fallback chain of the cone share. None does anything once the
// search has ended, unless its comment says so.
namespace perpend::lcp {

/// Largest number of factorisations of a search, fewer for large ones.
inline constexpr int kMost = 1000;
/// Residual above which full steps solve too few problems to be worth a try.
inline constexpr double kNear = 1e-2;
/// Iterations of alternating directions with each of two factors, and of another run from where
/// they ended. 200 cost as much as five factorisations at low rank; shorter runs solve fewer
/// problems.
inline constexpr int kIterations[] = {200, 500};
/// Factorisations of the first short path of a jammed island: a problem that takes more mostly
/// takes far more. Another central path ends as far from a solution as the first did, and the
/// progress so far is lost.
inline constexpr int kFirstBudget = 700;
/// Number of rows up to which a few sweeps and a short path from a guess are tried.
inline constexpr Eigen::Index kSweptRows = 1200;
/// Sweeps per round.
inline constexpr int kBodySweeps = 50;

inline bool ended(const ConeSearch& search) {
  return search.done() || search.spent();
}

/// Returns r = 0.
const Eigen::VectorXd& zero(ConeSearch& search);
/// Takes least-norm steps from the best point; polish_near() only where it is near.
void polish(ConeSearch& search);
void polish_near(ConeSearch& search);
void from_alternating(ConeSearch& search, int iterations, int idle_steps = kIdleSteps);
/// Follows a short path in space; in the plane a path on which sets change one at a time.
void follow_path(ConeSearch& search, const Eigen::VectorXd& centre, int budget);
/// Runs a few sweeps from options.warm, steps and a path, for problems of up to kSweptRows rows.
void sweep_and_step(ConeSearch& search, const ConeOptions& options);
/// Takes one more step from a solution, also where the search has ended; sharpen_found() only where
/// other stages than such steps found it.
void sharpen(ConeSearch& search);
void sharpen_found(ConeSearch& search);

/// Adds the effort of a search to the report, and takes its best point where that is the better
/// one.
void hand_out(ConeSearch& search, ConeReport& report);
/// Runs a few sweeps at a deadline, where bodies stand on each other: an unfinished Newton method
/// may let them fall through.
void sweep_late(ConeSearch& search, const ConeOptions& options, const ConeReport& report);

}  // namespace perpend::lcp
