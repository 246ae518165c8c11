// SPDX-License-Identifier: Apache-2.0
//
// The residual checker of a BlockProblem. K is factored as L D Lᵀ without scaling, where solvers
// use an LU of K with contacts in it, scaled by bodies.
#include "lcp/problem/block_response.hpp"

#include "lcp/problem/contact_map.hpp"
#include "linalg/kernels/dense_factors.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kRefinements = 2;

}  // namespace

BlockResponse::BlockResponse(const BlockProblem& problem) : problem_(problem) {
  const linalg::BlockGraph& graph = problem.graph();
  K_.analyse(graph);
  for (int i = 0; i < graph.nodes(); ++i) {
    K_.diagonal(i) = problem.node(i);
    inverse_.emplace_back();
    if (graph.signs[i] < 0) continue;
    const Eigen::LDLT<MatrixXd> mass{MatrixXd(problem.node(i))};
    require(mass.info() == Eigen::Success && mass.isPositive() && mass.vectorD().minCoeff() > 0,
            "mass of node", "positive definite", i);
    inverse_.back() = mass.solve(MatrixXd::Identity(graph.sizes[i], graph.sizes[i]));
  }
  for (int e = 0; e < static_cast<int>(graph.edges.size()); ++e)
    K_.coupling(e) = problem.coupling(e);
  K_.factor();
  find_diagonal();
}

// p += Jᵀ f
void BlockResponse::add_forces(const VectorXd& f, VectorXd& p) const {
  for (const auto& group : problem_.groups())
    for (const auto& part : problem_.parts(group))
      p.segment(K_.offset(part.node), problem_.graph().sizes[part.node]) +=
          problem_.part(group, part) * f.segment(group.row, group.rows);
}

void BlockResponse::solve(VectorXd& p) const {
  const VectorXd right = p;
  K_.solve(p);
  K_.refine(right, p, kRefinements);
}

void BlockResponse::multiply(const VectorXd& f, VectorXd& a) const {
  VectorXd x = VectorXd::Zero(K_.rows());
  add_forces(f, x);
  solve(x);
  a = problem_.b + problem_.compliance.cwiseProduct(f);
  for (const auto& group : problem_.groups())
    for (const auto& part : problem_.parts(group))
      a.segment(group.row, group.rows) +=
          problem_.part(group, part).transpose() *
          x.segment(K_.offset(part.node), problem_.graph().sizes[part.node]);
}

VectorXd BlockResponse::terms(const VectorXd& f) const {
  const auto& graph = problem_.graph();
  VectorXd p = VectorXd::Zero(K_.rows());
  for (const auto& group : problem_.groups())
    for (const auto& part : problem_.parts(group))
      p.segment(K_.offset(part.node), graph.sizes[part.node]) +=
          problem_.part(group, part).cwiseAbs() * f.segment(group.row, group.rows).cwiseAbs();
  VectorXd load = problem_.compliance.cwiseProduct(f.cwiseAbs());
  for (const auto& group : problem_.groups())
    for (const auto& part : problem_.parts(group))
      load.segment(group.row, group.rows) +=
          problem_.part(group, part).cwiseAbs().transpose() *
          (inverse_[part.node].cwiseAbs() *
           p.segment(K_.offset(part.node), graph.sizes[part.node]));
  return load;
}

// Columns of Jᵀ of one group.
void BlockResponse::load_group(const BlockProblem::Group& group, int column,
                               Eigen::Ref<MatrixXd> P) const {
  for (const auto& part : problem_.parts(group))
    P.block(K_.offset(part.node), column, problem_.graph().sizes[part.node], group.rows) =
        problem_.part(group, part);
}

void BlockResponse::find_diagonal() {
  std::vector<char> coupled(static_cast<std::size_t>(problem_.graph().nodes()), 0);
  for (const auto& [first, second] : problem_.graph().edges) coupled[first] = coupled[second] = 1;
  diagonal_ = problem_.compliance;
  MatrixXd X;
  for (const auto& group : problem_.groups()) {
    bool alone = true;
    for (const auto& part : problem_.parts(group)) alone = alone && !coupled[part.node];
    if (!alone) {
      X.setZero(K_.rows(), group.rows);
      load_group(group, 0, X);
      K_.solve_columns(X);
    }
    for (const auto& part : problem_.parts(group)) {
      const auto J = problem_.part(group, part);
      const MatrixXd answer =
          alone ? MatrixXd(inverse_[part.node] * J)
                : MatrixXd(X.middleRows(K_.offset(part.node), J.rows()));
      diagonal_.segment(group.row, group.rows) +=
          J.cwiseProduct(answer).colwise().sum().transpose();
    }
  }
}

MatrixXd BlockResponse::matrix() const {
  const Index n = problem_.size();
  MatrixXd W = MatrixXd::Zero(n, n), X;
  for (const auto& group : problem_.groups()) {
    X.setZero(K_.rows(), group.rows);
    load_group(group, 0, X);
    K_.solve_columns(X);
    for (const auto& other : problem_.groups())
      for (const auto& part : problem_.parts(other)) {
        const auto J = problem_.part(other, part);
        W.block(other.row, group.row, other.rows, group.rows) +=
            J.transpose() * X.middleRows(K_.offset(part.node), J.rows());
      }
  }
  W = (0.5 * (W + W.transpose())).eval();
  W.diagonal() += problem_.compliance;
  return W;
}

ContactProblem condense(const BlockProblem& problem) {
  validate(problem);
  return {BlockResponse(problem).matrix(), problem.b, problem.contacts, problem.law, problem.noise};
}

Certificate BlockResponse::certify(const VectorXd& f, VectorXd& a) const {
  multiply(f, a);
  const VectorXd load = terms(f);
  RowJudge judge(problem_.b, load, problem_.noise, RowJudge::kOfContacts);
  judge_contacts(judge, problem_.contacts, problem_.law, f, a,
                 Diagonal(diagonal_.data(), diagonal_.size(), Eigen::InnerStride<>(1)));
  return judge.verdict(f, a);
}

Certificate certify(const BlockProblem& problem, const VectorXd& f, VectorXd& a) {
  require(f.size() == problem.size(), "f", "one entry per row", static_cast<double>(f.size()));
  return BlockResponse(problem).certify(f, a);
}

}  // namespace perpend::lcp
