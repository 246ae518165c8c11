// SPDX-License-Identifier: Apache-2.0
//
// Nodes of K: bodies first, then joints and couplers in the order of the model. The unknowns are v
// and -lambda, so that K = [M̂ Jᵀ; J -S] is symmetric. S keeps rows that others repeat solvable: a
// share kCompliance of J M̂⁻¹ Jᵀ, far below what the step can see and far above rounding.
#include "perpend/dynamics/joint_system.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "perpend/dynamics/joint_rows.hpp"
#include "perpend/dynamics/kinetics.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// On closed loops of bars the answer has the same digits for 1e-16 to 1e-4; the force that
// redundant rows share at a singular pose stays finite.
constexpr double kCompliance = 1e-10;
constexpr int kRefinements = 2;
// Componentwise backward error below which refinement could not be seen: 1e-12 m/s of 10 m/s.
constexpr double kAccurate = 1e-13;
// Rates that S lambda may leave open, m/s or rad/s: 1e-10 m in a step of 1 ms.
constexpr double kVisible = 1e-7;

bool needs_block(const Body& body) {
  return body.kind == BodyKind::spatial || body.kind == BodyKind::spatial_particle ||
         body.kind == BodyKind::custom;
}

bool moves(const Model& model, int body) {
  return body >= 0 && model.bodies[body].is_dynamic();
}

// Which part of a rod's block its bodies take: points have no turn, the world takes nothing.
struct RodEnds {
  int a, b;      // bodies
  int n_a, n_b;  // velocities that take part
  int at_b;      // first row of b in the block
};

RodEnds rod_ends(const Model& model, const Joint& joint) {
  const auto size = [&](int body) {
    return moves(model, body) && model.bodies[body].kind != BodyKind::custom
               ? model.bodies[body].dof
               : 0;
  };
  return {joint.a.index, joint.b.index, size(joint.a.index), size(joint.b.index),
          joint.in_plane ? 3 : 6};
}

bool is_bilateral(const CoordinateRow& row) {
  return std::isinf(row.lo) && std::isinf(row.hi);
}

int turn_offset(const Body& body) {
  return body.kind == BodyKind::spatial ? 3 : 2;
}

}  // namespace

JointSystem::JointSystem(const Model& model) : model_(&model) {
  RowPool joints;
  std::vector<double> phi;
  const State start = initial_state(model);
  append_joint_rows(model, start, joints, phi);
  count_bilateral(start);
  add_bodies(joints);
  add_constraints(joints);
  add_pairs();
  join(joints);
  inverse_diagonal_.resize(system_.rows());
  right_.setZero(system_.rows());
}

// Whether a coordinate has a bilateral row never changes; the step is of no matter.
void JointSystem::count_bilateral(const State& start) {
  RowPool pool;
  std::vector<CoordinateRow> rows;
  append_coordinate_rows(*model_, start, 1e-3, pool, rows);
  bilateral_.assign(model_->joints.size(), 0);
  for (const CoordinateRow& row : rows) bilateral_[row.joint] += is_bilateral(row);
}

void JointSystem::add_bodies(const RowPool& joints) {
  node_of_body_.assign(model_->bodies.size(), -1);
  std::vector<char> held(model_->bodies.size(), 0);
  for (int g = 0; g < static_cast<int>(joints.groups().size()); ++g)
    for (const RowBlock& block : joints.blocks(g))
      if (moves(*model_, block.body)) held[block.body] = 1;
  for (int i = 0; i < static_cast<int>(model_->bodies.size()); ++i) {
    if (!held[i] && !needs_block(model_->bodies[i])) continue;
    node_of_body_[i] = static_cast<int>(bodies_.size());
    bodies_.push_back(i);
    damped_graph_.sizes.push_back(model_->bodies[i].dof);
    damped_graph_.signs.push_back(1);
  }
}

void JointSystem::add_constraints(const RowPool& joints) {
  linalg::BlockGraph& graph = damped_graph_;
  for (int g = 0; g < static_cast<int>(joints.groups().size()); ++g) {
    Constraint constraint{.group = g, .rows = joints.groups()[g].rows, .blocks = {}};
    constraint.first_row = joints.groups()[g].first_row;
    if (g < static_cast<int>(model_->joints.size())) constraint.extra = bilateral_[g];
    constraint.first_edge = static_cast<int>(graph.edges.size());
    const auto blocks = joints.blocks(g);
    const int node = graph.nodes();
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
      if (!moves(*model_, blocks[k].body)) continue;
      constraint.blocks.push_back(k);
      graph.edges.push_back({node, node_of_body_[blocks[k].body]});
    }
    const bool used = !constraint.blocks.empty() && constraint.rows + constraint.extra > 0;
    constraint_of_joint_.push_back(used ? static_cast<int>(constraints_.size()) : -1);
    if (!used) continue;
    graph.sizes.push_back(constraint.rows + constraint.extra);
    graph.signs.push_back(-1);
    constraints_.push_back(std::move(constraint));
  }
}

// Edges between two bodies: of rods in both graphs, of possible dampers in one.
void JointSystem::add_pairs() {
  linalg::BlockGraph& graph = damped_graph_;
  rod_edge_.assign(model_->joints.size(), -1);
  damper_edge_.assign(model_->joints.size(), -1);
  std::set<std::pair<int, int>> known;
  const auto add = [&](std::vector<int>& edges, std::size_t j) {
    const Joint& joint = model_->joints[j];
    if (!moves(*model_, joint.a.index) || !moves(*model_, joint.b.index)) return;
    const std::pair edge(node_of_body_[joint.a.index], node_of_body_[joint.b.index]);
    if (!known.insert(std::minmax(edge.first, edge.second)).second) return;  // of another joint
    edges[j] = static_cast<int>(graph.edges.size());
    graph.edges.push_back(edge);
  };
  for (std::size_t j = 0; j < model_->joints.size(); ++j)
    if (model_->joints[j].kind == JointKind::distance) add(rod_edge_, j);
  system_.analyse(graph);
  for (std::size_t j = 0; j < model_->joints.size(); ++j)
    if (is_ball(model_->joints[j].kind)) add(damper_edge_, j);
}

void JointSystem::join(const RowPool& joints) {
  component_.resize(model_->bodies.size());
  std::iota(component_.begin(), component_.end(), 0);
  const auto root = [&](int body) {
    while (component_[body] != body) body = component_[body] = component_[component_[body]];
    return body;
  };
  for (const Constraint& constraint : constraints_) {
    const auto blocks = joints.blocks(constraint.group);
    const int first = root(blocks[constraint.blocks.front()].body);
    for (const int k : constraint.blocks) component_[root(blocks[k].body)] = first;
  }
  for (std::size_t i = 0; i < component_.size(); ++i) component_[i] = root(static_cast<int>(i));
}

int JointSystem::node_row(int constraint) const {
  return matrix().offset(static_cast<int>(bodies_.size()) + constraint);
}

// ---- Loading K

void JointSystem::load_masses(const State& pose, const AddedMass& added) {
  linalg::BlockLdlt& K = active();
  for (int node = 0; node < static_cast<int>(bodies_.size()); ++node) {
    const Body& body = model_->bodies[bodies_[node]];
    auto block = K.diagonal(node);
    mass_block(*model_, pose.q, bodies_[node], block);
    const Eigen::Matrix3d& turn = added.turn(bodies_[node]);
    if (body.kind == BodyKind::spatial) block.bottomRightCorner<3, 3>() += turn;
    if (body.kind == BodyKind::rigid) block(2, 2) += turn(0, 0);
  }
}

void JointSystem::load_pairs(const AddedMass& added) {
  linalg::BlockLdlt& K = active();
  for (const AddedMass::Rod& rod : added.rods()) {
    const RodEnds ends = rod_ends(*model_, model_->joints[rod.joint]);
    if (ends.n_a > 0)
      K.diagonal(node_of_body_[ends.a]) += rod.block.topLeftCorner(ends.n_a, ends.n_a);
    if (ends.n_b > 0)
      K.diagonal(node_of_body_[ends.b]) +=
          rod.block.block(ends.at_b, ends.at_b, ends.n_b, ends.n_b);
    if (const int edge = rod_edge_[rod.joint]; edge >= 0)
      K.coupling(edge) += rod.block.block(0, ends.at_b, ends.n_a, ends.n_b);
  }
  for (const AddedMass::Damper& damper : added.dampers()) {
    const Joint& joint = model_->joints[damper.joint];
    const int edge = damper_edge_[damper.joint];
    if (edge < 0) continue;
    for (const BodyId id : {joint.a, joint.b}) {
      const int at = turn_offset(model_->bodies[id.index]);
      auto block = K.diagonal(node_of_body_[id.index]);
      for (int k = at; k < block.rows(); ++k) block(k, k) += damper.damping;
    }
    auto coupling = K.coupling(edge);
    const int row = turn_offset(model_->bodies[joint.a.index]);
    const int column = turn_offset(model_->bodies[joint.b.index]);
    const auto turns = std::min(coupling.rows() - row, coupling.cols() - column);
    for (int k = 0; k < turns; ++k) coupling(row + k, column + k) -= damper.damping;
  }
}

void JointSystem::load_group(const RowPool& pool, int group, int index, int at_row) {
  linalg::BlockLdlt& K = active();
  const Constraint& constraint = constraints_[index];
  const int rows = pool.groups()[group].rows;
  const auto blocks = pool.blocks(group);
  for (int e = 0; e < static_cast<int>(constraint.blocks.size()); ++e) {
    auto coupling = K.coupling(constraint.first_edge + e);
    const int node = K.graph().edges[constraint.first_edge + e].second;
    // Rows of a coordinate have the bodies a and b of their joint, in this order.
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
      if (blocks[k].body == bodies_[node]) coupling.middleRows(at_row, rows) = pool.block(group, k);
  }
}

void JointSystem::load_softness(double softness) {
  compliance_.assign(active().rows(), 0.0);
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i)
    std::fill_n(compliance_.begin() + node_row(i), constraints_[i].rows, softness);
}

void JointSystem::load_coordinates(const RowPool& coordinates,
                                   std::span<const CoordinateRow> rows) {
  int joint = -1, next = 0;
  for (const CoordinateRow& row : rows) {
    if (!is_bilateral(row)) continue;
    next = row.joint == joint ? next + 1 : 0;
    joint = row.joint;
    const int index = constraint_of_joint_[joint];
    if (index < 0 || next >= constraints_[index].extra) continue;
    const int at = constraints_[index].rows + next;
    load_group(coordinates, row.group, index, at);
    compliance_[node_row(index) + at] = row.compliance;
  }
}

// -S: the share of J M̂⁻¹ Jᵀ by the diagonal of M̂, and the compliance of springs.
void JointSystem::load_compliance(int index) {
  linalg::BlockLdlt& K = active();
  const Constraint& constraint = constraints_[index];
  auto diagonal = K.diagonal(static_cast<int>(bodies_.size()) + index);
  const int rows = constraint.rows + constraint.extra;
  for (int e = 0; e < static_cast<int>(constraint.blocks.size()); ++e) {
    const int edge = constraint.first_edge + e;
    const int body_row = K.offset(K.graph().edges[edge].second);
    const auto J = K.coupling(edge);
    for (int c = 0; c < J.cols(); ++c) {
      const double share = kCompliance * inverse_diagonal_[body_row + c];
      for (int r = 0; r < rows; ++r) diagonal(r, r) -= share * J(r, c) * J(r, c);
    }
  }
  const int first = node_row(index);
  for (int r = 0; r < rows; ++r) diagonal(r, r) -= compliance_[first + r];
}

linalg::FactorReport JointSystem::factor(const State& pose, const RowPool& joints,
                                         const RowPool& coordinates,
                                         std::span<const CoordinateRow> rows,
                                         const AddedMass& added, double softness) {
  damped_ = !added.dampers().empty();
  if (damped_) damped_system_.analyse(damped_graph_);
  linalg::BlockLdlt& K = active();
  K.set_zero();
  load_masses(pose, added);
  load_pairs(added);
  for (int node = 0; node < static_cast<int>(bodies_.size()); ++node) {
    const auto block = K.diagonal(node);
    for (int k = 0; k < block.rows(); ++k) inverse_diagonal_[K.offset(node) + k] = 1 / block(k, k);
  }
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i)
    load_group(joints, constraints_[i].group, i, 0);
  load_softness(softness);
  load_coordinates(coordinates, rows);
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i) load_compliance(i);
  return K.factor();
}

// ---- Right-hand sides and solving

void JointSystem::set_momentum(const VectorXd& p) {
  for (int node = 0; node < static_cast<int>(bodies_.size()); ++node) {
    const Body& body = model_->bodies[bodies_[node]];
    right_.segment(matrix().offset(node), body.dof) = p.segment(body.v_offset, body.dof);
  }
}

void JointSystem::add_mass_momentum(const AddedMass& added, const VectorXd& v) {
  for (int node = 0; node < static_cast<int>(bodies_.size()); ++node) {
    const Body& body = model_->bodies[bodies_[node]];
    const int at = matrix().offset(node);
    const Eigen::Matrix3d& turn = added.turn(bodies_[node]);
    if (body.kind == BodyKind::spatial)
      right_.segment<3>(at + 3) += turn * v.segment<3>(body.v_offset + 3);
    if (body.kind == BodyKind::rigid) right_[at + 2] += turn(0, 0) * v[body.v_offset + 2];
  }
  for (const AddedMass::Rod& rod : added.rods()) {
    const RodEnds ends = rod_ends(*model_, model_->joints[rod.joint]);
    Eigen::Matrix<double, 12, 1> u = Eigen::Matrix<double, 12, 1>::Zero();
    if (ends.n_a > 0) u.head(ends.n_a) = v.segment(model_->bodies[ends.a].v_offset, ends.n_a);
    if (ends.n_b > 0)
      u.segment(ends.at_b, ends.n_b) = v.segment(model_->bodies[ends.b].v_offset, ends.n_b);
    const Eigen::Matrix<double, 12, 1> p = rod.block * u;
    if (ends.n_a > 0)
      right_.segment(matrix().offset(node_of_body_[ends.a]), ends.n_a) += p.head(ends.n_a);
    if (ends.n_b > 0)
      right_.segment(matrix().offset(node_of_body_[ends.b]), ends.n_b) +=
          p.segment(ends.at_b, ends.n_b);
  }
}

void JointSystem::subtract_prescribed(const RowPool& pool, int group, const VectorXd& v, int at) {
  const auto blocks = pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    if (blocks[k].body < 0 || moves(*model_, blocks[k].body)) continue;
    const Body& body = model_->bodies[blocks[k].body];
    right_.segment(at, pool.groups()[group].rows) -=
        pool.block(group, k).lazyProduct(v.segment(body.v_offset, body.dof));
  }
}

void JointSystem::set_rates(const RowPool& joints, const VectorXd& rates,
                            const RowPool& coordinates, std::span<const CoordinateRow> rows,
                            const VectorXd& v) {
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i) {
    const Constraint& constraint = constraints_[i];
    right_.segment(node_row(i), constraint.rows) =
        rates.segment(constraint.first_row, constraint.rows);
    subtract_prescribed(joints, constraint.group, v, node_row(i));
  }
  int joint = -1, next = 0;
  for (const CoordinateRow& row : rows) {
    if (!is_bilateral(row)) continue;
    next = row.joint == joint ? next + 1 : 0;
    joint = row.joint;
    const int index = constraint_of_joint_[joint];
    if (index < 0 || next >= constraints_[index].extra) continue;
    const int at = node_row(index) + constraints_[index].rows + next;
    right_[at] = -row.bias;
    subtract_prescribed(coordinates, row.group, v, at);
  }
}

void JointSystem::add_impulse(const RowPool& pool, int group,
                              const Eigen::Ref<const VectorXd>& lambda) {
  const auto blocks = pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    if (blocks[k].body < 0 || !holds(blocks[k].body)) continue;
    right_.segment(matrix().offset(node_of_body_[blocks[k].body]), blocks[k].cols) +=
        pool.block(group, k).transpose().lazyProduct(lambda);
  }
}

// J v + S lambda = r leaves S lambda open, which heavy bodies on light ones make visible. A second
// solve with S (lambda - that of the first) instead squares the error; rows of springs keep theirs.
bool JointSystem::take_compliance_back() {
  double largest = 0;
  closed_ = right_;
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i) {
    const auto S = std::as_const(active()).diagonal(static_cast<int>(bodies_.size()) + i);
    for (int r = 0; r < constraints_[i].rows; ++r) {
      const int row = node_row(i) + r;
      const double open = (S(r, r) + compliance_[row]) * x_[row];  // -S times -lambda
      closed_[row] += open;
      largest = std::max(largest, std::abs(open));
    }
  }
  return largest > kVisible;
}

// Most solves are accurate as they are.
double JointSystem::refined(const VectorXd& right) {
  const double error = active().residual(right, x_);
  return error <= kAccurate ? error : active().refine(right, x_, kRefinements);
}

double JointSystem::solve(VectorXd& v, VectorXd& lambda) {
  x_ = right_;
  active().solve(x_);
  double error = refined(right_);
  if (take_compliance_back()) {
    x_ = closed_;
    active().solve(x_);
    error = refined(closed_);
  }
  for (int node = 0; node < static_cast<int>(bodies_.size()); ++node) {
    const Body& body = model_->bodies[bodies_[node]];
    v.segment(body.v_offset, body.dof) = x_.segment(matrix().offset(node), body.dof);
  }
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i)
    lambda.segment(constraints_[i].first_row, constraints_[i].rows) =
        -x_.segment(node_row(i), constraints_[i].rows);
  return error;
}

void JointSystem::correct(const VectorXd& rates, VectorXd& v, VectorXd& lambda) {
  correction_.setZero(matrix().rows());
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i)
    correction_.segment(node_row(i), constraints_[i].rows) =
        rates.segment(constraints_[i].first_row, constraints_[i].rows);
  active().solve(correction_);
  for (int node = 0; node < static_cast<int>(bodies_.size()); ++node) {
    const Body& body = model_->bodies[bodies_[node]];
    v.segment(body.v_offset, body.dof) += correction_.segment(matrix().offset(node), body.dof);
  }
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i)
    lambda.segment(constraints_[i].first_row, constraints_[i].rows) -=
        correction_.segment(node_row(i), constraints_[i].rows);
}

bool JointSystem::add_group(const RowPool& pool, int group,
                            linalg::BlockReduction& reduction) const {
  const auto blocks = pool.blocks(group);
  int held[2], count = 0;
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0 && holds(blocks[k].body)) held[count++] = k;
  if (count == 0) return false;
  const auto node = [&](int k) { return node_of_body_[blocks[k].body]; };
  const Eigen::MatrixXd first = pool.block(group, held[0]);
  if (count == 1) {
    reduction.add(node(held[0]), first);
  } else {
    const Eigen::MatrixXd second = pool.block(group, held[1]);
    reduction.add(node(held[0]), first, node(held[1]), second);
  }
  return true;
}

}  // namespace perpend
