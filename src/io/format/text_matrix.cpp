// SPDX-License-Identifier: Apache-2.0
// Matrices in the text files that Siconos writes:
//   storage 0, dense:   rows, cols once more, then the values column by column
//   storage 1, blocks:  blocks, block rows, block columns, ends of the block rows, ends of the
//                       block columns, two counts, row pointers, block columns of the blocks
//                       (compressed rows), then per block its number and values column by column
//   storage 2, sparse:  origin (1 triplets, 2 compressed columns, 3 compressed rows), then what
//                       cs_print of CSparse writes: a line of its version,
//                       "triplet: m-by-n, nzmax: k nnz: k" and lines "i j : x", or
//                       "m-by-n, nzmax: k nnz: k, 1-norm: x" and for each column
//                       "col j : locations a to b" and lines "i : x". Entries that occur twice add.
#include "io/format/text_matrix.hpp"

#include <fmt/format.h>

namespace perpend::io {
namespace {

using Eigen::Index;
using EntrySink = std::function<void(Index i, Index j, double value)>;

void read_dense(TokenReader& reader, const std::string& name, const MatrixLabel& label,
                const EntrySink& sink) {
  const Index rows = reader.count(name + " rows (dense)", label.rows * label.cols);
  const Index cols = reader.count(name + " cols (dense)", label.rows * label.cols);
  if (rows != label.rows || cols != label.cols)
    reader.fault(name, fmt::format("is labelled {} x {}", rows, cols),
                 fmt::format("expected {} x {} as above", label.rows, label.cols));
  for (Index j = 0; j < label.cols && !reader.first_fault(); ++j) {
    const std::string column = fmt::format("{} column {}", name, j);
    for (Index i = 0; i < label.rows; ++i) sink(i, j, reader.number(column, i));
  }
}

// Reads block boundaries 0 = b_0 < b_1 < ... < b_count = size.
std::vector<Index> read_ends(TokenReader& reader, const std::string& what, Index count,
                             Index size) {
  std::vector<Index> ends{0};
  for (Index i = 0; i < count && !reader.first_fault(); ++i) {
    ends.push_back(reader.count(what, size));
    if (ends[ends.size() - 2] >= ends.back())
      reader.fault(what, fmt::format("found {}", ends.back()), "expected increasing numbers");
  }
  if (ends.back() != size)
    reader.fault(what, fmt::format("end at {}", ends.back()), fmt::format("expected {}", size));
  return ends;
}

std::vector<Index> read_counts(TokenReader& reader, const std::string& what, Index count,
                               Index last) {
  std::vector<Index> values;
  for (Index i = 0; i < count && !reader.first_fault(); ++i)
    values.push_back(reader.count(what, last));
  return values;
}

void read_blocks(TokenReader& reader, const std::string& name, const MatrixLabel& label,
                 const EntrySink& sink) {
  const Index blocks = reader.count(name + " blocks", label.rows * label.cols);
  const Index block_rows = reader.count(name + " block rows", label.rows);
  const Index block_cols = reader.count(name + " block columns", label.cols);
  const auto row_ends = read_ends(reader, name + " block row ends", block_rows, label.rows);
  const auto col_ends = read_ends(reader, name + " block column ends", block_cols, label.cols);
  const Index pointers = reader.count(name + " row pointers", block_rows + 1);
  const Index filled = reader.count(name + " filled blocks", blocks);
  const auto start = read_counts(reader, name + " row pointer", pointers, filled);
  const auto column = read_counts(reader, name + " block column", filled, block_cols - 1);
  if (pointers != block_rows + 1 || filled != blocks)
    reader.fault(name, "has block counts that contradict each other", "");
  for (Index row = 0; row < block_rows && !reader.first_fault(); ++row) {
    for (Index k = start[row]; k < start[row + 1] && !reader.first_fault(); ++k) {
      const Index found = reader.count(name + " block number", label.rows * label.cols);
      if (found != k)
        reader.fault(name, fmt::format("has block {}", found), fmt::format("expected block {}", k));
      const std::string block = fmt::format("{} block {}", name, k);
      for (Index j = col_ends[column[k]]; j < col_ends[column[k] + 1]; ++j)
        for (Index i = row_ends[row]; i < row_ends[row + 1]; ++i)
          sink(i, j, reader.number(block, i - row_ends[row]));
    }
  }
}

// Reads a count that a comma may follow.
Index read_listed(TokenReader& reader, const std::string& what, Index last) {
  std::string_view token = reader.word();
  if (token.ends_with(',')) token.remove_suffix(1);
  TokenReader alone(token, "");
  const Index value = alone.count(what, last);
  if (alone.first_fault())
    reader.fault(what, alone.first_fault()->message, alone.first_fault()->hint);
  return value;
}

void read_triplets(TokenReader& reader, const std::string& name, const MatrixLabel& label,
                   Index entries, const EntrySink& sink) {
  for (Index k = 0; k < entries && !reader.first_fault(); ++k) {
    const Index i = reader.count(name + " row index", label.rows - 1);
    const Index j = reader.count(name + " column index", label.cols - 1);
    reader.expect(name + " entry", ":");
    const double value = reader.number(name + " entry", k);
    if (!reader.first_fault()) sink(i, j, value);
  }
}

// Reads "col j : locations a to b" with a = `start`; returns b + 1.
Index read_column_line(TokenReader& reader, const std::string& name, Index j, Index start,
                       Index entries) {
  const std::string what = fmt::format("{} column {}", name, j);
  reader.expect(what, "col");
  reader.expect(what, std::to_string(j));
  for (const char* word : {":", "locations"}) reader.expect(what, word);
  reader.expect(what, std::to_string(start));
  reader.expect(what, "to");
  const double last = reader.number(what);
  if (last >= static_cast<double>(start) - 1 && last < static_cast<double>(entries))
    return static_cast<Index>(last) + 1;
  reader.fault(what, fmt::format("ends at location {}", last),
               fmt::format("expected one from {} to {}", start - 1, entries - 1));
  return start;
}

void read_columns(TokenReader& reader, const std::string& name, const MatrixLabel& label,
                  Index entries, const EntrySink& sink) {
  Index k = 0;
  for (Index j = 0; j < label.cols && !reader.first_fault(); ++j) {
    const Index end = read_column_line(reader, name, j, k, entries);
    for (; k < end && !reader.first_fault(); ++k) {
      const Index i = reader.count(name + " row index", label.rows - 1);
      reader.expect(name + " entry", ":");
      const double value = reader.number(name + " entry", k);
      if (!reader.first_fault()) sink(i, j, value);
    }
  }
  if (k != entries)
    reader.fault(name, fmt::format("has {} entries", k), fmt::format("expected {}", entries));
}

void read_printed(TokenReader& reader, const std::string& name, const MatrixLabel& label,
                  const EntrySink& sink) {
  constexpr Index kTriplets = 1, kCompressedRows = 3;
  const Index origin = reader.count(name + " origin", kCompressedRows);
  reader.expect(name, "CSparse");
  reader.skip_line();
  if (origin == kTriplets) reader.expect(name, "triplet:");
  reader.expect(name + " size", fmt::format("{}-by-{},", label.rows, label.cols));
  reader.expect(name, "nzmax:");
  read_listed(reader, name + " nzmax", std::numeric_limits<int>::max());
  reader.expect(name, "nnz:");
  const Index entries = read_listed(reader, name + " nnz", std::numeric_limits<int>::max());
  if (origin == kTriplets) return read_triplets(reader, name, label, entries, sink);
  reader.expect(name, "1-norm:");
  reader.word();
  if (origin != kCompressedRows) return read_columns(reader, name, label, entries, sink);
  // For compressed rows cs_print writes "col" for each row and loops over the number of columns.
  if (label.rows != label.cols)
    return reader.fault(name, "is printed by compressed rows and not square",
                        "expected triplets or compressed columns");
  read_columns(reader, name, label, entries,
               [&](Index i, Index j, double value) { sink(j, i, value); });
}

void read_entries(TokenReader& reader, const std::string& name, const MatrixLabel& label,
                  const EntrySink& sink) {
  if (label.storage == 0) return read_dense(reader, name, label, sink);
  if (label.storage == 1) return read_blocks(reader, name, label, sink);
  read_printed(reader, name, label, sink);
}

// Checks, before much memory is allocated, that the file holds the entries. Blocks and printed
// matrices are read through once for it; the file must also have room for as many further numbers
// as there are rows.
bool holds_entries(TokenReader& reader, const std::string& name, const MatrixLabel& label) {
  constexpr Index kSmall = 1 << 20;
  if (reader.first_fault()) return false;
  if (label.rows * label.cols <= kSmall) return true;
  TokenReader ahead = reader;
  if (label.storage != 0)
    read_entries(ahead, name, label, [](Index, Index, double) {});
  else if (!ahead.can_hold(label.rows * label.cols))
    ahead.fault(name, fmt::format("is labelled {} x {}", label.rows, label.cols),
                "the file is too short for as many numbers");
  if (!ahead.first_fault() && !ahead.can_hold(label.rows))
    ahead.fault(name, fmt::format("has {} rows", label.rows),
                "the file is too short for as many numbers behind it");
  if (ahead.first_fault()) reader = ahead;
  return !ahead.first_fault();
}

}  // namespace

MatrixLabel read_label(TokenReader& reader, const std::string& name, Index last_row) {
  MatrixLabel label;
  label.storage = reader.count("storage", 2);
  label.rows = reader.count(name + " rows", last_row);
  label.cols = reader.count(name + " cols", last_row);
  return label;
}

Eigen::MatrixXd read_dense_matrix(TokenReader& reader, const std::string& name,
                                  const MatrixLabel& label) {
  if (!holds_entries(reader, name, label)) return {};
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(label.rows, label.cols);
  read_entries(reader, name, label, [&](Index i, Index j, double value) {
    // Assigns the first value directly, because 0 + -0 would be 0.
    matrix(i, j) = matrix(i, j) == 0 ? value : matrix(i, j) + value;
  });
  return matrix;
}

Eigen::SparseMatrix<double> read_sparse_matrix(TokenReader& reader, const std::string& name,
                                               const MatrixLabel& label) {
  if (reader.first_fault()) return {};
  std::vector<Eigen::Triplet<double>> entries;
  read_entries(reader, name, label, [&](Index i, Index j, double value) {
    if (value != 0) entries.emplace_back(static_cast<int>(i), static_cast<int>(j), value);
  });
  Eigen::SparseMatrix<double> matrix(label.rows, label.cols);
  if (!reader.first_fault()) matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

}  // namespace perpend::io
