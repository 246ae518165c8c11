// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "bench/baraff/block_sparsefactor.hpp"

namespace perpend::linalg {

/// Auxiliary constraints with anticipation (Baraff 1996, section 8): loops, one-body and
/// many-body constraints, limits and contacts beside the primary constraints of a SparseFactor.
///
///   primary     M v' = F + Jᵀ lambda + K mu,   J v' + c = 0
///   auxiliary   a = Ja v' + ca,                forces K mu, not necessarily workless (K ≠ Jaᵀ)
///
/// form() gives a = A mu + b with A = Ja M̂⁻¹ K, the k × k system that the caller solves for mu by
/// whatever conditions hold (a = 0, complementarity, friction); respond() then gives v' and lambda.
class AuxiliaryConstraints {
 public:
  /// Coefficients on one body: one per velocity of it.
  struct Part {
    int body;
    Eigen::VectorXd value;
  };

  /// Starts without auxiliary constraints. `primary` must stay factored. `external` has F on the
  /// body rows and c on the constraint rows, in the layout of the primary system.
  void start(const SparseFactor& primary, const Eigen::VectorXd& external);
  /// Adds one constraint of one row: acceleration Ja v' + offset, force along K. O(n).
  void add(std::span<const Part> Ja, std::span<const Part> K, double offset);

  int rows() const { return static_cast<int>(rows_.size()); }
  /// Forms a = A mu + b. A is symmetric where every K is Jaᵀ. O(k²) for constraints on few bodies.
  void form(Eigen::MatrixXd& A, Eigen::VectorXd& b) const;
  /// Returns v' on the body rows and lambda on the constraint rows.
  Eigen::VectorXd respond(const Eigen::VectorXd& mu) const;

 private:
  struct Row {
    std::vector<Part> Ja;
    double offset;
    Eigen::VectorXd response;  ///< M̂⁻¹ k on the body rows, the primary lambda below
  };

  double measure(const Row& row, const Eigen::VectorXd& acceleration) const;

  const SparseFactor* primary_ = nullptr;
  Eigen::VectorXd free_;  ///< v'_aux and lambda without auxiliary forces
  std::vector<Row> rows_;
};

}  // namespace perpend::linalg
