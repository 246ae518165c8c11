// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <functional>
#include <string>
#include <vector>

#include "io/format/text_tokens.hpp"

namespace perpend::io {

inline constexpr Eigen::Index kMaxRows = 20000;  ///< a dense matrix of 3 GB; more is a false label
inline constexpr Eigen::Index kMaxSparseRows = 10000000;

/// The numbers that stand before the entries of a matrix in a text file.
struct MatrixLabel {
  Eigen::Index storage = 0;  ///< 0 dense, 1 blocks by row, 2 printed sparse
  Eigen::Index rows = 0, cols = 0;
};

/// Reads the label; `name` identifies the matrix in faults.
MatrixLabel read_label(TokenReader& reader, const std::string& name, Eigen::Index last_row);

Eigen::MatrixXd read_dense_matrix(TokenReader& reader, const std::string& name,
                                  const MatrixLabel& label);
/// Reads the matrix as a sparse one, without the zeros of dense storage and of blocks.
Eigen::SparseMatrix<double> read_sparse_matrix(TokenReader& reader, const std::string& name,
                                               const MatrixLabel& label);

}  // namespace perpend::io
