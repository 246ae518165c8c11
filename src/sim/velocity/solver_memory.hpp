// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "perpend/lcp/solve.hpp"

namespace perpend {

/// Solver memories of one thread. Vectors take from the heap whenever their size changes, so that
/// islands of unlike size would do so in every step: small problems have a memory per size, of the
/// sizes last used. Which one is used changes no answer.
class SolverMemory {
 public:
  lcp::Workspace& for_rows(Eigen::Index rows);

 private:
  /// Larger problems share one: there what is taken from the heap costs nothing beside the solve,
  /// and memories would add up.
  static constexpr Eigen::Index kLargest = 200;
  struct Place {
    Eigen::Index rows = -1;
    long used = 0;  ///< when it was last asked for
    lcp::Workspace workspace;
  };

  std::array<Place, 16> places_;
  lcp::Workspace large_;
  long time_ = 0;
};

}  // namespace perpend
