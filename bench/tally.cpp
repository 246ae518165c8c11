// SPDX-License-Identifier: Apache-2.0
#include "tally.hpp"

#include <algorithm>

#include "timing.hpp"

namespace perpend::bench {

Tally::Tally(const std::string& set, const std::string& solver, bool peer) {
  row_.set = set;
  row_.solver = solver;
  row_.peer = peer;
}

void Tally::add(const Judgement& judgement) {
  const bool claims = judgement.status == lcp::Status::solved;
  const bool ray =
      judgement.status == lcp::Status::ray || judgement.status == lcp::Status::infeasible;
  ++row_.problems;
  row_.solved += judgement.solved;
  row_.false_rays += judgement.solvable && ray;
  row_.disagreements += !judgement.honest;
  if (claims && judgement.residual >= 0)
    row_.worst_residual = std::max(row_.worst_residual, judgement.residual);
  pivots_.push_back(judgement.pivots_per_n);
  if (judgement.answered_by != lcp::Method::automatic) ++methods_[judgement.answered_by];
}

ReliabilityRow Tally::row() const {
  ReliabilityRow row = row_;
  if (!pivots_.empty()) {
    row.median_pivots_per_n = median(pivots_);
    row.largest_pivots_per_n = *std::max_element(pivots_.begin(), pivots_.end());
  }
  for (const auto& [method, count] : methods_) {
    if (!row.answered_by.empty()) row.answered_by += ", ";
    row.answered_by += std::string(to_string(method)) + " " + std::to_string(count);
  }
  return row;
}

}  // namespace perpend::bench
