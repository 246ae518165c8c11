// SPDX-License-Identifier: Apache-2.0
#include "contact/small_gaps.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/bodies/body_velocity.hpp"

namespace perpend {
namespace {

// Share of the extent of a gap.
constexpr double kSmall = 1e-9;

bool moves(const StepRows& rows, const RowBlock& block) {
  return block.body >= 0 && !rows.pose->v.segment(block.v_offset, block.cols).isZero(0);
}

}  // namespace

double gap_extent(const StepRows& rows, const ContactPair& pair) {
  double largest = std::max(pair.point_a.cwiseAbs().maxCoeff(), pair.point_b.cwiseAbs().maxCoeff());
  for (const int body : {pair.body_a, pair.body_b}) {
    const Body& at = rows.setup.model->bodies[body];
    if (at.kind == BodyKind::custom || at.q_size == 0) continue;
    const auto centre = rows.pose->q.segment(at.q_offset, linear_dof(at));
    largest = std::max(largest, centre.cwiseAbs().maxCoeff());
  }
  return largest;
}

bool is_at_rest(const StepRows& rows, std::span<const int> groups) {
  return std::ranges::all_of(groups, [&](int g) {
    if (rows.is_contact(g) && !rows.contact(g).surface_velocity.isZero(0)) return false;
    return std::ranges::none_of(rows.pool.blocks(g),
                                [&](const RowBlock& block) { return moves(rows, block); });
  });
}

std::vector<DroppedGap> drop_small_gaps(StepRows& rows, std::span<const int> groups) {
  std::vector<DroppedGap> dropped;
  for (const int g : groups) {
    const int row = rows.first_row(g);
    if (!rows.is_contact(g) || rows.bias[row] == 0 || rows.compliance[row] > 0) continue;
    const double gap = std::abs(rows.bias[row]) * rows.setup.push_out_time;
    if (gap > kSmall * gap_extent(rows, rows.contact(g).pair)) continue;
    dropped.push_back({row, rows.bias[row]});
    rows.bias[row] = 0;
  }
  return dropped;
}

void restore_gaps(std::span<const DroppedGap> dropped, StepRows& rows) {
  for (const DroppedGap& gap : dropped) rows.bias[gap.row] = gap.bias;
}

}  // namespace perpend
