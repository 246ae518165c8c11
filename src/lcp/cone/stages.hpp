// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/fallback_chain.hpp"
#include "lcp/cone/fischer_burmeister.hpp"

// Stages that several orders of the fallback chain of the cone share. None does anything where the
// search has ended but where it says so.
namespace perpend::lcp {

/// Most factorisations of a search, fewer of large ones.
inline constexpr int kMost = 1000;
/// Of points above this full steps solve too few to be worth a try.
inline constexpr double kNear = 1e-2;
/// Of alternating directions with each of two factors, and once more from where they ended. 200
/// cost what five factorisations do at low rank; shorter ones solve fewer problems.
inline constexpr int kIterations[] = {200, 500};
/// Factorisations of the first short path of a jammed island: what takes more mostly takes far
/// more. The end of another central path lies as far from an answer as the first did, and what was
/// won is lost.
inline constexpr int kFirstBudget = 700;
/// Up to so many rows a few sweeps and a short path from a guess are tried.
inline constexpr Eigen::Index kSweptRows = 1200;
/// Sweeps of a round.
inline constexpr int kBodySweeps = 50;

inline bool ended(const ConeSearch& search) {
  return search.done() || search.spent();
}

/// r = 0.
const Eigen::VectorXd& zero(ConeSearch& search);
/// Least-norm steps from the best point; polish_near() where it is near.
void polish(ConeSearch& search);
void polish_near(ConeSearch& search);
void from_alternating(ConeSearch& search, int iterations, int idle_steps = kIdleSteps);
/// A short path in space; in the plane sets change one at a time.
void follow_path(ConeSearch& search, const Eigen::VectorXd& centre, int budget);
/// A few sweeps from options.warm, steps and a path, of up to kSweptRows rows.
void sweep_and_step(ConeSearch& search, const ConeOptions& options);
/// One more step from an answer, also where the search has ended; sharpen_found() where others than
/// such steps found it.
void sharpen(ConeSearch& search);
void sharpen_found(ConeSearch& search);

/// Adds the effort of a search to the report, and takes its best point where that is the better
/// one.
void hand_out(ConeSearch& search, ConeReport& report);
/// What a deadline leaves over: of bodies that stand on each other the answer of a few sweeps,
/// where none of a Newton method may mean that they fall through.
void sweep_late(ConeSearch& search, const ConeOptions& options, const ConeReport& report);

}  // namespace perpend::lcp
