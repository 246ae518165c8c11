// SPDX-License-Identifier: Apache-2.0
#include "linalg/lu/dense_lu.hpp"

#include <Eigen/LU>
#include <utility>

namespace perpend::linalg {

void DenseLu::factor(Map A) {
  data_ = A.data();
  size_ = A.rows();
  if (exchanged_.size() < static_cast<std::size_t>(size_)) exchanged_.resize(size_);
  if (size_ == 0) return;
  int exchanges = 0;
  Eigen::internal::partial_lu_impl<double, Eigen::ColMajor, int>::blocked_lu(
      size_, size_, data_, size_, exchanged_.data(), exchanges);
}

void DenseLu::solve(Eigen::Ref<Eigen::VectorXd> x) const {
  const Eigen::Map<const Eigen::MatrixXd> LU(data_, size_, size_);
  for (Eigen::Index k = 0; k < size_; ++k) std::swap(x[k], x[exchanged_[k]]);
  LU.triangularView<Eigen::UnitLower>().solveInPlace(x);
  LU.triangularView<Eigen::Upper>().solveInPlace(x);
}

}  // namespace perpend::linalg
