// SPDX-License-Identifier: Apache-2.0
//
// Limitations: friction lags one step behind the normal force (none at a new contact), is sqrt 2
// too strong along the diagonals of the tangent frame, and does not oppose oblique slip.
#include "lcp/friction/box.hpp"

#include <algorithm>

#include "lcp/friction/facets.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {

using Eigen::Index;
using Eigen::VectorXd;

BoxProblem::BoxProblem(const ContactProblem& problem, const VectorXd& normal) {
  validate(problem, FacetOptions{});
  require_not_sliding(problem, "box");
  require(normal.size() == static_cast<Index>(problem.contacts.size()), "normal.size()",
          "the number of contacts", static_cast<double>(normal.size()));
  require(normal.allFinite(), "normal", "finite", "NaN or infinity");
  spread_.resize(problem.size(), problem.size());
  spread_.setIdentity();
  for (const Index row : bilateral_rows(problem)) bilateral_.push_back({row, row});
  assemble(problem, spread_);
  for (Index i = 0; i < normal.size(); ++i) {
    const Contact& contact = problem.contacts[i];
    const double limit = contact.mu_s * std::max(0.0, normal[i]);
    boxed_.lo.segment(contact.row + 1, contact.tangents).setConstant(-limit);
    boxed_.hi.segment(contact.row + 1, contact.tangents).setConstant(limit);
  }
}

VectorXd BoxProblem::start(const VectorXd& f) const {
  return f.cwiseMax(boxed_.lo).cwiseMin(boxed_.hi);
}

}  // namespace perpend::lcp
