// SPDX-License-Identifier: Apache-2.0
#include "contact/restitution/relief.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "contact/induced_rates.hpp"
#include "contact/island/slight_compliance.hpp"
#include "contact/restitution/co_motion.hpp"
#include "contact/restitution/restitution.hpp"

namespace perpend {
namespace {

// Most factorisations of a brief search in the velocities of the bodies, where each pivot costs
// one. The first search of a step that can be halved has more (island_solver.cpp).
constexpr Eigen::Index kMostInBodies = 400;
// Most factorisations of the other searches of relieve() in these unknowns.
constexpr int kMostForRelief = 1000;

constexpr std::array kOrder{Relief::restitution, Relief::push_out, Relief::pressing,
                            Relief::dragging};

bool pushes(const StepRows& rows, int group) {
  return rows.is_contact(group) || std::isinf(rows.hi[group]);
}

// Returns true if contacts have two bodies that need not yield.
bool touches_two(const StepRows& rows, std::span<const int> groups, auto&& is_rigid) {
  int rigid = -1;
  for (const int g : groups) {
    if (!rows.is_contact(g)) continue;
    const ContactPair& pair = rows.contact(g).pair;
    for (const int body : {pair.body_a, pair.body_b}) {
      if (!is_rigid(body)) continue;
      if (rigid >= 0 && rigid != body) return true;
      rigid = body;
    }
  }
  return false;
}

// Squeezing takes two bodies that cannot yield, one of which presses, possibly through a limit.
bool can_squeeze(const StepRows& rows, std::span<const int> groups) {
  const auto presses = [&](int g) { return pushes(rows, g) && led_rate(rows, g, 0) < 0; };
  return std::ranges::any_of(groups, presses) &&
         touches_two(rows, groups, [&](int body) { return is_led(rows, body); });
}

bool is_led_through_joints(const StepRows& rows, std::span<const int> groups) {
  return rows.induced.size() > 0 && !rows.setup.is_driven && can_squeeze(rows, groups);
}

bool is_pressed_in(const StepRows& rows, std::span<const int> groups) {
  return std::ranges::any_of(groups, [&](int g) {
    if (!rows.is_contact(g)) return false;
    const double rate = led_rate(rows, g, 0);
    return rate < 0 && rows.contact(g).pair.gap < 2 * rows.setup.dt * rate;
  });
}

// Makes the contacts of bodies that one kinematic body carries feasible: their motion with it as
// one rigid body neither opens nor closes them, nor slips. Returns true if that changes a row.
bool allow_co_motion(StepRows& rows, std::span<const int> groups) {
  const Eigen::VectorXd v = co_motion(rows, groups);
  if (v.size() == 0) return false;
  bool changed = false;
  for (const int group : groups) {
    if (!rows.is_contact(group)) continue;
    const int count = rows.pool.groups()[group].rows;
    Eigen::VectorXd rates(count);
    multiply(rows.pool, group, v, rates);
    for (int r = 0; r < count; ++r)
      if (rows.compliance[rows.first_row(group) + r] == 0)
        rows.bias[rows.first_row(group) + r] -= rates[r];
    changed |= !rates.isZero(0);
  }
  return changed;
}

// Changes the bias of the rows of a group by one dropped requirement. `induced` has the rates that
// prescribed bodies give these rows.
void relieve_bias(StepRows& rows, int group, const double* induced, Relief relief) {
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
      if (rows.is_contact(group)) rows.bias[first] -= std::min(0.0, induced[0]);
      break;
    case Relief::dragging:
      for (int r = 1; rows.is_contact(group) && r < count; ++r)
        rows.bias[first + r] -= induced[r] + rows.contact(group).surface_velocity[r];
      break;
  }
}

// Returns the bias of the rows of a group, padded with zeros.
Eigen::Vector3d bias_of(const StepRows& rows, int group) {
  Eigen::Vector3d bias(0, 0, 0);
  for (int r = 0; r < rows.pool.groups()[group].rows; ++r)
    bias[r] = rows.bias[rows.first_row(group) + r];
  return bias;
}

// Drops one requirement. Returns true if the island had it.
bool relieve_island(StepRows& rows, const IslandProblem& problem, const Eigen::VectorXd& induced,
                    Relief relief) {
  const auto bounces = [&](int group) { return impacts(rows, group); };
  bool changed = relief == Relief::restitution && rows.setup.decompresses &&
                 std::ranges::any_of(problem.groups(), bounces);
  for (std::size_t i = 0; i < problem.groups().size(); ++i) {
    const int group = problem.groups()[i];
    const Eigen::Vector3d before = bias_of(rows, group);
    relieve_bias(rows, group, &induced[problem.equations().layout().first_row(i)], relief);
    changed |= before != bias_of(rows, group);
  }
  if (relief == Relief::push_out) changed |= allow_co_motion(rows, problem.groups());
  return changed;
}

}  // namespace

bool is_squeezed(const StepRows& rows, IslandProblem& problem, lcp::Workspace& workspace) {
  return can_squeeze(rows, problem.groups()) && problem.contradicts_gaps(rows, workspace);
}

bool motors_contradict(const StepRows& rows, IslandProblem& problem, lcp::Workspace& workspace) {
  const auto is_joined = [&](int body) {
    return !rows.setup.model->bodies[body].is_dynamic() || rows.setup.masses->is_joined(body);
  };
  return rows.setup.refuses_contradictions && touches_two(rows, problem.groups(), is_joined) &&
         problem.contradicts_gaps(rows, workspace);
}

ImpulseSize find_impulse_size(const StepRows& rows, IslandProblem& problem,
                              const lcp::Options& options, lcp::Workspace& workspace) {
  constexpr double kTooMuch = 1e3;
  if (!is_led_through_joints(rows, problem.groups()) || problem.equations().is_in_bodies())
    return ImpulseSize::in_proportion;
  problem.solve_compliant(rows, shortened(problem, options), workspace);
  if (!rows.setup.takes(problem.solution())) return ImpulseSize::unknown;
  return exceeds_motion(rows, problem.equations(), problem.solution().f, kTooMuch)
             ? ImpulseSize::excessive
             : ImpulseSize::in_proportion;
}

bool impulses_are_excessive(const StepRows& rows, const IslandProblem& problem) {
  constexpr double kTooMuch = 1e5;
  return is_led_through_joints(rows, problem.groups()) &&
         exceeds_motion(rows, problem.equations(), problem.solution().f, kTooMuch);
}

lcp::Options shortened(const IslandProblem& problem, lcp::Options options) {
  const Eigen::Index most = problem.equations().is_in_bodies() ? kMostInBodies : problem.size();
  options.max_pivots = static_cast<int>(std::min(problem.size(), most));
  return options;
}

lcp::Options brief(const StepRows& rows, const IslandProblem& problem, lcp::Options options) {
  const bool is_short = rows.setup.is_driven || is_pressed_in(rows, problem.groups());
  return is_short ? shortened(problem, options) : options;
}

Relief relieve(StepRows& rows, IslandProblem& problem, const lcp::Options& options,
               lcp::Workspace& workspace, Relief from) {
  const bool is_led = is_led_through_joints(rows, problem.groups());
  const Eigen::VectorXd induced = problem.induced_rates(rows, workspace);
  for (const Relief relief : kOrder) {
    if (options.is_late()) break;
    if (!relieve_island(rows, problem, induced, relief) || relief < from) continue;
    problem.update_bias(rows);
    const bool gives_way = relief == Relief::pressing || relief == Relief::dragging;
    lcp::Options own = gives_way ? options : brief(rows, problem, options);
    if (is_led && relief != Relief::dragging) own = shortened(problem, options);
    if (problem.equations().is_in_bodies() && own.max_pivots == 0) own.max_pivots = kMostForRelief;
    problem.solve(rows, own, workspace);
    const bool is_last = relief == Relief::dragging;
    if (rows.setup.takes(problem.solution()) && (is_last || !impulses_are_excessive(rows, problem)))
      return relief;
  }
  return Relief::none;
}

}  // namespace perpend
