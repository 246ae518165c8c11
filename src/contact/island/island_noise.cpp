// SPDX-License-Identifier: Apache-2.0
//
// Round-off in the motion that an island has to stop.
#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/island/island_problem.hpp"
#include "contact/row_response.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend {

using Eigen::Index;

Eigen::VectorXd& IslandProblem::noise() {
  switch (record_) {
    case Record::lcp:
      return lcp_.noise;
    case Record::boxed:
      return boxed_.noise;
    case Record::bodies:
      return blocks_.noise;
    default:
      return contact_.noise;
  }
}

// Returns the scale of the velocities of the island in its mass metric, kg^(1/2) m/s. Bodies that
// joints hold get their velocities from one system, so the round-off of the fastest one is in all
// of them.
double IslandProblem::speed_noise(const StepRows& rows) const {
  double energy = 0;
  for (const int g : groups_)
    for (const RowBlock& block : rows.pool.blocks(g)) {
      if (block.body < 0) continue;
      const auto free = rows.v_free.segment(block.v_offset, block.cols);
      const auto start = rows.pose->v.segment(block.v_offset, block.cols);
      const double speed = std::max(free.norm(), start.norm());
      energy = std::max(energy, rows.setup.model->bodies[block.body].mass * speed * speed);
    }
  return std::sqrt(energy);
}

// Returns the mass of all bodies of the island, each counted once per contact, kg: it transmits
// motion.
double IslandProblem::passing_mass(const StepRows& rows) const {
  double sum = 0;
  for (const int g : groups_)
    for (const RowBlock& block : rows.pool.blocks(g))
      if (block.body >= 0 && rows.setup.model->bodies[block.body].is_dynamic())
        sum += rows.setup.model->bodies[block.body].mass;
  return sum;
}

// Estimates the round-off of b: of velocities, |J| |v| and, where joints mix them, |J| in the mass
// metric; of gaps, the coordinates they were taken from over dt. Each is a sum of a few terms.
void IslandProblem::set_noise(const StepRows& rows) {
  constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
  const double speed = rows.setup.masses->empty() ? 0.0 : speed_noise(rows);
  Eigen::VectorXd& out = noise();
  out.setZero(size());
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const int g = groups_[i];
    const double place =
        rows.is_contact(g) ? rows.contact(g).pair.point_a.cwiseAbs().maxCoeff() : 1.0;
    for (Index r = 0; r < rows.pool.groups()[g].rows; ++r) {
      const Index row = first_row_[i] + r;
      double sum = std::abs(bias_[row]) + (r == 0 ? place / rows.setup.dt : 0.0);
      const auto blocks = rows.pool.blocks(g);
      for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
        if (blocks[k].body >= 0)
          sum += rows.pool.block(g, k).row(r).cwiseAbs().dot(
              rows.v_free.segment(blocks[k].v_offset, blocks[k].cols).cwiseAbs());
      if (speed > 0) sum += speed * std::sqrt(row_response(rows, g, static_cast<int>(r)));
      out[row] = kRounding * sum;
    }
  }
}

double IslandProblem::response(const StepRows& rows, std::size_t i, Index r) {
  if (record_ == Record::bodies || in_pairs_)
    return row_response(rows, groups_[i], static_cast<int>(r));
  return W()(first_row_[i] + r, first_row_[i] + r);
}

// Adds the motion of a body due to the last digit of the impulses that pass through it. If it is so
// light beside others that this is above any tolerance of the residual, no impulses in double
// precision stop it better: up to a share of the motion at hand it counts as stopped, and above
// that nothing is known of it.
void IslandProblem::add_light_noise(const StepRows& rows) {
  constexpr double kGranted = lcp::Certificate::kLoosest, kMost = 1e-2;
  is_beyond_rounding_ = false;
  if (record_ == Record::bodies && !rows.setup.masses->empty()) return;
  const double digit = std::numeric_limits<double>::epsilon() * passing_mass(rows);
  const double motion = b().size() > 0 ? b().lpNorm<Eigen::Infinity>() : 0.0;
  for (std::size_t i = 0; i < groups_.size(); ++i)
    for (Index r = 0; r < rows.pool.groups()[groups_[i]].rows; ++r) {
      const double share = digit * response(rows, i, r);
      if (!(share > kGranted)) continue;
      is_beyond_rounding_ = is_beyond_rounding_ || share > kMost;
      double& left = noise()[first_row_[i] + r];
      left = std::max(left, std::min(share, kMost) * motion);
    }
}

// Zeroes entries of b that are round-off alone: dry friction beside a limit that is open by
// round-off would have to give way for it, with all its strength.
void IslandProblem::drop_noise() {
  for (Index i = 0; i < size(); ++i)
    if (std::abs(b()[i]) <= noise()[i]) b()[i] = 0;
}

}  // namespace perpend
