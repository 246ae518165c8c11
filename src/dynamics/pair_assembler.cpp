// SPDX-License-Identifier: Apache-2.0
#include "dynamics/pair_assembler.hpp"

#include <algorithm>

namespace perpend {

void PairAssembler::find_incidences(const RowPool& pool, std::span<const int> groups) {
  incidences_.clear();
  first_block_.clear();
  int count = 0;
  for (int position = 0; position < static_cast<int>(groups.size()); ++position) {
    const auto blocks = pool.blocks(groups[position]);
    first_block_.push_back(count);
    count += static_cast<int>(blocks.size());
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
      if (blocks[k].body >= 0) incidences_.push_back({blocks[k].body, position, k});
  }
  std::sort(incidences_.begin(), incidences_.end(), [](const Incidence& x, const Incidence& y) {
    return x.body != y.body ? x.body < y.body : x.position < y.position;
  });
  first_of_body_.assign(count, 0);
  for (int i = 0, first = 0; i < static_cast<int>(incidences_.size()); ++i) {
    const Incidence& here = incidences_[i];
    if (here.body != incidences_[first].body) first = i;
    first_of_body_[first_block_[here.position] + here.block] = first;
  }
}

// Collects the groups up to this one that share bodies with it, by position and then by body.
void PairAssembler::meet(const RowPool& pool, std::span<const int> groups, const Model& model,
                         int position) {
  meetings_.clear();
  const auto blocks = pool.blocks(groups[position]);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    const int body = blocks[k].body;
    if (body < 0 || !model.bodies[body].is_dynamic()) continue;
    for (auto i = incidences_.begin() + first_of_body_[first_block_[position] + k];
         i != incidences_.end() && i->body == body && i->position <= position; ++i)
      meetings_.push_back({i->position, body, i->block, k});
  }
  std::sort(meetings_.begin(), meetings_.end(), [](const Meeting& x, const Meeting& y) {
    return x.first != y.first ? x.first < y.first : x.body < y.body;
  });
}

void PairAssembler::assemble(const RowPool& pool, std::span<const int> groups,
                             const Eigen::VectorXd& inverse_mass, const Model& model,
                             linalg::PairBlocks& W) {
  find_incidences(pool, groups);
  W.start.assign(1, 0);
  W.pairs.clear();
  W.values.clear();
  for (const int g : groups) W.start.push_back(W.start.back() + pool.groups()[g].rows);
  for (int position = 0; position < static_cast<int>(groups.size()); ++position) {
    meet(pool, groups, model, position);
    add_column(pool, groups, inverse_mass, position, W);
  }
}

// Adds the blocks of one group with itself and the groups before it.
void PairAssembler::add_column(const RowPool& pool, std::span<const int> groups,
                               const Eigen::VectorXd& inverse_mass, int position,
                               linalg::PairBlocks& W) const {
  const Eigen::Index rows = W.rows(position);
  int last = -1;
  const auto begin_pair = [&](int first) {
    W.pairs.push_back({position, last = first, std::ssize(W.values)});
    W.values.resize(W.values.size() + static_cast<std::size_t>(rows * W.rows(first)), 0.0);
  };
  for (const auto& [first, body, block, own] : meetings_) {
    if (first != last) begin_pair(first);
    const auto J = pool.block(groups[position], own), J_first = pool.block(groups[first], block);
    const double* mass = inverse_mass.data() + pool.blocks(groups[position])[own].v_offset;
    double* value = W.values.data() + W.pairs.back().begin;
    for (Eigen::Index r = 0; r < rows; ++r)
      for (Eigen::Index s = 0; s < J_first.rows(); ++s) {
        double sum = 0;
        for (Eigen::Index c = 0; c < J.cols(); ++c) sum += J(r, c) * mass[c] * J_first(s, c);
        *value++ += sum;
      }
  }
  if (last != position) begin_pair(position);
  // Mirrors one half of the diagonal block, so that both halves have the same bits.
  double* value = W.values.data() + W.pairs.back().begin;
  for (Eigen::Index r = 0; r < rows; ++r)
    for (Eigen::Index s = 0; s < r; ++s) value[s * rows + r] = value[r * rows + s];
}

}  // namespace perpend
