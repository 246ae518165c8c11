// SPDX-License-Identifier: Apache-2.0
// Reads mixed and relay problems in text files of the Siconos collections.
#include "io/problem/problem_text_mixed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "core/infinity.hpp"
#include "io/format/text_matrix.hpp"

namespace perpend::io {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

bool is_number(std::string_view word) {
  double value = 0;
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error != std::errc::invalid_argument && end == word.data() + word.size();
}

// Reads block starts 0 = s_0 < s_1 < ... = n + m.
std::vector<Index> read_starts(TokenReader& reader, Index size) {
  std::vector<Index> starts{reader.count("row blocks", 0)};
  while (!reader.first_fault() && starts.back() < size) {
    const Index next = reader.count("row blocks", size);
    if (next <= starts.back())
      reader.fault("row blocks", fmt::format("found {}", next), "expected increasing numbers");
    starts.push_back(next);
  }
  return starts;
}

struct Sizes {
  bool whole = false, parts = false;
  Index n = 0, m = 0;
};

Sizes read_sizes(TokenReader& reader) {
  Sizes sizes;
  sizes.whole = reader.count("flag of the whole matrix", 1) == 1;
  sizes.parts = reader.count("flag of the parts", 1) == 1;
  sizes.n = reader.count("n", kMaxRows);
  sizes.m = reader.count("m", kMaxRows - sizes.n);
  return sizes;
}

// Sets the bounds of an LCP; the caller removes the lower bounds of the equality rows.
lcp::BoxedLcp unbounded(Index size) {
  return {{}, {}, Eigen::VectorXd::Zero(size), Eigen::VectorXd::Constant(size, kInfinity)};
}

lcp::BoxedLcp read_whole(TokenReader& reader, const Sizes& sizes) {
  const Index size = sizes.n + sizes.m;
  lcp::BoxedLcp problem = unbounded(size);
  const std::vector<Index> starts = read_starts(reader, size);
  Index equalities = 0;
  for (std::size_t i = 0; i + 1 < starts.size() && !reader.first_fault(); ++i) {
    const Index rows = starts[i + 1] - starts[i];
    if (reader.count("kinds of the row blocks", 1) == 1) continue;
    problem.lo.segment(starts[i], rows).setConstant(-kInfinity);
    equalities += rows;
  }
  if (equalities != sizes.n)
    reader.fault("row blocks", fmt::format("hold {} rows of equality", equalities),
                 fmt::format("expected n = {}", sizes.n));
  const MatrixLabel label = read_label(reader, "M", kMaxRows);
  if (label.rows != size || label.cols != size)
    reader.fault("M", fmt::format("is labelled {} x {}", label.rows, label.cols),
                 fmt::format("expected {} x {}", size, size));
  problem.A = read_dense_matrix(reader, "M", label);
  problem.b = reader.numbers("q", size);
  return problem;
}

MatrixXd read_rows(TokenReader& reader, const char* name, Index rows, Index cols) {
  if (reader.first_fault()) return {};
  if (!reader.can_hold(rows * cols)) {
    reader.fault(name, fmt::format("has {} x {} entries", rows, cols),
                 "the file is too short for as many numbers");
    return {};
  }
  MatrixXd matrix(rows, cols);
  for (Index i = 0; i < rows; ++i)
    matrix.row(i) = reader.numbers(fmt::format("{} row {}", name, i), cols).transpose();
  return matrix;
}

lcp::BoxedLcp read_parts(TokenReader& reader, const Sizes& sizes) {
  const Index n = sizes.n, m = sizes.m;
  const MatrixXd A = read_rows(reader, "A", n, n), B = read_rows(reader, "B", m, m);
  const MatrixXd C = read_rows(reader, "C", n, m), D = read_rows(reader, "D", m, n);
  lcp::BoxedLcp problem = unbounded(n + m);
  problem.b = reader.numbers("a and b", n + m);
  problem.lo.head(n).setConstant(-kInfinity);
  if (reader.first_fault()) return problem;
  problem.A.resize(n + m, n + m);
  problem.A << A, C, D, B;
  return problem;
}

}  // namespace

Index numbers_left(TokenReader reader, Index most) {
  Index count = 0;
  while (count <= most && is_number(reader.word())) ++count;
  return count;
}

// An LCP starts with n, the storage flag, n and n. Only for n = 1 can these numbers be the start of
// a mixed problem, but the latter continues with the starts of its row blocks, from 0 to 2.
bool is_mixed(TokenReader reader) {
  const Sizes sizes = read_sizes(reader);
  if (reader.first_fault() || sizes.n + sizes.m == 0) return false;
  if (!sizes.whole) return sizes.parts;
  read_starts(reader, sizes.n + sizes.m);
  return !reader.first_fault();
}

lcp::BoxedLcp read_mixed(TokenReader& reader) {
  const Sizes sizes = read_sizes(reader);
  if (!sizes.whole) return read_parts(reader, sizes);
  lcp::BoxedLcp problem = read_whole(reader, sizes);
  if (!sizes.parts || reader.first_fault()) return problem;
  const lcp::BoxedLcp parts = read_parts(reader, sizes);
  if (reader.first_fault()) return problem;
  // Equality rows come first in the parts, but may be anywhere in M.
  const bool in_order = (problem.lo.array() == parts.lo.array()).all();
  if (in_order && (problem.A != parts.A || problem.b != parts.b))
    reader.fault("A, B, C, D", "are not the parts of M and q", "expected the same numbers");
  return problem;
}

lcp::BoxedLcp with_bounds(TokenReader& reader, lcp::Lcp problem, bool& bounded) {
  const Index n = problem.size(), found = numbers_left(reader, 2 * n);
  bounded = found == 2 * n && n > 0;
  if (reader.first_fault() || found == 0)
    return {std::move(problem.A), std::move(problem.b), {}, {}};
  if (!bounded)
    reader.fault("b",
                 fmt::format("is followed by {}{} number{}", found > 2 * n ? "more than " : "",
                             std::min(found, 2 * n), found == 1 ? "" : "s"),
                 fmt::format("expected a remark, or {0} lower and {0} upper bounds of a relay", n));
  return {std::move(problem.A), std::move(problem.b), reader.numbers("lo", n),
          reader.numbers("hi", n)};
}

}  // namespace perpend::io
