// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lcp/friction/discretised.hpp"

namespace perpend::lcp {

/// Polyhedral friction (Stewart and Trinkle 1996, Anitescu and Potra 1997; Hart and Anitescu 2003,
/// eqs. 2.7 and 2.11): unknowns x = (bilateral forces, then f_N and beta by contact, lambda by
/// contact), f_T = D beta and
///   D' a_T + lambda e >= 0 ⊥ beta >= 0,   mu_s f_N - e' beta >= 0 ⊥ lambda >= 0,
/// with lambda the speed of slip measured by the polygon.
/// The law is exact in the plane and under FrictionLaw::box, which has its two axes whatever the
/// options say. Contacts with Contact::sliding put -mu_k A_T direction into the normal column
/// (Baraff 1994, eq. 24). The matrix is copositive and rank-deficient: Lemke's method ends in a
/// solution wherever the problem is one of velocities (b in the range of J).
/// Throws InvalidArgument on options that do not fit (FacetOptions).
class PolyhedralProblem : public DiscretisedProblem {
 public:
  explicit PolyhedralProblem(const ContactProblem& problem, const FacetOptions& options = {});
  /// Returns a problem with given polygons: the corners (tangents × count, in order) of each
  /// contact, per unit of mu_s f_N. Ignores FrictionLaw; throws InvalidArgument on Contact::sliding
  /// too.
  static PolyhedralProblem of_corners(const ContactProblem& problem,
                                      const std::vector<Eigen::MatrixXd>& corners);

  /// True if the facets are the law itself, not an approximation of a disc.
  bool exact() const { return exact_; }
  Eigen::VectorXd start(const Eigen::VectorXd& f) const override;

 private:
  PolyhedralProblem() = default;

  struct Facets {
    Eigen::Index row = 0;     // first tangent row
    Eigen::Index normal = 0;  // column of f_N
    Eigen::Index first = 0;   // column of the first beta
    double mu = 0.0;
    Eigen::MatrixXd directions;  // tangents × betas
  };
  struct Layout;  // columns under construction
  template <typename AddContact>
  void lay_out(const ContactProblem& problem, AddContact add);
  void add_contact(const Contact& contact, FrictionLaw law, int directions, double rotation,
                   Layout& layout);
  void add_facets(const Contact& contact, Eigen::Index row, Eigen::MatrixXd directions,
                  Layout& layout);
  void add_limits();

  std::vector<Bilateral> normals_;  // rows and columns of f_N, by contact
  std::vector<Facets> facets_;
  Eigen::Index first_limit_ = 0;  // column of the first lambda
  bool exact_ = true;
};

}  // namespace perpend::lcp
