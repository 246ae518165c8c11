// SPDX-License-Identifier: Apache-2.0
#include "io/problem/fclib_rows.hpp"

#include <fmt/format.h>

#include <cmath>

namespace perpend::io {
namespace {

using Eigen::Index;
using Sparse = Eigen::SparseMatrix<double>;

Diagnostics contact_faults(const std::vector<lcp::Contact>& contacts) {
  Diagnostics faults;
  const auto fault = [&](const std::string& element, std::string message, std::string hint) {
    faults.push_back({"", 0, element, std::move(message), std::move(hint)});
  };
  if (contacts.empty()) fault("contacts", "is empty", "FCLIB holds problems with contacts");
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const lcp::Contact& contact = contacts[i];
    const std::string name = fmt::format("contacts[{}]", i);
    if (contact.tangents == 0)
      fault(name, "is frictionless", "FCLIB holds contacts with tangents");
    else if (contact.tangents != contacts[0].tangents)
      fault(name, fmt::format("has {} tangents", contact.tangents),
            fmt::format("FCLIB holds as many at all contacts, {} as at the first",
                        contacts[0].tangents));
    if (contact.sliding) fault(name, "is sliding", "FCLIB holds static friction only");
    if (contact.mu_s != contact.mu_k)
      fault(name, fmt::format("has mu_s = {} and mu_k = {}", contact.mu_s, contact.mu_k),
            "FCLIB holds one coefficient per contact");
  }
  return faults;
}

Result<FclibRows> rows_of(const std::vector<lcp::Contact>& contacts, Index size) {
  Diagnostics faults = contact_faults(contacts);
  if (!faults.empty()) return faults;
  FclibRows rows;
  rows.dimension = contacts[0].tangents + 1;
  rows.mu.resize(static_cast<Index>(contacts.size()));
  std::vector<bool> claimed(static_cast<std::size_t>(size), false);
  for (const lcp::Contact& contact : contacts) {
    rows.mu[static_cast<Index>(rows.contact.size()) / rows.dimension] = contact.mu_k;
    for (Index row = contact.row; row <= contact.row + contact.tangents; ++row) {
      rows.contact.push_back(row);
      claimed[static_cast<std::size_t>(row)] = true;
    }
  }
  for (Index row = 0; row < size; ++row)
    if (!claimed[static_cast<std::size_t>(row)]) rows.bilateral.push_back(row);
  return rows;
}

// Reports where A(bilateral, contact) is not the transpose of V = A(contact, bilateral), as FCLIB
// assumes.
Diagnostics mirror_faults(const Eigen::MatrixXd& A, const FclibRows& rows) {
  constexpr double kRounding = 1e-13;  // as in lcp::solve, for J M⁻¹ Jᵀ multiplied out
  for (const Index i : rows.contact)
    for (const Index j : rows.bilateral)
      if (std::abs(A(i, j) - A(j, i)) > kRounding * (std::abs(A(i, i)) + std::abs(A(j, j))))
        return {{"", 0, "A",
                 fmt::format("has {} at ({}, {}) and {} at ({}, {})", A(i, j), i, j, A(j, i), j, i),
                 "FCLIB holds one of both where a row is bilateral"}};
  return {};
}

}  // namespace

Result<FclibRows> fclib_rows(const lcp::ContactProblem& problem) {
  Result<FclibRows> rows = rows_of(problem.contacts, problem.size());
  if (!rows) return rows;
  Diagnostics faults = mirror_faults(problem.A, *rows);
  if (problem.law != lcp::FrictionLaw::coulomb && rows->dimension == 3)
    faults.push_back({"", 0, "law", "is not coulomb", "FCLIB holds the law of the cone"});
  if (!faults.empty()) return faults;
  return rows;
}

Result<FclibRows> fclib_rows(const lcp::GlobalContactProblem& problem) {
  return rows_of(problem.contacts, problem.size());
}

Sparse filled(const Eigen::MatrixXd& matrix, const std::vector<Index>& rows,
              const std::vector<Index>& cols) {
  Sparse part(static_cast<Index>(rows.size()), static_cast<Index>(cols.size()));
  for (Index j = 0; j < part.cols(); ++j) {
    part.startVec(j);
    for (Index i = 0; i < part.rows(); ++i) {
      const double value =
          matrix(rows[static_cast<std::size_t>(i)], cols[static_cast<std::size_t>(j)]);
      if (value != 0 || std::signbit(value)) part.insertBack(i, j) = value;
    }
  }
  part.finalize();
  return part;
}

Sparse columns(const Sparse& matrix, const std::vector<Index>& cols) {
  Sparse part(matrix.rows(), static_cast<Index>(cols.size()));
  for (Index j = 0; j < part.cols(); ++j) {
    part.startVec(j);
    for (Sparse::InnerIterator entry(matrix, cols[static_cast<std::size_t>(j)]); entry; ++entry)
      part.insertBack(entry.row(), j) = entry.value();
  }
  part.finalize();
  return part;
}

}  // namespace perpend::io
