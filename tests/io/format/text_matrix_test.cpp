// SPDX-License-Identifier: Apache-2.0
// Matrices drawn at random, written in every storage of Siconos and read back.
#include "io/format/text_matrix.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

namespace perpend::io {
namespace {

using Eigen::Index, Eigen::MatrixXd;

// A third of its entries are 0.
MatrixXd drawn(Index rows, Index cols, std::mt19937& random) {
  MatrixXd matrix(rows, cols);
  for (double& entry : matrix.reshaped())
    entry = random() % 3 == 0 ? 0 : (static_cast<double>(random() % 2001) - 1000) / 64;
  return matrix;
}

std::string label(int storage, const MatrixXd& a) {
  return fmt::format("{}\n{}\n{}\n", storage, a.rows(), a.cols());
}

std::string dense(const MatrixXd& a) {
  std::string text = label(0, a) + fmt::format("{} {}\n", a.rows(), a.cols());
  for (const double entry : a.reshaped()) text += fmt::format("{}\n", entry);
  return text;
}

// Ends of blocks that a matrix of this many rows is cut into.
std::vector<Index> ends(Index size, std::mt19937& random) {
  std::vector<Index> found;
  for (Index at = 0; at < size;)
    found.push_back(at = std::min(size, at + 1 + static_cast<Index>(random() % 3)));
  return found;
}

std::string listed(const std::vector<Index>& values) {
  std::string text;
  for (const Index value : values) text += fmt::format("{} ", value);
  return text + "\n";
}

// Blocks of zeros are left out.
std::string blocks(const MatrixXd& a, std::mt19937& random) {
  const std::vector<Index> row_ends = ends(a.rows(), random), col_ends = ends(a.cols(), random);
  std::vector<Index> start{0}, column;
  std::string entries;
  for (std::size_t i = 0; i < row_ends.size(); ++i) {
    for (std::size_t j = 0; j < col_ends.size(); ++j) {
      const Index top = i ? row_ends[i - 1] : 0, left = j ? col_ends[j - 1] : 0;
      const MatrixXd block = a.block(top, left, row_ends[i] - top, col_ends[j] - left);
      if (block.isZero(0)) continue;
      entries += fmt::format("{}\n", column.size());
      for (const double entry : block.reshaped()) entries += fmt::format("{} ", entry);
      column.push_back(static_cast<Index>(j));
    }
    start.push_back(static_cast<Index>(column.size()));
  }
  return label(1, a) +
         fmt::format("{}\n{}\n{}\n", column.size(), row_ends.size(), col_ends.size()) +
         listed(row_ends) + listed(col_ends) + fmt::format("{} {}\n", start.size(), column.size()) +
         listed(start) + listed(column) + entries + "\n";
}

const std::string kVersion = "CSparse Version 3.2.0, of 2017\n";

std::string triplets(const MatrixXd& a, std::mt19937& random) {
  std::vector<std::string> lines;
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j) {
      if (a(i, j) == 0) continue;
      lines.push_back(fmt::format("{} {} : {}\n", i, j, a(i, j) - 1));
      lines.push_back(fmt::format("{} {} : 1\n", i, j));
    }
  std::shuffle(lines.begin(), lines.end(), random);
  std::string text = label(2, a) + "1\n" + kVersion +
                     fmt::format("triplet: {}-by-{}, nzmax: {} nnz: {}\n", a.rows(), a.cols(),
                                 lines.size() + 7, lines.size());
  for (const std::string& line : lines) text += line;
  return text;
}

// Origin 2: the columns of a matrix; 3: its rows, which cs_print calls columns.
std::string columns(const MatrixXd& a, int origin) {
  const MatrixXd printed = origin == 3 ? MatrixXd(a.transpose()) : a;
  std::string lines;
  int count = 0;
  for (Index j = 0; j < printed.cols(); ++j) {
    const auto entries = (printed.col(j).array() != 0).count();
    lines += fmt::format("col {} : locations {} to {}\n", j, count, count + entries - 1);
    for (Index i = 0; i < printed.rows(); ++i)
      if (printed(i, j) != 0) lines += fmt::format("{} : {}\n", i, printed(i, j)), ++count;
  }
  return label(2, a) + fmt::format("{}\n", origin) + kVersion +
         fmt::format("{}-by-{}, nzmax: {} nnz: {}, 1-norm: 3.5\n", a.rows(), a.cols(), count + 2,
                     count) +
         lines;
}

void check_read(const std::string& text, const MatrixXd& expected) {
  CAPTURE(text);
  for (const bool sparse : {false, true}) {
    const std::string all = text + "behind";
    TokenReader reader(all, "t.dat");
    const MatrixLabel label = read_label(reader, "A", kMaxRows);
    CHECK(label.rows == expected.rows());
    CHECK(label.cols == expected.cols());
    const MatrixXd found = sparse ? MatrixXd(read_sparse_matrix(reader, "A", label))
                                  : read_dense_matrix(reader, "A", label);
    REQUIRE_MESSAGE(!reader.first_fault(), to_string(*reader.first_fault()));
    CHECK(found == expected);
    CHECK(reader.word() == "behind");
  }
}

TEST_CASE("a matrix is the same in every storage") {
  std::mt19937 random(8);
  for (int k = 0; k < 100; ++k) {
    const Index rows = 1 + static_cast<Index>(random() % 6);
    const Index cols = 1 + static_cast<Index>(random() % 6);
    const MatrixXd matrix = drawn(rows, cols, random), square = drawn(rows, rows, random);
    check_read(dense(matrix), matrix);
    check_read(blocks(matrix, random), matrix);
    check_read(triplets(matrix, random), matrix);
    check_read(columns(matrix, 2), matrix);
    check_read(columns(square, 3), square);
  }
}

TEST_CASE("a sparse matrix has no zeros of dense storage and of blocks") {
  std::mt19937 random(9);
  const MatrixXd matrix = drawn(7, 5, random);
  for (const std::string& text : {dense(matrix), blocks(matrix, random)}) {
    TokenReader reader(text, "t.dat");
    const MatrixLabel label = read_label(reader, "A", kMaxRows);
    CHECK(read_sparse_matrix(reader, "A", label).nonZeros() == (matrix.array() != 0).count());
  }
}

std::string fault_of(const std::string& text) {
  TokenReader reader(text, "t.dat");
  const MatrixLabel label = read_label(reader, "H", 50);
  static_cast<void>(read_dense_matrix(reader, "H", label));
  if (!reader.first_fault()) return "none";
  const Diagnostic& fault = *reader.first_fault();
  return fault.element + ": " + fault.message + " (" + fault.hint + ")";
}

// Two blocks of two rows, the first of one column and the second of two.
TEST_CASE("blocks that contradict each other are refused by name") {
  const auto fault = [](const std::string& from, const std::string& to) {
    std::string text = "1\n2\n3\n2\n1\n2\n2\n1 3\n2 2\n0 2\n0 1\n0 1 2\n1 3 4 5 6";
    return fault_of(text.replace(text.find(from), from.size(), to));
  };
  CHECK(fault("1 3\n", "1 3\n") == "none");
  CHECK(fault("\n1 3\n", "\n1 2\n") == "H block column ends: end at 2 (expected 3)");
  CHECK(fault("\n1 3\n", "\n1 1\n") ==
        "H block column ends: found 1 (expected increasing numbers)");
  CHECK(fault("\n2 2\n", "\n3 2\n") ==
        "H row pointers: found 3 (expected a whole number from 0 to 2)");
  CHECK(fault("\n2 2\n", "\n2 3\n") ==
        "H filled blocks: found 3 (expected a whole number from 0 to 2)");
  CHECK(fault("3\n2\n1\n", "3\n3\n1\n") == "H: has block counts that contradict each other ()");
  CHECK(fault("3\n2\n1\n", "3\n7\n1\n") ==
        "H blocks: found 7 (expected a whole number from 0 to 6)");
  CHECK(fault("\n0 1\n", "\n0 2\n") ==
        "H block column: found 2 (expected a whole number from 0 to 1)");
  CHECK(fault("\n1 3 4", "\n0 3 4") == "H: has block 0 (expected block 1)");
  CHECK(fault(" 5 6", " 5 x") == "H block 1[1]: found \"x\" (expected a number)");
}

TEST_CASE("labels are a storage and sizes up to what is expected") {
  CHECK(fault_of("3\n1\n1\n") == "storage: found 3 (expected a whole number from 0 to 2)");
  CHECK(fault_of("0\n51\n1\n") == "H rows: found 51 (expected a whole number from 0 to 50)");
  CHECK(fault_of("0\n1\n51\n") == "H cols: found 51 (expected a whole number from 0 to 50)");
  CHECK(fault_of("0\n2\n1\n1 2\n") == "H: is labelled 1 x 2 (expected 2 x 1 as above)");
}

}  // namespace
}  // namespace perpend::io
