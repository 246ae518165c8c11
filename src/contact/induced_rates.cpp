// SPDX-License-Identifier: Apache-2.0
//
// Rates that prescribed bodies impose: directly, through joints, and through limits that do not
// give way.
#include "contact/induced_rates.hpp"

namespace perpend {

using Eigen::VectorXd;

bool is_led(const StepRows& rows, int body) {
  if (!rows.setup.model->bodies[body].is_dynamic()) return true;
  return rows.induced.size() > 0 && rows.setup.masses->is_joined(body);
}

double led_rate(const StepRows& rows, int group, int r) {
  const auto blocks = rows.pool.blocks(group);
  double rate = 0;
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    if (blocks[k].body < 0 || !is_led(rows, blocks[k].body)) continue;
    const bool moves = rows.setup.model->bodies[blocks[k].body].is_dynamic();
    const VectorXd& v = moves ? rows.induced : rows.v_free;
    rate += rows.pool.block(group, k).row(r).dot(v.segment(blocks[k].v_offset, blocks[k].cols));
  }
  return rate;
}

}  // namespace perpend
