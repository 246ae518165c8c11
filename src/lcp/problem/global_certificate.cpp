// SPDX-License-Identifier: Apache-2.0
//
// The residual checker of a GlobalContactProblem. The blocks of M are inverted one by one, which no
// solver does; W = H' M⁻¹ H is seen only by its diagonal. Where the dense residual checker takes
// sum_j |W_ij r_j| for the size of the terms, this one has |H|' |M⁻¹| |H| |r|, which is no smaller.
#include <limits>

#include "core/worst.hpp"
#include "lcp/problem/contact_map.hpp"
#include "lcp/problem/mass_bodies.hpp"
#include "linalg/kernels/dense_factors.hpp"
#include "perpend/core/error.hpp"
#include "perpend/lcp/global_problem.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;

// Computes out_b = A_b x_b for every body.
template <typename Blocks>
VectorXd multiply_bodies(const MassBodies& bodies, const Blocks& block, const VectorXd& x) {
  VectorXd out = VectorXd::Zero(x.size());
  for (int b = 0; b < bodies.count(); ++b) {
    const auto rows = bodies.of(b);
    const auto& A = block(b);
    for (std::size_t j = 0; j < rows.size(); ++j)
      for (std::size_t i = 0; i < rows.size(); ++i)
        out[rows[i]] += A(static_cast<Index>(i), static_cast<Index>(j)) * x[rows[j]];
  }
  return out;
}

class Inverse {
 public:
  explicit Inverse(const Sparse& M) : bodies_(mass_bodies(M)) {
    const bool symmetric = is_symmetric(M);
    for (int b = 0; b < bodies_.count(); ++b) {
      if (!symmetric) {
        const Eigen::FullPivLU<MatrixXd> factor(mass_block(M, bodies_, b));
        require(factor.isInvertible(), "M", "invertible", "a block that is not");
        blocks_.push_back(factor.inverse());
        continue;
      }
      const Eigen::LDLT<MatrixXd> factor(mass_block(M, bodies_, b));
      require(factor.info() == Eigen::Success && factor.vectorD().minCoeff() > 0, "M",
              "positive definite", "a block that is not");
      const auto size = static_cast<Index>(bodies_.of(b).size());
      blocks_.push_back(factor.solve(MatrixXd::Identity(size, size)));
    }
  }
  VectorXd times(const VectorXd& x) const {
    return multiply_bodies(
        bodies_, [this](int b) -> const MatrixXd& { return blocks_[b]; }, x);
  }
  VectorXd absolute_times(const VectorXd& x) const {
    return multiply_bodies(
        bodies_, [this](int b) { return MatrixXd(blocks_[b].cwiseAbs()); }, x);
  }
  // Returns h' M⁻¹ h for column i of H.
  double form(const Sparse& H, Index i) const {
    double sum = 0.0;
    for (Sparse::InnerIterator p(H, i); p; ++p)
      for (Sparse::InnerIterator q(H, i); q; ++q) {
        const int b = bodies_.body[p.row()];
        if (b != bodies_.body[q.row()]) continue;
        sum += p.value() * blocks_[b](bodies_.place[p.row()], bodies_.place[q.row()]) * q.value();
      }
    return sum;
  }

 private:
  MassBodies bodies_;
  std::vector<MatrixXd> blocks_;
};

}  // namespace

Certificate certify(const GlobalContactProblem& problem, const VectorXd& r, VectorXd& v,
                    VectorXd& u) {
  require(r.size() == problem.size(), "r", "one entry per column of H",
          static_cast<double>(r.size()));
  const Inverse inverse(problem.M);
  const Sparse& H = problem.H;
  v = inverse.times(problem.f + H * r);
  u = H.transpose() * v + problem.w;
  const VectorXd b = H.transpose() * inverse.times(problem.f) + problem.w;
  const Sparse size = H.cwiseAbs();
  const VectorXd terms = size.transpose() * inverse.absolute_times(size * r.cwiseAbs());
  VectorXd diagonal(problem.size());
  for (Index i = 0; i < problem.size(); ++i) diagonal[i] = inverse.form(H, i);
  RowJudge judge(b, terms, problem.noise, RowJudge::kOfContacts);
  judge_contacts(judge, problem.contacts, FrictionLaw::coulomb, r, u,
                 Diagonal(diagonal.data(), diagonal.size(), Eigen::InnerStride<>(1)));
  Certificate verdict = judge.verdict(r, u);
  if (!v.allFinite()) verdict.residual = std::numeric_limits<double>::quiet_NaN();
  return verdict;
}

}  // namespace perpend::lcp
