// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/global_problem.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "lcp/problem/contact_check.hpp"
#include "lcp/problem/mass_bodies.hpp"
#include "linalg/kernels/dense_factors.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;

void check_size(const char* name, Index size, Index expected) {
  require(size == expected, name, std::to_string(expected), static_cast<double>(size));
}

bool all_finite(const Sparse& A) {
  for (Index j = 0; j < A.outerSize(); ++j)
    for (Sparse::InnerIterator entry(A, j); entry; ++entry)
      if (!std::isfinite(entry.value())) return false;
  return true;
}

// Columns of H that have entries on a body, ascending, and H there.
struct GatheredColumns {
  std::vector<Index> columns;
  MatrixXd H;  // size × columns
};

GatheredColumns gather_columns(const Sparse& transposed, std::span<const int> rows) {
  GatheredColumns result;
  for (const int row : rows)
    for (Sparse::InnerIterator entry(transposed, row); entry; ++entry)
      result.columns.push_back(entry.row());
  std::sort(result.columns.begin(), result.columns.end());
  result.columns.erase(std::unique(result.columns.begin(), result.columns.end()),
                       result.columns.end());
  result.H.setZero(static_cast<Index>(rows.size()), static_cast<Index>(result.columns.size()));
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (Sparse::InnerIterator entry(transposed, rows[k]); entry; ++entry) {
      const auto at = std::lower_bound(result.columns.begin(), result.columns.end(), entry.row());
      result.H(static_cast<Index>(k), at - result.columns.begin()) = entry.value();
    }
  return result;
}

VectorXd select(const VectorXd& from, std::span<const int> rows) {
  VectorXd part(static_cast<Index>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) part[static_cast<Index>(k)] = from[rows[k]];
  return part;
}

}  // namespace

void validate(const GlobalContactProblem& problem) {
  const Index n = problem.M.rows(), m = problem.H.cols();
  check_size("M.cols()", problem.M.cols(), n);
  check_size("H.rows()", problem.H.rows(), n);
  check_size("f.size()", problem.f.size(), n);
  check_size("w.size()", problem.w.size(), m);
  require(problem.f.allFinite(), "f", "finite", "NaN or infinity");
  require(problem.w.allFinite(), "w", "finite", "NaN or infinity");
  require(all_finite(problem.M), "M", "finite", "NaN or infinity");
  require(all_finite(problem.H), "H", "finite", "NaN or infinity");
  if (is_symmetric(problem.M))
    for (const double entry : VectorXd(problem.M.diagonal()))
      require(entry > 0, "M", "positive on the diagonal", entry);
  check_contacts(problem.contacts, m);
  if (problem.noise.size() == 0) return;
  check_size("noise.size()", problem.noise.size(), m);
  require(problem.noise.allFinite() && problem.noise.minCoeff() >= 0, "noise", "finite and >= 0",
          "an entry that is not");
}

namespace {

// Adds H' M⁻¹ H to W and H' M⁻¹ f to b of a body whose M is not symmetric, as implicit gyroscopic
// terms make it.
void add_unsymmetric(const MatrixXd& M, const GatheredColumns& columns, const VectorXd& f,
                     ContactProblem& dense) {
  const Eigen::FullPivLU<MatrixXd> mass(M);
  require(mass.isInvertible(), "M", "invertible", "a block that is not");
  dense.A(columns.columns, columns.columns) += columns.H.transpose() * mass.solve(columns.H);
  dense.b(columns.columns) += columns.H.transpose() * mass.solve(f);
}

}  // namespace

ContactProblem condense(const GlobalContactProblem& problem) {
  validate(problem);
  const bool symmetric = is_symmetric(problem.M);
  const MassBodies bodies = mass_bodies(problem.M);
  const Sparse transposed = problem.H.transpose();
  ContactProblem dense;
  dense.A.setZero(problem.size(), problem.size());
  dense.b = problem.w;
  dense.contacts = problem.contacts;
  dense.law = FrictionLaw::coulomb;
  dense.noise = problem.noise;
  for (int b = 0; b < bodies.count(); ++b) {
    const GatheredColumns columns = gather_columns(transposed, bodies.of(b));
    if (!symmetric) {
      add_unsymmetric(mass_block(problem.M, bodies, b), columns, select(problem.f, bodies.of(b)),
                      dense);
      continue;
    }
    const Eigen::LLT<MatrixXd> mass(mass_block(problem.M, bodies, b));
    require(mass.info() == Eigen::Success, "M", "positive definite", "a block that is not");
    // W += G' G with G = L⁻¹ H is symmetric to the bit.
    const MatrixXd G = mass.matrixL().solve(columns.H);
    const VectorXd g = mass.matrixL().solve(select(problem.f, bodies.of(b)));
    for (Index j = 0; j < G.cols(); ++j) {
      const Index column = columns.columns[j];
      dense.b[column] += G.col(j).dot(g);
      for (Index i = 0; i < j; ++i) {
        const double product = G.col(i).dot(G.col(j));
        dense.A(columns.columns[i], column) += product;
        dense.A(column, columns.columns[i]) += product;
      }
      dense.A(column, column) += G.col(j).squaredNorm();
    }
  }
  return dense;
}

}  // namespace perpend::lcp
