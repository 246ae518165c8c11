// SPDX-License-Identifier: Apache-2.0
#include "linalg/kernels/dense_factors.hpp"

template class Eigen::LLT<Eigen::MatrixXd>;
template class Eigen::LDLT<Eigen::MatrixXd>;
template class Eigen::PartialPivLU<Eigen::MatrixXd>;
template class Eigen::FullPivLU<Eigen::MatrixXd>;
template class Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;
template class Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;

template Eigen::ColPivHouseholderQR<Eigen::MatrixXd>&
Eigen::ColPivHouseholderQR<Eigen::MatrixXd>::compute(const Eigen::EigenBase<Eigen::MatrixXd>&);
template void Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>::_solve_impl(
    const Eigen::VectorXd&, Eigen::VectorXd&) const;
template void Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>::_solve_impl(
    const Eigen::MatrixXd&, Eigen::MatrixXd&) const;
