// SPDX-License-Identifier: Apache-2.0
//
// Parts that the discretised friction laws share: directions of a polygon, and unknowns x as
// columns of forces and motion.
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "lcp/friction/discretised.hpp"

namespace perpend::lcp {

/// Throws InvalidArgument unless the problem is valid and the options fit it.
void validate(const ContactProblem& problem, const FacetOptions& options);
/// Throws InvalidArgument where dynamic friction is prescribed at a contact (Contact::sliding).
void require_not_sliding(const ContactProblem& problem, const char* law);

/// Returns the angle of contact i.
inline double rotation_of(const FacetOptions& options, std::size_t i) {
  return options.rotation.size() > 0 ? options.rotation[static_cast<Eigen::Index>(i)] : 0.0;
}

/// Returns the rows that belong to no contact.
std::vector<Eigen::Index> bilateral_rows(const ContactProblem& problem);

/// Returns tangents × count unit vectors d_j, equally spaced from the angle `rotation`; (1, -1) in
/// the plane.
Eigen::MatrixXd facet_directions(int tangents, int count, double rotation);
/// Share of its unit below which a number of a warm start is rounding, and its row is at its bound.
inline constexpr double kStartRounding = 1e-10;

/// Returns w >= 0 on two neighbouring directions with D w = t and the least sum, D from
/// facet_directions(); drops the smaller one where it is below kStartRounding of the other.
Eigen::VectorXd facet_weights(const Eigen::MatrixXd& directions, const Eigen::VectorXd& t);

/// Columns of S and G: entry j of x changes the forces by S_j and sees the motion G_j' a.
class ForceColumns {
 public:
  explicit ForceColumns(Eigen::Index rows) : rows_(rows) {}

  Eigen::Index add() { return columns_++; }
  void spread(Eigen::Index row, Eigen::Index column, double value);
  void gather(Eigen::Index row, Eigen::Index column, double value);
  Eigen::Index columns() const { return columns_; }

  /// Return S and G, n × `size` >= columns(); further columns are zero.
  Eigen::SparseMatrix<double> spread(Eigen::Index size) const { return matrix(spread_, size); }
  Eigen::SparseMatrix<double> gather(Eigen::Index size) const { return matrix(gather_, size); }

 private:
  using Entries = std::vector<Eigen::Triplet<double>>;
  Eigen::SparseMatrix<double> matrix(const Entries& entries, Eigen::Index size) const;

  Eigen::Index rows_;
  Eigen::Index columns_ = 0;
  Entries spread_, gather_;
};

}  // namespace perpend::lcp
