// SPDX-License-Identifier: Apache-2.0
//
// An advance repeats three stages:
//   settle   applies impulses where touches approach and solves for the forces of those that rest;
//            a contact whose friction breaks slides, and one that separates is released; where no
//            force exists, applies the impulse along the ray of the complementarity problem
//   move     integrates an arc, up to its end or that of the advance
//   locate   bisects for the time at which the arc ends, to rounding
#include "perpend/sim/acceleration_simulator.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "dynamics/joints/coordinates.hpp"
#include "perpend/core/error.hpp"
#include "sim/acceleration/arc.hpp"
#include "sim/acceleration/impact.hpp"
#include "sim/acceleration/prescribed.hpp"
#include "sim/acceleration/reach.hpp"
#include "sim/acceleration/supported_model.hpp"
#include "sim/acceleration/touch_force.hpp"
#include "sim/inputs/drive_inputs.hpp"
#include "sim/inputs/state_check.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// Largest number of impulses at one instant; more count as a loop that never ends.
constexpr int kMostPasses = 200;
// Largest number of events at one time; with more the motion counts as stuck between them.
constexpr int kMostAtOnce = 50;
// Events at one time from which on a touch that an arc saw separate is not held again at its end.
constexpr int kChatter = 10;
// Events that are nearer to each other than this, s, count as at one time.
constexpr double kAtOnce = 1e-12;
// An arc stalls if so many of its steps advance less than this share of the largest step in the
// mean: the direction of friction on slow slips changes faster than steps follow.
constexpr int kMostStalled = 2000;
constexpr double kStalled = 1e-5;
// Steps after which touches that slide slowly creep instead, if the arc advances so little.
constexpr int kSlowSteps = 200;
// Resolution of the time of an event, relative to the time.
constexpr double kTimeResolution = 1e-15;

const char* name_of_kind(EventKind kind) {
  constexpr const char* kNames[] = {"impact", "contact", "separation", "slip",
                                    "stick",  "jam",     "rest"};
  return kNames[static_cast<int>(kind)];
}

// Counts the steps of an arc and tells whether the last `window` of them advanced too little.
struct Progress {
  int window;
  double mark;  // s, time at the start of the window
  int steps = 0;

  bool stalls(double now, double least) {
    if (++steps % window != 0) return false;
    return now - std::exchange(mark, now) < window * least;
  }
};

bool is_same(const Touch& a, const Touch& b) {
  return a.kind == b.kind && a.key == b.key;
}

void check(const AccelerationOptions& options) {
  const auto positive = [](const char* name, double value) {
    require(value > 0 && std::isfinite(value), name, "positive and finite", value);
  };
  positive("tolerance", options.tolerance);
  positive("largest_step", options.largest_step);
  positive("rest_bounce", options.rest_bounce);
  require(options.stabilisation >= 0 && std::isfinite(options.stabilisation), "stabilisation",
          "finite and >= 0", options.stabilisation);
  require(options.most_events > 0, "most_events", "positive", options.most_events);
}

}  // namespace

std::string_view to_string(EventKind kind) {
  return name_of_kind(kind);
}

std::string to_string(const MotionEvent& event, const Model& model) {
  const auto name = [&](BodyId id) {
    return id == kWorld ? "world" : model.bodies[id.index].details->name;
  };
  char text[96];
  std::snprintf(text, sizeof text, "t = %.9g s: %s of ", event.time, name_of_kind(event.kind));
  std::string out = text;
  if (event.touch == TouchKind::contact)
    out += name(event.a) + " and " + name(event.b);
  else
    out += "coordinate " + std::to_string(event.coordinate) + " of joint " +
           model.joints[event.joint.index].name;
  if (event.kind == EventKind::impact || event.kind == EventKind::jam) {
    std::snprintf(text, sizeof text, ", %.6g m/s, %.6g N s", event.speed, event.impulse);
    out += text;
  }
  if (event.kind == EventKind::jam) out += ": no force exists (Painlevé)";
  if (event.kind == EventKind::rest) {
    std::snprintf(text, sizeof text, ": infinitely many bounces end at %.9g s", event.ends);
    out += text;
  }
  return out;
}

struct AccelerationSimulator::Workspace {
  const Model& model;
  AccelerationOptions options;
  Instant instant;
  double reach;  // m, largest travel between two tests for new touches
  std::vector<MotionEvent> events;
  std::vector<TouchForce> touches;
  VectorXd joint_forces;
  std::vector<Touch> known;  // touches held at the last settled instant, to find events
  bool started = false;
  bool stalled = false;        // the last arc ended because slow slips stalled it
  int at_once = 0;             // events so far at the present time
  std::vector<Touch> leaving;  // touches that the last arc saw separate, while events chatter

  Workspace(const Model& m, const AccelerationOptions& o)
      : model(m), options(o), instant(m), reach(least_reach(m)) {}

  bool advance_to(double end, State& at, AdvanceReport& report);
  bool settle_all(State& state, AdvanceReport& report, TouchSet& set);
  void keep_held(const State& state, const InstantAnswer& answer, TouchSet& set);
  bool fail(AdvanceReport& report, const State& state, const char* what) const;
  bool move(State& state, double stop, TouchSet set, AdvanceReport& report);
  double locate(Arc& arc, double low, double high);
  double first_broken(Arc& arc, double& low);
  int samples(const Arc& arc) const;
  void release_leaving(TouchSet& set);
  void let_creep(std::vector<Touch>& held);
  void compare(const State& state, const std::vector<Touch>& held);
  void keep_touches(const State& state);
};

bool AccelerationSimulator::Workspace::fail(AdvanceReport& report, const State& state,
                                            const char* what) const {
  char text[160];
  std::snprintf(text, sizeof text, "%s at t = %.9g s", what, state.time);
  if (report.status == InstantStatus::solved) report.status = InstantStatus::unsolved;
  report.message = text;
  return false;
}

// Records as events how the held touches differ from those of the last settled instant.
void AccelerationSimulator::Workspace::compare(const State& state, const std::vector<Touch>& held) {
  const auto same = [](const Touch& a) { return [&a](const Touch& b) { return is_same(a, b); }; };
  const auto note = [&](EventKind kind, const Touch& touch, const TouchRows& at) {
    if (started) events.push_back(event_of(kind, state.time, touch, at));
  };
  for (std::size_t i = 0; i < held.size(); ++i) {
    const auto before = std::ranges::find_if(known, same(held[i]));
    const TouchRows& at = instant.at()[i];
    if (before == known.end())
      note(EventKind::contact, held[i], at);
    else if (before->slides != held[i].slides)
      note(held[i].slides ? EventKind::slip : EventKind::stick, held[i], at);
  }
  for (const Touch& before : known)
    if (std::ranges::none_of(held, same(before))) {
      TouchRows at;
      at.pair = before.last_pair;
      note(EventKind::separation, before, at);
    }
  known = held;
  for (std::size_t i = 0; i < held.size(); ++i) known[i].last_pair = instant.at()[i].pair;
  started = true;
}

// Touches that the last arc saw separate are not held, although forces that hold them exist as
// well.
void AccelerationSimulator::Workspace::release_leaving(TouchSet& set) {
  for (const Touch& touch : leaving)
    std::erase_if(set.held, [&](const Touch& other) { return is_same(touch, other); });
  set.released = std::exchange(leaving, {});
}

void AccelerationSimulator::Workspace::let_creep(std::vector<Touch>& held) {
  if (!std::exchange(stalled, false)) return;
  for (int i = 0; i < static_cast<int>(held.size()); ++i)
    if (held[i].slides && is_slow_in_space(instant, i)) held[i].creeps = true;
}

bool AccelerationSimulator::Workspace::settle_all(State& state, AdvanceReport& report,
                                                  TouchSet& set) {
  ImpactSetup setup{.thresholds = options.thresholds, .rest_bounce = options.rest_bounce};
  for (int pass = 0; pass < kMostPasses; ++pass) {
    resolve_joints(instant, options.thresholds.rest_speed, state);
    set = touches_of(instant, state, options.thresholds);
    if (!set.approaching.empty()) {
      if (!resolve_impact(instant, setup, state, events))
        return fail(report, state, "an impact is not solved");
      continue;
    }
    release_leaving(set);
    const InstantAnswer answer = settle(instant, state, options.stabilisation, set.held, true);
    ++report.evaluations;
    if (answer.status == InstantStatus::ray) {
      if (!resolve_jam(instant, answer, state, events)) {
        report.status = InstantStatus::ray;
        return fail(report, state, "forces grow without bound, and no slip to end");
      }
      setup.plastic = true;  // the approach that the ray causes does not bounce
      continue;
    }
    if (answer.status != InstantStatus::solved) return fail(report, state, "forces are not found");
    let_creep(set.held);
    keep_held(state, answer, set);
    return true;
  }
  return fail(report, state, "impulses follow one another without end");
}

// Moves touches that accelerate apart from `held` to `released`.
void AccelerationSimulator::Workspace::keep_held(const State& state, const InstantAnswer& answer,
                                                 TouchSet& set) {
  std::vector<Touch> held;
  for (int i = 0; i < static_cast<int>(set.held.size()); ++i)
    (departs(answer, i) ? set.released : held).push_back(set.held[i]);
  if (held.size() < set.held.size()) instant.load(state, held, options.stabilisation);
  set.held = std::move(held);
  compare(state, set.held);
}

// Returns the number of tests for new touches in the last step: between two of them nothing
// crosses half the smallest body.
int AccelerationSimulator::Workspace::samples(const Arc& arc) const {
  constexpr double kMost = 64;
  const State state = arc.at(arc.to());
  const double way = top_speed(model, state) * (arc.to() - arc.from());
  return static_cast<int>(std::clamp(std::ceil(2 * way / reach), 2.0, kMost));
}

// Returns the first sample of the last step at which the arc is over, infinity if there is none,
// and sets `low` to the sample before it.
double AccelerationSimulator::Workspace::first_broken(Arc& arc, double& low) {
  const int count = samples(arc);
  low = arc.from();
  for (int k = 1; k < count; ++k) {
    const double time = arc.from() + (arc.to() - arc.from()) * k / count;
    if (arc.meets(arc.at(time))) return time;
    low = time;
  }
  if (arc.is_over(arc.at(arc.to()))) {
    low = arc.from();
    return arc.to();
  }
  return std::numeric_limits<double>::infinity();
}

double AccelerationSimulator::Workspace::locate(Arc& arc, double low, double high) {
  const double resolution = kTimeResolution * std::max(1.0, std::abs(high));
  while (high - low > resolution) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (arc.is_over(arc.at(middle)) ? high : low) = middle;
  }
  return high;
}

// Integrates one arc to its end or `stop`.
bool AccelerationSimulator::Workspace::move(State& state, double stop, TouchSet set,
                                            AdvanceReport& report) {
  Arc arc(instant, options, report);
  arc.start(state, std::move(set));
  Progress soon{kSlowSteps, arc.to()}, late{kMostStalled, arc.to()};
  while (arc.to() < stop) {
    if (!arc.step(stop)) return fail(report, state, "the motion diverges");
    double low = 0.0;
    const double broken = first_broken(arc, low);
    if (std::isfinite(broken)) {
      state = arc.at(locate(arc, low, broken));
      if (at_once > kChatter) leaving = arc.departing(state);
      ++report.events;
      return true;
    }
    const double least = kStalled * options.largest_step;
    stalled = soon.stalls(arc.to(), least) && arc.slides_slowly();
    if (stalled) break;
    if (late.stalls(arc.to(), least))
      return fail(report, state, "friction turns faster than steps follow");
  }
  state = arc.at(std::min(stop, arc.to()));
  return true;
}

// Advances from event to event.
bool AccelerationSimulator::Workspace::advance_to(double end, State& at, AdvanceReport& report) {
  at_once = 0;
  stalled = false;
  leaving.clear();
  TouchSet set;
  for (;;) {
    if (!settle_all(at, report, set)) return false;
    if (!(at.time < end)) return true;
    const double before = at.time;
    if (!move(at, std::min(end, next_break(model, at.time)), set, report)) return false;
    at_once = at.time - before > kAtOnce ? 0 : at_once + 1;
    if (at_once > kMostAtOnce || report.events > options.most_events)
      return fail(report, at, "too many events");
  }
}

void AccelerationSimulator::Workspace::keep_touches(const State& state) {
  TouchSet set = touches_of(instant, state, options.thresholds);
  const InstantAnswer answer = settle(instant, state, 0.0, set.held);
  joint_forces = answer.joint_forces;
  touches.clear();
  for (int i = 0; i < static_cast<int>(set.held.size()); ++i)
    touches.push_back(touch_force(instant, answer, i));
}

AccelerationSimulator::AccelerationSimulator(const Model& model,
                                             const AccelerationOptions& options) {
  check(options);
  require_supported(model);
  workspace_ = std::make_unique<Workspace>(model, options);
}
AccelerationSimulator::~AccelerationSimulator() = default;
AccelerationSimulator::AccelerationSimulator(AccelerationSimulator&&) noexcept = default;

AccelerationSimulator::Workspace& AccelerationSimulator::workspace() const {
  if (!workspace_)
    throw InvalidArgument("simulator", "one with a model", "one that was moved from");
  return *workspace_;
}

AdvanceReport AccelerationSimulator::advance(State& state, double duration) {
  Workspace& w = workspace();
  check_sizes(w.model, state);
  require(duration >= 0 && std::isfinite(duration), "duration", "finite and >= 0", duration);
  AdvanceReport report;
  State at = state;
  place_prescribed(w.model, at);
  const std::size_t events_before = w.events.size();
  const std::vector<Touch> known_before = w.known;
  const bool started_before = w.started;
  if (w.advance_to(state.time + duration, at, report)) {
    w.keep_touches(at);
    state = std::move(at);
    return report;
  }
  w.events.resize(events_before);
  w.known = known_before;
  w.started = started_before;
  return report;
}

std::span<const MotionEvent> AccelerationSimulator::events() const {
  return workspace().events;
}
std::span<const TouchForce> AccelerationSimulator::touches() const {
  return workspace().touches;
}
const VectorXd& AccelerationSimulator::joint_forces() const {
  return workspace().joint_forces;
}
void AccelerationSimulator::set_force(const VectorXd& force) {
  check_force(workspace().model, "force", force);
  workspace().instant.set_force(force);
}

}  // namespace perpend
