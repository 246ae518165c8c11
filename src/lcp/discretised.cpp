// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/discretised.hpp"

#include <Eigen/SVD>
#include <limits>

#include "standard_form.hpp"

namespace perpend::lcp {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Reduced reduce(const BoxedLcp& problem) {
  const StandardForm form(problem);
  Reduced reduced{{form.M(), form.q()}, MatrixXd(problem.size(), form.size()), {}};
  reduced.rest = form.point(VectorXd::Zero(form.size()));
  for (Eigen::Index j = 0; j < form.size(); ++j)
    reduced.lift.col(j) = form.direction(VectorXd::Unit(form.size(), j));
  return reduced;
}

LeadRank lead_rank(const BoxedLcp& problem) {
  const StandardForm form(problem);
  LeadRank lead{.size = form.size()};
  if (lead.size == 0) return lead;
  const VectorXd values = Eigen::BDCSVD<MatrixXd>(form.M()).singularValues();
  lead.largest = values[0];
  lead.smallest = values[lead.size - 1];
  const double tiny = static_cast<double>(lead.size) * std::numeric_limits<double>::epsilon();
  lead.rank = (values.array() > tiny * lead.largest).count();
  return lead;
}

}  // namespace perpend::lcp
