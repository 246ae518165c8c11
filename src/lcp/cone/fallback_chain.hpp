// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "lcp/cone/draft.hpp"
#include "lcp/cone/search.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

struct ConeOptions {
  const Eigen::VectorXd* warm = nullptr;  ///< a guess of r, equilibrated units
  /// Residual above which `warm` is not taken as it is; no value: never.
  std::optional<double> guess_residual = 1.0;
  int max_factorisations = 0;  ///< 0: 1000, fewer above 350 rows
  /// Runs only this stage (alart_curnier, fischer_burmeister, interior or proximal), after a probe
  /// of `warm` where there is one.
  std::optional<Method> only = {};
  /// Fischer-Burmeister does not start from zero, where it converges less often as size grows.
  bool large = false;
  /// W is in the velocities of the bodies: factorisations are cheap. The long path starts from the
  /// interior point's iterate only where that was the best point, else from zero.
  bool in_bodies = false;
  /// Contacts are many for their bodies, or there is a guess: sweeps or a path from the guess, the
  /// interior point and a short path come before all else.
  bool is_jammed = false;
  DraftRule draft = {};             ///< used where `is_jammed`
  const Options* limits = nullptr;  ///< deadline and aim; may be null
};

struct ConeReport {
  Eigen::VectorXd r;                     ///< best point seen, equilibrated units
  Method stage = Method::alart_curnier;  ///< stage that proposed it
  bool draft = false;                    ///< r is what DraftRule::wanted asks for
  bool solved = false;    ///< residual below the aim; the residual checker has the last word
  double residual = 0.0;  ///< natural_map of r
  int steps = 0;          ///< Newton steps and iterations
  int factorisations = 0;
  /// a of the last proximal problem (W + a I) that was solved, 0 where none was: physically r
  /// solves the problem with compliance a on every contact.
  double path_shift = 0.0;
  int degenerate = 0;  ///< count_degenerate() of r
};

/// Runs the stages that need nothing but a ConeOperator, in the order of docs/methods/cone.md.
void solve_cone(const ConeProblem& cone, const ConeOptions& options, SearchMemory& memory,
                ConeReport& report);

}  // namespace perpend::lcp
