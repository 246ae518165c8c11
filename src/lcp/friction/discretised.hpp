// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <vector>

#include "lcp/problem/cone_edges.hpp"
#include "lcp/problem/sparse_columns.hpp"
#include "linalg/graph/pair_blocks.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// Polygon in place of the friction disc of every contact, for laws with one unknown per direction.
struct FacetOptions {
  /// Number of directions d_j per contact in space, equally spaced, each with its opposite: even,
  /// >= 2. Two give friction along one line only. A contact in the plane always has two, ±1.
  int directions = 8;
  /// One angle per contact (radians) from its first tangent to its first direction, for instance
  /// the angle of the slip; empty: none is rotated.
  Eigen::VectorXd rotation = {};
};

/// Tag of contact problems that the engine made from a model: they are not validated again, and A
/// has the same bits in both triangles.
struct Made {};
inline constexpr Made made;

/// A contact problem with discretised friction: a mixed and boxed problem in unknowns x of its own,
/// and the forces f = S x. Compliance is up to the caller: a diagonal added to A.
class DiscretisedProblem {
 public:
  virtual ~DiscretisedProblem() = default;

  const BoxedLcp& boxed() const;
  /// A of boxed() where it is large and mostly zero, else null; bounds() is then the rest of
  /// boxed(), which forms its A when it is first asked for.
  const SparseColumns* columns() const { return is_sparse_ ? &columns_ : nullptr; }
  const BoxedLcp& bounds() const { return boxed_; }
  /// S by columns, for symmetric problems only.
  const std::vector<ConeEdges>& edges() const { return edges_; }
  /// Returns f (n) of an x, or the change of f along a change of x.
  Eigen::VectorXd forces(const Eigen::VectorXd& x) const;
  /// Returns an x with forces f where the polygon holds f, for warm starts: f (n) inside the
  /// polygon is reproduced, and an f that solves the discretised law gives a solution x.
  virtual Eigen::VectorXd start(const Eigen::VectorXd& f) const = 0;
  /// Sets lo <= f_row <= hi in place of f_row free, for a row that belongs to no contact (a motor,
  /// a limit). Throws InvalidArgument where the row is a contact's, or no number fits the bounds.
  void bound(Eigen::Index row, double lo, double hi);

 protected:
  DiscretisedProblem() = default;
  DiscretisedProblem(const DiscretisedProblem&) = default;
  DiscretisedProblem(DiscretisedProblem&&) = default;
  DiscretisedProblem& operator=(const DiscretisedProblem&) = default;
  DiscretisedProblem& operator=(DiscretisedProblem&&) = default;

  struct Bilateral {
    Eigen::Index row = 0;     // row of f
    Eigen::Index column = 0;  // column of x
  };
  /// Sets boxed_ = (S' A S, S' b) with all x >= 0 but those of bilateral_, for symmetric A and S of
  /// edges_: few blocks of a large island are not zero. A is that of the problem or, by contacts
  /// and without bilateral rows, `blocks`.
  void assemble_symmetric(const ContactProblem& problem, const linalg::PairBlocks* blocks);
  /// Returns S of edges_.
  Eigen::SparseMatrix<double> spread_of_edges(Eigen::Index rows) const;
  /// Sets boxed_ = (G' A S, G' b) with `motion` G (n × columns), all x >= 0 but those of
  /// bilateral_.
  void assemble(const ContactProblem& problem, const Eigen::SparseMatrix<double>& motion);
  void set_bounds(Eigen::Index columns);

  std::vector<Bilateral> bilateral_;    // by row
  mutable BoxedLcp boxed_;              // A is formed on demand where columns() has it
  Eigen::SparseMatrix<double> spread_;  // S, n × columns of x; empty where edges_ are used
  std::vector<ConeEdges> edges_;        // S by columns too, for symmetric problems only

 private:
  using Pair = linalg::PairBlocks::Pair;  // pair of edges
  void find_pairs(const Eigen::MatrixXd& A);
  void lay_out_columns(const std::vector<Pair>& pairs, Eigen::Index count);
  void project_load(const ContactProblem& problem, Eigen::Index count);

  bool is_sparse_ = false;
  SparseColumns columns_;
  Eigen::Index rows_ = 0;         // rows of f, where edges_ are used
  std::vector<int> owner_, met_;  // edge of each row; last partner of each edge
  std::vector<Pair> pairs_;       // pairs of edges with a nonzero block of A; its place
};

/// The LCP left when the bilateral rows of a boxed problem are eliminated (Peiret et al. 2017: by
/// the Schur complement): rows with bounds in their order, then a multiplier for every second
/// bound.
struct Reduced {
  Lcp lcp;               ///< in z
  Eigen::MatrixXd lift;  ///< x = lift z + rest
  Eigen::VectorXd rest;
};
Reduced reduce(const BoxedLcp& problem);

/// Size and rank of the lead matrix, reduce(problem).lcp.A, by which Peiret et al. (2017) compare
/// laws of friction.
struct LeadRank {
  Eigen::Index size = 0;
  Eigen::Index rank = 0;  ///< singular values above size * eps * largest
  double largest = 0.0;   ///< largest singular value
  double smallest = 0.0;  ///< smallest singular value
};
LeadRank lead_rank(const BoxedLcp& problem);

}  // namespace perpend::lcp
