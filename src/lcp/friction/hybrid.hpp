// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/friction/discretised.hpp"
#include "perpend/lcp/slip.hpp"

namespace perpend::lcp {

/// Hybrid regularised friction (the model of reference [12] as Peiret et al. 2017 describe it):
/// limits frozen at the normal impulses p of the step before and directions that follow the slip.
///   sticking   |f_t| <= mu_s p on each tangent axis; the caller adds the tangential spring (the
///              bristle's compliance, eqs. 40, 42) as a diagonal of A with its bias in b
///   sliding    |f_et| <= mu_k p along the slip, and across it the compliance of eq. 43,
///              |u_t| / (mu_k p), which gives the force -mu_k p u_l / |u|, within mu_k p
/// x = f with tangents rotated to (e_t, e_l) where the contact slides. Symmetric and boxed
/// (Keller). Throws InvalidArgument on slips that do not fit or Contact::sliding.
class HybridProblem : public DiscretisedProblem {
 public:
  HybridProblem(const ContactProblem& problem, const SlipOptions& options);

  Eigen::VectorXd start(const Eigen::VectorXd& f) const override;
};

}  // namespace perpend::lcp
