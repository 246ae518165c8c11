// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "lcp/cone/draft.hpp"
#include "lcp/cone/search.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

struct ConeOptions {
  const Eigen::VectorXd* warm = nullptr;  ///< a guess of r, equilibrated units
  double guess_residual = 1.0;            ///< above it `warm` is not the answer as it is
  int max_factorisations = 0;             ///< 0: 1000, fewer above 350 rows
  /// Only this stage (alart_curnier, fischer_burmeister, interior or proximal), behind a probe of
  /// `warm` where there is one.
  std::optional<Method> only = {};
  /// Fischer-Burmeister does not start from zero, where it loses its way with size.
  bool large = false;
  /// W in the velocities of the bodies: factors are cheap, and a short path is tried before the
  /// long.
  bool in_bodies = false;
  /// A guess, or many contacts: sweeps or a path from the guess, the interior point and a short
  /// path come before all else.
  bool jams = false;
  DraftRule draft = {};             ///< heeded where it jams
  const Options* limits = nullptr;  ///< whose deadline and aim it keeps
};

struct ConeReport {
  Eigen::VectorXd r;                     ///< the best ever seen, equilibrated units
  Method stage = Method::alart_curnier;  ///< that proposed it
  bool draft = false;                    ///< as good as DraftRule wants
  bool solved = false;    ///< residual below the aim; the residual checker has the last word
  double residual = 0.0;  ///< natural_map of r
  int steps = 0;          ///< Newton steps and iterations
  int factorisations = 0;
  /// a of the last proximal problem (W + a I) that was solved, 0 where none was: physically r
  /// solves the problem with compliance a on every contact.
  double path_shift = 0.0;
  int degenerate = 0;  ///< count_degenerate
};

/// The stages that need nothing but a ConeOperator, in the order of docs/methods/cone.md.
void solve_cone(const ConeProblem& cone, const ConeOptions& options, SearchMemory& memory,
                ConeReport& report);

}  // namespace perpend::lcp
