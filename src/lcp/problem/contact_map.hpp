// SPDX-License-Identifier: Apache-2.0
//
// Parts that the residual checkers of dense and of global problems share: the natural map of
// contacts, given the forces, the motion and the diagonal of the matrix.
#pragma once

#include <vector>

#include "lcp/problem/friction_polygon.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {

/// Diagonal of the matrix between f and a, one entry per row.
using Diagonal = Eigen::Map<const Eigen::VectorXd, 0, Eigen::InnerStride<>>;

inline Diagonal diagonal_of(const Eigen::MatrixXd& A) {
  return {A.data(), A.rows(), Eigen::InnerStride<>(A.rows() + 1)};
}

/// Judges row after row, each by its own units and rounding, and keeps the worst.
class RowJudge {
 public:
  /// Allowance for contacts. Forces that are next to nothing are known to the rounding of the
  /// largest: their rows are held to 1e-10 of the largest row and to a thousandth of their own
  /// units.
  static constexpr double kOfContacts = 1e7;

  /// `terms` are the sums of |A_ij f_j|; all outlive the judge. The unit of a row is its own times
  /// `allowance`, at most max |b|.
  RowJudge(const Eigen::VectorXd& b, const Eigen::VectorXd& terms, const Eigen::VectorXd& noise,
           double allowance);
  /// Records that the law of `count` rows from `first` on is broken by `natural`.
  void take(Eigen::Index first, Eigen::Index count, double natural);
  /// Returns the certificate; its residual is NaN where an entry of f or a is not finite.
  Certificate verdict(const Eigen::VectorXd& f, const Eigen::VectorXd& a) const;

  Certificate certificate;

 private:
  const Eigen::VectorXd &b_, &terms_, &noise_;
  double allowance_;
  double largest_;     // max |b|
  double worst_ = -1;  // residual over its bound
};

/// Judges the contacts, each with its polygon where there are any, and the bilateral rows; raises
/// friction and wrong_way too.
void judge_contacts(RowJudge& judge, const std::vector<Contact>& contacts, FrictionLaw law,
                    const Eigen::VectorXd& f, const Eigen::VectorXd& a, const Diagonal& diagonal,
                    const std::vector<FrictionPolygon>& polygons = {});

/// Computes certify(ContactProblem) with polygons in place of the discs, one per contact.
Certificate certify(const ContactProblem& problem, const std::vector<FrictionPolygon>& polygons,
                    const Eigen::VectorXd& f, Eigen::VectorXd& a, Eigen::VectorXd& terms);

}  // namespace perpend::lcp
