// SPDX-License-Identifier: Apache-2.0
#include "contact/step_rows.hpp"

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

}  // namespace perpend
