// SPDX-License-Identifier: Apache-2.0
//
// Eigen's dense factors of matrices whose size is known at run time only. They are compiled once,
// in dense_factors.cpp: each of them takes longer to compile than the source that uses it. Evaluate
// the arguments of compute() and solve() first, so that these instances are used.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

namespace perpend::linalg {

/// Rank tolerance of dependent rows in units of their diagonal: an order above the rounding of
/// their products, n eps for n to 1000.
inline constexpr double kRankCut = 1e-11;

}  // namespace perpend::linalg

extern template class Eigen::LLT<Eigen::MatrixXd>;
extern template class Eigen::LDLT<Eigen::MatrixXd>;
extern template class Eigen::PartialPivLU<Eigen::MatrixXd>;
extern template class Eigen::FullPivLU<Eigen::MatrixXd>;
extern template class Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;
extern template class Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;

extern template Eigen::ColPivHouseholderQR<Eigen::MatrixXd>&
Eigen::ColPivHouseholderQR<Eigen::MatrixXd>::compute(const Eigen::EigenBase<Eigen::MatrixXd>&);
extern template void Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>::_solve_impl(
    const Eigen::VectorXd&, Eigen::VectorXd&) const;
extern template void Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>::_solve_impl(
    const Eigen::MatrixXd&, Eigen::MatrixXd&) const;
