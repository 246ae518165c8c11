// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// Residuals of the laws of a problem for a given f, computed by code that no solver shares
/// (docs/methods/certificate.md).
///
/// natural      max_i |f_i - P_i(f_i - a_i / A_ii)| A_ii, the natural map of the problem's own law
///              in the units of b; at a contact P projects f_T on the disc (box) of radius mu f_N.
///              FrictionLaw::opposing replaces the tangential part by the violation of
///              (15), (16), (21): max(A_TT (|f_T| - mu f_N), min(|a_T|, A_TT (mu f_N - |f_T|)),
///              min(|a_T|, A_TT max(0, f_T · a_T / |a_T|))).
/// residual     relative residual of the row that is worst relative to its bound(): natural_i over
///              the unit of the row, max(|b_i|, min(sum_j |A_ij f_j|, max |b|)), which in contact
///              problems is multiplied by 1e7 and limited to max |b|. It is 0 where natural_i is at
///              most max(noise_i, 512 eps max |b|), else at least rounding_i where that is above
///              1e-6
/// rounding     sum_j |A_ij f_j| eps of that row in the same units: the error of evaluating
///              a = A f + b in double precision
/// friction     worst violation of |f_T| <= mu f_N, in the units of f
/// wrong_way    worst power of friction along the tangential motion, max(0, f_T · a_T)
struct Certificate {
  double natural = 0.0;
  double residual = 0.0;
  double rounding = 0.0;
  double friction = 0.0;
  double wrong_way = 0.0;

  /// Returns the largest residual of a solution with status `solved`: max(1e-10, 100 rounding), at
  /// most 1e-6. Without the cap, large forces would loosen their own bound: opposing rows can have
  /// forces of 1e11 max |b| each without a residual of their own, and 100 rounding would tolerate
  /// errors of 1e-3 of the load. Above the cap double precision does not determine the motion to
  /// six digits, and the status is Status::limit. Mass ratios of 1e6, the worst of the test
  /// families, stay below 1e-8.
  static constexpr double kTightest = 1e-10, kLoosest = 1e-6, kLossShare = 100;
  double bound() const {
    const double loss = kLossShare * rounding;
    return !(loss > kTightest) ? kTightest : loss < kLoosest ? loss : kLoosest;
  }
  bool holds() const { return residual <= bound(); }
};

/// Computes the certificate of f. All vectors have n entries; a = A f + b and terms = |A| |f| are
/// overwritten.
Certificate certify(const Lcp& problem, const Eigen::VectorXd& f, Eigen::VectorXd& a,
                    Eigen::VectorXd& terms);
Certificate certify(const BoxedLcp& problem, const Eigen::VectorXd& f, Eigen::VectorXd& a,
                    Eigen::VectorXd& terms);
Certificate certify(const ContactProblem& problem, const Eigen::VectorXd& f, Eigen::VectorXd& a,
                    Eigen::VectorXd& terms);

/// Computes the certificate of f with temporary memory for terms.
template <typename Problem>
Certificate certify(const Problem& problem, const Eigen::VectorXd& f, Eigen::VectorXd& a) {
  Eigen::VectorXd terms;
  return certify(problem, f, a, terms);
}

}  // namespace perpend::lcp
