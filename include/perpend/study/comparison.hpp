// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "perpend/study/scene.hpp"

namespace perpend::study {

/// What the runs of a comparison differ in.
struct RunVariant {
  ContactLaw law = ContactLaw::cone;
  lcp::Method solver = lcp::Method::automatic;
  double dt = 0.0;  ///< s

  friend bool operator==(const RunVariant&, const RunVariant&) = default;
};

/// "phantom(4), auto, 0.01 s".
std::string to_string(const RunVariant& variant);

/// Values of a run at the times of the comparison. Those of a certificate are the worst of the
/// steps since the time before. A run that ended early has fewer.
struct RunSeries {
  std::vector<Eigen::Vector3d> position;  ///< centres of mass, all bodies of a time together, m
  std::vector<double> distance;  ///< to the reference, of the body that is farthest from it, m
  std::vector<double> energy;    ///< J
  std::vector<double> residual, residual_bound;
  std::vector<double> coulomb_residual;  ///< m/s
  std::vector<double> direction_error;   ///< rad
  std::vector<double> cone_excess;       ///< N·s
};

/// Friction at the contact that uses its share most, of those that bear at least a tenth of the
/// most loaded, in the frame of that contact.
struct ConeForce {
  double time = 0.0;               ///< s
  Eigen::Vector2d share = {0, 0};  ///< f_t / (mu f_n): in the unit disc under Coulomb's law
};

/// Sums and worst values over all steps of a run.
struct RunTotals {
  std::int64_t steps = 0, pivots = 0, factorisations = 0;
  std::int64_t uncertified = 0;  ///< steps in which a bound of the certificate does not hold
  double simulated = 0.0;        ///< s
  double residual = 0.0, residual_bound = 0.0;
  double coulomb_residual = 0.0;  ///< m/s
  double direction_error = 0.0;   ///< rad
  double cone_excess = 0.0;       ///< N·s
  double energy_lost = 0.0;       ///< J, since the start
  double step_ms = 0.0;           ///< median wall time
};

/// The matrix of the law's own problem (lcp::lead_rank) and what single methods make of it, each
/// from a cold start: sums over all islands of all steps.
struct LeadTotals {
  std::int64_t problems = 0;
  std::int64_t deficient = 0;       ///< with a rank below the size
  Eigen::Index size = 0;            ///< of the largest
  Eigen::Index missing = 0;         ///< rank that is missing at most
  double smallest = 1.0;            ///< least singular value over the largest, of all
  std::int64_t block_unsolved = 0;  ///< by block pivoting alone
  std::int64_t lemke_unsolved = 0;  ///< by Lemke's method alone
};

struct ComparedRun {
  RunVariant variant;
  std::string failure = {};  ///< step, time, status and residual of the step that ended the run
  bool complete = false;     ///< reached the end
  RunTotals totals = {};
  LeadTotals lead = {};  ///< where the plan asks for it; no problems: the law has no such matrix
  RunSeries series = {};
  std::vector<ConeForce> forces = {};  ///< subsampled
  double final_distance = 0.0;    ///< m, where this run or the reference ends; NaN: at the start
  double largest_distance = 0.0;  ///< m, during the run
  BodyId farthest = kWorld;       ///< the body of final_distance
  double cost = 0.0;  ///< step_ms over that of the cone with this step and the reference's solver;
                      ///< NaN: one failed
};

/// Runs of one scene beside a reference.
struct Comparison {
  std::vector<double> times;   ///< s, ascending from 0; steps between are interpolated linearly
  std::vector<BodyId> bodies;  ///< that forces move; columns of RunSeries::position
  ComparedRun reference;
  std::vector<ComparedRun> runs;
};

struct ComparisonPlan {
  std::vector<RunVariant> runs;
  RunVariant reference;
  int threads = 0;          ///< runs at a time; 0: as many as cores
  double wall_limit = 0.0;  ///< s; a run that takes longer ends as failed; 0: none
  bool lead = false;        ///< fill ComparedRun::lead, a singular value decomposition per step
};

/// How far a comparison is: the share of all steps that is done, and the runs that ended.
/// False ends it after the steps under way. Called in the thread of run_comparison().
using ComparisonProgress = std::function<bool(double share, int ended)>;

/// Runs the scene as each variant says, all else as the scene says, several at a time; a run that
/// fails leaves the others alone. Its answers depend on neither threads nor order, unless the wall
/// limit ends a run. Throws InvalidArgument where there is no run, or validate() refuses one.
Comparison run_comparison(const Scene& scene, const ComparisonPlan& plan,
                          const ComparisonProgress& progress = {});

}  // namespace perpend::study
