// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "perpend/lcp/solution.hpp"
#include "report.hpp"

namespace perpend::bench {

/// One answer as judged by the residual checker.
struct Judgement {
  double residual = 0.0;
  bool solved = false;  ///< the residual is within the bound of the set
  bool honest = true;   ///< the status agrees with the residual
  lcp::Status status = lcp::Status::limit;
  double pivots_per_n = 0.0;
  lcp::Method answered_by = lcp::Method::automatic;
  bool solvable = true;  ///< true if a ray or `infeasible` is false
};

/// Counts the answers of one solver on one set.
class Tally {
 public:
  Tally(const std::string& set, const std::string& solver, bool peer);
  void add(const Judgement& judgement);
  int problems() const { return row_.problems; }
  ReliabilityRow row() const;

 private:
  ReliabilityRow row_;
  std::vector<double> pivots_;
  std::map<lcp::Method, int> methods_;
};

}  // namespace perpend::bench
