// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "lcp/friction/polyhedral.hpp"
#include "lcp/problem/friction_polygon.hpp"
#include "perpend/lcp/slip.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {

struct SlipFrame;

/// Friction across the slip of a contact that slides.
enum class Lateral {
  none,        ///< no force, mu = (mu_k, 0) (Peiret et al., eq. 34)
  regularised  ///< mu = (mu_k, mu_k) and the compliance of eq. 43 on the lateral row
};

struct PhantomOptions {
  /// Directions per sticking contact in space, both senses counted: even, >= 4. The paper's E has
  /// directions / 2 columns. A contact in the plane has two.
  int directions = 4;
  Eigen::VectorXd rotation = {};  ///< as FacetOptions::rotation, for sticking contacts
  SlipOptions slip = {};
  Lateral lateral = Lateral::regularised;
  /// Phantom inertia of every contact (kg), > 0. Empty: each contact's own, 1 / the largest row sum
  /// of |J_t M⁻¹ J_tᵀ + eps| of its tangent rows. With four directions the w block is then positive
  /// semidefinite: rho <= 2 lambda_min((J_t M⁻¹ J_tᵀ + eps)⁻¹) where rho is one number.
  std::optional<double> rho = {};
};

/// Friction of Peiret, Kovecses and Font-Llagunes (2017), eqs. 18-20, 29-35: by the parameters
/// w >= 0 of the slip, coupled by a phantom inertia rho that changes the rank of the matrix, not
/// the solutions. Unknowns x = (the rows of f, tangents rotated to (e_t, e_l) where the contact
/// slides; then w_up and w_lo by contact); tangential forces are bilateral rows, with E the
/// directions of the contact
///   a_N >= 0 ⊥ f_N >= 0,   a_T - E w_up + E w_lo = 0,
///   mu f_N + E' f_T + rho w_lo >= 0 ⊥ w_up >= 0,   mu f_N - E' f_T + rho w_up >= 0 ⊥ w_lo >= 0.
/// Where a contact sticks, mu = mu_s and E has FacetOptions' directions; where it slides, mu_k acts
/// along the slip and E = I. Pivoting methods on x eliminate f_T and need a regular block of A
/// there: by compliance on redundant contacts, a diagonal of A (eq. 40), or by that of the
/// tangential spring (bristle) of eq. 42 with its bias in b; solve_phantom() does not need it.
/// Throws InvalidArgument on options that do not fit or Contact::sliding, which another law
/// handles.
class PhantomProblem : public DiscretisedProblem {
 public:
  explicit PhantomProblem(const ContactProblem& problem, const PhantomOptions& options = {});

  Eigen::VectorXd start(const Eigen::VectorXd& f) const override;
  /// Returns rho of each contact.
  const Eigen::VectorXd& inertia() const { return inertia_; }

  /// Returns the same friction without rho: at a solution the two w of a direction exclude each
  /// other, so that friction has the most power in the polygon |d_j · f_T| <= mu f_N, here by its
  /// corners. Rows are those of the unknowns f in x. Copositive whatever the rank of the tangential
  /// block.
  PolyhedralProblem polygons() const;
  /// Returns the same as contacts in the rows of polygons(); friction_polygons() returns their
  /// polygons.
  ContactProblem rotated() const;
  std::vector<FrictionPolygon> friction_polygons() const;
  /// Returns the forces f of forces in the rows of polygons().
  Eigen::VectorXd unrotated(const Eigen::VectorXd& rotated) const;
  /// Returns an x of forces in the rows of polygons().
  Eigen::VectorXd start_rotated(const Eigen::VectorXd& f) const;

 private:
  struct Facets {
    Eigen::Index row = 0;        // first tangent row of x
    Eigen::Index first = 0;      // first column of w_up; w_lo follows
    Eigen::MatrixXd directions;  // tangents × 2 m, (E, -E)
    Eigen::VectorXd mu;          // m
    double rotation = 0.0;       // angle of the first direction

    double friction() const { return mu.size() > 0 ? mu[0] : 0.0; }
  };
  static Facets facets_of(const Contact& contact, const SlipFrame& frame,
                          const PhantomOptions& options, std::size_t i);
  void set_inertia(const ContactProblem& problem, const std::optional<double>& rho);
  void couple(const Facets& facets, double rho);

  std::vector<Facets> facets_;
  Eigen::VectorXd inertia_;
};

/// Solves for x by options.method. `automatic` runs block pivoting on boxed(), which is fast where
/// rho and the rank of the tangential block let it; where it fails, it solves polygons() instead.
/// Either way the answer is judged by boxed().
void solve_phantom(const PhantomProblem& problem, const Options& options, Workspace& workspace,
                   Solution& solution);

}  // namespace perpend::lcp
