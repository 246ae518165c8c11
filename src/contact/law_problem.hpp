// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "core/threads.hpp"
#include "lcp/friction/phantom.hpp"
#include "lcp/friction/relaxed.hpp"
#include "lcp/problem/block_problem.hpp"
#include "perpend/contact/law.hpp"
#include "perpend/lcp/slip.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend {

/// The rows of an island and the data that laws other than the circular cone need of them.
struct LawRows {
  const lcp::ContactProblem& problem;
  const lcp::SlipOptions& slip;    ///< data of the contacts of `problem`
  const Eigen::VectorXd &lo, &hi;  ///< bounds of rows that belong to no contact, one per row
  int relaxation_passes = 0;       ///< law `relaxed`: most passes that undo the relaxation
  /// A of `problem`, which may be empty then, for law `relaxed` without such passes if all rows are
  /// of contacts; else null.
  const linalg::PairBlocks* blocks = nullptr;
  /// W by bodies as well, if these are the better unknowns; else null.
  const lcp::BlockProblem* bodies = nullptr;
  Threads* threads = &Threads::alone();  ///< threads that share solves in bodies
};

/// Returns the friction polygons of such contacts under the polyhedral law.
std::vector<lcp::FrictionPolygon> friction_polygons(const ContactLaw& law,
                                                    const lcp::SlipOptions& slip);

/// The problem of a law that is neither the circular cone nor frictionless, as an LCP with bounds
/// (docs/methods/laws.md).
class LawProblem {
 public:
  /// Fills `solution`: f are the impulses of the rows, residual and status are those of the law's
  /// own problem.
  void solve(const ContactLaw& law, const LawRows& rows, const lcp::Options& options,
             lcp::Workspace& workspace, lcp::Solution& solution);

  /// Returns the last change in the passes that undo the relaxation, m/s.
  double relaxation_error() const { return relaxation_error_; }
  /// Returns the problem solved last; null before, and if polygons() were solved in its place.
  const lcp::DiscretisedProblem* discretised() const { return problem_.get(); }
  /// Returns the polygons of the contacts in the last solve of the polyhedral law.
  const std::vector<lcp::FrictionPolygon>& polygons() const { return polygons_; }

 private:
  template <typename Problem>
  Problem& keep(Problem problem);
  lcp::RelaxedProblem& state_relaxed(const ContactLaw& law, const LawRows& rows);
  lcp::Options prepare(const LawRows& rows, const lcp::Options& options);
  void solve_relaxed(const ContactLaw& law, const LawRows& rows, const lcp::Options& options,
                     lcp::Workspace& workspace, lcp::Solution& solution);
  void follow_chain(const lcp::PhantomProblem& phantom, const lcp::Options& options,
                    lcp::Workspace& workspace, lcp::Solution& solution);
  void solve_both(const LawRows& rows, const lcp::Options& options, const auto& by_pivots,
                  const auto& by_chain, lcp::Solution& solution);
  void solve_polyhedral(const ContactLaw& law, const LawRows& rows, const lcp::Options& options,
                        lcp::Workspace& workspace, lcp::Solution& solution);
  void solve_boxed(const LawRows& rows, const lcp::Options& options, lcp::Workspace& workspace,
                   lcp::Solution& solution);
  void solve_frozen(const ContactLaw& law, const LawRows& rows, const lcp::Options& options,
                    lcp::Workspace& workspace, lcp::Solution& solution);
  void solve_phantom(const ContactLaw& law, const LawRows& rows, const lcp::Options& options,
                     lcp::Workspace& workspace, lcp::Solution& solution);

  std::unique_ptr<lcp::DiscretisedProblem> problem_;
  std::vector<lcp::FrictionPolygon> polygons_;
  bool in_rows_ = false;  // the solution is forces of the rows, not unknowns of problem_
  double relaxation_error_ = 0.0;
  Eigen::VectorXd start_;  // warm start of the law's unknowns
};

}  // namespace perpend
