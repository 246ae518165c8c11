// SPDX-License-Identifier: Apache-2.0
// Reads whitespace-separated text problems of the collections around FCLIB and Siconos:
//   lcp:      n, matrix, q                                 -> Lcp{A, b = q}
//   relay:    n, matrix, q, lo, hi                         -> BoxedLcp
//   mixed:    see problem_text_mixed.hpp                   -> BoxedLcp
//   contact:  dimension (2 or 3), contacts, matrix, q, mu  -> ContactProblem, normal row first
//   global:   dimension, contacts, M, H, q, b, mu          -> GlobalContactProblem{f = q, w = b}
//   rolling:  as contact or global, of dimension 5 (3 in the plane), with mu_r after mu
//                                                          -> ContactProblem, rolling_rows.hpp
// Matrices are described in text_matrix.cpp. Text after the last number is a remark.
//
// The files do not name their kind. An LCP has its size, 2 or 3, where the others have the storage
// flag or the number of contacts. This distinguishes them except for "2 k 2 2", which starts an LCP
// of two rows with storage k, or k contacts with a printed matrix; the latter continues with the
// word CSparse. A global problem has a second matrix label where a contact problem has the numbers
// of q.
#include <fmt/format.h>

#include <algorithm>

#include "io/format/decimal.hpp"
#include "io/format/text_matrix.hpp"
#include "io/problem/problem_formats.hpp"
#include "io/problem/problem_text_mixed.hpp"
#include "io/problem/rolling_rows.hpp"

namespace perpend::io {
namespace {

using Eigen::Index;

// Returns -1 if the word has characters other than digits.
Index digits(TokenReader& reader) {
  const std::string_view word = reader.word();
  if (word.empty() || word.size() > 9) return -1;
  if (!std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return -1;
  return std::stol(std::string(word));
}

bool has_contacts(TokenReader reader) {
  const Index dimension = digits(reader), contacts = digits(reader), storage = digits(reader);
  const bool known = dimension == 2 || dimension == 3 || dimension == 5;
  if (!known || contacts < 1 || storage < 0 || storage > 2) return false;
  if (storage < dimension) return true;
  for (int skipped = 0; skipped < 3; ++skipped) reader.word();  // rows, cols, origin
  return reader.word() == "CSparse";
}

// Returns true if the label of H follows rather than the numbers of q.
bool label_follows(TokenReader reader, Index rows, Index cols) {
  const Index storage = digits(reader), found_rows = digits(reader), found_cols = digits(reader);
  if (reader.first_fault() || storage < 0 || storage > 2) return false;
  return found_rows == rows && found_cols == cols;
}

void require_shape(TokenReader& reader, const std::string& name, const MatrixLabel& label,
                   Index rows, Index cols) {
  if (label.rows == rows && label.cols == cols) return;
  reader.fault(name, fmt::format("is labelled {} x {}", label.rows, label.cols),
               fmt::format("expected {} x {}", rows, cols));
}

Problem read_lcp(TokenReader& reader) {
  const Index n = reader.count("n", kMaxRows);
  const MatrixLabel label = read_label(reader, "A", kMaxRows);
  require_shape(reader, "A", label, n, n);
  lcp::Lcp problem;
  problem.A = read_dense_matrix(reader, "A", label);
  problem.b = reader.numbers("b", n);
  bool bounded = false;
  lcp::BoxedLcp relay = with_bounds(reader, std::move(problem), bounded);
  if (bounded) return relay;
  return lcp::Lcp{std::move(relay.A), std::move(relay.b)};
}

Eigen::VectorXd read_coefficients(TokenReader& reader, const char* name, Index count) {
  Eigen::VectorXd mu = Eigen::VectorXd::Zero(count);
  for (Index i = 0; i < count && !reader.first_fault(); ++i) {
    mu[i] = reader.number(name, i);
    if (mu[i] < 0)
      reader.fault(fmt::format("{}[{}]", name, i), fmt::format("is {}", mu[i]),
                   "expected a coefficient >= 0");
  }
  return mu;
}

// Coefficients of rolling friction follow mu in space with dimension 5 and in the plane with
// dimension 3. The latter differs from a contact in space only by exactly as many further numbers
// as contacts before the end or a remark. A lone 0 or 1 after one contact in space is the flag with
// which many published files end.
bool is_rolling(TokenReader reader, Index dimension, Index count) {
  if (dimension == 5) return true;
  if (dimension != 3 || numbers_left(reader, count) != count) return false;
  const std::string_view word = reader.word();
  return count > 1 || (word != "0" && word != "1");
}

lcp::ContactProblem without_velocities(lcp::ContactProblem problem) {
  return problem;
}
lcp::ContactProblem without_velocities(const lcp::GlobalContactProblem& problem) {
  return condense(problem);
}

// Reads the coefficients, which come last, and completes the problem with them.
template <class T>
Problem with_coefficients(TokenReader& reader, T problem, Index dimension, Index count) {
  const Eigen::VectorXd mu = read_coefficients(reader, "mu", count);
  if (reader.first_fault() || !is_rolling(reader, dimension, count)) {
    problem.contacts = contacts_in_order(static_cast<int>(dimension), mu);
    return problem;
  }
  const Eigen::VectorXd mu_r = read_coefficients(reader, "mu_r", count);
  if (dimension * count > kMaxRows)
    reader.fault("contacts", fmt::format("are {} that roll", count),
                 fmt::format("expected up to {} rows", kMaxRows));
  if (reader.first_fault()) return {};
  return with_rolling_rows(without_velocities(std::move(problem)), mu, mu_r);
}

Problem read_rest(TokenReader& reader, lcp::ContactProblem problem, Index dimension, Index count) {
  problem.b = reader.numbers("b", dimension * count);
  return with_coefficients(reader, std::move(problem), dimension, count);
}

Problem read_rest(TokenReader& reader, lcp::GlobalContactProblem problem, Index dimension,
                  Index count) {
  problem.H = read_sparse_matrix(reader, "H", read_label(reader, "H", kMaxSparseRows));
  problem.f = reader.numbers("f", problem.M.rows());
  problem.w = reader.numbers("w", dimension * count);
  return with_coefficients(reader, std::move(problem), dimension, count);
}

// M of a global problem may be as large as the matrix of a contact problem with as many contacts.
Problem read_contact_problem(TokenReader& reader) {
  const Index dimension = reader.count("dimension", 5), count = reader.count("contacts", kMaxRows);
  const Index n = dimension * count;
  const MatrixLabel label = read_label(reader, "A", kMaxSparseRows);
  if (label.rows == n && label.cols == n && n <= kMaxRows) {
    Eigen::MatrixXd A = read_dense_matrix(reader, "A", label);
    if (label_follows(reader, n, n))
      return read_rest(reader, lcp::GlobalContactProblem{A.sparseView(), {}, {}, {}, {}}, dimension,
                       count);
    return read_rest(reader, lcp::ContactProblem{std::move(A), {}, {}}, dimension, count);
  }
  TokenReader after = reader;
  Eigen::SparseMatrix<double> M = read_sparse_matrix(after, "M", label);
  if (label.rows == label.cols && label_follows(after, label.rows, n)) {
    reader = after;
    return read_rest(reader, lcp::GlobalContactProblem{std::move(M), {}, {}, {}, {}}, dimension,
                     count);
  }
  reader.fault("A", fmt::format("is labelled {} x {}", label.rows, label.cols),
               fmt::format("expected {} x {}, or M of a global problem with H behind it", n, n));
  return {};
}

}  // namespace

Result<Problem> parse_problem_text(std::string_view text, const std::string& file) {
  TokenReader reader(without_mark(text), file);
  try {
    Problem problem = is_mixed(reader)       ? Problem(read_mixed(reader))
                      : has_contacts(reader) ? read_contact_problem(reader)
                                             : read_lcp(reader);
    if (reader.first_fault()) return Diagnostics{*reader.first_fault()};
    return checked(std::move(problem), file, nullptr);
  } catch (const InvalidArgument& fault) {  // from condense()
    return Diagnostics{diagnostic_of(fault, file, 0)};
  }
}

}  // namespace perpend::io
