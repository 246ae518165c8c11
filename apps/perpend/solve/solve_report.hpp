// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::app {

struct Answer {
  lcp::Method method;
  lcp::Solution solution;
  Eigen::VectorXd v;  ///< velocities of the bodies of a global problem, else empty
  double wall_us = 0.0;
};

struct SolveReport {
  std::string file;
  lcp::ProblemKind kind;
  std::vector<Answer> answers = {};
  std::optional<lcp::Certificate> stored = {};  ///< of the solution in the file
};

/// Prints a single answer alone, or all under "answers" with the methods that do not support the
/// problem.
void print_json(const SolveReport& report);
/// Prints a table of the answers, and for a single answer also its forces and velocities.
void print_words(const SolveReport& report);

}  // namespace perpend::app
