// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "perpend/lcp/solve.hpp"

namespace perpend {

/// Solver workspaces of one thread. Vectors allocate whenever their size changes, so that islands
/// of different sizes would allocate in every step: small problems have one workspace per size, for
/// the sizes last used. The choice of workspace changes no answer.
class SolverMemory {
 public:
  lcp::Workspace& for_rows(Eigen::Index rows);

 private:
  /// Largest number of rows with a workspace of its own. Larger problems share one: allocation
  /// costs nothing there beside the solve, and memory would add up.
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
