// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/infinity.hpp"
#include "io/format/json_object.hpp"
#include "io/problem/problem_formats.hpp"

namespace perpend::io {
namespace {

const std::vector<std::string> kContactArrays{"row",  "tangents",  "kind", "mu_s",
                                              "mu_k", "direction", "law"};

class ArrayReader {
 public:
  ArrayReader(std::span<const NamedArray> arrays, const std::string& file)
      : arrays_(arrays), file_(file) {}

  const NamedArray* find(std::string_view name) const {
    for (const NamedArray& array : arrays_)
      if (array.name == name) return &array;
    return nullptr;
  }

  void fault(const std::string& name, std::string message, std::string hint = {}) {
    faults_.push_back({file_, 0, name, std::move(message), std::move(hint)});
  }

  // Returns n values (a scalar is repeated) if the array exists, else `otherwise`.
  Eigen::VectorXd numbers(const std::string& name, Eigen::Index n, double otherwise) {
    const NamedArray* array = find(name);
    if (!array) return Eigen::VectorXd::Constant(n, otherwise);
    const auto count = static_cast<Eigen::Index>(array->values.size());
    if (array->shape.empty()) return Eigen::VectorXd::Constant(n, array->values[0]);
    if (count == n) return Eigen::Map<const Eigen::VectorXd>(array->values.data(), n);
    fault(name, fmt::format("holds {} values", count), fmt::format("expected {}", n));
    return Eigen::VectorXd::Constant(n, otherwise);
  }

  // Reads codes in the same manner, each from 0 to `last`.
  Eigen::VectorXd codes(const std::string& name, Eigen::Index n, double otherwise, double last) {
    Eigen::VectorXd values = numbers(name, n, otherwise);
    for (Eigen::Index i = 0; i < n; ++i) {
      if (values[i] >= 0 && values[i] <= last && values[i] == std::floor(values[i])) continue;
      fault(fmt::format("{}[{}]", name, i), fmt::format("found {}", values[i]),
            fmt::format("expected a whole number from 0 to {}", last));
      values[i] = 0;
    }
    return values;
  }

  // Reads friction coefficients.
  Eigen::VectorXd coefficients(const std::string& name, Eigen::Index n) {
    Eigen::VectorXd values = numbers(name, n, 0.0);
    for (Eigen::Index i = 0; i < n; ++i)
      if (!(values[i] >= 0 && std::isfinite(values[i])))
        fault(fmt::format("{}[{}]", name, i), fmt::format("is {}", values[i]),
              "expected a finite number >= 0");
    return values;
  }

  Eigen::MatrixXd matrix(const std::string& name, Eigen::Index n, std::string_view source) {
    const NamedArray* array = find(name);
    if (!array) return fault(name, "is missing", "expected an n x n array"), Eigen::MatrixXd();
    const bool square = array->shape == std::vector<std::int64_t>{n, n};
    if (!square) {
      fault(name, fmt::format("has shape ({})", fmt::join(array->shape, ", ")),
            fmt::format("expected ({}, {}), {}", n, n, source));
      return {};
    }
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return Eigen::Map<const RowMajor>(array->values.data(), n, n);
  }

  void check_names(const std::vector<std::string>& known) {
    for (const NamedArray& array : arrays_)
      if (std::find(known.begin(), known.end(), array.name) == known.end())
        fault(array.name, "is not a known array", name_hint(array.name, known));
  }

  Diagnostics& faults() { return faults_; }

 private:
  std::span<const NamedArray> arrays_;
  std::string file_;
  Diagnostics faults_;
};

Eigen::Index contact_count(const ArrayReader& reader) {
  for (const char* name : {"kind", "mu_s", "mu_k", "tangents", "row"})
    if (const NamedArray* array = reader.find(name))
      if (!array->shape.empty()) return static_cast<Eigen::Index>(array->values.size());
  return 0;
}

std::vector<lcp::Contact> read_contacts(ArrayReader& reader, Eigen::Index n) {
  const Eigen::Index count = contact_count(reader);
  const bool static_given = reader.find("mu_s") != nullptr;
  const Eigen::VectorXd kind = reader.codes("kind", count, 1, 2);
  const Eigen::VectorXd tangents = reader.codes("tangents", count, 1, 2);
  const Eigen::VectorXd row = reader.codes("row", count, 0, static_cast<double>(n));
  const Eigen::VectorXd mu_s = reader.coefficients(static_given ? "mu_s" : "mu_k", count);
  const bool both = static_given && reader.find("mu_k");
  const Eigen::VectorXd mu_k = both ? reader.coefficients("mu_k", count) : mu_s;
  Eigen::VectorXd direction = Eigen::VectorXd::Unit(2, 0).replicate(count, 1);
  if (reader.find("direction")) direction = reader.numbers("direction", 2 * count, 0.0);

  std::vector<lcp::Contact> contacts;
  Eigen::Index next_row = 0;
  for (Eigen::Index i = 0; i < count; ++i) {
    lcp::Contact contact;
    contact.tangents = kind[i] == 0 ? 0 : static_cast<int>(tangents[i]);
    contact.row = reader.find("row") ? static_cast<Eigen::Index>(row[i]) : next_row;
    contact.mu_s = mu_s[i];
    contact.mu_k = mu_k[i];
    contact.sliding = kind[i] == 2;
    contact.direction = direction.segment<2>(2 * i);
    contacts.push_back(contact);
    next_row = contact.row + contact.tangents + 1;
  }
  return contacts;
}

Problem read_arrays(ArrayReader& reader) {
  const NamedArray* b_array = reader.find("b");
  if (!b_array) reader.fault("b", "is missing", "expected an array of n values");
  const auto n = b_array ? static_cast<Eigen::Index>(b_array->values.size()) : 0;
  Eigen::VectorXd b = reader.numbers("b", n, 0.0);
  Eigen::MatrixXd A = reader.matrix("A", n, "as many as b has values");
  const bool bounded = reader.find("lo") || reader.find("hi");
  const auto there = [&](const std::string& name) { return reader.find(name) != nullptr; };
  const bool contacts = std::any_of(kContactArrays.begin(), kContactArrays.end(), there);
  if (contacts && bounded)
    reader.fault(reader.find("lo") ? "lo" : "hi", "stands beside contact arrays",
                 "expected bounds or contacts, not both");
  if (contacts) {
    const Eigen::VectorXd law = reader.codes("law", 1, 0, 2);
    return lcp::ContactProblem{std::move(A), std::move(b), read_contacts(reader, n),
                               static_cast<lcp::FrictionLaw>(static_cast<int>(law[0]))};
  }
  if (!bounded) return lcp::Lcp{std::move(A), std::move(b)};
  return lcp::BoxedLcp{std::move(A), std::move(b), reader.numbers("lo", n, 0.0),
                       reader.numbers("hi", n, kInfinity)};
}

NamedArray named(std::string name, const Eigen::VectorXd& values) {
  return {std::move(name), {values.size()}, {values.begin(), values.end()}};
}

NamedArray named(std::string name, const Eigen::MatrixXd& matrix) {
  NamedArray array{std::move(name), {matrix.rows(), matrix.cols()}, {}};
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) array.values.push_back(matrix(i, j));
  return array;
}

void append_extra(const lcp::Lcp&, std::vector<NamedArray>&) {}

void append_extra(const lcp::BoxedLcp& problem, std::vector<NamedArray>& arrays) {
  arrays.push_back(named("lo", problem.lo));
  arrays.push_back(named("hi", problem.hi));
}

void append_extra(const lcp::ContactProblem& problem, std::vector<NamedArray>& arrays) {
  const auto count = static_cast<Eigen::Index>(problem.contacts.size());
  Eigen::MatrixXd columns(count, 5), direction(count, 2);
  for (Eigen::Index i = 0; i < count; ++i) {
    const lcp::Contact& contact = problem.contacts[static_cast<std::size_t>(i)];
    columns.row(i) << static_cast<double>(contact.row), contact.tangents, contact_kind(contact),
        contact.mu_s, contact.mu_k;
    direction.row(i) = contact.direction;
  }
  const std::array names{"row", "tangents", "kind", "mu_s", "mu_k"};
  for (std::size_t j = 0; j < names.size(); ++j)
    arrays.push_back(named(names[j], Eigen::VectorXd(columns.col(static_cast<Eigen::Index>(j)))));
  arrays.push_back(named("direction", direction));
  arrays.push_back({"law", {}, {static_cast<double>(problem.law)}});
}

template <typename P>
std::vector<NamedArray> to_arrays(const P& problem) {
  std::vector<NamedArray> arrays{named("A", problem.A), named("b", problem.b)};
  append_extra(problem, arrays);
  return arrays;
}

// Reads G, g and mus of robotics collections, where each contact has its tangents first and its
// normal last.
Problem read_tangents_first(ArrayReader& reader) {
  const NamedArray* mus = reader.find("mus");
  if (!mus) reader.fault("mus", "is missing", "expected a coefficient per contact");
  const auto count = mus ? static_cast<Eigen::Index>(mus->values.size()) : 0;
  const Eigen::Index n = 3 * count;
  const Eigen::VectorXd g = reader.numbers("g", n, 0.0), mu = reader.numbers("mus", count, 0.0);
  if (!reader.find("g")) reader.fault("g", "is missing", fmt::format("expected {} values", n));
  const Eigen::MatrixXd G = reader.matrix("G", n, "3 per contact of mus");
  std::vector<Eigen::Index> rows;
  for (Eigen::Index i = 0; i < n; i += 3) rows.insert(rows.end(), {i + 2, i, i + 1});
  if (!reader.faults().empty()) return {};
  return lcp::ContactProblem{G(rows, rows), g(rows), contacts_in_order(3, mu)};
}

}  // namespace

Result<Problem> problem_from_arrays(std::span<const NamedArray> arrays, const std::string& file) {
  ArrayReader reader(arrays, file);
  const bool tangents_first = reader.find("G") && !reader.find("A");
  Problem problem = tangents_first ? read_tangents_first(reader) : read_arrays(reader);
  std::vector<std::string> known{"A", "b", "lo", "hi"};
  known.insert(known.end(), kContactArrays.begin(), kContactArrays.end());
  if (tangents_first) known = {"G", "g", "mus", "lam0"};  // lam0 is an initial guess
  reader.check_names(known);
  if (!reader.faults().empty()) return std::move(reader.faults());
  return checked(std::move(problem), file, nullptr);
}

std::vector<NamedArray> problem_to_arrays(const lcp::Lcp& problem) {
  return to_arrays(problem);
}

std::vector<NamedArray> problem_to_arrays(const lcp::BoxedLcp& problem) {
  return to_arrays(problem);
}

std::vector<NamedArray> problem_to_arrays(const lcp::ContactProblem& problem) {
  return to_arrays(problem);
}

}  // namespace perpend::io
