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
  int max_pivots = 0;  // where the caller sets no limit; 0: the method's own
};

template <typename Problem>
std::span<const Stage> stages(const Problem& problem, Known known) {
  static constexpr Stage kSymmetric[] = {{Method::keller}, {Method::qp}, {Method::lemke}};
  // Where block pivoting ends it does so in a few factorisations; where it does not, hundreds of
  // singular blocks would cost more than Lemke's whole path.
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

// The cone in space has a fallback chain of its own (cone/fallback_chain.hpp). In small problems it
// is cut short once for the methods that can prove that there is no solution; in large ones these
// come last, in huge ones not at all.
//
// Elsewhere Newton from the guess answers most problems first and fastest. What a few steps of it
// do not solve, Baraff's sets solve in tens of pivots, each of which costs a row where a step costs
// a factorisation; where they fail, the path is cheaper than eight facets. Where contacts slide a
// ray of the sets proves nothing, so Lemke's method is always asked before one is reported.
std::span<const Stage> stages(const ContactProblem& problem, Known) {
  static constexpr Stage kContact[] = {
      {Method::proximal, 12}, {Method::dantzig, 300}, {Method::proximal, 100}, {Method::keller},
      {Method::dantzig},      {Method::proximal},     {Method::lemke}};
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
  static constexpr Stage kRobot[] = {{Method::automatic},
                                     {Method::keller},
                                     {Method::automatic, 2000},
                                     {Method::dantzig},
                                     {Method::lemke}};
  // Of what the first two leave Dantzig's method solves none in a second, and Lemke's takes ten for
  // a ray that proves nothing.
  static constexpr Stage kLargeCone[] = {
      {Method::automatic}, {Method::keller}, {Method::automatic, 2000}};
  // On 70 to 300 contacts that the fallback chain does not solve each of the others takes seconds
  // to minutes, and none was seen to solve one.
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

// What a deadline leaves over is at least the answer of a few sweeps, where none of a direct method
// may mean that bodies fall through each other.
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
void climb_stages(const Problem& problem, Known known, const Options& options,
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
  // No residual was a number: that of f = 0 is.
  if (!std::isfinite(solution.residual)) judge(problem, solution);
}

}  // namespace

void climb(const Lcp& problem, Known known, const Options& options, Workspace::Buffers& buffers,
           Solution& solution) {
  climb_stages(problem, known, options, buffers, solution);
}

void climb(const BoxedLcp& problem, Known known, const Options& options,
           Workspace::Buffers& buffers, Solution& solution) {
  climb_stages(problem, known, options, buffers, solution);
}

void climb(const ContactProblem& problem, Known known, const Options& options,
           Workspace::Buffers& buffers, Solution& solution) {
  climb_stages(problem, known, options, buffers, solution);
}

}  // namespace perpend::lcp
