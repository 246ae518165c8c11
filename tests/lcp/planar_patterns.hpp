// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::lcp::testing {

/// Brute force over the patterns {open, stick, slide +, slide -} of the contacts of a planar
/// problem
/// ({open, closed} where a contact slides already): every least-norm f that passes the residual
/// checker to `tolerance`. A problem may have solutions that are no least-norm one, but if it has
/// any it has one on independent columns, so rank-deficient patterns are also tried with fewer rows
/// held.
inline std::vector<Eigen::VectorXd> enumerate_planar(const ContactProblem& problem,
                                                     double tolerance = 1e-8) {
  using Eigen::Index;
  enum Pattern { open, plus, minus, stick };
  const std::size_t contacts = problem.contacts.size();
  std::vector<Eigen::VectorXd> solutions;
  Eigen::VectorXd a;
  for (unsigned code = 0; code < (1u << (2 * contacts)); ++code) {
    // f = T z with one column of T per unknown; held lists the rows with a = 0.
    std::vector<Eigen::VectorXd> columns;
    std::vector<Index> held;
    bool valid = true;
    for (std::size_t i = 0; i < contacts; ++i) {
      const Contact& contact = problem.contacts[i];
      const auto pattern = static_cast<Pattern>(code >> (2 * i) & 3u);
      if (contact.sliding && pattern > plus) valid = false;
      if (pattern == open) continue;
      Eigen::VectorXd normal = Eigen::VectorXd::Unit(problem.size(), contact.row);
      if (contact.sliding)
        normal[contact.row + 1] = -contact.mu_k * contact.direction.x();
      else if (pattern != stick)
        normal[contact.row + 1] = pattern == plus ? contact.mu_s : -contact.mu_s;
      columns.push_back(normal);
      held.push_back(contact.row);
      if (pattern != stick || contact.sliding) continue;
      columns.push_back(Eigen::VectorXd::Unit(problem.size(), contact.row + 1));
      held.push_back(contact.row + 1);
    }
    if (!valid) continue;
    Eigen::VectorXd f = Eigen::VectorXd::Zero(problem.size());
    if (!columns.empty()) {
      Eigen::MatrixXd T(problem.size(), columns.size());
      for (std::size_t j = 0; j < columns.size(); ++j) T.col(j) = columns[j];
      const Eigen::MatrixXd K = (problem.A * T)(held, Eigen::all);
      f = T * K.completeOrthogonalDecomposition().solve(-problem.b(held));
    }
    if (certify(problem, f, a).residual <= tolerance) solutions.push_back(f);
  }
  return solutions;
}

}  // namespace perpend::lcp::testing
