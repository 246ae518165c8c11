// SPDX-License-Identifier: Apache-2.0
#include "lcp/friction/discretised.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "lcp/pivoting/standard_form.hpp"
#include "linalg/kernels/dense_factors.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// G' A S column by column, over the entries of A S that are not zero: few in a large island.
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

// Most blocks are: of each the entries alone, without the expression.
bool is_zero(const MatrixXd& A, Eigen::Index row, Eigen::Index rows, Eigen::Index column,
             Eigen::Index columns) {
  const double* entry = A.data() + column * A.rows() + row;
  for (; columns > 0; --columns, entry += A.rows())
    for (Eigen::Index i = 0; i < rows; ++i)
      if (entry[i] != 0) return false;
  return true;
}

// S_first' block S_second into A, and the same bits into its other triangle.
template <typename Block, typename Edges>
void project_block(const Block& block, const Edges& first, const Edges& second, MatrixXd& A) {
  for (Eigen::Index j = 0; j < second.S.cols(); ++j) {
    const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1> w = block.lazyProduct(second.S.col(j));
    for (Eigen::Index i = 0; i < first.S.cols(); ++i) {
      if (first.column + i > second.column + j && &first == &second) break;
      const double value = first.S.col(i).dot(w);
      A(first.column + i, second.column + j) = A(second.column + j, first.column + i) = value;
    }
  }
}

}  // namespace

void DiscretisedProblem::assemble(const ContactProblem& problem,
                                  const Eigen::SparseMatrix<double>& motion) {
  project(problem.A, motion, spread_, boxed_.A);
  boxed_.b = motion.transpose() * problem.b;
  if (problem.noise.size() > 0) boxed_.noise = motion.cwiseAbs().transpose() * problem.noise;
  set_bounds();
}

void DiscretisedProblem::assemble_symmetric(const ContactProblem& problem,
                                            const std::vector<Edges>& edges) {
  boxed_.A.setZero(spread_.cols(), spread_.cols());
  for (auto second = edges.begin(); second != edges.end(); ++second)
    for (auto first = edges.begin(); first <= second; ++first) {
      const Eigen::Index rows = first->S.rows(), columns = second->S.rows();
      if (is_zero(problem.A, first->row, rows, second->row, columns)) continue;
      project_block(problem.A.block(first->row, second->row, rows, columns), *first, *second,
                    boxed_.A);
    }
  boxed_.b = spread_.transpose() * problem.b;
  if (problem.noise.size() > 0) boxed_.noise = spread_.cwiseAbs().transpose() * problem.noise;
  set_bounds();
}

void DiscretisedProblem::set_bounds() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  boxed_.lo.setZero(spread_.cols());
  boxed_.hi.setConstant(spread_.cols(), kInfinity);
  for (const Bilateral& bilateral : bilateral_) boxed_.lo[bilateral.column] = -kInfinity;
}

void DiscretisedProblem::bound(Eigen::Index row, double lo, double hi) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
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
  const VectorXd values = Eigen::BDCSVD<MatrixXd>(form.M()).singularValues();
  lead.largest = values[0];
  lead.smallest = values[lead.size - 1];
  const double tiny = static_cast<double>(lead.size) * std::numeric_limits<double>::epsilon();
  lead.rank = (values.array() > tiny * lead.largest).count();
  return lead;
}

}  // namespace perpend::lcp
