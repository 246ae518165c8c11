// SPDX-License-Identifier: Apache-2.0
//
// One entry for all methods. A method proposes, the residual checker (certificate.hpp) disposes:
// `solved` is its word alone, and a claim that there is no solution stands as `infeasible` only
// where the direction proves it. `automatic` is a fallback chain of methods, each judged alike; the
// best f is kept.
#include "perpend/lcp/solve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "lcp/cone/contact.hpp"
#include "lcp/cone/fixed_point.hpp"
#include "lcp/cone/guess_sweep.hpp"
#include "lcp/convex/pgs.hpp"
#include "lcp/convex/qp.hpp"
#include "lcp/pivoting/block_pivoting.hpp"
#include "lcp/pivoting/boxed_fallbacks.hpp"
#include "lcp/pivoting/dantzig/dantzig.hpp"
#include "lcp/pivoting/keller/keller.hpp"
#include "lcp/pivoting/lemke.hpp"
#include "lcp/pivoting/murty.hpp"
#include "lcp/problem/block_response.hpp"
#include "lcp/problem/symmetry.hpp"
#include "lcp/problem/units.hpp"
#include "lcp/solve_blocks.hpp"
#include "lcp/solve_global.hpp"
#include "lcp/solve_made.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {

struct Workspace::Buffers {
  KellerWorkspace keller;
  FixedPointWorkspace fixed_point;
  DantzigWorkspace dantzig;
  ConeWorkspace cone;
  GlobalWorkspace global;
  BodyConeOperator bodies;
  Solution attempt;
};

Workspace::Workspace() : buffers_(std::make_unique<Buffers>()) {}
Workspace::~Workspace() = default;
// What is moved from is a workspace too, with buffers of its own.
Workspace::Workspace(Workspace&& other) noexcept : Workspace() {
  std::swap(buffers_, other.buffers_);
}
Workspace& Workspace::operator=(Workspace&& other) noexcept {
  std::swap(buffers_, other.buffers_);
  return *this;
}

namespace {

using Buffers = Workspace::Buffers;
using Eigen::Index;

const char* requirement(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::lcp:
      return "a method for an LCP";
    case ProblemKind::boxed:
      return "a method for a boxed LCP";
    case ProblemKind::contact:
      return "a method for a contact problem";
  }
  return "a method for this problem";
}

ProblemKind kind_of(const Lcp&) {
  return ProblemKind::lcp;
}
ProblemKind kind_of(const BoxedLcp&) {
  return ProblemKind::boxed;
}
ProblemKind kind_of(const ContactProblem&) {
  return ProblemKind::contact;
}

void propose(Method method, const ContactProblem& problem, const Options& options, Buffers& buffers,
             Solution& solution) {
  const bool symmetric_only = method == Method::keller || method == Method::dantzig;
  if (symmetric_only && !is_symmetric(problem.A, kPrintedSymmetry)) {
    solution.status = Status::invalid;
    return;
  }
  switch (method) {
    case Method::automatic:
      return solve_cone(problem, std::nullopt, options, buffers.cone, solution);
    case Method::keller:
      return solve_fixed_point(problem, options, buffers.fixed_point, solution);
    case Method::dantzig:
      return solve_dantzig(problem, options, buffers.dantzig, solution);
    case Method::lemke:
      return solve_lemke(problem, options, solution);
    case Method::alart_curnier:
    case Method::fischer_burmeister:
    case Method::interior:
    case Method::proximal:
      return solve_cone(problem, method, options, buffers.cone, solution);
    case Method::pgs:
      return solve_pgs(problem, options, solution);
    default:
      return;
  }
}

// Lcp and BoxedLcp.
template <typename Problem>
void propose(Method method, const Problem& problem, const Options& options, Buffers& buffers,
             Solution& solution) {
  switch (method) {
    case Method::keller:
      return solve_keller(problem, options, buffers.keller, solution);
    case Method::dantzig:
      return solve_dantzig(problem, options, buffers.dantzig, solution);
    case Method::lemke:
      return solve_lemke(problem, options, solution);
    case Method::murty:
      return solve_murty(problem, options, solution);
    case Method::block:
      return solve_block(problem, options, solution);
    case Method::qp:
      return solve_qp(problem, options, solution);
    case Method::pgs:
      return solve_pgs(problem, options, solution);
    default:
      return;
  }
}

struct Stage {
  Method method;
  int max_pivots = 0;  // where the caller sets no limit; 0: the method's own
};

// What is known of A before it is looked at.
enum class Known { nothing, symmetric };

template <typename Problem>
std::span<const Stage> stages(const Problem& problem, Known known) {
  static constexpr Stage kSymmetric[] = {{Method::keller}, {Method::qp}, {Method::lemke}};
  // Where block pivoting ends it does so in a few factorisations; where it does not, hundreds of
  // singular blocks would cost more than Lemke's whole path.
  static constexpr Stage kGeneral[] = {{Method::block, 50}, {Method::lemke}};
  if (known == Known::symmetric || is_symmetric(problem.A, kRoundedSymmetry)) return kSymmetric;
  return kGeneral;
}

bool is_spatial_cone(const ContactProblem& problem) {
  const auto in_space = [](const Contact& contact) { return contact.tangents == 2; };
  return problem.law == FrictionLaw::coulomb &&
         std::any_of(problem.contacts.begin(), problem.contacts.end(), in_space);
}

// The cone in space has a fallback chain of its own (cone/fallback_chain.hpp). In small problems it
// is cut short once for the methods that can prove that there is no solution; in large ones these
// come last, in huge ones not at all.
//
// Elsewhere Newton from the guess and a short path answer most problems first and fastest; the
// fixed point and Baraff's sets fail elsewhere, and a long path is cheaper than eight facets. Where
// contacts slide a ray of the sets proves nothing, so Lemke's method is always asked before one is
// reported.
std::span<const Stage> stages(const ContactProblem& problem, Known) {
  static constexpr Stage kContact[] = {{Method::proximal, 100},
                                       {Method::keller},
                                       {Method::dantzig},
                                       {Method::proximal},
                                       {Method::lemke}};
  // The path factors all closed rows at each of its steps; beyond this size the boxed passes, which
  // update their factor, are asked first.
  constexpr Index kLarge = 200;
  static constexpr Stage kLargeContact[] = {{Method::keller},
                                            {Method::proximal, 100},
                                            {Method::dantzig},
                                            {Method::proximal},
                                            {Method::lemke}};
  static constexpr Stage kCone[] = {{Method::automatic, 250},
                                    {Method::keller},
                                    {Method::dantzig},
                                    {Method::automatic},
                                    {Method::lemke}};
  static constexpr Stage kLargeCone[] = {
      {Method::automatic}, {Method::keller}, {Method::dantzig}, {Method::lemke}};
  // On 70 to 300 contacts that the fallback chain does not solve each of the others takes seconds
  // to minutes, and none was seen to solve one.
  static constexpr Stage kHugeCone[] = {{Method::automatic}};
  constexpr Index kSmallCone = 100, kHuge = 200;
  if (is_spatial_cone(problem)) {
    if (problem.size() > kHuge) return kHugeCone;
    if (problem.size() > kSmallCone) return kLargeCone;
    return kCone;
  }
  if (problem.size() > kLarge) return kLargeContact;
  return kContact;
}

// The next stage: proposes, is judged, and leaves the better of both answers in `solution`. True
// where the fallback chain ends.
template <typename Problem, typename Propose>
bool try_stage(Method method, const Problem& problem, Solution& attempt, Solution& solution,
               Propose proposal) {
  reset(attempt, problem.size());
  attempt.answered_by = method;
  proposal(attempt);
  judge(problem, attempt);
  keep_better(attempt, solution);
  return solution.status == Status::solved || solution.status == Status::infeasible;
}

template <typename Problem>
void climb(const Problem& problem, Known known, const Options& options, Buffers& buffers,
           Solution& solution) {
  solution.residual = std::numeric_limits<double>::infinity();
  for (const Stage& stage : stages(problem, known)) {
    Options own = options;
    if (own.max_pivots == 0) own.max_pivots = stage.max_pivots;
    const auto proposal = [&](Solution& attempt) {
      propose(stage.method, problem, own, buffers, attempt);
    };
    if (try_stage(stage.method, problem, buffers.attempt, solution, proposal)) return;
    if (options.is_late()) break;
  }
  // No residual was a number: that of f = 0 is.
  if (!std::isfinite(solution.residual)) judge(problem, solution);
}

void check_warm(const Options& options, Index n) {
  const auto warm = static_cast<Index>(options.warm.size());
  require(warm == 0 || warm == n, "options.warm.size()", "0 or the problem's size",
          static_cast<double>(warm));
}

// Rounding, below which a guess is left as it is. Sweeps come to nothing slowly in tall stacks: what
// one does not hold back has several.
constexpr double kStill = 1e-14, kMoving = 1e-12;

int sweeps_of(const Solution& guess) {
  constexpr int kSeveral = 8;
  return guess.residual > kMoving ? kSeveral : 1;
}

bool take_guess(const Options& options, Solution& solution) {
  if (solution.status == Status::solved && solution.residual <= options.guess_residual)
    return solution.answered_by = Method::guess, true;
  reset(solution, solution.f.size());
  return false;
}

template <typename Problem>
void settle(const Problem&, Solution&, Solution&) {}

void settle(const ContactProblem& problem, Solution& attempt, Solution& solution) {
  if (solution.status != Status::solved || solution.residual <= kStill) return;
  attempt = solution;
  if (!sweep_guess(problem, sweeps_of(solution), attempt.f, attempt.a)) return;
  judge(problem, attempt);
  if (attempt.residual < solution.residual) std::swap(solution, attempt);
}

// What the last step left is mostly the answer where things rest: it is judged before anything is
// factored.
template <typename Problem>
bool accept_guess(const Problem& problem, const Options& options, Buffers& buffers,
                  Solution& solution) {
  if (options.warm.empty() || options.guess_residual < 0) return false;
  solution.f = Eigen::Map<const Eigen::VectorXd>(options.warm.data(), problem.size());
  judge(problem, solution);
  settle(problem, buffers.attempt, solution);
  return take_guess(options, solution);
}

template <typename Problem>
void answer_as_is(const Problem& problem, Known known, const Options& options, Buffers& buffers,
                  Solution& solution) {
  reset(solution, problem.size());
  if (accept_guess(problem, options, buffers, solution)) return;
  if (options.method == Method::automatic) return climb(problem, known, options, buffers, solution);
  propose(options.method, problem, options, buffers, solution);
  solution.answered_by = options.method;
  judge(problem, solution);
}

template <typename Problem>
void answer(const Problem& problem, Known known, const Options& options, Buffers& buffers,
            Solution& solution) {
  require(supports(options.method, kind_of(problem)), "options.method",
          requirement(kind_of(problem)), to_string(options.method));
  check_warm(options, problem.size());
  buffers.cone.representation = Representation::dense;
  const Units units = known == Known::symmetric ? units_of_semidefinite(problem.A, problem.b)
                                                : units_of(problem.A, problem.b);
  const Eigen::Map<const Eigen::VectorXd> guess(options.warm.data(),
                                                static_cast<Index>(options.warm.size()));
  Options own = options;
  if (!guess.allFinite()) own.warm = {};  // no guess at all
  if (units.are_plain()) return answer_as_is(problem, known, own, buffers, solution);
  const Eigen::VectorXd warm = scaled(guess, -units.f());
  if (!own.warm.empty()) own.warm = {warm.data(), options.warm.size()};
  answer_as_is(in_units(problem, units), known, own, buffers, solution);
  solution.f = scaled(solution.f, units.f());
  judge(problem, solution);
}

void take(const Certificate& certificate, Solution& solution) {
  solution.residual = certificate.residual;
  solution.residual_bound = certificate.bound();
  solution.rounding = certificate.rounding;
  solution.status = certificate.holds() ? Status::solved : Status::limit;
}

// accept_guess() where W is not stored; `judge` fills the solution's residual and status.
template <typename Problem>
bool accept_guess(const Problem& problem, const Options& options, Solution& solution,
                  const auto& judge_it, const auto& settle_it) {
  if (options.warm.empty() || options.guess_residual < 0) return false;
  solution.f = Eigen::Map<const Eigen::VectorXd>(options.warm.data(), problem.size());
  if (!solution.f.allFinite()) return reset(solution, problem.size()), false;
  judge_it();
  settle_it();
  return take_guess(options, solution);
}

// settle() in blocks.
void settle(const BlockProblem& problem, const BlockResponse& response, Solution& attempt,
            Solution& solution) {
  if (solution.status != Status::solved || solution.residual <= kStill) return;
  attempt = solution;
  if (!sweep_guess(problem, response, sweeps_of(solution), attempt.f)) return;
  take(response.certify(attempt.f, attempt.a), attempt);
  if (attempt.residual < solution.residual) std::swap(solution, attempt);
}

// An answer beyond the range of double is no better than none.
void judge_finite(Solution& solution, const auto& judge_it) {
  judge_it();
  if (std::isfinite(solution.residual)) return;
  solution.f.setZero();
  judge_it();
}

}  // namespace

void solve(const Lcp& problem, const Options& options, Workspace& workspace, Solution& solution) {
  validate(problem);
  answer(problem, Known::nothing, options, workspace.buffers(), solution);
}

void solve(const BoxedLcp& problem, const Options& options, Workspace& workspace,
           Solution& solution) {
  validate(problem);
  answer(problem, Known::nothing, options, workspace.buffers(), solution);
}

void solve(const ContactProblem& problem, const Options& options, Workspace& workspace,
           Solution& solution) {
  validate(problem);
  answer(problem, Known::nothing, options, workspace.buffers(), solution);
}

Representation last_representation(Workspace& workspace) {
  return workspace.buffers().cone.representation;
}

void solve_made(const Lcp& problem, const Options& options, Workspace& workspace,
                Solution& solution) {
  answer(problem, Known::symmetric, options, workspace.buffers(), solution);
}

void solve_made(const BoxedLcp& problem, const Options& options, Workspace& workspace,
                Solution& solution) {
  answer(problem, Known::symmetric, options, workspace.buffers(), solution);
}

void solve_made(const ContactProblem& problem, const Options& options, Workspace& workspace,
                Solution& solution) {
  answer(problem, Known::symmetric, options, workspace.buffers(), solution);
}

void solve(const GlobalContactProblem& problem, const Options& options, Workspace& workspace,
           Solution& solution, Eigen::VectorXd& v) {
  validate(problem);
  require(supports(options.method, ProblemKind::contact), "options.method",
          requirement(ProblemKind::contact), to_string(options.method));
  check_warm(options, problem.size());
  reset(solution, problem.size());
  const auto judge_it = [&] { take(certify(problem, solution.f, v, solution.a), solution); };
  if (accept_guess(problem, options, solution, judge_it, [] {})) return;
  Buffers& buffers = workspace.buffers();
  solve_islands(problem, options, workspace, buffers.cone, buffers.global, solution);
  judge_finite(solution, judge_it);
}

void solve(const BlockProblem& problem, const Options& options, Workspace& workspace,
           Solution& solution) {
  solve(problem, options, {}, workspace, solution);
}

bool solve(const BlockProblem& problem, const Options& options, DraftRule rule,
           Workspace& workspace, Solution& solution) {
  validate(problem);
  require(is_cone_method(options.method), "options.method",
          "automatic or a method of the friction cone", to_string(options.method));
  check_warm(options, problem.size());
  reset(solution, problem.size());
  const BlockResponse response(problem);
  const auto judge_it = [&] { take(response.certify(solution.f, solution.a), solution); };
  Buffers& buffers = workspace.buffers();
  const auto settle_it = [&] { settle(problem, response, buffers.attempt, solution); };
  if (accept_guess(problem, options, solution, judge_it, settle_it)) return false;
  std::optional<Method> only;
  if (options.method != Method::automatic) only = options.method;
  buffers.cone.draft = rule;
  solve_cone(problem, only, options, buffers.bodies, buffers.cone, solution);
  judge_finite(solution, judge_it);
  return buffers.cone.report.draft && solution.status != Status::solved;
}

namespace {

template <typename Problem>
Solution solve_once(const Problem& problem, const Options& options) {
  Workspace workspace;
  Solution solution;
  solve(problem, options, workspace, solution);
  return solution;
}

}  // namespace

Solution solve(const Lcp& problem, const Options& options) {
  return solve_once(problem, options);
}

Solution solve(const BoxedLcp& problem, const Options& options) {
  return solve_once(problem, options);
}

Solution solve(const ContactProblem& problem, const Options& options) {
  return solve_once(problem, options);
}

}  // namespace perpend::lcp
