// SPDX-License-Identifier: Apache-2.0
#include "contact/equations/island_vectors.hpp"

namespace perpend {

void IslandVectors::set_velocities(const StepRows& rows, const IslandLayout& layout) {
  u_free.setZero(layout.size());
  u_start.setZero(layout.size());
  for (std::size_t i = 0; i < layout.count(); ++i) {
    const int group = layout.group(i), n = rows.pool.groups()[group].rows;
    auto free = u_free.segment(layout.first_row(i), n);
    auto start = u_start.segment(layout.first_row(i), n);
    multiply(rows.pool, group, rows.v_free, free);
    multiply(rows.pool, group, rows.pose->v, start);
    if (rows.is_solved_again()) free += rows.missed.segment(rows.first_row(group), n);
    if (!rows.is_contact(group)) continue;
    const auto surface_velocity = rows.contact(group).surface_velocity.head(n);
    free += surface_velocity;
    start += surface_velocity;
  }
}

}  // namespace perpend
