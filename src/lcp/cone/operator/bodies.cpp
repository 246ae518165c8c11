// SPDX-License-Identifier: Apache-2.0
//
// G is kept as one dense block per contact and node. Velocities are scaled by the Cholesky factors
// of the bodies' masses, so that K0 + G Theta G' is free of mass ratios and, without joints, its
// Schur complements are no smaller than I. A sticking contact has A = 0 and Theta = 1 / shift
// (1e8): the matrix then holds K0 to eight digits only, and P⁻¹ rhs - Theta G' y cancels as many.
// Refinement against the unshifted A + B W recovers them; without it r is useless.
//
// Joints stay in the matrix as nodes of their own, eliminated after bodies that carry them, so that
// they hold exactly and the stages do not see them.
//
// Tried and rejected: M + H Theta H' itself. It needs M⁻¹ in every product with W, and its small
// pivots cannot be told from rounding when masses differ by 1e4.
#include "lcp/cone/operator/bodies.hpp"

#include <algorithm>

#include "lcp/cone/operator/condense.hpp"
#include "lcp/cone/operator/contact_kernels.hpp"
#include "linalg/kernels/dense_factors.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigen::Map<const MatrixXd> BodyConeOperator::block(int part, int rows) const {
  return {G_.data() + parts_[part].value, graph_.sizes[parts_[part].node], rows};
}

// Starts the graph with the nodes and edges of K.
BodyConeOperator::Edges BodyConeOperator::start_graph(const linalg::BlockGraph& graph) {
  graph_ = graph;
  const auto is_joint = [](int sign) { return sign < 0; };
  coupled_ = !graph_.edges.empty() || std::ranges::any_of(graph_.signs, is_joint);
  is_coupled_.assign(graph_.sizes.size(), 0);
  Edges edges;
  for (const auto& [first, second] : graph_.edges) {
    is_coupled_[first] = is_coupled_[second] = 1;
    edges.try_emplace(std::minmax(first, second), static_cast<int>(edges.size()));
  }
  return edges;
}

// Adds the rows of a group and its blocks of G, after the `values` numbers of those before it.
void BodyConeOperator::add_row_group(const BlockProblem& problem, const BlockProblem::Group& group,
                                     std::size_t& values) {
  group_of_row_.insert(group_of_row_.end(), static_cast<std::size_t>(group.rows),
                       static_cast<int>(groups_.size()));
  const int begin = static_cast<int>(parts_.size());
  for (const BlockProblem::Part& part : problem.parts(group)) parts_.push_back({part.node, 0});
  std::sort(parts_.begin() + begin, parts_.end(),
            [](const Part& a, const Part& b) { return a.node < b.node; });
  bool spatial = group.rows == kContactRows;
  for (auto part = parts_.begin() + begin; part != parts_.end(); ++part) {
    part->value = values;
    spatial = spatial && graph_.sizes[part->node] == kBodyRows;
    values += static_cast<std::size_t>(graph_.sizes[part->node] * group.rows);
    // Room for the padded transpose of the block.
    if (graph_.sizes[part->node] * group.rows == kBodyRows * kContactRows) values += kTurned;
  }
  groups_.push_back({group.row, group.rows, begin, static_cast<int>(parts_.size()),
                     static_cast<int>(pairs_.size()), spatial});
}

// Adds an edge for each pair of bodies that the rows of the last group join.
void BodyConeOperator::add_pairs(const RowGroup& group, Edges& edges) {
  for (int i = group.parts_begin; i < group.parts_end; ++i)
    for (int j = i + 1; j < group.parts_end; ++j) {
      const std::pair nodes(parts_[i].node, parts_[j].node);
      const auto [place, added] = edges.try_emplace(nodes, static_cast<int>(edges.size()));
      if (added) graph_.edges.push_back(nodes);
      pairs_.push_back(place->second);
    }
}

void BodyConeOperator::build_graph(const BlockProblem& problem) {
  Edges edges = start_graph(problem.graph());
  groups_.clear();
  group_of_row_.clear();
  parts_.clear();
  pairs_.clear();
  std::size_t values = 0;
  for (const BlockProblem::Group& group : problem.groups()) {
    add_row_group(problem, group, values);
    add_pairs(groups_.back(), edges);
  }
  G_.resize(values);
}

void BodyConeOperator::scale_masses(const BlockProblem& problem) {
  lower_.resize(graph_.sizes.size());
  for (int i = 0; i < graph_.nodes(); ++i) {
    if (graph_.signs[i] < 0) continue;
    const Eigen::LLT<MatrixXd> mass{MatrixXd(problem.node(i))};
    require(mass.info() == Eigen::Success, "mass of a body", "positive definite",
            "a block that is not");
    lower_[i] = mass.matrixL();
  }
}

// Fills and factors K0, the matrix without contacts.
void BodyConeOperator::load_uncontacted(const BlockProblem& problem) {
  if (!coupled_) return;
  K0_.analyse(problem.graph());
  for (int i = 0; i < graph_.nodes(); ++i) {
    if (graph_.signs[i] < 0)
      K0_.diagonal(i) = problem.node(i);
    else
      K0_.diagonal(i).setIdentity();
  }
  for (int e = 0; e < static_cast<int>(problem.graph().edges.size()); ++e) {
    const auto [first, second] = problem.graph().edges[e];
    MatrixXd scaled = problem.coupling(e);
    if (graph_.signs[first] > 0) lower_[first].triangularView<Eigen::Lower>().solveInPlace(scaled);
    if (graph_.signs[second] > 0)
      lower_[second].triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(
          scaled);
    K0_.coupling(e) = scaled;
  }
  K0_.factor();
  find_refinement();
}

// Sets refines_. Joints that nearly depend on each other, as the threads of a net do, magnify the
// rounding of a solve to 1e-7 of the motion.
void BodyConeOperator::find_refinement() {
  constexpr double kRounding = 1e-12;
  VectorXd b = VectorXd::Zero(K0_.rows());
  for (int i = 0; i < graph_.nodes(); ++i)
    if (graph_.signs[i] > 0) b.segment(K0_.offset(i), graph_.sizes[i]).setOnes();
  VectorXd solved = b;
  K0_.solve(solved);
  VectorXd refined = solved;
  K0_.refine(b, refined, 1);
  refines_ =
      (solved - refined).lpNorm<Eigen::Infinity>() > kRounding * refined.lpNorm<Eigen::Infinity>();
}

void BodyConeOperator::fill_columns(const BlockProblem& problem) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const BlockProblem::Group& group = problem.groups()[g];
    for (const BlockProblem::Part& part : problem.parts(group)) {
      int p = groups_[g].parts_begin;
      while (parts_[p].node != part.node) ++p;
      Eigen::Map<MatrixXd> columns(G_.data() + parts_[p].value, graph_.sizes[part.node],
                                   group.rows);
      columns = problem.part(group, part);
      lower_[part.node].triangularView<Eigen::Lower>().solveInPlace(columns);
    }
  }
}

void BodyConeOperator::turn_blocks() {
  for (const RowGroup& group : groups_) {
    if (!group.spatial) continue;
    for (int p = group.parts_begin; p < group.parts_end; ++p) {
      double* G = G_.data() + parts_[p].value;
      turn_columns(G, G + kBodyRows * kContactRows);
    }
  }
}

void BodyConeOperator::find_offsets() {
  for (Part& part : parts_) part.offset = lu_.offset(part.node);
}

void BodyConeOperator::find_columns() {
  all_spatial_ = !coupled_;
  columns_.velocities = lu_.rows();
  columns_.sites.clear();
  for (const RowGroup& group : groups_) {
    const int bodies = group.parts_end - group.parts_begin;
    all_spatial_ = all_spatial_ && group.spatial && (bodies == 1 || bodies == 2);
    if (!all_spatial_) return;
    BodyColumns::Site site{.row = group.row, .bodies = bodies, .G = {}, .offset = {}};
    for (int k = 0; k < bodies; ++k) {
      const Part& part = parts_[group.parts_begin + k];
      site.G[k] = G_.data() + part.value;
      site.offset[k] = part.offset;
    }
    columns_.sites.push_back(site);
  }
  columns_.find_runs();
  find_products();
}

// Finds which products of which runs add up to a block, in the order of the runs.
void BodyConeOperator::find_products() {
  std::vector<std::pair<double*, BodyColumns::Product>> found;
  for (int run = 0; run + 1 < static_cast<int>(columns_.runs.size()); ++run) {
    const RowGroup& group = groups_[columns_.runs[run]];
    const int bodies = group.parts_end - group.parts_begin;
    for (int k = 0; k < bodies; ++k)
      found.push_back({lu_.diagonal(parts_[group.parts_begin + k].node).data(), {run, k, k}});
    if (bodies < 2) continue;
    const int edge = pairs_[group.pairs_begin];
    const int first = graph_.edges[edge].first == parts_[group.parts_begin].node ? 0 : 1;
    found.push_back({lu_.coupling(edge).data(), {run, first, 1 - first}});
    found.push_back({lu_.reverse_coupling(edge).data(), {run, 1 - first, first}});
  }
  std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
  targets_.clear();
  products_.clear();
  for (const auto& [K, product] : found) {
    if (targets_.empty() || targets_.back().K != K)
      targets_.push_back({K, static_cast<int>(products_.size())});
    products_.push_back(product);
  }
  targets_.push_back({nullptr, static_cast<int>(products_.size())});
}

// Computes the diagonal block of W of each group; where joints hold a body they respond too.
void BodyConeOperator::find_diagonals() {
  own_.assign(groups_.size(), Matrix3d::Zero());
  MatrixXd X;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const RowGroup& group = groups_[g];
    bool alone = true;
    for (int p = group.parts_begin; p < group.parts_end; ++p)
      alone = alone && !is_coupled_[parts_[p].node];
    if (!alone) {
      X.setZero(lu_.rows(), group.rows);
      for (int p = group.parts_begin; p < group.parts_end; ++p)
        X.middleRows(lu_.offset(parts_[p].node), graph_.sizes[parts_[p].node]) =
            block(p, group.rows);
      K0_.solve_columns(X);
    }
    auto own = own_[g].topLeftCorner(group.rows, group.rows);
    for (int p = group.parts_begin; p < group.parts_end; ++p) {
      const auto G = block(p, group.rows);
      if (alone)
        own += G.transpose().lazyProduct(G);
      else
        own += G.transpose() * X.middleRows(lu_.offset(parts_[p].node), G.rows());
    }
    own.diagonal() += columns_.compliance.segment(group.row, group.rows);
  }
}

void BodyConeOperator::assign(const BlockProblem& problem) {
  build_graph(problem);
  scale_masses(problem);
  load_uncontacted(problem);
  fill_columns(problem);
  const int* before = lu_.symbolic().order.data();
  lu_.analyse(graph_);
  analyses_ += lu_.symbolic().order.data() != before;
  find_offsets();
  find_columns();
  turn_blocks();
  columns_.compliance = problem.compliance;
  find_diagonals();
  for (BlockDiagonal* blocks : {&A_, &B_, &inverse_, &Theta_})
    blocks->assign(groups_.size(), Matrix3d::Zero());
  velocity_.setZero(lu_.rows());
  work_.setZero(lu_.rows());
  factorisations_ = small_pivots_ = 0;
}

void BodyConeOperator::run_on(Threads& threads) {
  ConeOperator::run_on(threads);
  lu_.run_on(threads);
}

void BodyConeOperator::scale(const VectorXd& D) {
  require(D.size() == size(), "D", "one entry per row", static_cast<double>(D.size()));
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const RowGroup& group = groups_[g];
    const auto own = D.segment(group.row, group.rows);
    for (int p = group.parts_begin; p < group.parts_end; ++p) {
      Eigen::Map<MatrixXd> columns(G_.data() + parts_[p].value, graph_.sizes[parts_[p].node],
                                   group.rows);
      columns *= own.asDiagonal();
    }
    auto W = own_[g].topLeftCorner(group.rows, group.rows);
    W = (own.asDiagonal() * W * own.asDiagonal()).eval();
  }
  turn_blocks();
  columns_.compliance = columns_.compliance.cwiseProduct(D.cwiseAbs2());
}

Matrix3d BodyConeOperator::diagonal(const ConeBlock& block) const {
  return own_[group_of_row_[block.row]];
}

// v += G r
void BodyConeOperator::add_velocities(const VectorXd& r, VectorXd& v) const {
  if (all_spatial_) return columns_.add_velocities(r, v, threads());
  for (const RowGroup& group : groups_)
    for (int p = group.parts_begin; p < group.parts_end; ++p) {
      const double* G = G_.data() + parts_[p].value;
      double* out = v.data() + parts_[p].offset;
      if (group.spatial) {
        add_velocity(G, r.data() + group.row, out);
        continue;
      }
      const int size = graph_.sizes[parts_[p].node];
      for (int k = 0; k < group.rows; ++k, G += size)
        for (int i = 0; i < size; ++i) out[i] += G[i] * r[group.row + k];
    }
}

// u = G' v
void BodyConeOperator::find_motion(const VectorXd& v, VectorXd& u) const {
  u.resize(size());
  if (all_spatial_) return columns_.find_motion(v, u, threads());
  for (const RowGroup& group : groups_) {
    if (group.spatial) {
      linalg::HalfLanes sum = {};
      for (int p = group.parts_begin; p < group.parts_end; ++p)
        add_turned_motion(G_.data() + parts_[p].value + kBodyRows * kContactRows,
                          v.data() + parts_[p].offset, sum);
      for (int k = 0; k < kContactRows; ++k) u[group.row + k] = sum[k];
      continue;
    }
    u.segment(group.row, group.rows).setZero();
    for (int p = group.parts_begin; p < group.parts_end; ++p) {
      const double* G = G_.data() + parts_[p].value;
      const double* in = v.data() + parts_[p].offset;
      const int size = graph_.sizes[parts_[p].node];
      for (int k = 0; k < group.rows; ++k, G += size)
        for (int i = 0; i < size; ++i) u[group.row + k] += G[i] * in[i];
    }
  }
}

// velocity_ <- K0⁻¹ velocity_
void BodyConeOperator::solve_joints() const {
  if (refines_) load_ = velocity_;
  K0_.solve(velocity_);
  if (refines_) K0_.refine(load_, velocity_, 1);
}

void BodyConeOperator::multiply(const VectorXd& r, VectorXd& u) const {
  velocity_.setZero();
  add_velocities(r, velocity_);
  if (coupled_) solve_joints();
  find_motion(velocity_, u);
  u += columns_.compliance.cwiseProduct(r);
}

}  // namespace perpend::lcp
