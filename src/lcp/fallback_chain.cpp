// SPDX-License-Identifier: Apache-2.0
#include "lcp/fallback_chain.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "lcp/cone/contact.hpp"
#include "lcp/pivoting/boxed_fallbacks.hpp"
#include "lcp/problem/symmetry.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;

struct Stage {
  Method method;
  int max_pivots = 0;  // used where the caller sets no limit; 0: the method's own
};

template <typename Problem>
std::span<const Stage> stages(const Problem& problem, Known known) {
  static constexpr Stage kSymmetric[] = {{Method::keller}, {Method::qp}, {Method::lemke}};
  // Block pivoting either ends in a few factorisations or not at all; where it does not, hundreds
  // of singular blocks would cost more than Lemke's whole path.
  static constexpr Stage kGeneral[] = {{Method::block, 50}, {Method::lemke}};
  if (known == Known::symmetric || is_symmetric(problem.A, kRoundedSymmetry)) return kSymmetric;
  return kGeneral;
}

bool is_in_space(const Contact& contact) {
  return contact.tangents == 2;
}

bool is_spatial_cone(const ContactProblem& problem) {
  return problem.law == FrictionLaw::coulomb && std::ranges::any_of(problem.contacts, is_in_space);
}

bool is_spatial_box(const ContactProblem& problem) {
  return problem.law == FrictionLaw::box && std::ranges::any_of(problem.contacts, is_in_space);
}

// The cone in space has a fallback chain of its own (cone/fallback_chain.hpp), which is
// Method::automatic here. Small problems first run it with a budget of 250, to get early to the
// methods that can prove that there is no solution; in large problems these follow the whole chain,
// in huge ones they are left out.
//
// Most other contact problems are solved first and fastest by Newton steps from the guess
// (Method::proximal with 12 factorisations). Where a few steps are not enough, Baraff's sets take
// tens of pivots, each of which updates a row where a Newton step costs a factorisation; where they
// fail, the proximal path is cheaper than eight facets. Where contacts slide a ray of Baraff's
// method proves nothing, so Lemke's method always runs before one is reported.
std::span<const Stage> stages(const ContactProblem& problem, Known) {
  static constexpr Stage kContact[] = {
      {Method::proximal, 12}, {Method::dantzig, 300}, {Method::proximal, 100}, {Method::keller},
      {Method::dantzig},      {Method::proximal},     {Method::lemke}};
  // The proximal path factors all closed rows at each of its steps; above this size the boxed
  // passes of Method::keller, which update their factor, come first.
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
  static constexpr Stage kRobot[] = {{Method::automatic},
                                     {Method::keller},
                                     {Method::automatic, 2000},
                                     {Method::dantzig},
                                     {Method::lemke}};
  // Dantzig's method solves none of the problems that the first two stages leave within a second,
  // and Lemke's takes ten seconds to end in a ray that proves nothing.
  static constexpr Stage kLargeCone[] = {
      {Method::automatic}, {Method::keller}, {Method::automatic, 2000}};
  // On problems of 70 to 300 contacts that the fallback chain does not solve, each of the other
  // methods takes seconds to minutes, and none was seen to solve one.
  static constexpr Stage kHugeCone[] = {{Method::automatic}};
  static constexpr Stage kLargeBox[] = {
      {Method::keller}, {Method::automatic}, {Method::dantzig}, {Method::lemke}};
  constexpr Index kSmallCone = 100, kHuge = 200;
  if (is_spatial_cone(problem)) {
    if (problem.size() > kHuge) return kHugeCone;
    if (problem.size() > kSmallCone) return kLargeCone;
    if (problem.size() > kSmallRobot && is_robot(problem.contacts, &Contact::tangents))
      return kRobot;
    return kCone;
  }
  if (problem.size() > kLarge && is_spatial_box(problem)) return kLargeBox;
  if (problem.size() > kLarge) return kLargeContact;
  return kContact;
}

// Runs one stage: it proposes, is judged, and the better of both answers stays in `solution`.
// Returns true where the fallback chain ends.
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

// At a deadline the answer is at least that of a few sweeps: an unfinished direct method may let
// bodies fall through each other.
template <typename Problem>
void sweep_late(const Problem& problem, const Options& options, Workspace::Buffers& buffers,
                Solution& solution) {
  constexpr int kLateSweeps = 30;
  Options own = options;
  own.max_pivots = kLateSweeps;
  try_stage(Method::pgs, problem, buffers.attempt, solution,
            [&](Solution& attempt) { propose(Method::pgs, problem, own, buffers, attempt); });
}

template <typename Problem>
void run_stages(const Problem& problem, Known known, const Options& options,
                Workspace::Buffers& buffers, Solution& solution) {
  solution.residual = std::numeric_limits<double>::infinity();
  for (const Stage& stage : stages(problem, known)) {
    Options own = options;
    if (own.max_pivots == 0) own.max_pivots = stage.max_pivots;
    const auto proposal = [&](Solution& attempt) {
      propose(stage.method, problem, own, buffers, attempt);
    };
    if (try_stage(stage.method, problem, buffers.attempt, solution, proposal)) return;
    if (options.is_late()) {
      sweep_late(problem, options, buffers, solution);
      break;
    }
  }
  // No stage left a finite residual; f = 0 has one.
  if (!std::isfinite(solution.residual)) judge(problem, solution);
}

}  // namespace

void solve_by_chain(const Lcp& problem, Known known, const Options& options,
                    Workspace::Buffers& buffers, Solution& solution) {
  run_stages(problem, known, options, buffers, solution);
}

void solve_by_chain(const BoxedLcp& problem, Known known, const Options& options,
                    Workspace::Buffers& buffers, Solution& solution) {
  run_stages(problem, known, options, buffers, solution);
}

void solve_by_chain(const ContactProblem& problem, Known known, const Options& options,
                    Workspace::Buffers& buffers, Solution& solution) {
  run_stages(problem, known, options, buffers, solution);
}

}  // namespace perpend::lcp
