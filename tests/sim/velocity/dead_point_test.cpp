// SPDX-License-Identifier: Apache-2.0
// Crank-rockers with heavy rockers pass their dead points within microseconds.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <string>

#include "perpend/dynamics/energy.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;
using Engine = std::mt19937_64;

double uniform(Engine& engine, double lo, double hi) {
  return lo + (hi - lo) * static_cast<double>(engine() >> 11) * 0x1p-53;
}

struct Links {
  double crank = 0.2, coupler = 0.6, rocker = 0.5, ground = 0.7;          // m
  double crank_mass = 1, coupler_mass = 1, rocker_mass = 1, load = 1000;  // kg; the last at its end
  double angle = M_PI / 2;                                                // of the crank, rad
  bool parallel = false;  // the rocker to the crank, where both are as long
  double friction = 0;    // of the crank, N m
};

// A bar from p to q, in the plane or along x and y of a frame.
BodyId add_bar(ModelBuilder& builder, const std::string& name,
               const std::optional<spatial::Pose>& frame, const Vector2d& p, const Vector2d& q,
               double mass) {
  const Vector2d along = q - p, middle = 0.5 * (p + q);
  const double angle = std::atan2(along.y(), along.x()), width = 0.05;
  const double inertia = mass * (along.squaredNorm() + width * width) / 12;
  if (!frame)
    return builder.add_body(
        {.name = name, .pose = {middle, angle}, .mass = mass, .inertia = inertia});
  BodyDef def{.name = name, .kind = BodyKind::spatial, .mass = mass};
  def.spatial.pose = {frame->p + frame->r * Vector3d(middle.x(), middle.y(), 0),
                      frame->r * Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ()))};
  def.spatial.inertia = Vector3d(mass * width * width / 6, inertia, inertia).asDiagonal();
  return builder.add_body(def);
}

// In the plane, or in a plane of space whose gravity is along its -y.
std::optional<Model> crank_rocker(const Links& links, const std::optional<spatial::Pose>& frame) {
  const Vector2d a(0, 0), b = links.crank * Vector2d(std::cos(links.angle), std::sin(links.angle)),
                          d(links.ground, 0);
  const double reach = (d - b).norm();
  const double x =
      (links.coupler * links.coupler - links.rocker * links.rocker + reach * reach) / (2 * reach);
  const double square = links.coupler * links.coupler - x * x;
  if (!(square > 1e-6)) return std::nullopt;
  const Vector2d e = (d - b) / reach;
  const Vector2d c = links.parallel
                         ? Vector2d(d + b)
                         : Vector2d(b + x * e + std::sqrt(square) * Vector2d(-e.y(), e.x()));
  ModelBuilder builder;
  const auto placed = [&](const Vector2d& p) {
    const Vector3d q(p.x(), p.y(), 0);
    return frame ? Vector3d(frame->p + frame->r * q) : q;
  };
  if (frame) builder.set_gravity(frame->r * Vector3d(0, -9.81, 0));
  const auto crank = add_bar(builder, "crank", frame, a, b, links.crank_mass),
             coupler = add_bar(builder, "coupler", frame, b, c, links.coupler_mass),
             rocker = add_bar(builder, "rocker", frame, d, c, links.rocker_mass);
  const Vector3d axis = frame ? Vector3d(frame->r * Vector3d::UnitZ()) : Vector3d::UnitX();
  const auto pin = [&](BodyId one, BodyId other, const Vector2d& at, double friction = 0) {
    JointDef def{.kind = JointKind::pin, .a = one, .b = other, .anchor = placed(at), .axis = axis};
    if (friction > 0) def.coordinates = {{.friction = friction}};
    builder.add_joint(def);
  };
  pin(crank, kWorld, a, links.friction);
  pin(coupler, crank, b);
  pin(rocker, coupler, c);
  pin(rocker, kWorld, d);
  if (links.load > 0) {
    BodyDef load{.kind = BodyKind::particle, .mass = links.load};
    if (frame) {
      load.kind = BodyKind::spatial;
      load.spatial.pose.p = placed(c);
      load.spatial.inertia = links.load * 1e-2 * Eigen::Matrix3d::Identity();
    } else {
      load.pose.p = c;
    }
    builder.add_joint({.kind = JointKind::spherical,
                       .a = builder.add_body(load),
                       .b = rocker,
                       .anchor = placed(c)});
  }
  return builder.build().value();
}

// Crank-rockers, such as fold just where Grashof's law ends, and parallelograms.
Links draw(Engine& engine, bool loaded) {
  for (;;) {
    Links links;
    const double kind = uniform(engine, 0, 1);
    links.crank = uniform(engine, 0.1, 0.3);
    links.coupler = uniform(engine, 0.3, 0.9);
    links.rocker = uniform(engine, 0.3, 0.9);
    links.ground = uniform(engine, 0.3, 0.9);
    if (kind < 0.3) links.ground = links.coupler + links.rocker - links.crank;
    if (kind > 0.9) {
      links.parallel = true;
      links.rocker = links.crank, links.ground = links.coupler;
    }
    const double longest = std::max({links.coupler, links.rocker, links.ground});
    const double sum = links.crank + links.coupler + links.rocker + links.ground;
    const double slack = sum / 2 - links.crank - longest;  // 0: folds
    if (kind >= 0.3 && kind <= 0.9 && slack < 0.01) continue;
    const auto mass = [&] { return std::pow(10.0, uniform(engine, 0, 3)); };
    links.load = loaded ? mass() : 0;
    if (!loaded) links.crank_mass = mass(), links.coupler_mass = mass(), links.rocker_mass = mass();
    links.angle = uniform(engine, 0, 2 * M_PI);
    return links;
  }
}

struct Run {
  double gained = 0, lost = 0;  // of the energy, as a share of the most kinetic energy
  double gap = 0;               // m
  int uncertified = 0, deepest = 0;
  int steps = 0, in_parts = 0;
};

Run run(const Model& model, double dt, double duration) {
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  const double start = energy(model, state);
  Run run;
  double passed = 0, most = 0, least = 0;
  while (state.time < duration - 0.5 * dt) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    const double change = report.certificate.energy_after - start;
    most = std::max(most, change);
    least = std::min(least, change);
    passed = std::max(passed, kinetic_energy(model, state.q, state.v));
    run.gap = std::max(run.gap, report.certificate.joint_gap);
    run.uncertified += report.uncertified;
    run.deepest = std::max(run.deepest, report.halvings);
    run.steps += 1;
    run.in_parts += report.halvings > 0;
  }
  run.gained = most / passed;
  run.lost = -least / passed;
  return run;
}

}  // namespace

TEST_CASE("a load of 1000 kg passes dead points with its energy") {
  const Run swing = run(*crank_rocker({}, std::nullopt), 1e-3, 20);
  CHECK(swing.gained < 1e-3);
  CHECK(swing.lost < 0.03);
  CHECK(swing.gap < 1e-3);
  CHECK(swing.uncertified == 0);
  CHECK(swing.deepest > 5);
}

// They have no dead point within 70 degrees: steps of 0.06 rad have the errors of open chains.
TEST_CASE("parallelograms that swing are mostly taken in whole steps") {
  Engine engine(20261201);
  int steps = 0, in_parts = 0;
  for (int i = 0; i < 30; ++i) {
    Links links{.load = 0, .parallel = true};
    links.crank = links.rocker = uniform(engine, 0.3, 2);
    links.coupler = links.ground = uniform(engine, 0.3, 2);
    links.coupler_mass = uniform(engine, 1, 10);
    const double from_hanging = uniform(engine, 0.3, 1.2);
    links.angle = from_hanging - M_PI / 2;
    const double fastest = std::sqrt(3 * 9.81 * (1 - std::cos(from_hanging)) / links.crank);
    const Run swing = run(*crank_rocker(links, std::nullopt), 0.06 / fastest, 3);
    CHECK(swing.uncertified == 0);
    CHECK(swing.gained < 0.01);
    CHECK(swing.lost < 0.02);
    steps += swing.steps;
    in_parts += swing.in_parts;
  }
  MESSAGE("of ", steps, " steps ", in_parts, " were taken in parts");
  CHECK(in_parts < 0.1 * steps);
}

// One in 25 loses more than 3 % of its energy at a point where its bars lie in one line: named.
// Which of them do is up to rounding, so bounds leave room for other builds.
TEST_CASE("crank-rockers keep their energy through dead points, or it is named") {
  Engine engine(15);
  int well = 0, all = 0, named = 0, silent = 0;
  double gained = 0;
  for (int n = 0; n < 150; ++n) {
    CAPTURE(n);
    const Links links = draw(engine, n % 2 == 0);
    const double dt = 1e-3 * std::pow(10.0, uniform(engine, 0, 1));
    std::optional<spatial::Pose> frame;
    if (uniform(engine, 0, 1) < 0.3)
      frame = spatial::Pose{{0.3, 0.2, 0.1}, Eigen::Quaterniond(0.8, 0.3, -0.4, 0.33).normalized()};
    const std::optional<Model> model = crank_rocker(links, frame);
    if (!model) continue;
    const Run swing = run(*model, dt, 3);
    ++all;
    well += swing.lost < 0.03;
    named += swing.uncertified > 0;
    gained = std::max(gained, swing.gained);
    silent += swing.lost >= 0.03 && swing.uncertified == 0;
  }
  CHECK(all == 150);
  CHECK(well >= 0.92 * all);
  CHECK(named <= 0.12 * all);
  CHECK(silent <= 1);
  CHECK(gained < 0.03);
  MESSAGE("of " << all << " crank-rockers " << well << " lost less than 3 %, most gained " << gained
                << ", " << named << " have uncertified steps");
}

// Axes of crank and rocker at any angle, the coupler between them on a ball and a cross.
Model skew_crank_rocker(Engine& engine) {
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  const double angle = uniform(engine, 0, 2 * M_PI), tilt = uniform(engine, 0.2, 1.2);
  const Vector3d b = uniform(engine, 0.1, 0.25) * Vector3d(std::cos(angle), std::sin(angle), 0);
  const Vector3d d(uniform(engine, 0.5, 0.9), 0, uniform(engine, 0.1, 0.4));
  const Vector3d turned(0, std::sin(tilt), std::cos(tilt));
  const double lean = uniform(engine, -0.5, 0.5);
  const Vector3d up = Vector3d(0, std::cos(tilt), -std::sin(tilt));
  const Vector3d c =
      d + uniform(engine, 0.4, 0.7) * (std::cos(lean) * up - std::sin(lean) * Vector3d::UnitX());
  const auto bar = [&](const char* name, const Vector3d& from, const Vector3d& to) {
    BodyDef def{
        .name = name, .kind = BodyKind::spatial, .mass = std::pow(10.0, uniform(engine, 0, 3))};
    const Vector3d along = to - from;
    def.spatial.pose = {0.5 * (from + to),
                        Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitX(), along)};
    const double inertia = *def.mass * along.squaredNorm() / 12;
    def.spatial.inertia = Vector3d(0.02 * inertia, inertia, 1.01 * inertia).asDiagonal();
    return builder.add_body(def);
  };
  const auto crank = bar("crank", {0, 0, 0}, b), coupler = bar("coupler", b, c),
             rocker = bar("rocker", d, c);
  const Vector3d across = (c - b).unitOrthogonal();
  builder.add_joint({.kind = JointKind::pin, .a = crank, .axis = {0, 0, 1}});
  builder.add_joint({.kind = JointKind::spherical, .a = coupler, .b = crank, .anchor = b});
  builder.add_joint({.kind = JointKind::universal,
                     .a = coupler,
                     .b = rocker,
                     .anchor = c,
                     .axis = across,
                     .axis_b = (c - b).cross(across).normalized()});
  builder.add_joint({.kind = JointKind::pin, .a = rocker, .anchor = d, .axis = turned});
  return builder.build().value();
}

TEST_CASE("crank-rockers about skew axes keep their energy through dead points") {
  Engine engine(16);
  double gained = 0, lost = 0;
  int parted = 0;
  for (int n = 0; n < 40; ++n) {
    CAPTURE(n);
    const Model model = skew_crank_rocker(engine);
    const Run swing = run(model, 1e-3 * std::pow(10.0, uniform(engine, 0, 0.7)), 3);
    gained = std::max(gained, swing.gained);
    lost = std::max(lost, swing.lost);
    CHECK(swing.gap < 3e-3);
    parted += swing.deepest > 0;
  }
  CHECK(gained < 1e-3);
  CHECK(lost < 0.03);
  CHECK(parted > 10);
  MESSAGE("of 40 crank-rockers about skew axes " << parted << " have steps in parts; most gained "
                                                 << gained << ", most lost " << lost);
}

// Friction is solved with joints that were closed without it: what that leaves is no more than as
// much again, and a correction that leads farther off is taken back.
TEST_CASE("positions that are corrected beside friction are not farther off at dead points") {
  Engine engine(17);
  int closer = 0, as_far = 0;
  for (int n = 0; n < 40; ++n) {
    CAPTURE(n);
    Links links = draw(engine, n % 2 == 0);
    links.friction = uniform(engine, 0, 3);
    const std::optional<Model> model = crank_rocker(links, std::nullopt);
    if (!model) continue;
    const SimulationOptions plain{.dt = 0.01, .halvings = 0};
    SimulationOptions corrected = plain;
    corrected.position_iterations = 4;
    State state = initial_state(*model);
    for (int k = 0; k < 100; ++k) {
      State other = state;
      const StepReport with = Simulator(*model, corrected).step(other);
      const StepReport without = Simulator(*model, plain).step(state);
      if (without.status != StepStatus::ok || with.status != StepStatus::ok) break;
      if (without.certificate.joint_gap < 1e-9) continue;
      CHECK(with.certificate.joint_gap <= 2 * without.certificate.joint_gap);
      ++(with.certificate.joint_gap < 0.5 * without.certificate.joint_gap ? closer : as_far);
    }
  }
  CHECK(closer > 2 * as_far);
}

// A rocker that folds with all its bars in one line, so heavy and fast that no part of a step
// helps.
TEST_CASE("what a step cannot follow is named with the body that turns") {
  Links links{.crank = 0.2, .coupler = 0.56, .rocker = 0.61, .load = 1000};
  links.ground = links.coupler + links.rocker - links.crank;
  const std::optional<Model> model = crank_rocker(links, std::nullopt);
  std::string message;
  for (const double dt : {7e-3, 8e-3, 9e-3}) {
    Simulator simulator(*model, {.dt = dt});
    State state = initial_state(*model);
    for (int k = 0; k < 400 && message.empty(); ++k) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      if (report.uncertified == 0) continue;
      message = report.message;
      CHECK((report.certificate.joint_work < 0) ==
            (message.find("joints took") != std::string::npos));
      CHECK((report.certificate.joint_work > 0) ==
            (message.find("joints gave") != std::string::npos));
    }
  }
  CHECK(message.find("near a dead point") != std::string::npos);
  CHECK(message.find("crank turns by") == 0);
}

}  // namespace perpend
