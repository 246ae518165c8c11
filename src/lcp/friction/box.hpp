// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/friction/discretised.hpp"

namespace perpend::lcp {

/// Box friction with limits frozen at the normal impulses of the step before (the Box model that
/// Peiret et al. 2017 compare with): |f_t| <= mu_s `normal` on each tangent axis, x = f. Symmetric
/// and boxed (Keller), always solvable where b is a velocity. The box with limits that follow f_N
/// is FrictionLaw::box.
class BoxProblem : public DiscretisedProblem {
 public:
  /// `normal`: one impulse per contact (N·s), taken for 0 where negative. Throws InvalidArgument on
  /// a size that does not fit, NaN, or Contact::sliding.
  BoxProblem(const ContactProblem& problem, const Eigen::VectorXd& normal);

  Eigen::VectorXd start(const Eigen::VectorXd& f) const override;
};

}  // namespace perpend::lcp
