// SPDX-License-Identifier: Apache-2.0
#include "contact/island_bodies.hpp"

#include <algorithm>

#include "dynamics/bodies/kinetics.hpp"

namespace perpend {
namespace {

using Entries = std::vector<Eigen::Triplet<double>>;

void add_block(const Eigen::Ref<const Eigen::MatrixXd>& block, int row, int column,
               Entries& entries) {
  for (int j = 0; j < block.cols(); ++j)
    for (int i = 0; i < block.rows(); ++i) entries.emplace_back(row + i, column + j, block(i, j));
}

}  // namespace

bool IslandBodies::fits(const StepRows& rows, std::span<const int> groups) {
  return std::all_of(groups.begin(), groups.end(), [&](int g) {
    if (!rows.is_contact(g)) return false;
    const RowGroup& group = rows.pool.groups()[g];
    const auto blocks = rows.pool.blocks(g);
    return rows.compliance.segment(group.first_row, group.rows).isZero(0) &&
           std::none_of(blocks.begin(), blocks.end(), [&](const RowBlock& block) {
             return rows.setup.masses->is_joined(block.body);
           });
  });
}

void IslandBodies::add_bodies(const StepRows& rows, std::span<const int> groups) {
  bodies_.clear();
  for (const int g : groups)
    for (const RowBlock& block : rows.pool.blocks(g))
      if (rows.setup.model->bodies[block.body].is_dynamic()) bodies_.push_back(block.body);
  std::sort(bodies_.begin(), bodies_.end());
  bodies_.erase(std::unique(bodies_.begin(), bodies_.end()), bodies_.end());
  offset_.assign(rows.setup.model->bodies.size(), -1);
  velocities_ = 0;
  for (const int body : bodies_) {
    offset_[body] = velocities_;
    velocities_ += rows.setup.model->bodies[body].dof;
  }
}

// What prescribed bodies move goes into w.
void IslandBodies::assemble(const StepRows& rows, std::span<const int> groups,
                            std::span<const int> first_rows, lcp::GlobalContactProblem& problem) {
  add_bodies(rows, groups);
  Entries mass, jacobian;
  Eigen::Matrix<double, BodyType::kMaxVelocities, BodyType::kMaxVelocities> buffer;
  problem.f.resize(velocities_);
  v_free_.resize(velocities_);
  for (const int body : bodies_) {
    const Body& at = rows.setup.model->bodies[body];
    mass_block(*rows.setup.model, rows.pose->q, body, {buffer.data(), at.dof, at.dof});
    const Eigen::Map<const Eigen::MatrixXd> M(buffer.data(), at.dof, at.dof);
    add_block(M, offset_[body], offset_[body], mass);
    v_free_.segment(offset_[body], at.dof) = rows.v_free.segment(at.v_offset, at.dof);
    problem.f.segment(offset_[body], at.dof) = M * v_free_.segment(offset_[body], at.dof);
  }
  int size = 0;
  problem.contacts.clear();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto blocks = rows.pool.blocks(groups[i]);
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
      if (offset_[blocks[k].body] >= 0)
        add_block(rows.pool.block(groups[i], k).transpose(), offset_[blocks[k].body], first_rows[i],
                  jacobian);
    const ActiveContact& contact = rows.contact(groups[i]);
    problem.contacts.push_back({.row = first_rows[i],
                                .tangents = contact.pair.tangents,
                                .mu_s = contact.mu,
                                .mu_k = contact.mu});
    size = first_rows[i] + rows.pool.groups()[groups[i]].rows;
  }
  problem.M.resize(velocities_, velocities_);
  problem.M.setFromTriplets(mass.begin(), mass.end());
  problem.H.resize(velocities_, size);
  problem.H.setFromTriplets(jacobian.begin(), jacobian.end());
}

}  // namespace perpend
