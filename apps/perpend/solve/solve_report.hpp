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
  std::optional<lcp::Certificate> stored = {};  ///< of the solution that came with the problem
};

/// One answer alone, or all under "answers" with the methods that do not support the problem.
void print_json(const SolveReport& report);
/// A table of the answers; of one answer its forces and velocities too.
void print_words(const SolveReport& report);

}  // namespace perpend::app
