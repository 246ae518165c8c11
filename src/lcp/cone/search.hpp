// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "lcp/cone/alart_curnier.hpp"
#include "lcp/cone/interior_cones.hpp"
#include "lcp/cone/sweeps.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Share of the residual left after a step up to which another step with the same factor is worth
/// taking.
inline constexpr double kWorthRepeating = 0.1;

/// Memory of searches, kept from one problem to the next.
struct SearchMemory {
  AlartCurnier newton;
  Eigen::VectorXd best;
  Eigen::VectorXd probed, probe_best, repeated;  // used by ConeSearch::probe() and repeat()
  SweepMemory sweeps;
  Eigen::VectorXd start;  // start of a stage that does not start from the best point
  // Used by run_fischer_burmeister().
  BlockDiagonal A, B;
  Eigen::VectorXd newton_rhs, newton_step, newton_point;
  Eigen::VectorXd path_start, path_centre, path_point;  // used by run_proximal_path()
  Eigen::VectorXd path_last, path_weight;               // used by run_short_path()
  InteriorState draft;                                  // left by the last problem, if a draft
};

/// Limit of the factorisations of a search, and of one whose best point has reached
/// `near_residual`.
struct SearchBudget {
  int most = 0;
  double near_residual = 0.0;
  int most_near = most;
};

/// State that the stages of the fallback chain of the cone share on one problem: the best iterate
/// ever seen, which stage proposed it, and the budget. No merit function is monotone on these
/// problems, so stages only propose.
class ConeSearch {
 public:
  /// Starts from r = 0. `memory` must outlive the search, and no other search may use it meanwhile.
  /// The search ends at the deadline of `limits`, or where the residual meets its aim.
  ConeSearch(const ConeProblem& cone, SearchBudget budget, SearchMemory& memory,
             const Options* limits = nullptr);

  /// Returns the residual of r; keeps r where it is the best so far.
  double consider(const Eigen::VectorXd& r);
  bool done() const { return best_residual_ <= aim_; }
  bool spent() const {
    const int most = best_residual_ <= budget_.near_residual ? budget_.most_near : budget_.most;
    return factorisations() >= most || (limits_ && limits_->is_late());
  }
  int factorisations() const { return cone_->W->factorisations() - start_; }

  /// Adds one full step of Alart and Curnier to r.
  bool step(Eigen::VectorXd& r, NewtonSolve how = NewtonSolve::shifted);
  /// Takes further steps from r, whose residual is `reached`, with the factor of the step that led
  /// there, while each gains a factor of ten. `again` adds one to its argument, or returns false.
  /// Returns the residual of r.
  template <typename Step>
  double repeat(Eigen::VectorXd& r, double reached, Step again);
  /// Takes full steps from r, each only where the one before it halved the residual; at least one
  /// where the residual of r is above `good_enough`, or that has no value, though r may meet the
  /// aim.
  void step_while_gaining(const Eigen::VectorXd& r, std::optional<double> good_enough);
  /// Takes up to `rounds` times four full steps from r, the next four only where the last gained a
  /// factor of ten. Returns the best point, valid until the next probe.
  const Eigen::VectorXd& probe(const Eigen::VectorXd& r, int rounds = 2);
  /// Probes until the first step whose residual is ten times that of the best point.
  const Eigen::VectorXd& brief_probe(const Eigen::VectorXd& r, int rounds = 2);
  /// Takes up to twelve least-norm steps from the best point.
  void polish();

  const ConeProblem& cone() const { return *cone_; }
  const Eigen::VectorXd& best() const { return memory_->best; }
  double best_residual() const { return best_residual_; }
  /// Residual at which the search ends.
  double aim() const { return aim_; }
  /// Returns u at the r of the last consider().
  const Eigen::VectorXd& motion() const { return memory_->newton.motion(); }
  /// Returns u at r; costs nothing at the r of the last consider().
  const Eigen::VectorXd& motion_at(const Eigen::VectorXd& r) {
    return memory_->newton.motion_at(r);
  }
  AlartCurnier& newton() { return memory_->newton; }
  SearchMemory& memory() { return *memory_; }

  Method stage = Method::alart_curnier;    ///< stage that proposes now
  Method best_by = Method::alart_curnier;  ///< stage that proposed best()
  int steps = 0;                           ///< Newton steps and iterations
  double path_shift = 0.0;                 ///< a of the last proximal problem solved, 0: none

 private:
  const Eigen::VectorXd& probe(const Eigen::VectorXd& r, int rounds, double most_growth);

  const ConeProblem* cone_;
  SearchMemory* memory_;
  const Options* limits_;
  double best_residual_;
  double aim_;
  int start_;
  SearchBudget budget_;
};

template <typename Step>
double ConeSearch::repeat(Eigen::VectorXd& r, double reached, Step again) {
  // One more step where the aim is reached already costs a tenth of a factorisation and gives two
  // digits.
  for (bool last = false; !last;) {
    last = done();
    Eigen::VectorXd& next = memory_->repeated;
    next = r;
    if (!again(next)) break;
    const double residual = consider(next);
    if (residual < reached) r.swap(next);
    // Two infinite residuals are no gain.
    if (!(residual <= kWorthRepeating * reached && residual < reached))
      return std::min(residual, reached);
    reached = residual;
  }
  return reached;
}

}  // namespace perpend::lcp
