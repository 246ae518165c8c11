// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>
#include <variant>

#include "perpend/lcp/global_problem.hpp"
#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/representation.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend {

class IslandProblem;

/// Bodies that contacts, limits and motors join, of the last step of a Simulator: the
/// complementarity problem a = W f + b of that step and its solution. Every row is one of
///
///   contact   normal, then one (plane) or two (space) tangents of its own frame   N·s    m/s
///   limit     along the joint coordinate                                          N·s    m/s
///   motor     the same, also dry friction of a joint                              N·s    m/s
///   rolling   rolling and spinning friction, about the tangents and the normal    N·m·s  rad/s
///
/// with the units of f and a; those of limits and motors of a turning coordinate are N·m·s and
/// rad/s. Joint rows come first, contacts last; a bounded row under friction has one ahead of it
/// that carries its bound. A view: valid until the next step of the simulator, or its end.
class Island {
 public:
  /// What io::write_problem() takes.
  using Problem =
      std::variant<lcp::Lcp, lcp::BoxedLcp, lcp::ContactProblem, lcp::GlobalContactProblem>;

  /// Rows of solution().
  Eigen::Index size() const { return solution().f.size(); }
  /// f and a of every row; the residual is that of the law's own problem.
  const lcp::Solution& solution() const;
  /// How W was kept.
  lcp::Representation representation() const;

  /// The problem as data: with friction, the contact problem whose law the cone (or box) of the
  /// coefficients is, which every other law discretises; of an impact under Poisson's law, that of
  /// its compression. A limit is a contact without friction, a motor the tangent of a contact of
  /// its own whose normal impulse is its bound. A copy; O(n²).
  Problem problem() const;
  /// The problem in the unknowns of its law, where that is neither cone, box nor frictionless and
  /// has solved it last; else nothing. A copy; O(n²).
  std::optional<lcp::BoxedLcp> discretised() const;

 private:
  friend class Simulator;
  explicit Island(const IslandProblem& problem) : problem_(&problem) {}

  const IslandProblem* problem_;
};

}  // namespace perpend
