// SPDX-License-Identifier: Apache-2.0
#include "dynamics/row_pool.hpp"

#include <algorithm>

namespace perpend {
namespace {

// Multiplies rows on a spatial rigid body; unrolled, the sums of the six terms are independent.
void add_six(const double* J, const double* u, Eigen::Ref<Eigen::VectorXd> out) {
  for (double& sum : out) {
    sum += (J[0] * u[0] + J[1] * u[1] + J[2] * u[2]) + (J[3] * u[3] + J[4] * u[4] + J[5] * u[5]);
    J += 6;
  }
}

}  // namespace

void RowPool::clear() {
  groups_.clear();
  blocks_.clear();
  values_.clear();
  rows_ = 0;
}

int RowPool::add(const Model& model, std::span<const int> bodies, int rows) {
  RowGroup group{.rows = rows,
                 .first_row = rows_,
                 .first_block = static_cast<int>(blocks_.size()),
                 .blocks = static_cast<int>(bodies.size())};
  for (const int body : bodies) {
    RowBlock block{.body = body, .values = static_cast<int>(values_.size())};
    if (body >= 0)
      block.cols = model.bodies[body].dof, block.v_offset = model.bodies[body].v_offset;
    blocks_.push_back(block);
    values_.resize(values_.size() + rows * block.cols, 0.0);
  }
  rows_ += rows;
  groups_.push_back(group);
  return static_cast<int>(groups_.size()) - 1;
}

int RowPool::add(const Model& model, int body_a, int body_b, int rows) {
  const int bodies[] = {body_a, body_b};
  return add(model, bodies, rows);
}

int RowPool::append(const RowPool& other, int group) {
  const RowGroup& copied = other.groups_[group];
  RowGroup here{.rows = copied.rows,
                .first_row = rows_,
                .first_block = static_cast<int>(blocks_.size()),
                .blocks = copied.blocks};
  for (const RowBlock& block : other.blocks(group)) {
    const auto from = other.values_.begin() + block.values;
    blocks_.push_back(block);
    blocks_.back().values = static_cast<int>(values_.size());
    values_.insert(values_.end(), from, from + copied.rows * block.cols);
  }
  rows_ += here.rows;
  groups_.push_back(here);
  return static_cast<int>(groups_.size()) - 1;
}

RowPool::Block RowPool::block(int group, int k) {
  const RowBlock& block = blocks_[groups_[group].first_block + k];
  return {values_.data() + block.values, groups_[group].rows, block.cols};
}

RowPool::ConstBlock RowPool::block(int group, int k) const {
  const RowBlock& block = blocks_[groups_[group].first_block + k];
  return {values_.data() + block.values, groups_[group].rows, block.cols};
}

void multiply(const RowPool& pool, int group, const Eigen::VectorXd& v,
              Eigen::Ref<Eigen::VectorXd> out) {
  out.setZero();
  const auto blocks = pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0) {
      const double* J = pool.block(group, k).data();
      const double* u = v.data() + blocks[k].v_offset;
      if (blocks[k].cols == 6) {
        add_six(J, u, out);
        continue;
      }
      for (double& sum : out) {
        for (int c = 0; c < blocks[k].cols; ++c) sum += J[c] * u[c];
        J += blocks[k].cols;
      }
    }
}

void add_transpose(const RowPool& pool, int group, const Eigen::Ref<const Eigen::VectorXd>& lambda,
                   Eigen::VectorXd& v) {
  const auto blocks = pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0)
      v.segment(blocks[k].v_offset, blocks[k].cols) +=
          pool.block(group, k).transpose().lazyProduct(lambda);
}

void DelassusAssembler::assemble(const RowPool& pool, std::span<const int> groups,
                                 std::span<const int> first_rows,
                                 const Eigen::VectorXd& inverse_mass, const Model& model, int size,
                                 Eigen::MatrixXd& W) {
  incidences_.clear();
  for (int position = 0; position < static_cast<int>(groups.size()); ++position) {
    const auto blocks = pool.blocks(groups[position]);
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
      if (blocks[k].body >= 0) incidences_.push_back({blocks[k].body, position, k});
  }
  std::sort(incidences_.begin(), incidences_.end(), [](const Incidence& x, const Incidence& y) {
    return x.body != y.body ? x.body < y.body : x.position < y.position;
  });
  W.setZero(size, size);

  for (auto begin = incidences_.begin(); begin != incidences_.end();) {
    const auto end = std::find_if(begin, incidences_.end(),
                                  [&](const Incidence& i) { return i.body != begin->body; });
    const Body& body = model.bodies[begin->body];
    const auto mass = inverse_mass.segment(body.v_offset, body.dof);
    for (auto i = begin; i != end && body.is_dynamic(); ++i) {
      const auto J_i = pool.block(groups[i->position], i->block);
      for (auto j = begin; j != std::next(i); ++j) {
        const auto J_j = pool.block(groups[j->position], j->block);
        const int row = first_rows[i->position], column = first_rows[j->position];
        for (int r = 0; r < J_i.rows(); ++r)
          for (int s = 0; s < (i == j ? r + 1 : J_j.rows()); ++s) {
            double sum = 0;
            for (int c = 0; c < body.dof; ++c) sum += J_i(r, c) * mass[c] * J_j(s, c);
            double& entry = W(row + r, column + s);
            entry += sum;
            W(column + s, row + r) = entry;  // each pair is summed once: same bits in both
          }
      }
    }
    begin = end;
  }
}

}  // namespace perpend
