// SPDX-License-Identifier: Apache-2.0
#include "contact/equations/island_blocks.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/kernels/dense_factors.hpp"

namespace perpend {
namespace {

bool responds(const StepRows& rows, int body) {
  return body >= 0 && rows.setup.model->bodies[body].is_dynamic();
}

// Returns J M⁻¹ Jᵀ of the last row of the last group, each body by itself.
double own_response(const lcp::BlockProblem& problem) {
  const auto& group = problem.groups().back();
  double sum = 0;
  for (const auto& part : problem.parts(group)) {
    const Eigen::VectorXd J = problem.part(group, part).col(group.rows - 1);
    sum += J.dot(Eigen::LDLT<Eigen::MatrixXd>(problem.node(part.node)).solve(J));
  }
  return sum > 0 ? sum : 1.0;
}

}  // namespace

void IslandBlocks::find_nodes(const StepRows& rows, std::span<const int> groups) {
  node_.assign(rows.setup.model->bodies.size(), -1);
  reached_.clear();
  unjointed_.clear();
  held_.assign(static_cast<std::size_t>(rows.setup.masses->matrix().graph().nodes()), -1);
  for (const int g : groups)
    for (const RowBlock& block : rows.pool.blocks(g)) {
      if (!responds(rows, block.body)) continue;
      if (!rows.setup.masses->holds(block.body))
        unjointed_.push_back(block.body);
      else if (int& held = held_[rows.setup.masses->node(block.body)]; held < 0)
        held = 0, reached_.push_back(rows.setup.masses->node(block.body));
    }
  std::sort(unjointed_.begin(), unjointed_.end());
  unjointed_.erase(std::unique(unjointed_.begin(), unjointed_.end()), unjointed_.end());
  reach(rows.setup.masses->matrix());
}

// Finds all nodes that couplings connect with those reached; broken joints have no couplings.
void IslandBlocks::reach(const linalg::BlockLdlt& joints) {
  std::vector<int> start(static_cast<std::size_t>(joints.graph().nodes()) + 1, 0), near;
  std::vector<std::pair<int, int>> edges;
  for (int e = 0; e < joints.input_blocks(); ++e)
    if (!joints.coupling(e).isZero(0)) edges.push_back(joints.graph().edges[e]);
  for (const auto& [a, b] : edges) ++start[a + 1], ++start[b + 1];
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
  near.resize(2 * edges.size());
  std::vector<int> next(start.begin(), start.end() - 1);
  for (const auto& [a, b] : edges) near[next[a]++] = b, near[next[b]++] = a;
  for (std::size_t k = 0; k < reached_.size(); ++k)
    for (int i = start[reached_[k]]; i < start[reached_[k] + 1]; ++i)
      if (held_[near[i]] < 0) held_[near[i]] = 0, reached_.push_back(near[i]);
  std::sort(reached_.begin(), reached_.end());
}

// Adds the nodes. Bodies that joints may hold have the blocks of the joints' matrix, with its added
// mass.
void IslandBlocks::add_nodes(const StepRows& rows, lcp::BlockProblem& problem) {
  const linalg::BlockLdlt& joints = rows.setup.masses->matrix();
  for (const int k : reached_) {
    held_[k] = problem.add_node(joints.graph().sizes[k], joints.graph().signs[k]);
    problem.node(held_[k]) = joints.diagonal(k);
  }
  for (const int body : unjointed_) {
    const Body& at = rows.setup.model->bodies[body];
    node_[body] = problem.add_node(at.dof, 1);
    problem.node(node_[body]).diagonal() =
        rows.setup.masses->inverse_mass().segment(at.v_offset, at.dof).cwiseInverse();
  }
  find_joined_nodes(rows);
  set_free_velocity(rows, problem);
}

// Sets the nodes of bodies that joints may hold.
void IslandBlocks::find_joined_nodes(const StepRows& rows) {
  for (int body = 0; body < std::ssize(node_); ++body)
    if (responds(rows, body) && rows.setup.masses->holds(body))
      node_[body] = held_[rows.setup.masses->node(body)];
}

void IslandBlocks::set_free_velocity(const StepRows& rows, const lcp::BlockProblem& problem) {
  v_free_.setZero(problem.velocities());
  int offset = 0;
  std::vector<int> offsets;
  for (const int size : problem.graph().sizes) offsets.push_back(offset), offset += size;
  for (std::size_t i = 0; i < node_.size(); ++i) {
    if (node_[i] < 0) continue;
    const Body& at = rows.setup.model->bodies[i];
    v_free_.segment(offsets[node_[i]], at.dof) = rows.v_free.segment(at.v_offset, at.dof);
  }
}

void IslandBlocks::add_couplings(const linalg::BlockLdlt& joints,
                                 lcp::BlockProblem& problem) const {
  for (int e = 0; e < joints.input_blocks(); ++e) {
    const auto [first, second] = joints.graph().edges[e];
    if (held_[first] < 0 || joints.coupling(e).isZero(0)) continue;
    problem.coupling(problem.add_coupling(held_[first], held_[second])) = joints.coupling(e);
  }
}

void IslandBlocks::add_rows(const StepRows& rows, int group, bool slack,
                            lcp::BlockProblem& problem) const {
  const int count = rows.pool.groups()[group].rows;
  problem.add_group(count + slack);
  const auto blocks = rows.pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (responds(rows, blocks[k].body))
      problem.add_part(node_[blocks[k].body]).rightCols(count) =
          rows.pool.block(group, k).transpose();
}

void IslandBlocks::assemble(const StepRows& rows, const IslandLayout& layout,
                            lcp::BlockProblem& problem) {
  problem.clear();
  find_nodes(rows, layout.groups());
  add_nodes(rows, problem);
  add_couplings(rows.setup.masses->matrix(), problem);
  std::vector<double> response;  // responses for slack rows
  for (std::size_t i = 0; i < layout.count(); ++i) {
    add_rows(rows, layout.group(i), layout.has_slack_row(i), problem);
    response.push_back(layout.has_slack_row(i) ? own_response(problem) : 0.0);
  }
  problem.compliance.setZero(problem.size());
  for (std::size_t i = 0; i < layout.count(); ++i)
    if (layout.has_slack_row(i)) problem.compliance[layout.first_row(i) - 1] = response[i];
}

}  // namespace perpend
