// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <chrono>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace perpend::lcp {

/// One pivoting or Newton method per source file; `automatic` is a fallback chain of them.
enum class Method {
  automatic,
  dantzig,   ///< Dantzig's driving method, with friction as in Baraff 1994 (dantzig.hpp)
  keller,    ///< principal pivoting for symmetric PSD matrices, default (keller.hpp)
  lemke,     ///< lexicographic Lemke (lemke.hpp)
  murty,     ///< least index (murty.hpp)
  block,     ///< Júdice-Pires / Kostreva block principal pivoting (block.hpp)
  qp,        ///< primal-dual interior point on the convex QP (qp.hpp)
  proximal,  ///< proximal path with Newton steps on the friction cone (docs/methods/proximal.md)
  pgs,       ///< projected Gauss-Seidel; for comparison only, not a direct method (pgs.hpp)
  alart_curnier,       ///< full semismooth Newton steps on the friction cone (cone.md)
  fischer_burmeister,  ///< the same on the Fischer-Burmeister map, full steps (cone.md)
  interior,            ///< interior point on the friction cone with probes (cone.md)
  guess                ///< none: Options::warm was an answer; never asked for
};

enum class Status {
  solved,      ///< the residual checker finds the residual within its bound
  ray,         ///< forces grow without bound along `ray` (Baraff 1994, section 6)
  limit,       ///< stopped at the pivot limit or short of the residual bound
  infeasible,  ///< proven to have no solution; `ray` is the certificate
  invalid      ///< the matrix is not of the class the method needs
};

std::string_view to_string(Method method);
std::string_view to_string(Status status);
/// The method of that name ("auto" and "automatic" are both known), or nothing.
std::optional<Method> method_from_name(std::string_view name);
/// All methods that can be asked for, in the order of the enum.
std::span<const Method> all_methods();

struct Options {
  Method method = Method::automatic;
  /// A guess of f (n entries) whose active set the method may start from; empty: cold start.
  std::span<const double> warm = {};
  /// Residual up to which `warm` is taken for the answer as it is, before anything is factored;
  /// never above what `solved` has to meet. Sweeps come first where a law has them, unless
  /// infinite. Negative: never.
  double guess_residual = 1.0;
  /// Share of what `solved` has to meet, in (0, 1], at which the stages of the cone in space stop.
  /// Two evaluations of a residual differ by a few of the roundings of which the checker grants a
  /// hundred, and its scale of a contact is no larger.
  double aim = 0.9;
  /// Pivots (or iterations) before the method stops with Status::limit; 0: the method's own.
  int max_pivots = 0;
  /// Residual from which on the stages of the cone, once `max_pivots` are spent, go on to a limit
  /// of their own: what is so near an answer mostly finds it.
  double near_residual = 0.0;
  /// From then on the methods of a fallback chain are asked no further, those of the cone within a
  /// factorisation: the best found is the answer.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

  bool is_late() const {
    return deadline != std::chrono::steady_clock::time_point::max() &&
           std::chrono::steady_clock::now() >= deadline;
  }
};

struct Solution {
  Eigen::VectorXd f;      ///< n, forces or impulses; the best found where not solved
  Eigen::VectorXd a;      ///< n, A f + b as the residual checker recomputed it
  Eigen::VectorXd terms;  ///< n, sum_j |A_ij f_j|: what adds up to a; 0 where A is not stored
  Status status = Status::limit;
  Method answered_by = Method::automatic;  ///< the method that gave f
  Eigen::VectorXd ray;                     ///< n where status is ray or infeasible, else empty
  int pivots = 0;                          ///< index set changes (iterations where there are none)
  int drives = 0;                          ///< calls of drive-to-zero, where the method has it
  int factorisations = 0;                  ///< from scratch, the first included
  double residual = 0.0;                   ///< relative, from certify() (certificate.hpp)
  double residual_bound = 0.0;             ///< what `solved` had to meet
  double rounding = 0.0;  ///< Certificate::rounding: the floor of the residual in double precision
  /// Cone stages: a of the last proximal problem (A + a / D²) f + b that was solved, 0 where none
  /// was. Where the answer is not solved, f is near that of contacts with this compliance.
  double path_shift = 0.0;
  int degenerate = 0;  ///< cone stages: contacts whose force and slip both nearly vanish
};

}  // namespace perpend::lcp
