// SPDX-License-Identifier: Apache-2.0
#include "lcp/propose.hpp"

#include <optional>

#include "lcp/convex/pgs.hpp"
#include "lcp/convex/qp.hpp"
#include "lcp/methods.hpp"
#include "lcp/pivoting/block_pivoting.hpp"
#include "lcp/pivoting/boxed_fallbacks.hpp"
#include "lcp/pivoting/lemke.hpp"
#include "lcp/pivoting/murty.hpp"
#include "lcp/problem/symmetry.hpp"

namespace perpend::lcp {
namespace {

template <typename Problem>
void propose_pivoting(Method method, const Problem& problem, const Options& options,
                      Workspace::Buffers& buffers, Solution& solution) {
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

}  // namespace

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

void propose(Method method, const Lcp& problem, const Options& options, Workspace::Buffers& buffers,
             Solution& solution) {
  propose_pivoting(method, problem, options, buffers, solution);
}

void propose(Method method, const BoxedLcp& problem, const Options& options,
             Workspace::Buffers& buffers, Solution& solution) {
  propose_pivoting(method, problem, options, buffers, solution);
}

void propose(Method method, const ContactProblem& problem, const Options& options,
             Workspace::Buffers& buffers, Solution& solution) {
  if (needs_symmetric_contacts(method) && !is_symmetric(problem.A, kPrintedSymmetry)) {
    solution.status = Status::invalid;
    return;
  }
  if (is_cone_method(method)) {
    const auto only = method == Method::automatic ? std::nullopt : std::optional(method);
    return solve_cone(problem, only, options, buffers.cone, solution);
  }
  switch (method) {
    case Method::keller:
      return solve_fixed_point(problem, options, buffers.fixed_point, solution);
    case Method::dantzig:
      return solve_dantzig(problem, options, buffers.dantzig, solution);
    case Method::lemke:
      return solve_lemke(problem, options, solution);
    case Method::pgs:
      return solve_pgs(problem, options, solution);
    default:
      return;
  }
}

}  // namespace perpend::lcp
