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
  FrictionPolygon polygon = {};  ///< in place of the disc, where it has corners
  bool sliding = false;          ///< dynamic friction: r_T = -mu r_N direction
  Eigen::Vector2d direction = Eigen::Vector2d::UnitX();

  bool has_corners() const { return box || polygon.corners > 0; }
  /// True if there are two tangents and a disc bounds their friction.
  bool has_disc() const { return rows == 3 && !sliding && !has_corners(); }
};

/// One 3 × 3 matrix per ConeBlock; only the leading rows × rows part counts.
using BlockDiagonal = std::vector<Eigen::Matrix3d>;

/// Share of the right-hand side at which refinement may end: the error of a Newton step is larger.
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
  /// Replaces W by D W D, where D (n entries > 0) is constant within every block.
  virtual void scale(const Eigen::VectorXd& D) = 0;
  /// Returns the diagonal block of W that belongs to `block`.
  virtual Eigen::Matrix3d diagonal(const ConeBlock& block) const = 0;
  /// Computes u = W r.
  virtual void multiply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const = 0;
  /// Factors A + B W + shift I; returns false where that broke down (not finite).
  virtual bool factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                      const BlockDiagonal& B, double shift) = 0;
  /// Computes x with (A + B W) x = rhs by the factored (shifted) system and up to `refinements`
  /// steps of refinement against the unshifted one.
  virtual void solve(const Eigen::VectorXd& rhs, int refinements, Eigen::VectorXd& x) = 0;
  /// Factors W + rho I for many solves; returns false where that broke down. Replaces the last
  /// factor().
  virtual bool factor_resolvent(const std::vector<ConeBlock>& blocks, double rho) {
    const Eigen::Matrix3d shift = rho * Eigen::Matrix3d::Identity();
    return factor(blocks, BlockDiagonal(blocks.size(), shift),
                  BlockDiagonal(blocks.size(), Eigen::Matrix3d::Identity()), 0.0);
  }
  /// Computes x = (W + rho I)⁻¹ rhs after factor_resolvent().
  virtual void solve_resolvent(const Eigen::VectorXd& rhs, Eigen::VectorXd& x) { solve(rhs, 0, x); }
  /// Computes the minimum-norm least-squares x of (A + B W) x = rhs, where the operator can afford
  /// a rank-revealing factorisation (it counts as one); elsewhere returns false and leaves x.
  virtual bool solve_least_norm(const std::vector<ConeBlock>&, const BlockDiagonal&,
                                const BlockDiagonal&, const Eigen::VectorXd&, Eigen::VectorXd&) {
    return false;
  }
  /// Returns W by its blocks, in the order of the problem's blocks, where it is stored so; else
  /// nullptr.
  virtual const BlockRows* rows() const { return nullptr; }
  /// Returns W as a matrix, where it is stored as one; else nullptr.
  virtual const Eigen::MatrixXd* stored() const { return nullptr; }
  /// Returns W by its factor, where every block is a contact of bodies in space that nothing else
  /// couples; else nullptr.
  virtual const BodyColumns* columns() const { return nullptr; }
  /// Returns the number of factorisations since the operator was made.
  virtual int factorisations() const = 0;

  /// Sets the threads that share its loops, and those over the contacts of its problem, from now
  /// on; they must outlive this. Results are bitwise the same.
  virtual void run_on(Threads& threads) { threads_ = &threads; }
  Threads& threads() const { return *threads_; }

 private:
  Threads* threads_ = &Threads::alone();
};

}  // namespace perpend::lcp
