// SPDX-License-Identifier: Apache-2.0
//
// G (velocities × rows of contacts) is kept as one dense block per contact and node. A node is a
// body: a block of M, or several scalar blocks that the same contacts touch (a diagonal M), or a
// piece of at most twelve velocities of a larger block.
//
// Velocities are scaled by the Cholesky factor of M, so that K = I + G Theta G' is free of mass
// ratios and its Schur complements are no smaller than I. A sticking contact has A = 0 and
// Theta = 1 / shift (1e8): K then holds I to eight digits only, and P⁻¹ rhs - Theta G' y cancels as
// many. Refinement against the unshifted A + B W brings them back; without it r is good for
// nothing.
//
// Tried and rejected: M + H Theta H' itself. It needs M⁻¹ in every product with W, and its small
// pivots cannot be told from rounding when masses differ by 1e4.
#include "lcp/cone/operator/bodies.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "lcp/cone/operator/condense.hpp"
#include "linalg/kernels/dense_factors.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;
using Block = Eigen::Map<const MatrixXd>;

constexpr int kWidestNode = 12;  // of a BlockGraph
constexpr int kMergedNode = 6;   // a rigid body whose M is diagonal

// Groups that touch each body, ascending.
std::vector<std::vector<int>> touching(const MassBodies& bodies, const Sparse& H,
                                       const std::vector<int>& group_of_row) {
  std::vector<std::vector<int>> groups(bodies.count());
  for (Index row = 0; row < H.cols(); ++row)
    for (Sparse::InnerIterator entry(H, row); entry; ++entry)
      groups[bodies.body[entry.row()]].push_back(group_of_row[row]);
  for (auto& list : groups) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return groups;
}

// Joins neighbouring small blocks of M where the contacts of one are all contacts of the other:
// the velocities of one rigid body when M is diagonal.
MassBodies join_small(const MassBodies& bodies, const Sparse& H,
                      const std::vector<int>& group_of_row) {
  const auto groups = touching(bodies, H, group_of_row);
  std::vector<int> label(bodies.body.size());
  int head = -1, size = 0;
  const std::vector<int>* joined = nullptr;
  for (int b = 0; b < bodies.count(); ++b) {
    const auto rows = bodies.of(b);
    const int own = static_cast<int>(rows.size());
    const auto covers = [](const std::vector<int>& a, const std::vector<int>& c) {
      return std::includes(a.begin(), a.end(), c.begin(), c.end());
    };
    const bool wider = joined && covers(groups[b], *joined);
    const bool join = joined && size + own <= kMergedNode && (wider || covers(*joined, groups[b]));
    if (!join) head = rows.front(), size = 0;
    if (!join || wider) joined = &groups[b];
    size += own;
    for (const int row : rows) label[row] = head;
  }
  return gather_bodies(label);
}

}  // namespace

void BodyConeOperator::gather_groups(const GlobalContactProblem& problem) {
  groups_.clear();
  group_of_row_.assign(problem.size(), -1);
  for (const Contact& contact : problem.contacts) {
    for (Index row = contact.row; row <= contact.row + contact.tangents; ++row)
      group_of_row_[row] = static_cast<int>(groups_.size());
    groups_.push_back({contact.row, 1 + contact.tangents, 0, 0, 0});
  }
  for (Index row = 0; row < problem.size(); ++row) {
    if (group_of_row_[row] >= 0) continue;
    group_of_row_[row] = static_cast<int>(groups_.size());
    groups_.push_back({row, 1, 0, 0, 0});
  }
}

void BodyConeOperator::cut_nodes() {
  graph_ = {};
  first_node_.assign(1, 0);
  for (int b = 0; b < bodies_.count(); ++b) {
    int rest = static_cast<int>(bodies_.of(b).size());
    for (; rest > 0; rest -= kWidestNode) graph_.sizes.push_back(std::min(rest, kWidestNode));
    first_node_.push_back(graph_.nodes());
  }
  graph_.signs.assign(graph_.sizes.size(), 1);
}

// A body larger than a node is coupled by L⁻¹, so that a contact touches all of its nodes.
void BodyConeOperator::gather_parts(const Sparse& H) {
  parts_.clear();
  std::size_t value = 0;
  std::vector<int> touched;
  for (RowGroup& group : groups_) {
    touched.clear();
    for (Index row = group.row; row < group.row + group.rows; ++row)
      for (Sparse::InnerIterator entry(H, row); entry; ++entry)
        touched.push_back(bodies_.body[entry.row()]);
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    group.parts_begin = static_cast<int>(parts_.size());
    for (const int body : touched)
      for (int node = first_node_[body]; node < first_node_[body + 1]; ++node) {
        parts_.push_back({node, value});
        value += static_cast<std::size_t>(graph_.sizes[node] * group.rows);
      }
    group.parts_end = static_cast<int>(parts_.size());
  }
  G_.resize(value);
}

void BodyConeOperator::build_graph() {
  pairs_.clear();
  std::map<std::pair<int, int>, int> edges;
  for (RowGroup& group : groups_) {
    group.pairs_begin = static_cast<int>(pairs_.size());
    for (int i = group.parts_begin; i < group.parts_end; ++i)
      for (int j = i + 1; j < group.parts_end; ++j) {
        // Nodes of a group ascend.
        const std::pair nodes(parts_[i].node, parts_[j].node);
        const auto [place, added] = edges.try_emplace(nodes, static_cast<int>(edges.size()));
        if (added) graph_.edges.push_back(nodes);
        pairs_.push_back(place->second);
      }
  }
}

void BodyConeOperator::fill_columns(const GlobalContactProblem& problem) {
  std::vector<Eigen::LLT<MatrixXd>> mass;
  for (int b = 0; b < bodies_.count(); ++b) {
    mass.emplace_back(mass_block(problem.M, bodies_, b));
    require(mass.back().info() == Eigen::Success, "M", "positive definite", "a block that is not");
  }
  std::vector<int> body_of_node(graph_.sizes.size());
  for (int b = 0; b < bodies_.count(); ++b)
    std::fill(body_of_node.begin() + first_node_[b], body_of_node.begin() + first_node_[b + 1], b);
  velocity_.resize(problem.velocities());
  for (int b = 0, at = 0; b < bodies_.count(); ++b) {
    const auto rows = bodies_.of(b);
    const auto size = static_cast<int>(rows.size());
    auto part = velocity_.segment(at, size);
    for (int i = 0; i < size; ++i) part[i] = problem.f[rows[i]];
    mass[b].matrixL().solveInPlace(part);
    at += size;
  }
  MatrixXd column;
  for (const RowGroup& group : groups_) {
    for (int p = group.parts_begin; p < group.parts_end;) {
      const int b = body_of_node[parts_[p].node];
      column.setZero(static_cast<Index>(bodies_.of(b).size()), group.rows);
      for (int k = 0; k < group.rows; ++k)
        for (Sparse::InnerIterator entry(problem.H, group.row + k); entry; ++entry)
          if (bodies_.body[entry.row()] == b) column(bodies_.place[entry.row()], k) = entry.value();
      mass[b].matrixL().solveInPlace(column);
      for (Index row = 0; row < column.rows(); ++p) {
        const int size = graph_.sizes[parts_[p].node];
        Eigen::Map<MatrixXd>(G_.data() + parts_[p].value, size, group.rows) =
            column.middleRows(row, size);
        row += size;
      }
    }
  }
}

void BodyConeOperator::assign(const GlobalContactProblem& problem) {
  gather_groups(problem);
  bodies_ = join_small(mass_bodies(problem.M), problem.H, group_of_row_);
  cut_nodes();
  gather_parts(problem.H);
  build_graph();
  fill_columns(problem);
  K_.analyse(graph_);
  const std::size_t groups = groups_.size();
  for (BlockDiagonal* blocks : {&A_, &B_, &inverse_, &Theta_})
    blocks->assign(groups, Matrix3d::Zero());
  find_motion(velocity_, free_motion_);
  free_motion_ += problem.w;
  work_.setZero(K_.rows());
  factorisations_ = small_pivots_ = 0;
}

void BodyConeOperator::scale(const VectorXd& D) {
  require(D.size() == size(), "D", "one entry per row", static_cast<double>(D.size()));
  for (const RowGroup& group : groups_)
    for (int p = group.parts_begin; p < group.parts_end; ++p) {
      Eigen::Map<MatrixXd> block(G_.data() + parts_[p].value, graph_.sizes[parts_[p].node],
                                 group.rows);
      block *= D.segment(group.row, group.rows).asDiagonal();
    }
}

Matrix3d BodyConeOperator::diagonal(const ConeBlock& block) const {
  const RowGroup& group = groups_[group_of_row_[block.row]];
  Matrix3d sum = Matrix3d::Zero();
  for (int p = group.parts_begin; p < group.parts_end; ++p) {
    const Block G(G_.data() + parts_[p].value, graph_.sizes[parts_[p].node], group.rows);
    sum.topLeftCorner(group.rows, group.rows) += G.transpose().lazyProduct(G);
  }
  return sum;
}

// v += G r
void BodyConeOperator::add_velocities(const VectorXd& r, VectorXd& v) const {
  for (const RowGroup& group : groups_)
    for (int p = group.parts_begin; p < group.parts_end; ++p) {
      const int node = parts_[p].node, size = graph_.sizes[node];
      const double* G = G_.data() + parts_[p].value;
      double* out = v.data() + K_.offset(node);
      for (int k = 0; k < group.rows; ++k, G += size)
        for (int i = 0; i < size; ++i) out[i] += G[i] * r[group.row + k];
    }
}

// u = G' v
void BodyConeOperator::find_motion(const VectorXd& v, VectorXd& u) const {
  u.setZero(size());
  for (const RowGroup& group : groups_)
    for (int p = group.parts_begin; p < group.parts_end; ++p) {
      const int node = parts_[p].node, nodes = graph_.sizes[node];
      const double* G = G_.data() + parts_[p].value;
      const double* in = v.data() + K_.offset(node);
      for (int k = 0; k < group.rows; ++k, G += nodes)
        for (int i = 0; i < nodes; ++i) u[group.row + k] += G[i] * in[i];
    }
}

void BodyConeOperator::multiply(const VectorXd& r, VectorXd& u) const {
  velocity_.setZero();
  add_velocities(r, velocity_);
  find_motion(velocity_, u);
}

// K += G Theta G' for the rows of one group.
void BodyConeOperator::add_group(const RowGroup& group, const Matrix3d& Theta) {
  using Columns = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kWidestNode, 3>;
  const auto small = Theta.topLeftCorner(group.rows, group.rows);
  const auto block = [&](int p) {
    return Block(G_.data() + parts_[p].value, graph_.sizes[parts_[p].node], group.rows);
  };
  int pair = group.pairs_begin;
  for (int i = group.parts_begin; i < group.parts_end; ++i) {
    const Columns left = block(i).lazyProduct(small);
    const Columns right = block(i).lazyProduct(small.transpose());
    K_.diagonal(parts_[i].node) += left.lazyProduct(block(i).transpose());
    for (int j = i + 1; j < group.parts_end; ++j, ++pair) {
      K_.coupling(pairs_[pair]) += left.lazyProduct(block(j).transpose());
      K_.reverse_coupling(pairs_[pair]) += block(j).lazyProduct(right.transpose());
    }
  }
}

bool BodyConeOperator::factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                              const BlockDiagonal& B, double shift) {
  require(blocks.size() == groups_.size() && A.size() == blocks.size() && B.size() == blocks.size(),
          "blocks", "one per contact and bilateral row", static_cast<double>(blocks.size()));
  ++factorisations_;
  K_.set_zero();
  for (int node = 0; node < graph_.nodes(); ++node) K_.diagonal(node).diagonal().setOnes();
  bool regular = true;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const int g = group_of_row_[blocks[i].row];
    const int rows = groups_[g].rows;
    require(groups_[g].row == blocks[i].row && rows == blocks[i].rows, "blocks",
            "the rows of one contact or bilateral row", static_cast<double>(blocks[i].row));
    A_[g] = A[i], B_[g] = B[i];
    regular = condense_block(blocks[i], A[i], B[i], shift, inverse_[g], Theta_[g]) && regular;
    if (!Theta_[g].isZero(0)) add_group(groups_[g], Theta_[g]);
  }
  if (!regular) return false;
  const linalg::LuReport report = K_.factor();
  small_pivots_ = static_cast<int>(report.dependent.size());
  return report.finite;
}

// defect_ = rhs - (A + B W) x
void BodyConeOperator::residual(const VectorXd& rhs, const VectorXd& x) {
  multiply(x, motion_);
  defect_ = rhs;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const auto rows = groups_[g].rows;
    const auto at = groups_[g].row;
    for (int i = 0; i < rows; ++i)
      for (int k = 0; k < rows; ++k)
        defect_[at + i] -= A_[g](i, k) * x[at + k] + B_[g](i, k) * motion_[at + k];
  }
}

void BodyConeOperator::solve(const VectorXd& rhs, int refinements, VectorXd& x) {
  require(rhs.size() == size(), "rhs", "one entry per row", static_cast<double>(rhs.size()));
  x.setZero(size());
  defect_ = rhs;
  step_.resize(size());
  const auto times = [this](const BlockDiagonal& blocks, const VectorXd& in, auto put) {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const auto at = groups_[g].row;
      for (int i = 0; i < groups_[g].rows; ++i) {
        double sum = 0.0;
        for (int k = 0; k < groups_[g].rows; ++k) sum += blocks[g](i, k) * in[at + k];
        put(at + i, sum);
      }
    }
  };
  for (int pass = 0; pass <= refinements; ++pass) {
    if (pass > 0) residual(rhs, x);
    times(inverse_, defect_, [this](Index i, double value) { step_[i] = value; });
    work_.setZero();
    add_velocities(step_, work_);
    K_.solve(work_);
    find_motion(work_, motion_);
    times(Theta_, motion_, [this](Index i, double value) { step_[i] -= value; });
    x += step_;
  }
}

}  // namespace perpend::lcp
