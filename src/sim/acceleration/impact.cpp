// SPDX-License-Identifier: Apache-2.0
#include "sim/acceleration/impact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/restitution/scale_search.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "perpend/dynamics/energy.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

// Energy that round-off may add in an impact, relative to the kinetic energy and the terms of the
// work.
constexpr double kRounding = 1e-12;
// Where e demands the impossible, factors on e below this are given up for none.
constexpr double kLeastScale = 0.1;

struct Impact {
  std::vector<Touch> touches;
  lcp::ContactProblem problem;
  std::vector<double> bounce;  // e u_N- per touch
};

bool approaches(const Instant& instant, int i, double rest_speed) {
  return instant.velocity(i).x() < -rest_speed;
}

// Returns contacts and limits. Drives are left out: a bounded force has no impulse.
std::vector<Touch> hard_touches(Instant& instant, const State& state, double gap) {
  std::vector<Touch> touches = instant.finder().find(state, gap);
  std::erase_if(touches, [](const Touch& touch) { return !touch.has_normal(); });
  return touches;
}

void set_contacts(const Instant& instant, const InstantThresholds& thresholds, Impact& impact) {
  for (int i = 0; i < static_cast<int>(impact.touches.size()); ++i) {
    if (instant.first_row(i) < 0) continue;
    const Touch& touch = impact.touches[i];
    const bool slides = instant.velocity(i).tail<2>().norm() > thresholds.slip_speed;
    const double mu = slides ? touch.mu_k : touch.mu_s;
    impact.problem.contacts.push_back(
        {.row = instant.first_row(i), .tangents = touch.tangents, .mu_s = mu, .mu_k = mu});
  }
}

void restitute(const Instant& instant, double e_scale, Impact& impact) {
  impact.problem.b = instant.u();
  for (int i = 0; i < static_cast<int>(impact.touches.size()); ++i)
    if (instant.first_row(i) >= 0)
      impact.problem.b[instant.first_row(i)] += e_scale * impact.bounce[i];
}

// Returns the work of the impulses, J.
double work(const Instant& instant, const VectorXd& p) {
  return p.dot(instant.u() + 0.5 * (instant.W() * p));
}

// Returns the size of the terms of that work, which cancel for e = 1. The kinetic energy does not
// bound them where a kinematic body hits others.
double work_size(const Instant& instant, const VectorXd& p) {
  return p.cwiseAbs().dot(instant.u().cwiseAbs() + 0.5 * (instant.W() * p).cwiseAbs());
}

// Solves for the impulses p, with as much of e as gains no energy. Returns false where there are
// none.
bool solve(const Instant& instant, double energy, Impact& impact, VectorXd& p) {
  bool is_solved = false;
  const auto solve_scaled = [&](double scale) -> std::optional<ImpactEnergy> {
    restitute(instant, scale, impact);
    const lcp::Solution solution = lcp::solve(impact.problem);
    is_solved = solution.status == lcp::Status::solved;
    if (!is_solved) return std::nullopt;
    p = solution.f;
    const double terms = work_size(instant, p);
    return ImpactEnergy{work(instant, p), terms, kRounding * (energy + terms)};
  };
  const std::optional<ImpactEnergy> full = solve_scaled(1.0);
  if (full && full->is_gained()) search_scale(solve_scaled, *full);
  // A body between walls that face each other cannot leave both as fast as e demands.
  for (double scale = 0.5; !full; scale = scale > kLeastScale ? 0.5 * scale : 0.0) {
    const std::optional<ImpactEnergy> lowered = solve_scaled(scale);
    if (scale == 0 || (lowered && !lowered->is_gained())) break;
  }
  return is_solved;
}

// Returns the time that the remaining, infinitely many bounces of a body take: 2 e u / (g (1 - e))
// if it falls back with g.
double time_of_bounces(Instant& instant, const State& state, const Touch& touch, double speed) {
  const std::vector<Touch> alone{touch};
  instant.load(state, alone, 0.0);
  const double fall = instant.first_row(0) < 0 ? 0.0 : -instant.free_acceleration(0);
  return fall > 0 && touch.e < 1 ? 2 * touch.e * speed / (fall * (1 - touch.e)) : 0.0;
}

}  // namespace

MotionEvent event_of(EventKind kind, double time, const Touch& touch, const TouchRows& at) {
  MotionEvent event{.kind = kind, .time = time, .touch = touch.kind};
  if (touch.kind == TouchKind::contact) {
    event.a = {at.pair.body_a};
    event.b = {at.pair.body_b};
  } else {
    event.joint = {touch.joint};
    event.coordinate = touch.coordinate;
  }
  return event;
}

bool resolve_impact(Instant& instant, const ImpactSetup& setup, State& state,
                    std::vector<MotionEvent>& events) {
  Impact impact;
  impact.touches = hard_touches(instant, state, setup.thresholds.contact_gap);
  instant.load(state, impact.touches, 0.0);
  impact.problem.A = instant.W();
  set_contacts(instant, setup.thresholds, impact);
  std::vector<Touch> resting;
  std::vector<MotionEvent> found;
  for (int i = 0; i < static_cast<int>(impact.touches.size()); ++i) {
    impact.bounce.push_back(0.0);
    if (!approaches(instant, i, setup.thresholds.rest_speed)) continue;
    const Touch& touch = impact.touches[i];
    const double speed = -instant.velocity(i).x(), back = touch.e * speed;
    const bool last = back > 0 && back < setup.rest_bounce && !setup.plastic;
    if (!last && !setup.plastic) impact.bounce[i] = -back;
    found.push_back(
        event_of(last ? EventKind::rest : EventKind::impact, state.time, touch, instant.at()[i]));
    found.back().speed = speed;
    if (last) resting.push_back(touch);
  }
  const double energy = kinetic_energy(instant.model(), state.q, state.v);
  VectorXd p;
  if (!solve(instant, energy, impact, p)) return false;
  state.v += instant.response() * p;
  std::size_t next = 0;
  for (int i = 0; i < static_cast<int>(impact.touches.size()); ++i)
    if (approaches(instant, i, setup.thresholds.rest_speed))
      found[next++].impulse = p[instant.first_row(i)];
  next = 0;
  for (MotionEvent& event : found)
    if (event.kind == EventKind::rest)
      event.ends = state.time + time_of_bounces(instant, state, resting[next++], event.speed);
  events.insert(events.end(), found.begin(), found.end());
  return true;
}

bool resolve_jam(const Instant& instant, const InstantAnswer& answer, State& state,
                 std::vector<MotionEvent>& events) {
  const VectorXd& ray = answer.solution.ray;
  if (ray.size() == 0) return false;
  const VectorXd change = instant.W() * ray;
  double length = std::numeric_limits<double>::infinity();
  int stopped = -1;
  for (int i = 0; i < static_cast<int>(instant.touches().size()); ++i) {
    const Touch& touch = instant.touches()[i];
    const int row = instant.first_row(i);
    if (row < 0 || !touch.slides || !(ray[row] > 0)) continue;
    const Vector3d u = instant.velocity(i);
    const Eigen::Vector2d d = slip_direction(touch, instant.at()[i], u);
    const int first = row + 1;
    const double rate =
        d.dot(Eigen::Vector2d(change[first], touch.tangents == 2 ? change[first + 1] : 0.0));
    const double slip = d.dot(u.tail<2>());
    if (!(rate < 0) || !(slip / -rate < length)) continue;
    length = slip / -rate;
    stopped = i;
  }
  if (stopped < 0) return false;
  state.v += length * answer.ray;
  events.push_back(
      event_of(EventKind::jam, state.time, instant.touches()[stopped], instant.at()[stopped]));
  events.back().speed = instant.velocity(stopped).tail<2>().norm();
  events.back().impulse = length * ray[instant.first_row(stopped)];
  return true;
}

void resolve_joints(Instant& instant, double rest_speed, State& state) {
  JoinedBodies& bodies = instant.bodies();
  bodies.load(state);
  if (bodies.errors().size() == 0) return;
  const VectorXd targets = bodies.targets();
  const VectorXd off = targets - bodies.rates(state, state.v);
  if (!(off.lpNorm<Eigen::Infinity>() > rest_speed)) return;
  const VectorXd none = VectorXd::Zero(state.v.size());
  state.v += bodies.solve(none, off, none).motion;
}

}  // namespace perpend
