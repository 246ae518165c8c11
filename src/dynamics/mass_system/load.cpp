// SPDX-License-Identifier: Apache-2.0
//
// The values of K = [M̂ Jᵀ; J -S]. S keeps redundant rows solvable: it is a share of J M̂⁻¹ Jᵀ, far
// below what the step can resolve and far above round-off.
#include <Eigen/Geometry>
#include <algorithm>
#include <utility>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "dynamics/mass_system/mass_system.hpp"
#include "dynamics/mass_system/pair_ends.hpp"

namespace perpend {
namespace {

int rotation_offset(const Body& body) {
  return body.kind == BodyKind::spatial ? 3 : 2;
}

}  // namespace

void MassSystem::load_mass(int node, const State& pose, const AddedMass& added) {
  const HeldBody& held = bodies_[node];
  auto block = active().diagonal(node);
  if (held.kind == BodyKind::spatial) {
    const double* quaternion = pose.q.data() + held.pose + 3;
    const Eigen::Matrix3d R =
        Eigen::Quaterniond(quaternion[0], quaternion[1], quaternion[2], quaternion[3])
            .toRotationMatrix();
    Eigen::Map<Matrix6d> mass(block.data());
    mass.setZero();
    mass.diagonal().head<3>().setConstant(held.mass);
    mass.bottomRightCorner<3, 3>() = R * held.inertia.asDiagonal() * R.transpose();
    if (added.has_rotation()) mass.bottomRightCorner<3, 3>() += added.rotation(held.body);
  } else {
    mass_block(*model_, pose.q, held.body, block);
    if (held.kind == BodyKind::rigid) block(2, 2) += added.rotation(held.body)(0, 0);
  }
  invert_diagonal(node);
}

void MassSystem::invert_diagonal(int node) {
  const auto block = std::as_const(active()).diagonal(node);
  double* inverse = inverse_diagonal_.data() + bodies_[node].row;
  for (int k = 0; k < bodies_[node].dof; ++k)
    inverse[k] = 1 / block.data()[k * (bodies_[node].dof + 1)];
}

void MassSystem::load_pairs(const AddedMass& added) {
  linalg::BlockLdlt& K = active();
  for (const AddedMass::Pair& pair : added.pairs()) {
    const PairEnds ends = pair_ends(*model_, model_->joints[pair.joint]);
    if (ends.n_a > 0)
      K.diagonal(node_of_body_[ends.a]) += pair.block.topLeftCorner(ends.n_a, ends.n_a);
    if (ends.n_b > 0)
      K.diagonal(node_of_body_[ends.b]) +=
          pair.block.block(ends.at_b, ends.at_b, ends.n_b, ends.n_b);
    if (ends.n_a > 0) invert_diagonal(node_of_body_[ends.a]);
    if (ends.n_b > 0) invert_diagonal(node_of_body_[ends.b]);
    const auto [edge, exchanged] = pair_edge_[pair.joint];
    if (edge < 0) continue;
    if (exchanged)
      K.coupling(edge) += pair.block.block(ends.at_b, 0, ends.n_b, ends.n_a);
    else
      K.coupling(edge) += pair.block.block(0, ends.at_b, ends.n_a, ends.n_b);
  }
  for (const AddedMass::Damper& damper : added.dampers())
    if (pair_edge_[damper.joint].edge >= 0) load_damper(damper);
}

void MassSystem::load_damper(const AddedMass::Damper& damper) {
  linalg::BlockLdlt& K = active();
  const Joint& joint = model_->joints[damper.joint];
  const auto [edge, exchanged] = pair_edge_[damper.joint];
  for (const BodyId id : {joint.a, joint.b}) {
    const int at = rotation_offset(model_->bodies[id.index]), node = node_of_body_[id.index];
    auto block = K.diagonal(node);
    for (int k = at; k < block.rows(); ++k) block(k, k) += damper.damping;
    invert_diagonal(node);
  }
  auto coupling = K.coupling(edge);
  int row = rotation_offset(model_->bodies[joint.a.index]);
  int column = rotation_offset(model_->bodies[joint.b.index]);
  if (exchanged) std::swap(row, column);
  const auto rotations = std::min(coupling.rows() - row, coupling.cols() - column);
  for (int k = 0; k < rotations; ++k) coupling(row + k, column + k) -= damper.damping;
}

namespace {

// Copies rows of J to columns that are `stride` apart and adds diag(J M̂⁻¹ Jᵀ) to S.
template <int kColumns>
void load_rows(const double* __restrict J, int rows, int columns, const double* __restrict inverse,
               double* __restrict to, int stride, double* __restrict S) {
  if constexpr (kColumns > 0) columns = kColumns;
  for (int r = 0; r < rows; ++r, J += columns) {
    double sum = 0;
    for (int c = 0; c < columns; ++c) {
      to[r + c * stride] = J[c];
      sum += inverse[c] * J[c] * J[c];
    }
    S[r] += sum;
  }
}

}  // namespace

// Rows of a joint have one block per edge; those of a coordinate have the bodies a and b of their
// joint, in this order, of which one or both have an edge. The diagonal of -S is the share of J
// M̂⁻¹ Jᵀ, with the diagonal of M̂, plus the compliance of the rows; the rest of its block stays
// zero.
void MassSystem::load_group(const RowPool& pool, int group, int index, int at_row,
                            double compliance, double* shares) {
  linalg::BlockLdlt& K = active();
  const Constraint& constraint = constraints_[index];
  const int rows = pool.groups()[group].rows, all = constraint.rows + constraint.extra;
  Shares S{};
  for (int e = constraint.first_edge; e < constraint.first_edge + constraint.edges; ++e) {
    double* to = K.coupling(e).data() + at_row;
    const auto J = pool.block(group, block_of_edge_[e]);
    const double* inverse = inverse_diagonal_.data() + K.offset(K.graph().edges[e].second);
    const int columns = static_cast<int>(J.cols());
    const auto load = columns == 6 ? load_rows<6> : columns == 3 ? load_rows<3> : load_rows<0>;
    load(J.data(), rows, columns, inverse, to, all, S.data());
  }
  double* diagonal =
      K.diagonal(static_cast<int>(bodies_.size()) + index).data() + at_row * (all + 1);
  for (int r = 0; r < rows; ++r, diagonal += all + 1) {
    shares[r] = share_ * S[r];
    *diagonal = -(compliance + shares[r]);
  }
}

// Bilateral rows of a joint are contiguous, in the order in which they were counted.
void MassSystem::place_bilateral(std::span<const CoordinateRow> rows) {
  placed_.clear();
  coordinate_rows_ = static_cast<int>(rows.size());
  int joint = -1, next = 0;
  for (int k = 0; k < static_cast<int>(rows.size()); ++k) {
    if (!rows[k].is_bilateral()) continue;
    next = rows[k].joint == joint ? next + 1 : 0;
    joint = rows[k].joint;
    const int index = constraint_of_joint_[joint];
    if (index < 0 || next >= constraints_[index].extra) continue;
    placed_.push_back({k, index, constraints_[index].rows + next});
  }
}

void MassSystem::load_coordinates(const RowPool& coordinates, std::span<const CoordinateRow> rows) {
  place_bilateral(rows);
  Shares unused;
  for (const PlacedRow& placed : placed_) {
    const CoordinateRow& row = rows[placed.row];
    load_group(coordinates, row.group, placed.constraint, placed.at, row.compliance, unused.data());
  }
}

// Gives the rows of a broken joint the equation -lambda = 0.
void MassSystem::hold_nothing(const Constraint& constraint, int index) {
  linalg::BlockLdlt& K = active();
  for (int e = constraint.first_edge; e < constraint.first_edge + constraint.edges; ++e)
    K.coupling(e).setZero();
  auto block = K.diagonal(static_cast<int>(bodies_.size()) + index);
  block.setZero();
  block.diagonal().setConstant(-1.0);
  const int all = constraint.rows + constraint.extra;
  shares_.segment(constraint.row - body_rows(), all).setZero();
  right_.segment(constraint.row, all).setZero();
}

linalg::FactorReport MassSystem::factor(const State& pose, const RowPool& joints,
                                        const RowPool& coordinates,
                                        std::span<const CoordinateRow> rows, const AddedMass& added,
                                        double softness, double share) {
  damped_ = added.couples();
  softness_ = softness;
  share_ = share;
  carries_ = false;
  if (damped_) damped_system_.analyse(damped_graph_);
  linalg::BlockLdlt& K = active();
  for (int e = pair_edges_; e < K.input_blocks(); ++e) K.coupling(e).setZero();
  threads_->chunks(static_cast<int>(bodies_.size()), [&](Chunk s) {
    for (int node = s.first; node < s.last; ++node) load_mass(node, pose, added);
  });
  load_pairs(added);
  threads_->chunks(static_cast<int>(constraints_.size()), [&](Chunk s) {
    for (int i = s.first; i < s.last; ++i)
      load_group(joints, constraints_[i].group, i, 0, softness,
                 shares_.data() + constraints_[i].row - body_rows());
  });
  load_coordinates(coordinates, rows);
  for (int i = 0; i < static_cast<int>(constraints_.size()) && !pose.broken.empty(); ++i)
    if (is_dropped(*model_, pose, constraints_[i].group)) hold_nothing(constraints_[i], i);
  const linalg::FactorReport report = K.factor();
  regular_ = report.status == linalg::FactorStatus::regular;
  return report;
}

}  // namespace perpend
