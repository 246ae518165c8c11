// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/lcp/global_problem.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::io {

/// Row numbers of a problem in the two groups that FCLIB stores separately.
struct FclibRows {
  int dimension = 0;                  ///< rows per contact, 2 or 3
  std::vector<Eigen::Index> contact;  ///< rows of the contacts, in the order of their list
  std::vector<Eigen::Index> bilateral;
  Eigen::VectorXd mu;  ///< one per contact
};

/// Returns the rows, or everything that FCLIB cannot hold, without the name of the file.
Result<FclibRows> fclib_rows(const lcp::ContactProblem& problem);
Result<FclibRows> fclib_rows(const lcp::GlobalContactProblem& problem);

/// Returns a submatrix of a dense matrix without its zeros; -0 is kept.
Eigen::SparseMatrix<double> filled(const Eigen::MatrixXd& matrix,
                                   const std::vector<Eigen::Index>& rows,
                                   const std::vector<Eigen::Index>& cols);
/// Returns the columns with all entries, including explicit zeros.
Eigen::SparseMatrix<double> columns(const Eigen::SparseMatrix<double>& matrix,
                                    const std::vector<Eigen::Index>& cols);

}  // namespace perpend::io
