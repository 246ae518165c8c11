// SPDX-License-Identifier: Apache-2.0
#include "io/problem/fclib_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace perpend::io::fclib {
namespace {

using hdf5::Error;
using Integers = std::vector<std::int32_t>;
using Sparse = Eigen::SparseMatrix<double>;

constexpr int kMaxSize = 10000000;  // a larger size is damage, rejected before memory is allocated

void require_class(hid_t file, const std::string& name, bool integer) {
  const std::string expected = integer ? "whole numbers" : "numbers";
  const hdf5::Handle data(H5Dopen2(file, name.c_str(), H5P_DEFAULT), name, expected);
  const hdf5::Handle type(H5Dget_type(data), name);
  const H5T_class_t found = H5Tget_class(type);
  if (found != H5T_INTEGER && (integer || found != H5T_FLOAT))
    throw Error(name, "is of another kind", "expected " + expected);
}

void require_length(hid_t file, const std::string& name, std::size_t size) {
  const std::size_t found = hdf5::row_count(file, name);
  if (found != size)
    throw Error(name, fmt::format("has {} entries", found), fmt::format("expected {}", size));
}

template <typename T>
std::vector<T> read_numbers(hid_t file, const std::string& name, std::size_t size) {
  require_class(file, name, std::is_integral_v<T>);
  return hdf5::read_vector<T>(file, name, size);
}

std::vector<double> read_finite(hid_t file, const std::string& name, std::size_t size) {
  std::vector<double> values = read_numbers<double>(file, name, size);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      throw Error(fmt::format("{}[{}]", name, i), fmt::format("is {}", values[i]),
                  "expected a finite number");
  return values;
}

int read_size(hid_t file, const std::string& name) {
  const int value = read_int(file, name);
  if (value < 0 || value > kMaxSize)
    throw Error(name, fmt::format("is {}", value),
                fmt::format("expected a number from 0 to {}", kMaxSize));
  return value;
}

bool all_below(const Integers& indices, int limit) {
  return std::all_of(indices.begin(), indices.end(), [&](int i) { return i >= 0 && i < limit; });
}

void require_below(const Integers& indices, int limit, const std::string& name) {
  for (std::size_t k = 0; k < indices.size(); ++k)
    if (indices[k] < 0 || indices[k] >= limit)
      throw Error(fmt::format("{}[{}]", name, k), fmt::format("is {}", indices[k]),
                  fmt::format("expected an index from 0 to {}", limit - 1));
}

struct Entries {
  Integers row, column;
  std::vector<double> value;
};

Entries read_triplets(hid_t file, const std::string& group, int rows, int cols, int count) {
  const auto size = static_cast<std::size_t>(count);
  Entries entries;
  entries.column = read_numbers<std::int32_t>(file, group + "/p", size);
  entries.row = read_numbers<std::int32_t>(file, group + "/i", size);
  entries.value = read_finite(file, group + "/x", size);
  const bool as_csparse = all_below(entries.column, cols) && all_below(entries.row, rows);
  const bool as_header = all_below(entries.column, rows) && all_below(entries.row, cols);
  if (!as_csparse && as_header) {
    std::swap(entries.row, entries.column);
  } else {
    require_below(entries.column, cols, group + "/p");
    require_below(entries.row, rows, group + "/i");
  }
  return entries;
}

// Reads the start positions of `count` columns (or rows); the first is 0.
Integers read_starts(hid_t file, const std::string& name, int count) {
  require_length(file, name, static_cast<std::size_t>(count) + 1);
  Integers starts = read_numbers<std::int32_t>(file, name, static_cast<std::size_t>(count) + 1);
  for (std::size_t k = 0; k < starts.size(); ++k) {
    const int least = k == 0 ? 0 : starts[k - 1];
    if (starts[k] < least || (k == 0 && starts[k] != 0))
      throw Error(fmt::format("{}[{}]", name, k), fmt::format("is {}", starts[k]),
                  k == 0 ? "expected 0" : fmt::format("expected at least {}", least));
  }
  return starts;
}

// Treats columns as the major index; the caller swaps row and column for compressed rows.
Entries read_compressed(hid_t file, const std::string& group, int major, int minor) {
  const Integers starts = read_starts(file, group + "/p", major);
  const auto size = static_cast<std::size_t>(starts.back());
  Entries entries;
  entries.row = read_numbers<std::int32_t>(file, group + "/i", size);
  require_below(entries.row, minor, group + "/i");
  entries.value = read_finite(file, group + "/x", size);
  entries.column.reserve(size);
  for (int j = 0; j < major; ++j)
    entries.column.insert(entries.column.end(), static_cast<std::size_t>(starts[j + 1] - starts[j]),
                          j);
  return entries;
}

Entries read_entries(hid_t file, const std::string& group, int rows, int cols) {
  const int nz = read_int(file, group + "/nz");
  if (nz >= 0) return read_triplets(file, group, rows, cols, nz);
  if (nz == -1) return read_compressed(file, group, cols, rows);
  if (nz != -2)
    throw Error(group + "/nz", fmt::format("is {}", nz),
                "expected -1 (columns), -2 (rows) or the number of triplets");
  Entries entries = read_compressed(file, group, rows, cols);
  std::swap(entries.row, entries.column);
  return entries;
}

}  // namespace

int read_int(hid_t file, const std::string& name) {
  require_class(file, name, true);
  return hdf5::read_vector<std::int32_t>(file, name, 1).front();
}

void write_int(hid_t file, const std::string& name, int value) {
  const hsize_t shape[] = {1};
  hdf5::write_rows(file, name, hdf5::memory_type<std::int32_t>(), &value, shape);
}

Eigen::VectorXd read_vector(hid_t file, const std::string& name, Eigen::Index size) {
  require_length(file, name, static_cast<std::size_t>(size));
  const std::vector<double> values = read_finite(file, name, static_cast<std::size_t>(size));
  return Eigen::Map<const Eigen::VectorXd>(values.data(), size);
}

void write_vector(hid_t file, const std::string& name, const Eigen::VectorXd& values) {
  const hsize_t shape[] = {static_cast<hsize_t>(values.size())};
  hdf5::write_rows(file, name, hdf5::memory_type<double>(), values.data(), shape);
}

Sparse read_matrix(hid_t file, const std::string& group) {
  const int rows = read_size(file, group + "/m"), cols = read_size(file, group + "/n");
  const Entries entries = read_entries(file, group, rows, cols);
  std::vector<Eigen::Triplet<double>> triplets;
  triplets.reserve(entries.value.size());
  for (std::size_t k = 0; k < entries.value.size(); ++k)
    triplets.emplace_back(entries.row[k], entries.column[k], entries.value[k]);
  Sparse matrix(rows, cols);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

void write_matrix(hid_t file, const std::string& group, const Sparse& matrix) {
  const int entries = static_cast<int>(matrix.nonZeros());
  write_int(file, group + "/nzmax", entries);
  write_int(file, group + "/m", static_cast<int>(matrix.rows()));
  write_int(file, group + "/n", static_cast<int>(matrix.cols()));
  write_int(file, group + "/nz", -1);
  const hsize_t starts[] = {static_cast<hsize_t>(matrix.cols()) + 1};
  const hsize_t shape[] = {static_cast<hsize_t>(entries)};
  const hid_t integer = hdf5::memory_type<std::int32_t>();
  hdf5::write_rows(file, group + "/p", integer, matrix.outerIndexPtr(), starts);
  hdf5::write_rows(file, group + "/i", integer, matrix.innerIndexPtr(), shape);
  hdf5::write_rows(file, group + "/x", hdf5::memory_type<double>(), matrix.valuePtr(), shape);
}

}  // namespace perpend::io::fclib
