// SPDX-License-Identifier: Apache-2.0
//
// Round-off in the motion that an island has to stop.
#include "contact/equations/round_off.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/row_response.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend {
namespace {

using Eigen::Index;

// Returns the scale of the velocities of the island in its mass metric, kg^(1/2) m/s. Bodies that
// joints hold get their velocities from one system, so the round-off of the fastest one is in all
// of them.
double speed_scale(const StepRows& rows, std::span<const int> groups) {
  double energy = 0;
  for (const int g : groups)
    for (const RowBlock& block : rows.pool.blocks(g)) {
      if (block.body < 0) continue;
      const auto free = rows.v_free.segment(block.v_offset, block.cols);
      const auto start = rows.pose->v.segment(block.v_offset, block.cols);
      const double speed = std::max(free.norm(), start.norm());
      energy = std::max(energy, rows.setup.model->bodies[block.body].mass * speed * speed);
    }
  return std::sqrt(energy);
}

// Adds the absolute values of the terms of J v_free in row r of a group.
void add_velocity_terms(const StepRows& rows, int group, Index r, double& sum) {
  const auto blocks = rows.pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0)
      sum += rows.pool.block(group, k).row(r).cwiseAbs().dot(
          rows.v_free.segment(blocks[k].v_offset, blocks[k].cols).cwiseAbs());
}

// Returns the mass of all bodies of the island, each counted once per contact, kg: it transmits
// motion.
double passing_mass(const StepRows& rows, std::span<const int> groups) {
  double sum = 0;
  for (const int g : groups)
    for (const RowBlock& block : rows.pool.blocks(g))
      if (block.body >= 0 && rows.setup.model->bodies[block.body].is_dynamic())
        sum += rows.setup.model->bodies[block.body].mass;
  return sum;
}

// Returns the response of row r of a group, which is row `row` of W.
double response(const StepRows& rows, int group, Index r, Index row, IslandRecord& record) {
  if (!record.stores_W() || record.in_pairs) return row_response(rows, group, static_cast<int>(r));
  return record.W()(row, row);
}

}  // namespace

void estimate_round_off(const StepRows& rows, const IslandLayout& layout,
                        const Eigen::VectorXd& bias, Eigen::VectorXd& noise) {
  constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
  const double speed = rows.setup.masses->empty() ? 0.0 : speed_scale(rows, layout.groups());
  noise.setZero(layout.size());
  for (std::size_t i = 0; i < layout.count(); ++i) {
    const int g = layout.group(i);
    const double place =
        rows.is_contact(g) ? rows.contact(g).pair.point_a.cwiseAbs().maxCoeff() : 1.0;
    for (Index r = 0; r < rows.pool.groups()[g].rows; ++r) {
      const Index row = layout.first_row(i) + r;
      double sum = std::abs(bias[row]) + (r == 0 ? place / rows.setup.dt : 0.0);
      add_velocity_terms(rows, g, r, sum);
      if (speed > 0) sum += speed * std::sqrt(row_response(rows, g, static_cast<int>(r)));
      noise[row] = kRounding * sum;
    }
  }
}

void drop_round_off(const Eigen::VectorXd& noise, Eigen::VectorXd& b) {
  for (Index i = 0; i < b.size(); ++i)
    if (std::abs(b[i]) <= noise[i]) b[i] = 0;
}

bool add_light_round_off(const StepRows& rows, const IslandLayout& layout, IslandRecord& record) {
  constexpr double kGranted = lcp::Certificate::kLoosest, kMost = 1e-2;
  if (record.kind == Record::bodies && !rows.setup.masses->empty()) return false;
  const double digit = std::numeric_limits<double>::epsilon() * passing_mass(rows, layout.groups());
  const Eigen::VectorXd& b = record.b();
  const double motion = b.size() > 0 ? b.lpNorm<Eigen::Infinity>() : 0.0;
  bool is_beyond = false;
  for (std::size_t i = 0; i < layout.count(); ++i)
    for (Index r = 0; r < rows.pool.groups()[layout.group(i)].rows; ++r) {
      const Index row = layout.first_row(i) + r;
      const double share = digit * response(rows, layout.group(i), r, row, record);
      if (!(share > kGranted)) continue;
      is_beyond = is_beyond || share > kMost;
      double& left = record.noise()[row];
      left = std::max(left, std::min(share, kMost) * motion);
    }
  return is_beyond;
}

}  // namespace perpend
