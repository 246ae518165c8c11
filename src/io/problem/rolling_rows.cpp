// SPDX-License-Identifier: Apache-2.0
#include "io/problem/rolling_rows.hpp"

#include <vector>

#include "perpend/core/error.hpp"

namespace perpend::io {

using Eigen::Index;

lcp::ContactProblem with_rolling_rows(const lcp::ContactProblem& problem, const Eigen::VectorXd& mu,
                                      const Eigen::VectorXd& mu_r) {
  const Index count = mu.size(), n = problem.A.rows(), dimension = count > 0 ? n / count : 0;
  require(dimension == 3 || dimension == 5, "dimension", "3 or 5 rows per contact",
          static_cast<double>(dimension));
  require(n == count * dimension && problem.A.cols() == n && problem.b.size() == n, "A",
          "as many rows and columns as the contacts have", static_cast<double>(n));
  const int tangents = static_cast<int>(dimension) / 2;
  lcp::ContactProblem out;
  out.law = lcp::FrictionLaw::coulomb;
  std::vector<Index> place;  // row in `out` of each row of the problem
  for (Index c = 0; c < count; ++c) {
    const Index first = c * (dimension + 1), slack = first + 1 + tangents;
    for (Index r = 0; r < dimension; ++r) place.push_back(first + r + (r > tangents ? 1 : 0));
    out.contacts.push_back({.row = first, .tangents = tangents, .mu_s = mu[c], .mu_k = mu[c]});
    out.contacts.push_back({.row = slack, .tangents = tangents, .mu_s = 1, .mu_k = 1});
  }
  out.A.setZero(n + count, n + count);
  out.b.setZero(n + count);
  out.A(place, place) = problem.A;
  out.b(place) = problem.b;
  for (Index c = 0; c < count; ++c) {
    const Index first = c * (dimension + 1), slack = first + 1 + tangents;
    const double w = out.A(slack + 1, slack + 1);
    out.A(slack, slack) = w > 0 ? w : 1.0;
    out.A(slack, first) = -out.A(slack, slack) * mu_r[c];
  }
  return out;
}

}  // namespace perpend::io
