// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace perpend::linalg {

/// P A = L U with partial pivoting, in the memory of A, by Eigen's blocked kernel without its
/// copies. Takes nothing from the heap once a matrix as large was factored.
class DenseLu {
 public:
  using Map = Eigen::Map<Eigen::MatrixXd>;

  /// Overwrites A (n × n) with L, without its unit diagonal, and U; A must stay until the last
  /// solve(). Never fails: where A is singular the solutions are not finite.
  void factor(Map A);
  /// Computes x <- A⁻¹ x.
  void solve(Eigen::Ref<Eigen::VectorXd> x) const;

 private:
  double* data_ = nullptr;
  Eigen::Index size_ = 0;
  std::vector<int> exchanged_;  // row k with row exchanged_[k], one after the other
};

}  // namespace perpend::linalg
