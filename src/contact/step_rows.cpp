// SPDX-License-Identifier: Apache-2.0
#include "contact/step_rows.hpp"

#include <algorithm>

namespace perpend {

void StepRows::clear(const State& at) {
  pose = &at;
  pool.clear();
  contacts.clear();
  resistances.clear();
  rates.clear();
  unstabilised.clear();
  bounded = 0;
}

void StepRows::clear_impulses() {
  clear_rows(pool.rows(), impulses.lambda);
  clear_rows(pool.rows(), impulses.floor);
  impulses.decompressed.assign(pool.groups().size(), 0);
  impulses.blocked.assign(pool.groups().size(), 0);
  for (int g = 0; g < bounded; ++g)
    if (!is_resistance(g)) impulses.floor[first_row(g)] = lo[g];
}

void clear_rows(int rows, Eigen::VectorXd& values) {
  if (values.size() < rows) values.resize(rows);
  values.head(rows).setZero();
}

void add_impulses(const StepRows& rows, Eigen::VectorXd& sum) {
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g)
    add_transpose(rows.pool, g, rows.lambda(g), sum);
}

std::string body_names(const StepRows& rows, std::span<const int> groups) {
  constexpr std::size_t kNamed = 4;
  std::vector<int> bodies;
  for (const int g : groups)
    for (const RowBlock& block : rows.pool.blocks(g))
      if (block.body >= 0) bodies.push_back(block.body);
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  std::string names;
  for (std::size_t i = 0; i < std::min(bodies.size(), kNamed); ++i)
    names += (i ? ", " : "") + rows.setup.model->bodies[bodies[i]].details->name;
  if (bodies.size() > kNamed) names += " and " + std::to_string(bodies.size() - kNamed) + " more";
  return names;
}

}  // namespace perpend
