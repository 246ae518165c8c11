// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/SparseCore>
#include <string>

#include "io/format/hdf5.hpp"

/// Numbers, vectors and matrices as fclib stores them. Anything invalid throws hdf5::Error, which
/// names the element by its path in the file.
namespace perpend::io::fclib {

int read_int(hid_t file, const std::string& name);
void write_int(hid_t file, const std::string& name, int value);

/// Reads a vector of exactly `size` finite numbers.
Eigen::VectorXd read_vector(hid_t file, const std::string& name, Eigen::Index size);
void write_vector(hid_t file, const std::string& name, const Eigen::VectorXd& values);

/// Reads a matrix: a group of nzmax, m (rows), n (columns), nz, p, i and x. By nz:
///   -1  compressed columns: p[0..n] starts of the columns, i row indices
///   -2  compressed rows:    p[0..m] starts of the rows, i column indices
///   k   triplets: k entries x[e] in column p[e] and row i[e], as in CSparse. fclib.h says rows in
///       p, but the programs that write triplets pass on CSparse's arrays. The convention of
///       fclib.h is used if the indices lie inside the matrix only under it.
/// Duplicate entries are added. Explicit zeros are kept.
Eigen::SparseMatrix<double> read_matrix(hid_t file, const std::string& group);
/// Writes the matrix by compressed columns.
void write_matrix(hid_t file, const std::string& group, const Eigen::SparseMatrix<double>& matrix);

}  // namespace perpend::io::fclib
