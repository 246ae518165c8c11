// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace perpend::lcp {

/// The solution methods, each in a source file of its own; `automatic` is a fallback chain of them.
enum class Method {
  automatic,
  dantzig,   ///< Dantzig's driving method, with friction as in Baraff 1994 (dantzig.hpp)
  keller,    ///< principal pivoting for symmetric PSD matrices, default (keller.hpp)
  lemke,     ///< lexicographic Lemke (lemke.hpp)
  murty,     ///< least index (murty.hpp)
  block,     ///< Júdice-Pires / Kostreva block principal pivoting (block_pivoting.hpp)
  qp,        ///< primal-dual interior point on the convex QP (qp.hpp)
  proximal,  ///< proximal path with Newton steps on the friction cone (docs/methods/proximal.md)
  pgs,       ///< projected Gauss-Seidel; for comparison only, not a direct method (pgs.hpp)
  alart_curnier,       ///< full semismooth Newton steps on the friction cone (cone.md)
  fischer_burmeister,  ///< full semismooth Newton steps on the Fischer-Burmeister map (cone.md)
  interior,            ///< interior point on the friction cone with probes (cone.md)
  guess                ///< no method: Options::warm was a solution; cannot be requested
};
/// Number of enumerators of Method, for counts by method.
inline constexpr std::size_t kMethodCount = static_cast<std::size_t>(Method::guess) + 1;

enum class Status {
  solved,      ///< the residual checker finds the residual within its bound
  ray,         ///< forces grow without bound along `ray` (Baraff 1994, section 6)
  limit,       ///< stopped at the pivot limit or short of the residual bound
  infeasible,  ///< proven to have no solution; `ray` is the certificate
  invalid      ///< the matrix is not of the class the method needs
};

std::string_view to_string(Method method);
std::string_view to_string(Status status);
/// Returns the method of that name ("auto" and "automatic" are both known), or nothing.
std::optional<Method> method_from_name(std::string_view name);
/// Returns all methods that can be requested, in the order of the enum.
std::span<const Method> all_methods();

/// Time at which a search ends; no value is never.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;
inline bool has_passed(const Deadline& deadline) {
  return deadline && std::chrono::steady_clock::now() >= *deadline;
}

struct Options {
  Method method = Method::automatic;
  /// Initial guess of f (n entries), whose active set the method may start from; empty is a cold
  /// start.
  std::span<const double> warm = {};
  /// Residual up to which `warm` is returned as the solution before anything is factored; the bound
  /// of `solved` holds as well. For laws with sweeps, sweeps on `warm` come first, unless this is
  /// infinite. Without a value `warm` is an initial guess only and never the solution.
  std::optional<double> guess_residual = 1.0;
  /// Fraction, in (0, 1], of the bound of `solved` at which the stages of the cone in space stop.
  /// Their evaluation of the residual differs from that of the residual checker by a few of the
  /// roundings of which the checker grants a hundred, and the checker's scale of a contact is no
  /// larger than theirs.
  double aim = 0.9;
  /// Number of pivots (or iterations) after which the method stops with Status::limit; 0 is the
  /// method's own limit.
  int max_pivots = 0;
  /// Residual at or below which the stages of the cone continue after `max_pivots`, up to a limit
  /// of their own, since from there they mostly find the solution.
  double near_residual = 0.0;
  /// Time after which the fallback chain starts no further method and the stages of the cone stop
  /// within a factorisation; the best point found is returned.
  Deadline deadline = {};

  bool is_late() const { return has_passed(deadline); }
};

struct Solution {
  /// n, forces or impulses. If the problem is not solved, the best point found, or f = 0 where that
  /// is no better than none (docs/methods/certificate.md).
  Eigen::VectorXd f;
  Eigen::VectorXd a;      ///< n, A f + b as the residual checker recomputed it
  Eigen::VectorXd terms;  ///< n, sum_j |A_ij f_j|, the size of the terms of a; 0 where A is not
                          ///< stored
  Status status = Status::limit;
  Method answered_by = Method::automatic;  ///< the method that found f
  Eigen::VectorXd ray;                     ///< n if status is ray or infeasible, else empty
  int pivots = 0;                          ///< changes of the index set, or iterations
  int drives = 0;                          ///< calls of drive-to-zero, for methods that have it
  int factorisations = 0;                  ///< factorisations from scratch, including the first
  double residual = 0.0;                   ///< relative residual from certify() (certificate.hpp)
  double residual_bound = 0.0;             ///< largest residual with which status is `solved`
  double rounding = 0.0;  ///< Certificate::rounding: floor of the residual in double precision
  /// Cone stages: the a of the last solved proximal problem (A + a / D²) f + b, 0 if there was
  /// none. If the status is not `solved`, f is near the solution for contacts with this compliance.
  double path_shift = 0.0;
  int degenerate = 0;  ///< cone stages: contacts whose force and slip both nearly vanish
};

}  // namespace perpend::lcp
