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
  impulses.lambda.setZero(pool.rows());
  impulses.floor.setZero(pool.rows());
  for (int g = 0; g < bounded; ++g)
    if (!is_resistance(g)) impulses.floor[first_row(g)] = lo[g];
}

void add_impulses(const StepRows& rows, Eigen::VectorXd& sum) {
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g)
    add_transpose(rows.pool, g, rows.lambda(g), sum);
}

}  // namespace perpend
