// SPDX-License-Identifier: Apache-2.0
#include "lcp/friction/facets.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "perpend/core/error.hpp"

namespace perpend::lcp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

void validate(const ContactProblem& problem, const FacetOptions& options) {
  validate(problem);
  require(options.directions >= 2 && options.directions % 2 == 0, "options.directions",
          "even and >= 2", options.directions);
  const Index rotated = options.rotation.size();
  require(rotated == 0 || rotated == static_cast<Index>(problem.contacts.size()),
          "options.rotation.size()", "0 or the number of contacts", static_cast<double>(rotated));
  require(options.rotation.allFinite(), "options.rotation", "finite", "NaN or infinity");
}

void require_not_sliding(const ContactProblem& problem, const char* law) {
  for (std::size_t i = 0; i < problem.contacts.size(); ++i)
    if (problem.contacts[i].sliding)
      require(false, "contacts[" + std::to_string(i) + "].sliding",
              std::string("false: ") + law + " friction is not forced", "true");
}

std::vector<Index> bilateral_rows(const ContactProblem& problem) {
  std::vector<bool> claimed(problem.size(), false);
  for (const Contact& contact : problem.contacts)
    for (int k = 0; k <= contact.tangents; ++k) claimed[contact.row + k] = true;
  std::vector<Index> rows;
  for (Index i = 0; i < problem.size(); ++i)
    if (!claimed[i]) rows.push_back(i);
  return rows;
}

MatrixXd facet_directions(int tangents, int count, double rotation) {
  if (tangents == 1) return MatrixXd{{1, -1}};
  MatrixXd directions(2, count);
  for (int j = 0; j < count; ++j) {
    const double angle = rotation + 2 * std::numbers::pi * j / count;
    directions.col(j) << std::cos(angle), std::sin(angle);
  }
  return directions;
}

VectorXd facet_weights(const MatrixXd& directions, const VectorXd& t) {
  const Index count = directions.cols();
  const VectorXd along = directions.transpose() * t;
  Index j = 0;
  VectorXd weights = VectorXd::Zero(count);
  if (count == 2) {
    const double most = along.maxCoeff(&j);
    weights[j] = std::max(0.0, most);
    return weights;
  }
  along.maxCoeff(&j);
  const Index before = (j + count - 1) % count, after = (j + 1) % count;
  const Index other = along[before] > along[after] ? before : after;
  Eigen::Matrix2d pair;
  pair << directions.col(j), directions.col(other);
  const Eigen::Vector2d share = (pair.inverse() * t).cwiseMax(0.0);
  weights[j] = share[0];
  if (share[1] > kStartRounding * share[0]) weights[other] = share[1];
  return weights;
}

void ForceColumns::spread(Index row, Index column, double value) {
  spread_.emplace_back(static_cast<int>(row), static_cast<int>(column), value);
}

void ForceColumns::gather(Index row, Index column, double value) {
  gather_.emplace_back(static_cast<int>(row), static_cast<int>(column), value);
}

Eigen::SparseMatrix<double> ForceColumns::matrix(const Entries& entries, Index size) const {
  Eigen::SparseMatrix<double> result(rows_, size);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

}  // namespace perpend::lcp
