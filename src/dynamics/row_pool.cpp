// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/row_pool.hpp"

#include <algorithm>

namespace perpend {
namespace {

int columns(const Model& model, int body) {
  return body < 0 ? 0 : model.bodies[body].dof;
}

}  // namespace

void RowPool::clear() {
  groups_.clear();
  values_.clear();
  rows_ = 0;
}

int RowPool::add(const Model& model, int body_a, int body_b, int rows) {
  RowGroup group{.body_a = body_a, .body_b = body_b, .rows = rows, .first_row = rows_};
  group.cols_a = columns(model, body_a);
  group.cols_b = columns(model, body_b);
  group.values = static_cast<int>(values_.size());
  values_.resize(values_.size() + rows * (group.cols_a + group.cols_b), 0.0);
  rows_ += rows;
  groups_.push_back(group);
  return static_cast<int>(groups_.size()) - 1;
}

RowPool::Block RowPool::a(int group) {
  const RowGroup& g = groups_[group];
  return {values_.data() + g.values, g.rows, g.cols_a};
}

RowPool::Block RowPool::b(int group) {
  const RowGroup& g = groups_[group];
  return {values_.data() + g.values + g.rows * g.cols_a, g.rows, g.cols_b};
}

RowPool::ConstBlock RowPool::a(int group) const {
  const RowGroup& g = groups_[group];
  return {values_.data() + g.values, g.rows, g.cols_a};
}

RowPool::ConstBlock RowPool::b(int group) const {
  const RowGroup& g = groups_[group];
  return {values_.data() + g.values + g.rows * g.cols_a, g.rows, g.cols_b};
}

void multiply(const RowPool& pool, int group, const Model& model, const Eigen::VectorXd& v,
              Eigen::Ref<Eigen::VectorXd> out) {
  const RowGroup& g = pool.groups()[group];
  out.setZero();
  if (g.body_a >= 0)
    out += pool.a(group).lazyProduct(v.segment(model.bodies[g.body_a].v_offset, g.cols_a));
  if (g.body_b >= 0)
    out += pool.b(group).lazyProduct(v.segment(model.bodies[g.body_b].v_offset, g.cols_b));
}

void add_transpose(const RowPool& pool, int group, const Model& model,
                   const Eigen::Ref<const Eigen::VectorXd>& lambda, Eigen::VectorXd& v) {
  const RowGroup& g = pool.groups()[group];
  if (g.body_a >= 0)
    v.segment(model.bodies[g.body_a].v_offset, g.cols_a) +=
        pool.a(group).transpose().lazyProduct(lambda);
  if (g.body_b >= 0)
    v.segment(model.bodies[g.body_b].v_offset, g.cols_b) +=
        pool.b(group).transpose().lazyProduct(lambda);
}

void DelassusAssembler::assemble(const RowPool& pool, std::span<const int> groups,
                                 const Eigen::VectorXd& inverse_mass, const Model& model,
                                 Eigen::MatrixXd& W) {
  incidences_.clear();
  first_row_.clear();
  int rows = 0;
  for (int position = 0; position < static_cast<int>(groups.size()); ++position) {
    const RowGroup& g = pool.groups()[groups[position]];
    first_row_.push_back(rows);
    rows += g.rows;
    if (g.body_a >= 0) incidences_.push_back({g.body_a, position, false});
    if (g.body_b >= 0) incidences_.push_back({g.body_b, position, true});
  }
  std::sort(incidences_.begin(), incidences_.end(), [](const Incidence& x, const Incidence& y) {
    return x.body != y.body ? x.body < y.body : x.position < y.position;
  });
  W.setZero(rows, rows);

  for (auto begin = incidences_.begin(); begin != incidences_.end();) {
    const auto end = std::find_if(begin, incidences_.end(),
                                  [&](const Incidence& i) { return i.body != begin->body; });
    const Body& body = model.bodies[begin->body];
    const auto mass = inverse_mass.segment(body.v_offset, body.dof);
    for (auto i = begin; i != end && body.is_dynamic(); ++i) {
      const int group_i = groups[i->position];
      const auto J_i = i->side_b ? pool.b(group_i) : pool.a(group_i);
      for (auto j = begin; j != std::next(i); ++j) {
        const int group_j = groups[j->position];
        const auto J_j = j->side_b ? pool.b(group_j) : pool.a(group_j);
        for (int r = 0; r < J_i.rows(); ++r)
          for (int s = 0; s < J_j.rows(); ++s) {
            double sum = 0;
            for (int c = 0; c < body.dof; ++c) sum += J_i(r, c) * mass[c] * J_j(s, c);
            W(first_row_[i->position] + r, first_row_[j->position] + s) += sum;
          }
      }
    }
    begin = end;
  }
  // Only the lower triangle was summed: every pair once, so both halves hold the same bits.
  W.triangularView<Eigen::StrictlyUpper>() = W.transpose();
}

}  // namespace perpend
