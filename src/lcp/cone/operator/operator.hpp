// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "lcp/cone/operator/body_columns.hpp"
#include "lcp/cone/operator/rows.hpp"
#include "lcp/problem/friction_polygon.hpp"

namespace perpend::lcp {

/// Rows of a cone problem that share a law: a contact (normal, then 0, 1 or 2 tangents) or one
/// bilateral row.
struct ConeBlock {
  Eigen::Index row = 0;
  int rows = 3;            ///< 1, 2 or 3
  bool bilateral = false;  ///< u = 0, r free; one row
  double mu = 0.0;
  bool box = false;  ///< two tangents, each limited by mu r_N on its own (FrictionLaw::box)
  FrictionPolygon polygon = {};  ///< of two tangents, where it has corners
  bool sliding = false;          ///< dynamic friction: r_T = -mu r_N direction
  Eigen::Vector2d direction = Eigen::Vector2d::UnitX();

  bool has_corners() const { return box || polygon.corners > 0; }
  /// Two tangents, whose friction a disc bounds.
  bool has_disc() const { return rows == 3 && !sliding && !has_corners(); }
};

/// One 3 × 3 matrix per ConeBlock; only the leading rows × rows part counts.
using BlockDiagonal = std::vector<Eigen::Matrix3d>;

/// Refinement may end at this share of the right-hand side: a Newton step is off by more than that.
inline constexpr double kRefined = 1e-10;

/// The Delassus operator W of a cone problem u = W r + q, and the one linear system that every
/// Newton-like method on it solves: (A + B W + shift I) x = rhs with A and B block diagonal
/// (docs/methods/cone.md). Implemented on a stored W, dense, sparse or of low rank, and in the
/// velocities of the bodies, where W is never formed. Rows with B = 0 cost nothing in the dense
/// one.
class ConeOperator {
 public:
  virtual ~ConeOperator() = default;

  virtual Eigen::Index size() const = 0;
  /// W <- D W D, where D (n entries > 0) is constant within every block.
  virtual void scale(const Eigen::VectorXd& D) = 0;
  /// The diagonal block of W that belongs to `block`.
  virtual Eigen::Matrix3d diagonal(const ConeBlock& block) const = 0;
  /// u = W r.
  virtual void multiply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const = 0;
  /// Factors A + B W + shift I; false where that broke down (not finite).
  virtual bool factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                      const BlockDiagonal& B, double shift) = 0;
  /// x with (A + B W) x = rhs: the factored (shifted) system and up to `refinements` steps of
  /// refinement against the unshifted one.
  virtual void solve(const Eigen::VectorXd& rhs, int refinements, Eigen::VectorXd& x) = 0;
  /// Factors W + rho I for many solves; false where that broke down. Replaces the last factor().
  virtual bool factor_resolvent(const std::vector<ConeBlock>& blocks, double rho) {
    const Eigen::Matrix3d shift = rho * Eigen::Matrix3d::Identity();
    return factor(blocks, BlockDiagonal(blocks.size(), shift),
                  BlockDiagonal(blocks.size(), Eigen::Matrix3d::Identity()), 0.0);
  }
  /// x = (W + rho I)⁻¹ rhs after factor_resolvent().
  virtual void solve_resolvent(const Eigen::VectorXd& rhs, Eigen::VectorXd& x) { solve(rhs, 0, x); }
  /// The shortest x with (A + B W) x = rhs in the sense of least squares, where the operator can
  /// afford a rank-revealing factorisation (it counts as one); false and x untouched elsewhere.
  virtual bool solve_least_norm(const std::vector<ConeBlock>&, const BlockDiagonal&,
                                const BlockDiagonal&, const Eigen::VectorXd&, Eigen::VectorXd&) {
    return false;
  }
  /// W by its blocks, in the order of the problem's blocks, where it is stored so; else nullptr.
  virtual const BlockRows* rows() const { return nullptr; }
  /// W as a matrix, where it is stored as one; else nullptr.
  virtual const Eigen::MatrixXd* stored() const { return nullptr; }
  /// W by its factor, where every block is a contact of bodies in space that nothing else couples;
  /// else nullptr.
  virtual const BodyColumns* columns() const { return nullptr; }
  /// Factors since the operator was made.
  virtual int factorisations() const = 0;

  /// Threads that share its loops, and those over the contacts of its problem, from now on; they
  /// must outlive this. Results are bitwise the same.
  virtual void run_on(Threads& threads) { threads_ = &threads; }
  Threads& threads() const { return *threads_; }

 private:
  Threads* threads_ = &Threads::alone();
};

}  // namespace perpend::lcp
