// SPDX-License-Identifier: Apache-2.0
//
// The residual checker of a BlockProblem. K is factored as L D Lᵀ without scaling, where solvers
// use an LU of K with contacts in it, scaled by bodies.
#include "lcp/problem/block_response.hpp"

#include <type_traits>

#include "lcp/problem/contact_map.hpp"
#include "linalg/kernels/dense_factors.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kRefinements = 2;

// Calls visit(J), with the sizes of a contact on a body in space fixed where J has them: most have.
template <typename Visit>
void with_sizes(const Eigen::Map<const MatrixXd>& J, const Visit& visit) {
  if (J.rows() == 6 && J.cols() == 3)
    visit(Eigen::Map<const Eigen::Matrix<double, 6, 3>>(J.data()));
  else
    visit(J);
}

// Returns the rows of x from `first` on that a column of J meets.
template <typename Sized, typename Vector>
auto down(const Sized& J, Vector& x, Index first) {
  return x.template segment<Sized::RowsAtCompileTime>(first, J.rows());
}
// Returns those that a row of J meets.
template <typename Sized, typename Vector>
auto along(const Sized& J, Vector& x, Index first) {
  return x.template segment<Sized::ColsAtCompileTime>(first, J.cols());
}

// Returns M⁻¹ of a body; empty where M is not positive definite.
template <int Size>
MatrixXd inverse_of(const MatrixXd& M) {
  using Sized = Eigen::Matrix<double, Size, Size>;
  const Eigen::LDLT<Sized> mass{Sized(M)};
  if (mass.info() != Eigen::Success || !mass.isPositive() || !(mass.vectorD().minCoeff() > 0))
    return {};
  return mass.solve(Sized::Identity(M.rows(), M.cols()));
}

}  // namespace

BlockResponse::BlockResponse(const BlockProblem& problem) : problem_(problem) {
  const linalg::BlockGraph& graph = problem.graph();
  K_.analyse(graph);
  for (int i = 0; i < graph.nodes(); ++i) {
    K_.diagonal(i) = problem.node(i);
    inverse_.emplace_back();
    if (graph.signs[i] < 0) continue;
    const MatrixXd mass = problem.node(i);
    inverse_.back() = mass.rows() == 6 ? inverse_of<6>(mass) : inverse_of<Eigen::Dynamic>(mass);
    require(inverse_.back().size() > 0, "mass of node", "positive definite", i);
  }
  for (int e = 0; e < static_cast<int>(graph.edges.size()); ++e)
    K_.coupling(e) = problem.coupling(e);
  K_.factor();
  find_diagonal();
}

// Adds Jᵀ f to p.
void BlockResponse::add_forces(const VectorXd& f, VectorXd& p) const {
  for (const auto& group : problem_.groups())
    for (const auto& part : problem_.parts(group))
      with_sizes(problem_.part(group, part), [&](const auto& J) {
        down(J, p, K_.offset(part.node)) += J.lazyProduct(along(J, f, group.row));
      });
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
      with_sizes(problem_.part(group, part), [&](const auto& J) {
        along(J, a, group.row) += J.transpose().lazyProduct(down(J, x, K_.offset(part.node)));
      });
}

VectorXd BlockResponse::terms(const VectorXd& f) const {
  const auto& graph = problem_.graph();
  const VectorXd size = f.cwiseAbs();
  VectorXd p = VectorXd::Zero(K_.rows());
  for (const auto& group : problem_.groups())
    for (const auto& part : problem_.parts(group))
      with_sizes(problem_.part(group, part), [&](const auto& J) {
        down(J, p, K_.offset(part.node)) += J.cwiseAbs().lazyProduct(along(J, size, group.row));
      });
  for (int i = 0; i < graph.nodes(); ++i) {
    auto own = p.segment(K_.offset(i), graph.sizes[i]);
    if (graph.signs[i] > 0) own = (inverse_[i].cwiseAbs() * own).eval();
  }
  VectorXd load = problem_.compliance.cwiseProduct(size);
  for (const auto& group : problem_.groups())
    for (const auto& part : problem_.parts(group))
      with_sizes(problem_.part(group, part), [&](const auto& J) {
        along(J, load, group.row) +=
            J.cwiseAbs().transpose().lazyProduct(down(J, p, K_.offset(part.node)));
      });
  return load;
}

// Loads the columns of Jᵀ of one group into P.
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
    for (const auto& part : problem_.parts(group))
      with_sizes(problem_.part(group, part), [&](const auto& J) {
        using Answer = typename std::decay_t<decltype(J)>::PlainObject;
        Answer answer(J.rows(), J.cols());
        if (alone)
          answer = inverse_[part.node].lazyProduct(J);
        else
          answer = X.middleRows(K_.offset(part.node), J.rows());
        along(J, diagonal_, group.row) += J.cwiseProduct(answer).colwise().sum().transpose();
      });
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
                 Diagonal(diagonal_.data(), diagonal_.size(), Eigen::InnerStride<>(1)),
                 problem_.polygons);
  return judge.verdict(f, a);
}

Certificate certify(const BlockProblem& problem, const VectorXd& f, VectorXd& a) {
  require(f.size() == problem.size(), "f", "one entry per row", static_cast<double>(f.size()));
  return BlockResponse(problem).certify(f, a);
}

}  // namespace perpend::lcp
