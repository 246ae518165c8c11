// SPDX-License-Identifier: Apache-2.0
//
// Assembly, factorisation and solution of K0 + G Theta G'.
#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "lcp/cone/operator/bodies.hpp"
#include "lcp/cone/operator/condense.hpp"
#include "lcp/cone/operator/contact_kernels.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::VectorXd;

using linalg::kWidestNode;

}  // namespace

// Adds G Theta G' of a contact on one or two bodies in space.
void BodyConeOperator::add_spatial_group(const RowGroup& group, const Matrix3d& Theta) {
  const auto G = [this](int part) { return G_.data() + parts_[part].value; };
  double left[kBodyRows * kContactRows];
  for (int i = group.parts_begin; i < group.parts_end; ++i) {
    weigh(G(i), Theta, left);
    subtract_outer(left, G(i), lu_.diagonal(parts_[i].node).data());
    if (group.parts_end - group.parts_begin < 2) continue;
    const int other = group.parts_begin + group.parts_end - 1 - i, edge = pairs_[group.pairs_begin];
    const bool forth = graph_.edges[edge].first == parts_[i].node;
    subtract_outer(left, G(other),
                   (forth ? lu_.coupling(edge) : lu_.reverse_coupling(edge)).data());
  }
}

// Adds G Theta G' of the rows of one group.
void BodyConeOperator::add_group(const RowGroup& group, const Matrix3d& Theta) {
  if (group.spatial && group.parts_end - group.parts_begin <= 2)
    return add_spatial_group(group, Theta);
  using Columns = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kWidestNode, 3>;
  const auto small = Theta.topLeftCorner(group.rows, group.rows);
  int pair = group.pairs_begin;
  for (int i = group.parts_begin; i < group.parts_end; ++i) {
    const auto own = block(i, group.rows);
    const Columns left = own.lazyProduct(small);
    const Columns right = own.lazyProduct(small.transpose());
    lu_.diagonal(parts_[i].node) += left.lazyProduct(own.transpose());
    for (int j = i + 1; j < group.parts_end; ++j, ++pair) {
      const auto other = block(j, group.rows);
      const int edge = pairs_[pair];
      auto forth = lu_.coupling(edge), back = lu_.reverse_coupling(edge);
      if (graph_.edges[edge].first == parts_[i].node) {
        forth += left.lazyProduct(other.transpose());
        back += other.lazyProduct(right.transpose());
      } else {
        back += left.lazyProduct(other.transpose());
        forth += other.lazyProduct(right.transpose());
      }
    }
  }
}

// Adds G Theta G' of all contacts, block by block.
void BodyConeOperator::add_runs() {
  constexpr int kTargets = 32;
  threads().chunks<kTargets>(static_cast<int>(targets_.size()) - 1, [this](Chunk chunk) {
    for (int t = chunk.first; t < chunk.last; ++t)
      for (int p = targets_[t].first_product; p < targets_[t + 1].first_product; ++p)
        columns_.add_product(products_[p], Theta_, targets_[t].K);
  });
}

void BodyConeOperator::load_joints() {
  lu_.set_zero();
  const linalg::BlockLdlt& K0 = K0_;
  for (int i = 0; i < graph_.nodes(); ++i) {
    if (graph_.signs[i] < 0)
      lu_.diagonal(i) = K0.diagonal(i);
    else
      lu_.diagonal(i).diagonal().setOnes();
  }
  if (!coupled_) return;
  for (int e = 0; e < K0.input_blocks(); ++e) {
    lu_.coupling(e) = K0.coupling(e);
    lu_.reverse_coupling(e) = K0.coupling(e).transpose();
  }
}

// Computes P⁻¹ and Theta of all blocks; returns false where one is singular.
bool BodyConeOperator::condense(const std::vector<ConeBlock>& blocks, double shift) {
  const auto condense_some = [&](Chunk chunk) {
    bool regular = true;
    for (int i = chunk.first; i < chunk.last; ++i) {
      const int g = group_of_row_[blocks[i].row];
      Matrix3d P = A_[g];
      for (int k = 0; k < groups_[g].rows; ++k)
        P.col(k) += columns_.compliance[groups_[g].row + k] * B_[g].col(k);
      regular = condense_block(blocks[i], P, B_[g], shift, inverse_[g], Theta_[g]) && regular;
    }
    return regular;
  };
  return threads().reduce<kContactChunk>(static_cast<int>(blocks.size()), true, condense_some,
                                         std::logical_and<bool>());
}

bool BodyConeOperator::factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                              const BlockDiagonal& B, double shift) {
  require(blocks.size() == groups_.size() && A.size() == blocks.size() && B.size() == blocks.size(),
          "blocks", "one per contact and bilateral row", static_cast<double>(blocks.size()));
  ++factorisations_;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const int g = group_of_row_[blocks[i].row];
    require(groups_[g].row == blocks[i].row && groups_[g].rows == blocks[i].rows, "blocks",
            "the rows of one contact or bilateral row", static_cast<double>(blocks[i].row));
    A_[g] = A[i], B_[g] = B[i];
  }
  if (!condense(blocks, shift)) return false;
  load_joints();
  if (all_spatial_) add_runs();
  for (std::size_t g = 0; !all_spatial_ && g < groups_.size(); ++g)
    if (!Theta_[g].isZero(0)) add_group(groups_[g], Theta_[g]);
  const linalg::LuReport report = lu_.factor();
  small_pivots_ = static_cast<int>(report.dependent.size());
  return report.finite;
}

// Calls put(i, sum_k block_ik in_k) for the rows of all blocks.
void BodyConeOperator::multiply_blocks(const BlockDiagonal& blocks, const VectorXd& in,
                                       const auto& put) const {
  const auto multiply = [&](int g) {
    const Index at = groups_[g].row;
    if (groups_[g].rows == kContactRows) {
      const Eigen::Vector3d out = blocks[g] * in.segment<3>(at);
      for (int i = 0; i < kContactRows; ++i) put(at + i, out[i]);
      return;
    }
    for (int i = 0; i < groups_[g].rows; ++i) {
      double sum = 0.0;
      for (int k = 0; k < groups_[g].rows; ++k) sum += blocks[g](i, k) * in[at + k];
      put(at + i, sum);
    }
  };
  threads().chunks<2 * kContactChunk>(static_cast<int>(groups_.size()), [&](Chunk chunk) {
    for (int g = chunk.first; g < chunk.last; ++g) multiply(g);
  });
}

// defect_ = rhs - (A + B W) x
void BodyConeOperator::residual(const VectorXd& rhs, const VectorXd& x) {
  multiply(x, motion_);
  defect_ = rhs;
  const auto subtract = [this](Index i, double value) { defect_[i] -= value; };
  multiply_blocks(A_, x, subtract);
  multiply_blocks(B_, motion_, subtract);
}

void BodyConeOperator::solve(const VectorXd& rhs, int refinements, VectorXd& x) {
  require(rhs.size() == size(), "rhs", "one entry per row", static_cast<double>(rhs.size()));
  x.setZero(size());
  defect_ = rhs;
  step_.resize(size());
  const double enough = kRefined * rhs.cwiseAbs().maxCoeff();
  double before = std::numeric_limits<double>::infinity();
  for (int pass = 0; pass <= refinements; ++pass) {
    if (pass > 0) {
      residual(rhs, x);
      const double left = defect_.cwiseAbs().maxCoeff();
      // Where the shift or rounding dominates a correction, it makes x worse and is undone.
      if (pass > 1 && !(left < before)) x -= step_;
      if (!(left < before) || left <= enough) return;
      before = left;
    }
    multiply_blocks(inverse_, defect_, [this](Index i, double value) { step_[i] = value; });
    work_.setZero();
    add_velocities(step_, work_);
    lu_.solve(work_);
    find_motion(work_, motion_);
    multiply_blocks(Theta_, motion_, [this](Index i, double value) { step_[i] -= value; });
    x += step_;
  }
}

}  // namespace perpend::lcp
