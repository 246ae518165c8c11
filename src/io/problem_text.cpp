// SPDX-License-Identifier: Apache-2.0
// Whitespace-separated text problems of the collections around the FCLIB and Siconos projects.
//   lcp:      n, matrix, q                              -> Lcp{A, b = q}
//   contact:  dimension (2 or 3), contacts, matrix, q, mu  -> ContactProblem, normal row first
//   matrix:   storage, rows, cols, payload
//     storage 0, dense:   rows, cols once more, then the values column by column
//     storage 1, blocks:  blocks, block rows, block columns, ends of the block rows, ends of the
//                         block columns, two counts, row pointers, block columns of the blocks
//                         (compressed rows), then per block its number and values column by column
// What follows the last number is a remark. The two kinds carry no label: a file is taken as a
// contact problem where the matrix rows equal dimension x contacts and their place fits.
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "io/problem_formats.hpp"

namespace perpend::io {
namespace {

constexpr Eigen::Index kMaxRows = 20000;  // a dense matrix of 3 GB; more is a false label

class TokenReader {
 public:
  TokenReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  // The next number; 0 once a fault was met. `what` names it in the fault.
  double number(std::string_view what) {
    const std::string_view token = next();
    double value = 0.0;
    const char* end = token.data() + token.size();
    const auto [stop, error] = std::from_chars(token.data(), end, value);
    if (token.empty())
      fault(what, "is missing: the file ends here", "truncated?");
    else if (error != std::errc{} || stop != end)
      fault(what, fmt::format("found \"{}\"", token), "expected a number");
    return value;
  }

  Eigen::Index count(std::string_view what, Eigen::Index last = kMaxRows) {
    const double value = number(what);
    const auto whole = static_cast<Eigen::Index>(value);
    if (!fault_ && (value < 0 || value > static_cast<double>(last) || value != double(whole)))
      fault(what, fmt::format("found {}", value),
            fmt::format("expected a whole number from 0 to {}", last));
    return fault_ ? 0 : whole;
  }

  Eigen::VectorXd numbers(std::string_view what, Eigen::Index n) {
    Eigen::VectorXd values = Eigen::VectorXd::Zero(n);
    for (Eigen::Index i = 0; i < n && !fault_; ++i)
      values[i] = number(fmt::format("{}[{}]", what, i));
    return values;
  }

  void fault(std::string_view what, std::string message, std::string hint) {
    if (!fault_) fault_ = {file_, line_, std::string(what), std::move(message), std::move(hint)};
  }

  const std::optional<Diagnostic>& first_fault() const { return fault_; }

 private:
  std::string_view next() {
    while (at_ < text_.size() && is_space(text_[at_])) line_ += text_[at_++] == '\n';
    const std::size_t start = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }
  static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::optional<Diagnostic> fault_;
};

void read_dense(TokenReader& reader, Eigen::MatrixXd& matrix) {
  const Eigen::Index rows = reader.count("A rows (dense)"), cols = reader.count("A cols (dense)");
  if (rows != matrix.rows() || cols != matrix.cols())
    reader.fault("A", fmt::format("is labelled {} x {}", rows, cols),
                 fmt::format("expected {} x {} as above", matrix.rows(), matrix.cols()));
  for (Eigen::Index j = 0; j < matrix.cols() && !reader.first_fault(); ++j)
    matrix.col(j) = reader.numbers(fmt::format("A column {}", j), matrix.rows());
}

// Block boundaries 0 = b_0 < b_1 < ... < b_count = size.
std::vector<Eigen::Index> read_ends(TokenReader& reader, std::string_view what, Eigen::Index count,
                                    Eigen::Index size) {
  std::vector<Eigen::Index> ends{0};
  for (Eigen::Index i = 0; i < count && !reader.first_fault(); ++i) {
    ends.push_back(reader.count(what, size));
    if (ends[ends.size() - 2] >= ends.back())
      reader.fault(what, fmt::format("found {}", ends.back()), "expected increasing numbers");
  }
  if (ends.back() != size)
    reader.fault(what, fmt::format("end at {}", ends.back()), fmt::format("expected {}", size));
  return ends;
}

std::vector<Eigen::Index> read_counts(TokenReader& reader, std::string_view what,
                                      Eigen::Index count, Eigen::Index last) {
  std::vector<Eigen::Index> values;
  for (Eigen::Index i = 0; i < count && !reader.first_fault(); ++i)
    values.push_back(reader.count(what, last));
  return values;
}

void read_block(TokenReader& reader, Eigen::Ref<Eigen::MatrixXd> block, Eigen::Index number) {
  const Eigen::Index found = reader.count("A block number", kMaxRows * kMaxRows);
  if (found != number)
    reader.fault("A", fmt::format("has block {}", found), fmt::format("expected block {}", number));
  for (Eigen::Index j = 0; j < block.cols() && !reader.first_fault(); ++j)
    block.col(j) = reader.numbers(fmt::format("A block {}", number), block.rows());
}

void read_blocks(TokenReader& reader, Eigen::MatrixXd& matrix) {
  const Eigen::Index blocks = reader.count("A blocks", kMaxRows * kMaxRows);
  const Eigen::Index block_rows = reader.count("A block rows", matrix.rows());
  const Eigen::Index block_cols = reader.count("A block columns", matrix.cols());
  const auto row_ends = read_ends(reader, "A block row ends", block_rows, matrix.rows());
  const auto col_ends = read_ends(reader, "A block column ends", block_cols, matrix.cols());
  const Eigen::Index pointers = reader.count("A row pointers", block_rows + 1);
  const Eigen::Index filled = reader.count("A filled blocks", blocks);
  const auto start = read_counts(reader, "A row pointer", pointers, filled);
  const auto column = read_counts(reader, "A block column", filled, block_cols - 1);
  if (pointers != block_rows + 1 || filled != blocks)
    reader.fault("A", "has block counts that contradict each other", "");
  if (reader.first_fault()) return;
  for (Eigen::Index i = 0; i < block_rows; ++i) {
    for (Eigen::Index k = start[i]; k < start[i + 1] && !reader.first_fault(); ++k) {
      const Eigen::Index j = column[k];
      read_block(reader,
                 matrix.block(row_ends[i], col_ends[j], row_ends[i + 1] - row_ends[i],
                              col_ends[j + 1] - col_ends[j]),
                 k);
    }
  }
}

Eigen::MatrixXd read_matrix(TokenReader& reader, Eigen::Index n) {
  const Eigen::Index storage = reader.count("storage", 2);
  const Eigen::Index rows = reader.count("A rows"), cols = reader.count("A cols");
  if (rows != n || cols != n)
    reader.fault("A", fmt::format("is labelled {} x {}", rows, cols),
                 fmt::format("expected {} x {}", n, n));
  if (storage == 2)
    reader.fault("storage", "found 2 (printed sparse)", "expected 0 (dense) or 1 (blocks by row)");
  if (reader.first_fault()) return {};
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  storage == 0 ? read_dense(reader, matrix) : read_blocks(reader, matrix);
  return matrix;
}

bool is_contact_file(std::string_view text) {
  TokenReader reader(text, "");
  const double dimension = reader.number(""), contacts = reader.number("");
  const double storage = reader.number("");
  const double rows = reader.number(""), cols = reader.number("");
  return !reader.first_fault() && (dimension == 2 || dimension == 3) && storage <= 2 &&
         rows == dimension * contacts && cols == rows;
}

Problem read_lcp(TokenReader& reader) {
  const Eigen::Index n = reader.count("n");
  lcp::Lcp problem;
  problem.A = read_matrix(reader, n);
  problem.b = reader.numbers("b", n);
  return problem;
}

Problem read_contact_problem(TokenReader& reader) {
  const Eigen::Index dimension = reader.count("dimension"), count = reader.count("contacts");
  lcp::ContactProblem problem;
  problem.A = read_matrix(reader, dimension * count);
  problem.b = reader.numbers("b", dimension * count);
  const Eigen::VectorXd mu = reader.numbers("mu", count);
  for (Eigen::Index i = 0; i < count; ++i)
    problem.contacts.push_back({.row = dimension * i,
                                .tangents = static_cast<int>(dimension) - 1,
                                .mu_s = mu[i],
                                .mu_k = mu[i]});
  return problem;
}

}  // namespace

Result<Problem> parse_problem_text(std::string_view text, const std::string& file) {
  TokenReader reader(text, file);
  Problem problem = is_contact_file(text) ? read_contact_problem(reader) : read_lcp(reader);
  if (reader.first_fault()) return Diagnostics{*reader.first_fault()};
  return checked(std::move(problem), file, nullptr);
}

}  // namespace perpend::io
