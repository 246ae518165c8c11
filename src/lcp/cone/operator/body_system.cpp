// SPDX-License-Identifier: Apache-2.0
//
// K0 + G Theta G': its values, its factor and what is solved with it.
#include <algorithm>
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

constexpr int kWidestNode = 12;  // of a BlockGraph

// out_i = sum_k block_ik in_k, block by block, given to put(row, value).
template <typename Groups, typename Put>
void times(const Groups& groups, const BlockDiagonal& blocks, const VectorXd& in, Put put) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Index at = groups[g].row;
    if (groups[g].rows == kContactRows) {
      const Eigen::Vector3d out = blocks[g] * in.segment<3>(at);
      for (int i = 0; i < kContactRows; ++i) put(at + i, out[i]);
      continue;
    }
    for (int i = 0; i < groups[g].rows; ++i) {
      double sum = 0.0;
      for (int k = 0; k < groups[g].rows; ++k) sum += blocks[g](i, k) * in[at + k];
      put(at + i, sum);
    }
  }
}

}  // namespace

// += G Theta G' for a contact on one or two bodies in space.
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

// += G Theta G' for the rows of one group.
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

// += G Theta G' of all contacts, pair of bodies by pair.
void BodyConeOperator::add_runs() {
  for (std::size_t i = 0; i + 1 < columns_.runs.size(); ++i) {
    const RowGroup& group = groups_[columns_.runs[i]];
    const int bodies = group.parts_end - group.parts_begin;
    for (int k = 0; k < bodies; ++k) {
      const int node = parts_[group.parts_begin + k].node;
      columns_.add_product(i, k, k, Theta_, lu_.diagonal(node).data());
    }
    if (bodies < 2) continue;
    const int edge = pairs_[group.pairs_begin];
    auto upper = lu_.coupling(edge), lower = lu_.reverse_coupling(edge);
    const int first = graph_.edges[edge].first == parts_[group.parts_begin].node ? 0 : 1;
    columns_.add_product(i, first, 1 - first, Theta_, upper.data());
    columns_.add_product(i, 1 - first, first, Theta_, lower.data());
  }
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

bool BodyConeOperator::factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                              const BlockDiagonal& B, double shift) {
  require(blocks.size() == groups_.size() && A.size() == blocks.size() && B.size() == blocks.size(),
          "blocks", "one per contact and bilateral row", static_cast<double>(blocks.size()));
  ++factorisations_;
  load_joints();
  bool regular = true;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const int g = group_of_row_[blocks[i].row];
    const int rows = groups_[g].rows;
    require(groups_[g].row == blocks[i].row && rows == blocks[i].rows, "blocks",
            "the rows of one contact or bilateral row", static_cast<double>(blocks[i].row));
    A_[g] = A[i], B_[g] = B[i];
    Matrix3d P = A[i];
    for (int k = 0; k < rows; ++k)
      P.col(k) += columns_.compliance[groups_[g].row + k] * B[i].col(k);
    regular = condense_block(blocks[i], P, B[i], shift, inverse_[g], Theta_[g]) && regular;
    if (!all_spatial_ && !Theta_[g].isZero(0)) add_group(groups_[g], Theta_[g]);
  }
  if (!regular) return false;
  if (all_spatial_) add_runs();
  const linalg::LuReport report = lu_.factor();
  small_pivots_ = static_cast<int>(report.dependent.size());
  return report.finite;
}

// defect_ = rhs - (A + B W) x
void BodyConeOperator::residual(const VectorXd& rhs, const VectorXd& x) {
  multiply(x, motion_);
  defect_ = rhs;
  const auto subtract = [this](Index i, double value) { defect_[i] -= value; };
  times(groups_, A_, x, subtract);
  times(groups_, B_, motion_, subtract);
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
      // Where the shift or rounding rules a correction, it is worse than none.
      if (pass > 1 && !(left < before)) x -= step_;
      if (!(left < before) || left <= enough) return;
      before = left;
    }
    times(groups_, inverse_, defect_, [this](Index i, double value) { step_[i] = value; });
    work_.setZero();
    add_velocities(step_, work_);
    lu_.solve(work_);
    find_motion(work_, motion_);
    times(groups_, Theta_, motion_, [this](Index i, double value) { step_[i] -= value; });
    x += step_;
  }
}

}  // namespace perpend::lcp
