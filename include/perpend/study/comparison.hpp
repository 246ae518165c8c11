// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "perpend/study/scene.hpp"

namespace perpend::study {

/// The options in which the runs of a comparison differ.
struct RunVariant {
  ContactLaw law = ContactLaw::cone;
  lcp::Method solver = lcp::Method::automatic;
  double dt = 0.0;  ///< s

  friend bool operator==(const RunVariant&, const RunVariant&) = default;
};

/// Returns "phantom(4), auto, 0.01 s" and the like.
std::string to_string(const RunVariant& variant);

/// Values of a run at the times of the comparison. Certificate fields are the worst over the steps
/// since the previous time. A run that ended early has fewer entries.
struct RunSeries {
  std::vector<Eigen::Vector3d> position;  ///< centres of mass, world, m: times × bodies, row-major
  std::vector<double> distance;           ///< largest distance of a body from the reference run, m
  std::vector<double> energy;             ///< J
  std::vector<double> residual, residual_bound;
  std::vector<double> coulomb_residual;  ///< m/s
  std::vector<double> direction_error;   ///< rad
  std::vector<double> cone_excess;       ///< N·s
};

/// Friction, in the frame of its contact, at the contact with the largest ratio of friction to
/// mu f_n among those with at least a tenth of the largest normal impulse.
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

/// Rank of the lead matrix of the law's own problem (lcp::lead_rank; Peiret et al. 2017), and the
/// number of problems that single methods do not solve from a cold start, over all islands of all
/// steps.
struct LeadTotals {
  std::int64_t problems = 0;
  std::int64_t deficient = 0;       ///< problems whose rank is below their size
  Eigen::Index size = 0;            ///< size of the largest problem
  Eigen::Index missing = 0;         ///< largest rank deficiency
  double smallest = 1.0;            ///< smallest ratio of the least to the largest singular value
  std::int64_t block_unsolved = 0;  ///< problems that block pivoting alone does not solve
  std::int64_t lemke_unsolved = 0;  ///< problems that Lemke's method alone does not solve
};

struct ComparedRun {
  RunVariant variant;
  std::string failure = {};  ///< step, time, status and residual of the step that ended the run
  bool complete = false;     ///< reached the end
  RunTotals totals = {};
  LeadTotals lead = {};  ///< if ComparisonPlan::lead; 0 problems: the law has no such matrix
  RunSeries series = {};
  std::vector<ConeForce> forces = {};  ///< subsampled
  double final_distance = 0.0;    ///< m, at the end of this run or of the reference, whichever is
                                  ///< first; NaN where that is the start
  double largest_distance = 0.0;  ///< m, over the run
  BodyId farthest = kWorld;       ///< body of final_distance
  double cost = 0.0;  ///< step_ms over that of the run with the law cone, the same dt and, if there
                      ///< is one, the reference's solver; NaN where one of them is not complete
};

/// Runs of one scene beside a reference.
struct Comparison {
  std::vector<double> times;   ///< s, ascending from 0; steps between are interpolated linearly
  std::vector<BodyId> bodies;  ///< bodies that forces move; columns of RunSeries::position
  ComparedRun reference;
  std::vector<ComparedRun> runs;
};

struct ComparisonPlan {
  std::vector<RunVariant> runs;
  RunVariant reference;
  int threads = 0;          ///< number of simultaneous runs; 0: number of cores
  double wall_limit = 0.0;  ///< s; a run that takes longer ends as failed; 0: no limit
  bool lead = false;        ///< fill ComparedRun::lead: one singular value decomposition per island
};

/// Callback with the share of all steps that is done and the number of runs that have ended. If it
/// returns false the comparison ends after the current steps. It is called in the thread of
/// run_comparison().
using ComparisonProgress = std::function<bool(double share, int ended)>;

/// Runs the scene once per variant, several runs at a time. Each run has one thread, and
/// accepted_residual and halvings are 0, so that a law which fails is seen to fail; all other
/// options are the scene's. A run that fails does not affect the others. The results depend on
/// neither threads nor order, unless the wall limit ends a run. Throws InvalidArgument where there
/// is no run, a limit is negative, or validate() refuses a variant.
Comparison run_comparison(const Scene& scene, const ComparisonPlan& plan,
                          const ComparisonProgress& progress = {});

}  // namespace perpend::study
