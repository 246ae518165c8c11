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

/// Bodies that contacts, limits and motors connect in the last step of a Simulator, with the
/// complementarity problem a = W f + b of that step and its solution. Every row is one of the
/// following; the last columns are the units of f and a, which for limits and motors of an angular
/// coordinate are N·m·s and rad/s.
///
///   contact   normal, then one (plane) or two (space) tangents of its own frame   N·s    m/s
///   limit     along the joint coordinate                                          N·s    m/s
///   motor     along the joint coordinate, also dry friction of a joint            N·s    m/s
///   rolling   rolling and spinning friction, about the tangents and the normal    N·m·s  rad/s
///
/// Rows of joint coordinates come first, contacts last; under a law with friction a bounded row is
/// preceded by a row that carries its bound. An Island is a view, which is valid until the next
/// step or the end of the simulator.
class Island {
 public:
  /// The argument of io::write_problem().
  using Problem =
      std::variant<lcp::Lcp, lcp::BoxedLcp, lcp::ContactProblem, lcp::GlobalContactProblem>;

  /// Returns the number of rows of solution().
  Eigen::Index size() const { return solution().f.size(); }
  /// Returns the solution with f and a of every row; its residual is that of the law's own problem.
  const lcp::Solution& solution() const;
  /// Returns how W was represented while the problem was solved.
  lcp::Representation representation() const;

  /// Returns a copy of the problem, at a cost of O(n²). With friction it is the contact problem
  /// under the cone (or box) of the coefficients, which all other laws discretise; for an impact
  /// under Poisson's law it is the problem of the compression. A limit is a contact without
  /// friction. A motor is the tangent of a separate contact whose normal impulse is the motor's
  /// bound.
  Problem problem() const;
  /// Returns a copy of the problem in the unknowns of its law, at a cost of O(n²), where the law is
  /// none of cone, box and frictionless and was the last to solve it; otherwise nothing.
  std::optional<lcp::BoxedLcp> discretised() const;

 private:
  friend class Simulator;
  explicit Island(const IslandProblem& problem) : problem_(&problem) {}

  const IslandProblem* problem_;
};

}  // namespace perpend
