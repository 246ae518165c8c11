// SPDX-License-Identifier: Apache-2.0
//
// Section 8 of Baraff 1996. The paper solves A lambda = -(J M⁻¹ f + c) for each force f through
// H (y, lambda) = (0, -b) and forms M⁻¹ (Jᵀ lambda + f) after it (steps 2, 3, 5 with errata 1996-11
// to 13). With f and c on the right-hand side the same solve gives both at once,
//
//   [M  -Jᵀ] [v'    ]   [f]
//   [-J  0 ] [lambda] = [c],     v' = M⁻¹ (Jᵀ lambda + f),  J v' + c = 0,
//
// so one sparsesolve per auxiliary constraint is all, and M⁻¹ is never needed by itself.
//
// Limits: k responses of length n are kept, O(nk) memory. BlockReduction forms the symmetric case
// by half solves along tree paths.
#include "bench/baraff/block_auxiliary.hpp"

#include "perpend/core/error.hpp"

namespace perpend::linalg {

void AuxiliaryConstraints::start(const SparseFactor& primary, const Eigen::VectorXd& external) {
  require(external.size() == primary.rows(), "external", "one entry per row of the primary system",
          static_cast<double>(external.size()));
  primary_ = &primary;
  rows_.clear();
  free_ = external;
  primary.solve(free_);
}

void AuxiliaryConstraints::add(std::span<const Part> Ja, std::span<const Part> K, double offset) {
  const BlockGraph& graph = primary_->graph();
  for (const auto parts : {Ja, K}) {
    for (const Part& part : parts) {
      require(part.body >= 0 && part.body < graph.nodes() && graph.signs[part.body] > 0, "body",
              "a body of the primary system", part.body);
      require(part.value.size() == graph.sizes[part.body], "value", "one entry per velocity",
              static_cast<double>(part.value.size()));
    }
  }
  Row row{{Ja.begin(), Ja.end()}, offset, Eigen::VectorXd::Zero(primary_->rows())};
  for (const Part& part : K)
    row.response.segment(primary_->offset(part.body), part.value.size()) += part.value;
  primary_->solve(row.response);
  rows_.push_back(std::move(row));
}

double AuxiliaryConstraints::measure(const Row& row, const Eigen::VectorXd& acceleration) const {
  double sum = 0.0;
  for (const Part& part : row.Ja)
    sum += part.value.dot(acceleration.segment(primary_->offset(part.body), part.value.size()));
  return sum;
}

void AuxiliaryConstraints::form(Eigen::MatrixXd& A, Eigen::VectorXd& b) const {
  A.resize(rows(), rows());
  b.resize(rows());
  for (int i = 0; i < rows(); ++i) {
    b[i] = measure(rows_[i], free_) + rows_[i].offset;
    for (int j = 0; j < rows(); ++j) A(i, j) = measure(rows_[i], rows_[j].response);
  }
}

Eigen::VectorXd AuxiliaryConstraints::respond(const Eigen::VectorXd& mu) const {
  require(mu.size() == rows(), "mu", "rows() entries", static_cast<double>(mu.size()));
  Eigen::VectorXd result = free_;
  for (int i = 0; i < rows(); ++i) result += mu[i] * rows_[i].response;
  return result;
}

}  // namespace perpend::linalg
