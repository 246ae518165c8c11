// SPDX-License-Identifier: Apache-2.0
#include "contact/law_problem.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "lcp/friction/box.hpp"
#include "lcp/friction/hybrid.hpp"
#include "lcp/friction/polyhedral.hpp"
#include "lcp/pivoting/boxed_fallbacks.hpp"
#include "lcp/solve_made.hpp"

namespace perpend {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Largest number of repetitions with new limits: friction may load or open a contact in turn.
constexpr int kRefreezes = 3;
// Number of rows of contacts with polygons up to which the LCP is solved first; with more rows it
// takes several times as long.
constexpr Index kPivotedRows = 20;
// Budget of factorisations for phantom friction, within which the path mostly ends; and the number
// of rows beyond which its dense LCP takes seconds.
constexpr int kPhantomBudget = 200;
constexpr Index kMostPivoted = 400;

// Returns the angle of the slip in the tangent plane of each contact. For a contact that does not
// slip yet the axis of the frame is as good as any.
VectorXd facet_rotations(const ContactLaw& law, const lcp::SlipOptions& slip) {
  VectorXd rotation;
  if (!law.rotated) return rotation;
  rotation.resize(static_cast<Index>(slip.slips.size()));
  for (Index i = 0; i < rotation.size(); ++i) {
    const Eigen::Vector2d& u = slip.slips[static_cast<std::size_t>(i)].velocity;
    rotation[i] = std::atan2(u.y(), u.x());
  }
  return rotation;
}

VectorXd last_normals(const lcp::SlipOptions& slip) {
  VectorXd normal(static_cast<Index>(slip.slips.size()));
  for (Index i = 0; i < normal.size(); ++i)
    normal[i] = slip.slips[static_cast<std::size_t>(i)].impulse;
  return normal;
}

lcp::PhantomOptions phantom_options(const ContactLaw& law, const LawRows& rows) {
  return {.directions = law.directions,
          .rotation = facet_rotations(law, rows.slip),
          .slip = rows.slip,
          .rho = law.rho > 0 ? std::optional(law.rho) : std::nullopt};
}

lcp::FacetOptions facets(const ContactLaw& law, const LawRows& rows) {
  return {.directions = law.directions, .rotation = facet_rotations(law, rows.slip)};
}

}  // namespace

std::vector<lcp::FrictionPolygon> friction_polygons(const ContactLaw& law,
                                                    const lcp::SlipOptions& slip) {
  const VectorXd rotation = facet_rotations(law, slip);
  std::vector<lcp::FrictionPolygon> polygons(slip.slips.size(), {.corners = law.directions});
  for (Index i = 0; i < rotation.size(); ++i)
    polygons[static_cast<std::size_t>(i)].angle = rotation[i];
  return polygons;
}

namespace {

std::vector<char> rows_of_contacts(const lcp::ContactProblem& problem) {
  std::vector<char> claimed(static_cast<std::size_t>(problem.size()), 0);
  for (const lcp::Contact& contact : problem.contacts)
    for (Index r = contact.row; r <= contact.row + contact.tangents; ++r) claimed[r] = 1;
  return claimed;
}

// True if a row that belongs to no contact has a bound.
bool has_bounds(const LawRows& rows) {
  const std::vector<char> claimed = rows_of_contacts(rows.problem);
  for (Index row = 0; row < rows.problem.size(); ++row)
    if (!claimed[row] && (std::isfinite(rows.lo[row]) || std::isfinite(rows.hi[row]))) return true;
  return false;
}

// True if the fallback chain of the cone takes the contacts and polygons of a law.
bool has_chain(const LawRows& rows, const lcp::Options& options) {
  return options.method == lcp::Method::automatic && !has_bounds(rows);
}

// Computes the motion of the rows under f.
void find_motion(const LawRows& rows, lcp::Solution& solution) {
  const lcp::ContactProblem& problem = rows.problem;
  solution.a = problem.b;
  if (rows.blocks)
    rows.blocks->add_product(solution.f, solution.a);
  else
    for (Index i = 0; i < problem.size(); ++i)
      if (solution.f[i] != 0) solution.a += solution.f[i] * problem.A.col(i);
  solution.ray.resize(0);
}

}  // namespace

template <typename Problem>
Problem& LawProblem::keep(Problem problem) {
  auto kept = std::make_unique<Problem>(std::move(problem));
  Problem& law = *kept;
  problem_ = std::move(kept);
  return law;
}

lcp::Options LawProblem::prepare(const LawRows& rows, const lcp::Options& options) {
  const std::vector<char> claimed = rows_of_contacts(rows.problem);
  for (Index row = 0; row < rows.problem.size(); ++row)
    if (!claimed[row]) problem_->bound(row, rows.lo[row], rows.hi[row]);
  lcp::Options own = options;
  if (options.warm.empty()) return own;
  start_ = problem_->start(Eigen::Map<const VectorXd>(options.warm.data(), rows.problem.size()));
  own.warm = {start_.data(), static_cast<std::size_t>(start_.size())};
  return own;
}

// States the relaxed problem, in the memory of the last one if that was relaxed too.
lcp::RelaxedProblem& LawProblem::state_relaxed(const ContactLaw& law, const LawRows& rows) {
  auto* last = dynamic_cast<lcp::RelaxedProblem*>(problem_.get());
  if (!last) last = &keep(lcp::RelaxedProblem({}, {}, lcp::made));
  last->restate(rows.problem, facets(law, rows), rows.blocks);
  return *last;
}

void LawProblem::solve_relaxed(const ContactLaw& law, const LawRows& rows,
                               const lcp::Options& options, lcp::Workspace& workspace,
                               lcp::Solution& solution) {
  lcp::RelaxedProblem& relaxed = state_relaxed(law, rows);
  const lcp::Options own = prepare(rows, options);
  const auto dense = [&]() -> const lcp::BoxedLcp& { return relaxed.boxed(); };
  if (rows.relaxation_passes == 0 && relaxed.columns())
    return lcp::solve_made({.bounds = relaxed.bounds(),
                            .columns = *relaxed.columns(),
                            .dense = dense,
                            .bodies = rows.bodies,
                            .edges = &relaxed.edges(),
                            .threads = rows.threads},
                           own, workspace, solution);
  if (rows.relaxation_passes == 0) return lcp::solve_made(dense(), own, workspace, solution);
  const double change =
      solve_unrelaxed(relaxed, own, rows.relaxation_passes + 1, workspace, solution).change;
  relaxation_error_ = change * rows.problem.b.lpNorm<Eigen::Infinity>();
}

void LawProblem::solve_phantom(const ContactLaw& law, const LawRows& rows,
                               const lcp::Options& options, lcp::Workspace& workspace,
                               lcp::Solution& solution) {
  const lcp::PhantomProblem& phantom =
      keep(lcp::PhantomProblem(rows.problem, phantom_options(law, rows)));
  const lcp::Options own = prepare(rows, options);
  const auto by_chain = [&](lcp::Solution& answer) {
    follow_chain(phantom, options, workspace, answer);
  };
  const auto by_pivots = [&](lcp::Solution& answer) {
    lcp::solve_phantom(phantom, own, workspace, answer);
  };
  in_rows_ = rows.problem.size() > kMostPivoted && has_chain(rows, options);
  if (in_rows_) return by_chain(solution);
  solve_both(rows, options, by_pivots, by_chain, solution);
}

void LawProblem::follow_chain(const lcp::PhantomProblem& phantom, const lcp::Options& options,
                              lcp::Workspace& workspace, lcp::Solution& solution) {
  lcp::Options own = options;
  own.max_pivots = kPhantomBudget;
  if (!options.warm.empty()) own.warm = {start_.data(), options.warm.size()};
  lcp::solve_polygons(phantom.rotated(), phantom.friction_polygons(), own, workspace, solution);
  solution.f = phantom.unrotated(solution.f);
}

// Solves by the fallback chain of the cone, with sides and corners for sets, and by pivots: first
// by the faster one at this size, and if that fails by the other.
void LawProblem::solve_both(const LawRows& rows, const lcp::Options& options, const auto& by_pivots,
                            const auto& by_chain, lcp::Solution& solution) {
  const bool has_both = has_chain(rows, options);
  const bool chain_first = has_both && rows.problem.size() > kPivotedRows;
  const auto solve_one = [&](bool chain, lcp::Solution& answer) {
    chain ? by_chain(answer) : by_pivots(answer);
  };
  in_rows_ = chain_first;
  solve_one(chain_first, solution);
  if (solution.status == lcp::Status::solved || !has_both || options.is_late()) return;
  lcp::Solution other;
  solve_one(!chain_first, other);
  if (other.status == lcp::Status::solved || other.residual < solution.residual)
    in_rows_ = !chain_first;
  lcp::keep_better(other, solution);
}

void LawProblem::solve_boxed(const LawRows& rows, const lcp::Options& options,
                             lcp::Workspace& workspace, lcp::Solution& solution) {
  lcp::solve(problem_->boxed(), prepare(rows, options), workspace, solution);
}

void LawProblem::solve_polyhedral(const ContactLaw& law, const LawRows& rows,
                                  const lcp::Options& options, lcp::Workspace& workspace,
                                  lcp::Solution& solution) {
  problem_.reset();
  polygons_ = friction_polygons(law, rows.slip);
  const auto by_pivots = [&](lcp::Solution& answer) {
    keep(lcp::PolyhedralProblem(rows.problem, facets(law, rows)));
    solve_boxed(rows, options, workspace, answer);
  };
  const auto by_chain = [&](lcp::Solution& answer) {
    lcp::solve_polygons(rows.problem, polygons_, options, workspace, answer);
  };
  solve_both(rows, options, by_pivots, by_chain, solution);
}

// Solves with frozen limits. A new contact has no last impulse to freeze limits at, and one that
// opens has no load: both get the normal impulse of the pass before. Impacts last one step, and
// would have friction only in the next one, without normal load.
void LawProblem::solve_frozen(const ContactLaw& law, const LawRows& rows,
                              const lcp::Options& options, lcp::Workspace& workspace,
                              lcp::Solution& solution) {
  lcp::SlipOptions slip = rows.slip;
  for (int pass = 0; pass <= kRefreezes; ++pass) {
    if (law.kind == ContactLaw::hybrid)
      keep(lcp::HybridProblem(rows.problem, slip));
    else
      keep(lcp::BoxProblem(rows.problem, last_normals(slip)));
    solve_boxed(rows, options, workspace, solution);
    if (solution.status != lcp::Status::solved) return;
    bool same = true;
    for (std::size_t i = 0; i < slip.slips.size(); ++i) {
      const double normal = std::max(0.0, solution.f[rows.problem.contacts[i].row]);
      if ((slip.slips[i].impulse > 0) == (normal > 0)) continue;
      slip.slips[i].impulse = normal;
      same = false;
    }
    if (same) return;
  }
}

void LawProblem::solve(const ContactLaw& law, const LawRows& rows, const lcp::Options& options,
                       lcp::Workspace& workspace, lcp::Solution& solution) {
  relaxation_error_ = 0;
  in_rows_ = false;
  switch (law.kind) {
    case ContactLaw::relaxed:
      solve_relaxed(law, rows, options, workspace, solution);
      break;
    case ContactLaw::phantom:
      solve_phantom(law, rows, options, workspace, solution);
      break;
    case ContactLaw::frozen_box:
    case ContactLaw::hybrid:
      solve_frozen(law, rows, options, workspace, solution);
      break;
    default:
      solve_polyhedral(law, rows, options, workspace, solution);
  }
  if (!in_rows_) solution.f = problem_->forces(solution.f);
  find_motion(rows, solution);
}

}  // namespace perpend
