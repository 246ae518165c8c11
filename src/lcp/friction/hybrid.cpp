// SPDX-License-Identifier: Apache-2.0
//
// Limitations: friction lags one step behind the normal force; a new contact has no friction for
// one step; sticking contacts have the box of their tangent frame.
#include "lcp/friction/hybrid.hpp"

#include <cmath>

#include "lcp/friction/facets.hpp"
#include "lcp/friction/slip_frames.hpp"

namespace perpend::lcp {

using Eigen::Index;
using Eigen::VectorXd;

HybridProblem::HybridProblem(const ContactProblem& problem, const SlipOptions& options) {
  validate(problem, FacetOptions{});
  require_not_sliding(problem, "hybrid");
  const std::vector<SlipFrame> frames = slip_frames(problem, options);
  spread_ = rotated_forces(problem, frames, problem.size());
  for (const Index row : bilateral_rows(problem)) bilateral_.push_back({row, row});
  assemble(problem, spread_);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Contact& contact = problem.contacts[i];
    const SlipFrame& frame = frames[i];
    const double limit = (frame.slides ? contact.mu_k : contact.mu_s) * frame.pressure;
    boxed_.lo.segment(contact.row + 1, contact.tangents).setConstant(-limit);
    boxed_.hi.segment(contact.row + 1, contact.tangents).setConstant(limit);
    if (std::isfinite(frame.lateral_compliance) && contact.tangents == 2)
      boxed_.A(contact.row + 2, contact.row + 2) += frame.lateral_compliance;
  }
}

VectorXd HybridProblem::start(const VectorXd& f) const {
  const VectorXd rotated = spread_.transpose() * f;
  return rotated.cwiseMax(boxed_.lo).cwiseMin(boxed_.hi);
}

}  // namespace perpend::lcp
