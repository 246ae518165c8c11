// SPDX-License-Identifier: Apache-2.0
//
// Nodes of K: bodies first, then joints and couplers in the order of the model. The unknowns are v
// and -lambda, so that K = [M̂ Jᵀ; J -S] is symmetric. This file builds the graph of K; load.cpp
// fills in its values, solve.cpp has right-hand sides and solutions.
#include "dynamics/mass_system/mass_system.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/disjoint_sets.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "dynamics/mass_system/pair_ends.hpp"

namespace perpend {
namespace {

bool needs_block(const Body& body) {
  return body.kind == BodyKind::spatial || body.kind == BodyKind::spatial_particle ||
         body.kind == BodyKind::custom;
}

}  // namespace

MassSystem::MassSystem(const Model& model, const MotorCommands& motors) : model_(&model) {
  RowPool joints;
  std::vector<double> phi;
  const State start = initial_state(model);
  append_joint_rows(model, start, joints, phi);
  count_bilateral(start, motors);
  find_joined();
  add_bodies(joints);
  divide_masses();
  add_constraints(joints);
  add_pairs();
  join(joints);
  place_rows();
}

void MassSystem::run_on(Threads& threads) {
  threads_ = &threads;
  system_.run_on(threads);
  damped_system_.run_on(threads);
}

// A coordinate either always or never has a bilateral row, so any step length serves here.
void MassSystem::count_bilateral(const State& start, const MotorCommands& motors) {
  RowPool pool;
  std::vector<CoordinateRow> rows;
  append_coordinate_rows(*model_, joints_with_coordinates(*model_), start, 1e-3, motors, pool,
                         rows);
  bilateral_.assign(model_->joints.size(), 0);
  for (const CoordinateRow& row : rows) bilateral_[row.joint] += row.is_bilateral();
}

void MassSystem::find_joined() {
  joined_.assign(model_->bodies.size(), 0);
  for (const Joint& joint : model_->joints)
    for (const BodyId id : {joint.a, joint.b})
      if (id != kWorld) joined_[id.index] = 1;
}

// Bodies outside the system have their inverse mass in inverse_mass_.
void MassSystem::divide_masses() {
  inverse_mass_ = perpend::inverse_mass(*model_);
  for (const HeldBody& body : bodies_) {
    inverse_mass_.segment(body.first, body.dof).setZero();
    if (!joined_[body.body]) unjoined_.push_back(body.body);
  }
}

void MassSystem::add_bodies(const RowPool& joints) {
  node_of_body_.assign(model_->bodies.size(), -1);
  std::vector<char> held(model_->bodies.size(), 0);
  for (int g = 0; g < static_cast<int>(joints.groups().size()); ++g)
    for (const RowBlock& block : joints.blocks(g))
      if (moves(*model_, block.body)) held[block.body] = 1;
  for (int i = 0; i < static_cast<int>(model_->bodies.size()); ++i) {
    if (!held[i] && !needs_block(model_->bodies[i])) continue;
    const Body& body = model_->bodies[i];
    node_of_body_[i] = static_cast<int>(bodies_.size());
    bodies_.push_back({.body = i,
                       .first = body.v_offset,
                       .dof = body.dof,
                       .kind = body.kind,
                       .pose = body.q_offset,
                       .mass = body.mass,
                       .inertia = body.principal_inertia});
    damped_graph_.sizes.push_back(body.dof);
    damped_graph_.signs.push_back(1);
  }
}

void MassSystem::add_constraints(const RowPool& joints) {
  linalg::BlockGraph& graph = damped_graph_;
  for (int g = 0; g < static_cast<int>(joints.groups().size()); ++g) {
    Constraint constraint{.group = g, .rows = joints.groups()[g].rows};
    constraint.first_row = joints.groups()[g].first_row;
    if (g < static_cast<int>(model_->joints.size())) constraint.extra = bilateral_[g];
    constraint.first_edge = static_cast<int>(graph.edges.size());
    constraint_of_joint_.push_back(-1);
    if (constraint.rows + constraint.extra == 0) continue;
    const auto blocks = joints.blocks(g);
    const int node = graph.nodes();
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
      if (moves(*model_, blocks[k].body)) {
        block_of_edge_.push_back(k);
        graph.edges.push_back({node, node_of_body_[blocks[k].body]});
      } else if (blocks[k].body >= 0) {
        constraint.prescribed = true;
      }
    }
    constraint.edges = static_cast<int>(graph.edges.size()) - constraint.first_edge;
    if (constraint.edges == 0) continue;
    constraint_of_joint_.back() = static_cast<int>(constraints_.size());
    graph.sizes.push_back(constraint.rows + constraint.extra);
    graph.signs.push_back(-1);
    constraints_.push_back(constraint);
  }
}

// Adds one edge per pair of bodies for all joints between them: pairs with rods are in both graphs,
// those with only dampers or other blocks in damped_graph_ alone.
void MassSystem::add_pairs() {
  linalg::BlockGraph& graph = damped_graph_;
  pair_edges_ = static_cast<int>(graph.edges.size());
  pair_edge_.assign(model_->joints.size(), {});
  std::map<std::pair<int, int>, int> known;
  const auto add = [&](std::size_t j) {
    const Joint& joint = model_->joints[j];
    if (!moves(*model_, joint.a.index) || !moves(*model_, joint.b.index)) return;
    const std::pair edge(node_of_body_[joint.a.index], node_of_body_[joint.b.index]);
    const auto [found, is_new] = known.try_emplace(std::minmax(edge.first, edge.second),
                                                   static_cast<int>(graph.edges.size()));
    if (is_new) graph.edges.push_back(edge);
    pair_edge_[j] = {found->second, graph.edges[found->second] != edge};
  };
  for (std::size_t j = 0; j < model_->joints.size(); ++j)
    if (model_->joints[j].kind == JointKind::distance) add(j);
  system_.analyse(graph, linalg::BlockOrdering::bodies_first);
  for (std::size_t j = 0; j < model_->joints.size(); ++j)
    if (is_ball(model_->joints[j].kind) || couples_bodies(model_->joints[j])) add(j);
}

void MassSystem::join(const RowPool& joints) {
  component_.resize(model_->bodies.size());
  DisjointSets joined(static_cast<std::ptrdiff_t>(component_.size()));
  for (const Constraint& constraint : constraints_) {
    const auto blocks = joints.blocks(constraint.group);
    const int* of_edge = block_of_edge_.data() + constraint.first_edge;
    for (int e = 1; e < constraint.edges; ++e)
      joined.join(blocks[of_edge[e]].body, blocks[of_edge[0]].body);
  }
  component_mass_.assign(component_.size(), 0.0);
  for (std::size_t i = 0; i < component_.size(); ++i) {
    component_[i] = static_cast<int>(joined.find(static_cast<std::ptrdiff_t>(i)));
    if (model_->bodies[i].is_dynamic()) component_mass_[component_[i]] += model_->bodies[i].mass;
  }
}

// The order of rows is that of the nodes, in both graphs.
void MassSystem::place_rows() {
  int node = 0;
  for (HeldBody& body : bodies_) body.row = system_.offset(node++);
  const int body_rows = system_.offset(node);
  for (Constraint& constraint : constraints_) constraint.row = system_.offset(node++);
  inverse_diagonal_.setZero(body_rows);
  right_.setZero(system_.rows());
  closed_ = x_ = right_;
  shares_.setZero(system_.rows() - body_rows);
  carried_ = shares_;
}

}  // namespace perpend
