// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/contact.hpp"
#include "lcp/cone/fixed_point.hpp"
#include "lcp/cone/operator/bodies.hpp"
#include "lcp/convex/qp_bodies.hpp"
#include "lcp/pivoting/dantzig/dantzig.hpp"
#include "lcp/pivoting/keller/keller.hpp"
#include "lcp/solve_global.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {

/// Memory that methods keep from one problem to the next.
struct Workspace::Buffers {
  KellerWorkspace keller;
  FixedPointWorkspace fixed_point;
  DantzigWorkspace dantzig;
  ConeWorkspace cone;
  GlobalWorkspace global;
  BodyConeOperator bodies;
  QpBodies qp;
  Solution attempt;
};

/// Returns the words by which messages name a suitable method for problems of this kind.
const char* requirement(ProblemKind kind);

/// Computes one method's answer, not judged yet. Preconditions: `solution` holds zeros, validate()
/// has passed and the method supports problems of this kind.
void propose(Method method, const Lcp& problem, const Options& options, Workspace::Buffers& buffers,
             Solution& solution);
void propose(Method method, const BoxedLcp& problem, const Options& options,
             Workspace::Buffers& buffers, Solution& solution);
void propose(Method method, const ContactProblem& problem, const Options& options,
             Workspace::Buffers& buffers, Solution& solution);

}  // namespace perpend::lcp
