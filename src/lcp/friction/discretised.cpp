// SPDX-License-Identifier: Apache-2.0
#include "lcp/friction/discretised.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/infinity.hpp"
#include "lcp/pivoting/standard_form.hpp"
#include "linalg/kernels/dense_factors.hpp"
#include "linalg/kernels/lanes.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Computes G' A S column by column, over the nonzero entries of A S: few in a large island.
void project(const MatrixXd& A, const Eigen::SparseMatrix<double>& motion,
             const Eigen::SparseMatrix<double>& spread, MatrixXd& out) {
  using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;
  const Rows gather = motion;
  out.setZero(motion.cols(), spread.cols());
  VectorXd w(A.rows());
  for (Eigen::Index j = 0; j < spread.cols(); ++j) {
    w.setZero();
    for (Eigen::SparseMatrix<double>::InnerIterator s(spread, j); s; ++s)
      w += s.value() * A.col(s.row());
    for (Eigen::Index r = 0; r < w.size(); ++r) {
      if (w[r] == 0) continue;
      for (Rows::InnerIterator g(gather, r); g; ++g) out(g.col(), j) += g.value() * w[r];
    }
  }
}

// Calls set(i, j, value) for the entries of S_first' block S_second in one half of the matrix.
template <typename Block, typename Set>
void project_block(const Block& block, const ConeEdges& first, const ConeEdges& second,
                   const Set& set) {
  for (Eigen::Index j = 0; j < second.S.cols(); ++j) {
    const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1> w = block.lazyProduct(second.S.col(j));
    for (Eigen::Index i = 0; i < first.S.cols(); ++i) {
      if (first.column + i > second.column + j && &first == &second) break;
      set(first.column + i, second.column + j, first.S.col(i).dot(w));
    }
  }
}

// Calls take(row) for the nonzero entries of a column: few in a large island, so a SIMD register of
// them is tested at once.
template <typename Take>
void each_entry(const double* column, Eigen::Index rows, const Take& take) {
  using linalg::kLanes;
  Eigen::Index i = 0;
  for (; i + kLanes <= rows; i += kLanes) {
    linalg::Lanes entries;
    linalg::load_unaligned(column + i, entries);
    if (!linalg::any(entries != 0)) continue;
    for (int m = 0; m < kLanes; ++m)
      if (entries[m] != 0) take(i + m);
  }
  for (; i < rows; ++i)
    if (column[i] != 0) take(i);
}

// Eigenvalues of [0 M; M' 0] are plus and minus the singular values of M (Golub & Kahan 1965).
VectorXd singular_values(const MatrixXd& M) {
  const Eigen::Index n = M.rows();
  MatrixXd both = MatrixXd::Zero(2 * n, 2 * n);
  both.bottomLeftCorner(n, n) = M;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(both, Eigen::EigenvaluesOnly);
  return eigen.eigenvalues().tail(n).reverse().cwiseMax(0.0);
}

}  // namespace

void DiscretisedProblem::assemble(const ContactProblem& problem,
                                  const Eigen::SparseMatrix<double>& motion) {
  project(problem.A, motion, spread_, boxed_.A);
  boxed_.b = motion.transpose() * problem.b;
  if (problem.noise.size() > 0) boxed_.noise = motion.cwiseAbs().transpose() * problem.noise;
  set_bounds(spread_.cols());
}

const BoxedLcp& DiscretisedProblem::boxed() const {
  if (is_sparse_ && boxed_.A.size() == 0) boxed_.A = columns_.dense();
  return boxed_;
}

VectorXd DiscretisedProblem::forces(const VectorXd& x) const {
  if (edges_.empty() || spread_.cols() > 0) return spread_ * x;
  VectorXd f = VectorXd::Zero(rows_);
  for (const ConeEdges& edges : edges_)
    for (Eigen::Index j = 0; j < edges.S.cols(); ++j)
      for (Eigen::Index r = 0; r < edges.S.rows(); ++r)
        f[edges.row + r] += edges.S(r, j) * x[edges.column + j];
  return f;
}

Eigen::SparseMatrix<double> DiscretisedProblem::spread_of_edges(Eigen::Index rows) const {
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::Index columns = 0;
  for (const ConeEdges& edges : edges_) {
    columns = edges.column + edges.S.cols();
    for (Eigen::Index j = 0; j < edges.S.cols(); ++j)
      for (Eigen::Index r = 0; r < edges.S.rows(); ++r)
        entries.emplace_back(static_cast<int>(edges.row + r), static_cast<int>(edges.column + j),
                             edges.S(r, j));
  }
  Eigen::SparseMatrix<double> spread(rows, columns);
  spread.setFromTriplets(entries.begin(), entries.end());
  return spread;
}

// Finds which edges meet in an entry of A, by the second, then by the first.
void DiscretisedProblem::find_pairs(const MatrixXd& A) {
  owner_.assign(static_cast<std::size_t>(A.rows()), -1);
  for (std::size_t e = 0; e < edges_.size(); ++e)
    for (Eigen::Index r = 0; r < edges_[e].S.rows(); ++r)
      owner_[edges_[e].row + r] = static_cast<int>(e);
  met_.assign(edges_.size(), -1);
  pairs_.clear();
  for (int second = 0; second < std::ssize(edges_); ++second) {
    const ConeEdges& edges = edges_[second];
    const auto begin = std::ssize(pairs_);
    // Without bilateral rows, which come first, edges are in the order of their rows.
    const Eigen::Index rows = bilateral_.empty() ? edges.row + edges.S.rows() : A.rows();
    for (Eigen::Index c = 0; c < edges.S.rows(); ++c)
      each_entry(A.data() + (edges.row + c) * A.rows(), rows, [&](Eigen::Index i) {
        const int first = owner_[i];
        if (first < 0 || first > second || met_[first] == second) return;
        met_[first] = second;
        pairs_.push_back({second, first, edges_[first].row + edges.row * A.rows()});
      });
    std::sort(pairs_.begin() + begin, pairs_.end(),
              [](const Pair& x, const Pair& y) { return x.first < y.first; });
  }
}

// Makes room for the entries of pairs in columns_, where these are few.
void DiscretisedProblem::lay_out_columns(const std::vector<Pair>& pairs, Eigen::Index count) {
  is_sparse_ = suits_columns(count);
  if (!is_sparse_) return;
  columns_.start(count);
  for (const auto& [second, first, begin] : pairs) {
    const ConeEdges &to = edges_[first], &from = edges_[second];
    for (Eigen::Index j = 0; j < from.S.cols(); ++j) columns_.reserve(from.column + j, to.S.cols());
    for (Eigen::Index i = 0; first != second && i < to.S.cols(); ++i)
      columns_.reserve(to.column + i, from.S.cols());
  }
  is_sparse_ = columns_.reserved() <= most_entries(count);
  if (is_sparse_) columns_.lay_out();
}

void DiscretisedProblem::assemble_symmetric(const ContactProblem& problem,
                                            const linalg::PairBlocks* blocks) {
  rows_ = problem.size();
  const Eigen::Index count = edges_.empty() ? 0 : edges_.back().column + edges_.back().S.cols();
  if (!blocks) find_pairs(problem.A);
  const std::vector<Pair>& pairs = blocks ? blocks->pairs : pairs_;
  const double* A = blocks ? blocks->values.data() : problem.A.data();
  lay_out_columns(pairs, count);
  if (is_sparse_)
    boxed_.A.resize(0, 0);
  else
    boxed_.A.setZero(count, count);
  const auto set = [&](Eigen::Index i, Eigen::Index j, double value) {
    if (!is_sparse_) {
      boxed_.A(i, j) = boxed_.A(j, i) = value;
      return;
    }
    columns_.put(i, j, value);
    if (i != j) columns_.put(j, i, value);
  };
  for (const auto& [second, first, begin] : pairs) {
    const ConeEdges &to = edges_[first], &from = edges_[second];
    using Stride = Eigen::OuterStride<>;
    const Eigen::Map<const MatrixXd, 0, Stride> block(
        A + begin, to.S.rows(), from.S.rows(), Stride(blocks ? to.S.rows() : problem.size()));
    project_block(block, to, from, set);
  }
  project_load(problem, count);
  set_bounds(count);
}

// Computes b = S' b and noise = |S|' noise.
void DiscretisedProblem::project_load(const ContactProblem& problem, Eigen::Index count) {
  const bool noisy = problem.noise.size() > 0;
  boxed_.b.setZero(count);
  boxed_.noise.setZero(noisy ? count : 0);
  for (const ConeEdges& edges : edges_)
    for (Eigen::Index j = 0; j < edges.S.cols(); ++j)
      for (Eigen::Index r = 0; r < edges.S.rows(); ++r) {
        const Eigen::Index column = edges.column + j, row = edges.row + r;
        boxed_.b[column] += edges.S(r, j) * problem.b[row];
        if (noisy) boxed_.noise[column] += std::abs(edges.S(r, j)) * problem.noise[row];
      }
}

void DiscretisedProblem::set_bounds(Eigen::Index columns) {
  boxed_.lo.setZero(columns);
  boxed_.hi.setConstant(columns, kInfinity);
  for (const Bilateral& bilateral : bilateral_) boxed_.lo[bilateral.column] = -kInfinity;
}

void DiscretisedProblem::bound(Eigen::Index row, double lo, double hi) {
  const auto at = std::find_if(bilateral_.begin(), bilateral_.end(),
                               [row](const Bilateral& bilateral) { return bilateral.row == row; });
  require(at != bilateral_.end(), "row", "of no contact", static_cast<double>(row));
  require(lo <= hi && lo < kInfinity, "lo", "<= hi and below +inf", lo);
  require(hi > -kInfinity, "hi", "above -inf", hi);
  boxed_.lo[at->column] = lo;
  boxed_.hi[at->column] = hi;
}

Reduced reduce(const BoxedLcp& problem) {
  const StandardForm form(problem);
  Reduced reduced{{form.M(), form.q()}, MatrixXd(problem.size(), form.size()), {}};
  reduced.rest = form.point(VectorXd::Zero(form.size()));
  for (Eigen::Index j = 0; j < form.size(); ++j)
    reduced.lift.col(j) = form.direction(VectorXd::Unit(form.size(), j));
  return reduced;
}

LeadRank lead_rank(const BoxedLcp& problem) {
  const StandardForm form(problem);
  LeadRank lead{.size = form.size()};
  if (lead.size == 0) return lead;
  const VectorXd values = singular_values(form.M());
  lead.largest = values[0];
  lead.smallest = values[lead.size - 1];
  const double tiny = static_cast<double>(lead.size) * std::numeric_limits<double>::epsilon();
  lead.rank = (values.array() > tiny * lead.largest).count();
  return lead;
}

}  // namespace perpend::lcp
