// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace perpend::lcp {

/// Condensed tableau of Lemke's method for w = M z + q + d z0: one column per nonbasic variable.
///   basic = rhs_ - table_ * nonbasic
/// Variables: w_i is i, z_i is n + i, z0 is 2 n. A pivot costs n (n + 2) multiply-adds.
class LemkeTableau {
 public:
  enum class Outcome { complementary, ray, limit };

  /// Starts at the complementary basis whose z_i are basic where `basic_z` (n flags) is set, with
  /// a fresh factorisation; false where that basis is singular in double precision.
  bool start(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, const std::vector<bool>& basic_z);
  /// Follows Lemke's path with covering vector `cover` > 0 (in the variables basic at the start).
  Outcome run(const Eigen::VectorXd& cover, int max_pivots);

  bool feasible(double tolerance) const {
    return rhs_.size() == 0 || rhs_.minCoeff() >= -tolerance;
  }
  std::vector<bool> basic_z() const;
  Eigen::VectorXd z() const;
  /// Returns the z part of the secondary ray, after Outcome::ray.
  Eigen::VectorXd ray() const;
  int pivots() const { return pivots_; }

 private:
  Eigen::Index size() const { return rhs_.size(); }
  int complement(int variable) const;
  Eigen::Index first_row(const Eigen::VectorXd& cover) const;
  Eigen::Index leaving_row(Eigen::Index column) const;
  bool lexicographically_less(Eigen::Index i, Eigen::Index k, Eigen::Index column) const;
  double inverse_entry(Eigen::Index row, int start_variable) const;
  void pivot(Eigen::Index row, Eigen::Index column);

  Eigen::MatrixXd table_;      // n × (n + 1)
  Eigen::VectorXd rhs_;        // n
  std::vector<int> basic_;     // n
  std::vector<int> nonbasic_;  // n + 1
  std::vector<int> started_;   // n, the basis at the start: its columns hold the inverse
  std::vector<Eigen::Index> row_of_, column_of_;  // 2 n + 1, -1 where absent
  Eigen::Index ray_column_ = -1;
  int pivots_ = 0;
};

}  // namespace perpend::lcp
