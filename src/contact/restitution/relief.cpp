// SPDX-License-Identifier: Apache-2.0
#include "contact/restitution/relief.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "contact/restitution/restitution.hpp"

namespace perpend {
namespace {

// Factorisations of a brief search in the velocities of the bodies, which costs one for each pivot:
// no more than the first search of a step that can be halved has (island_solver.cpp).
constexpr Eigen::Index kMostInBodies = 400;
// Of any other search there that gives something up, behind one that was in vain.
constexpr int kMostForRelief = 1000;

constexpr std::array kOrder{Relief::restitution, Relief::push_out, Relief::pressing,
                            Relief::dragging};

// J v of the prescribed bodies in row r of a contact.
double prescribed_rate(const StepRows& rows, int group, int r) {
  const auto blocks = rows.pool.blocks(group);
  double rate = 0;
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    if (blocks[k].body < 0 || rows.setup.model->bodies[blocks[k].body].is_dynamic()) continue;
    rate += rows.pool.block(group, k).row(r).dot(
        rows.v_free.segment(blocks[k].v_offset, blocks[k].cols));
  }
  return rate;
}

// It takes two bodies that do not give way, one of which presses.
bool can_squeeze(const StepRows& rows, std::span<const int> groups) {
  int rigid = -1;
  bool presses = false, two = false;
  for (const int g : groups) {
    if (!rows.is_contact(g)) continue;
    const ContactPair& pair = rows.contact(g).pair;
    for (const int body : {pair.body_a, pair.body_b}) {
      if (rows.setup.model->bodies[body].is_dynamic()) continue;
      two = two || (rigid >= 0 && rigid != body);
      rigid = body;
    }
    presses = presses || prescribed_rate(rows, g, 0) < 0;
  }
  return two && presses;
}

bool is_pressed_in(const StepRows& rows, std::span<const int> groups) {
  return std::ranges::any_of(groups, [&](int g) {
    if (!rows.is_contact(g)) return false;
    const double rate = prescribed_rate(rows, g, 0);
    return rate < 0 && rows.contact(g).pair.gap < 2 * rows.setup.dt * rate;
  });
}

bool pushes(const StepRows& rows, int group) {
  return rows.is_contact(group) || std::isinf(rows.hi[group]);
}

// The bias of the rows of a group with that much given up.
void relieve_bias(StepRows& rows, int group, Relief relief) {
  const int first = rows.first_row(group);
  const int count = rows.pool.groups()[group].rows;
  switch (relief) {
    case Relief::none:
      break;
    case Relief::restitution:
      restitute_bias(rows, group, 0.0);
      break;
    case Relief::push_out:
      if (pushes(rows, group)) rows.bias[first] = std::max(rows.bias[first], 0.0);
      for (int r = 1; rows.is_contact(group) && r < count; ++r)
        if (rows.compliance[first + r] == 0) rows.bias[first + r] = 0;
      break;
    case Relief::pressing:
      if (rows.is_contact(group))
        rows.bias[first] -= std::min(0.0, prescribed_rate(rows, group, 0));
      break;
    case Relief::dragging:
      for (int r = 1; rows.is_contact(group) && r < count; ++r)
        rows.bias[first + r] -=
            prescribed_rate(rows, group, r) + rows.contact(group).surface_velocity[r];
      break;
  }
}

// Of a group, zeros behind its last row.
Eigen::Vector3d bias_of(const StepRows& rows, int group) {
  Eigen::Vector3d bias(0, 0, 0);
  for (int r = 0; r < rows.pool.groups()[group].rows; ++r)
    bias[r] = rows.bias[rows.first_row(group) + r];
  return bias;
}

// Whether there was such a thing in the island.
bool relieve_island(StepRows& rows, const IslandProblem& problem, Relief relief) {
  const auto bounces = [&](int group) { return impacts(rows, group); };
  bool changed = relief == Relief::restitution && rows.setup.decompresses &&
                 std::ranges::any_of(problem.groups(), bounces);
  for (const int group : problem.groups()) {
    const Eigen::Vector3d before = bias_of(rows, group);
    relieve_bias(rows, group, relief);
    changed |= before != bias_of(rows, group);
  }
  return changed;
}

}  // namespace

bool is_squeezed(const StepRows& rows, IslandProblem& problem, lcp::Workspace& workspace) {
  return can_squeeze(rows, problem.groups()) && problem.contradicts_gaps(rows, workspace);
}

lcp::Options brief(const StepRows& rows, const IslandProblem& problem, lcp::Options options) {
  if (!rows.setup.is_driven && !is_pressed_in(rows, problem.groups())) return options;
  const Eigen::Index most = problem.is_in_bodies() ? kMostInBodies : problem.size();
  options.max_pivots = static_cast<int>(std::min(problem.size(), most));
  return options;
}

Relief relieve(StepRows& rows, IslandProblem& problem, const lcp::Options& options,
               lcp::Workspace& workspace, Relief from) {
  for (const Relief relief : kOrder) {
    if (options.is_late()) break;
    if (!relieve_island(rows, problem, relief) || relief < from) continue;
    problem.update_bias(rows);
    const bool gives_way = relief == Relief::pressing || relief == Relief::dragging;
    lcp::Options own = gives_way ? options : brief(rows, problem, options);
    if (problem.is_in_bodies() && own.max_pivots == 0) own.max_pivots = kMostForRelief;
    problem.solve(rows, own, workspace);
    if (rows.setup.takes(problem.solution())) return relief;
  }
  return Relief::none;
}

}  // namespace perpend
