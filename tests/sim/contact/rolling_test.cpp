// SPDX-License-Identifier: Apache-2.0
// Tilted discs and ellipsoids that roll without slip: friction where they touch does no work.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "geometry/spatial/shapes/extent.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

using Engine = std::mt19937_64;

double uniform(Engine& engine, double lo, double hi) {
  return lo + (hi - lo) * static_cast<double>(engine() >> 11) * 0x1p-53;
}

// What rolls, with `hub` a shape in its middle that touches nothing and comes first; `late` where
// the floor comes after it.
struct Place {
  double up = 0.0;  // of the shape, along its axis from the centre of mass
  bool hub = false, late = false;
};

// `shape` rolls on the floor, which its point at `to_floor` from its centre touches.
Model rolling(const spatial::Shape& shape, double mass, const Eigen::Quaterniond& turn,
              const Vector3d& to_floor, const Vector3d& omega, const Place& place = {}) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 3, .mu_k = 3}});
  BodyDef floor{.kind = BodyKind::spatial_fixed};
  floor.spatial.shapes = {{.shape = spatial::HalfSpace{}}};
  if (!place.late) builder.add_body(floor);
  BodyDef def{.kind = BodyKind::spatial, .mass = mass};
  def.spatial.pose = {{0, 0, -to_floor.z()}, turn};
  def.spatial.velocity = -omega.cross(to_floor);
  def.spatial.omega = omega;
  if (place.hub) def.spatial.shapes = {{.shape = spatial::Sphere{0.1 * to_floor.norm()}}};
  def.spatial.shapes.push_back({.shape = shape, .pose = {{0, 0, place.up}}});
  builder.add_body(def);
  if (place.late) builder.add_body(floor);
  return builder.build().value();
}

const Body& roller(const Model& model) {
  return *std::find_if(model.bodies.begin(), model.bodies.end(),
                       [](const Body& body) { return body.is_dynamic(); });
}

// An ellipsoid in any position that rolls slowly enough to stay on the floor.
Model ellipsoid(Engine& engine) {
  const Vector3d half(uniform(engine, 0.1, 0.2), uniform(engine, 0.1, 0.2),
                      uniform(engine, 0.1, 0.2));
  const Eigen::Quaterniond turn = Eigen::Quaterniond(uniform(engine, -1, 1), uniform(engine, -1, 1),
                                                     uniform(engine, -1, 1), uniform(engine, -1, 1))
                                      .normalized();
  const Vector3d down = turn.conjugate() * -Vector3d::UnitZ();
  const Vector3d to_floor =
      turn * half.cwiseAbs2().cwiseProduct(down) / half.cwiseProduct(down).norm();
  const Vector3d omega(uniform(engine, -3, 3), uniform(engine, -3, 3), uniform(engine, -1, 1));
  return rolling(spatial::Ellipsoid{half}, uniform(engine, 0.1, 10), turn, to_floor, omega);
}

// A disc, coin or roller on its rim, upright up to 0.1 to 0.4 rad, which rolls and nutates. Slower
// or less tilted ones come to their other rim, with an impact. A cone lies on the rim of its base,
// with its point to either side.
enum class Rim { cylinder, cone_up, cone_down };

Model disc(Engine& engine, Rim rim = Rim::cylinder, Place place = {}) {
  const double radius = uniform(engine, 0.05, 0.5), length = radius * uniform(engine, 0.02, 0.5);
  const double tilt = uniform(engine, 0.1, 0.4), heading = uniform(engine, -3, 3);
  const Vector3d ahead(std::cos(heading), std::sin(heading), 0);
  Vector3d axis = Eigen::AngleAxisd(-tilt, ahead) * Vector3d::UnitZ().cross(ahead);
  const Vector3d down = -(Vector3d::UnitZ() - axis.z() * axis).normalized();
  const double spin = uniform(engine, 2, 4) * std::sqrt(9.81 / radius);
  const Vector3d omega = spin * axis + Vector3d(0, 0, uniform(engine, -0.1, 0.1) * spin);
  if ((axis.z() > 0) != (rim != Rim::cone_down)) axis = -axis;
  // The centre of mass of a cone is a quarter of its height above the base.
  const double base = (rim == Rim::cylinder ? 0.5 : 0.25) * length;
  place.up = 0.5 * length - base;
  const spatial::Shape shape = rim == Rim::cylinder
                                   ? spatial::cylinder(length, radius)
                                   : spatial::Shape{spatial::Cone{0.5 * length, radius}};
  return rolling(shape, uniform(engine, 0.1, 10),
                 Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis),
                 radius * down - base * axis, omega, place);
}

// A coin that wobbles on its rim, about a diameter that it holds to the floor at `tilt`: as fast as
// a thin one does whose middle stays where it is (Moffatt 2000), up to a tenth.
Model wobbling(Engine& engine) {
  const double radius = uniform(engine, 0.03, 0.3), length = radius * uniform(engine, 0.05, 0.3);
  const double tilt = uniform(engine, 0.5, 1.2), heading = uniform(engine, -3, 3);
  const Vector3d ahead(std::cos(heading), std::sin(heading), 0);
  const Vector3d axis = Eigen::AngleAxisd(tilt, ahead) * Vector3d::UnitZ();
  const Vector3d down = -(Vector3d::UnitZ() - axis.z() * axis).normalized();
  const double precession =
      uniform(engine, 0.9, 1.1) * std::sqrt(4 * 9.81 / (radius * std::sin(tilt)));
  return rolling(spatial::cylinder(length, radius), uniform(engine, 0.01, 10),
                 Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis),
                 radius * down - 0.5 * length * axis, precession * std::sin(tilt) * down);
}

// The largest change of the energy, J.
double change(const Model& model, double dt, double duration) {
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  double worst = 0, first = 0;
  for (int k = 0; k < std::lround(duration / dt); ++k) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    CHECK(!report.uncertified);
    if (k == 0) first = report.certificate.energy_before;
    worst = std::max(worst, std::abs(report.certificate.energy_after - first));
  }
  return worst;
}

// The same, of the kinetic energy of its way at the start.
double drift(const Model& model, double dt, double duration) {
  const Body& body = roller(model);
  const double start = 0.5 * body.mass * model.start_v.segment<3>(body.v_offset).squaredNorm();
  return change(model, dt, duration) / start;
}

// The deepest overlap of a run, of half the thickness of what is thinner.
double overlap_share(const Model& model, double dt, double duration) {
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  double worst = 0;
  for (int k = 0; k < std::lround(duration / dt); ++k) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    worst = std::max(worst, report.certificate.penetration);
  }
  return worst / spatial::inner_radius(roller(model).details->spatial_shapes[0].shape);
}

}  // namespace

TEST_CASE("discs that roll far within a step hardly overlap the floor") {
  Engine engine(16);
  for (int n = 0; n < 20; ++n) {
    CAPTURE(n);
    const Model model = disc(engine);
    CHECK(overlap_share(model, uniform(engine, 4e-3, 0.0167), 0.6) < 0.01);
  }
}

// Halfway through a step what rolls seems to slip by more than the stick speed.
TEST_CASE("contacts of tilted discs that roll are recorded as sticking, without slip") {
  constexpr double kStatic = 3, kStick = 5e-4;
  Engine engine(18);
  for (int n = 0; n < 10; ++n) {
    CAPTURE(n);
    Model model = disc(engine);
    for (SurfacePair& pair : model.surface_pairs) {
      REQUIRE(pair.mu_s == kStatic);
      pair.mu_k = 0.5 * kStatic;
    }
    Simulator simulator(model, {.dt = uniform(engine, 5e-4, 2e-3), .stick_speed = kStick});
    State state = initial_state(model);
    int slides = 0, pressed = 0, dynamic = 0;
    for (int k = 0; k < 200; ++k) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      for (const ContactRecord& record : simulator.contacts()) {
        if (!(record.impulse.norm() > 0)) continue;
        ++pressed;
        slides += record.status == ContactStatus::slide || record.slip.norm() > 1e-9;
        dynamic += record.mu < kStatic;
      }
    }
    CHECK(pressed > 100);
    CHECK(slides <= 2);
    CHECK(dynamic <= 2);
  }
}

TEST_CASE("tilted discs that roll keep their energy to second order") {
  Engine engine(14);
  for (int n = 0; n < 10; ++n) {
    CAPTURE(n);
    const Model model = disc(engine);
    const double coarse = drift(model, 2e-3, 1), fine = drift(model, 1e-3, 1);
    // First order had 1e-3.
    CHECK(fine < 2e-4);
    CHECK(fine < 0.35 * coarse + 1e-6);
  }
}

TEST_CASE("coins that wobble far within a step keep their energy, and hardly overlap the floor") {
  Engine engine(19);
  for (int n = 0; n < 20; ++n) {
    CAPTURE(n);
    const Model model = wobbling(engine);
    const double dt = uniform(engine, 1e-3, 4e-3);
    const double height = model.start_q[roller(model).q_offset + 2];
    CHECK(change(model, dt, 1) < 3e-3 * roller(model).mass * 9.81 * height);
    CHECK(overlap_share(model, dt, 1) < 0.01);
  }
}

TEST_CASE("cones that roll on the rim of their base keep their energy to second order") {
  Engine engine(17);
  for (int n = 0; n < 12; ++n) {
    CAPTURE(n);
    const Model model = disc(engine, n % 2 == 0 ? Rim::cone_up : Rim::cone_down);
    const double coarse = drift(model, 2e-3, 1), fine = drift(model, 1e-3, 1);
    CHECK(fine < 2e-4);
    CHECK(fine < 0.35 * coarse + 1e-6);
  }
}

TEST_CASE("what rolls keeps its energy whatever else its body has and whichever body comes first") {
  Engine engine(18);
  for (int n = 0; n < 12; ++n) {
    CAPTURE(n);
    const Rim rim = n % 3 == 0 ? Rim::cylinder : n % 3 == 1 ? Rim::cone_up : Rim::cone_down;
    const Model model = disc(engine, rim, {.hub = n % 4 != 0, .late = n % 4 != 1});
    const double coarse = drift(model, 2e-3, 1), fine = drift(model, 1e-3, 1);
    CHECK(fine < 2e-4);
    CHECK(fine < 0.35 * coarse + 1e-6);
  }
}

// Rolling without slip needs a third of the slope's tangent: more than dynamic friction has, and
// less than static friction.
TEST_CASE("what rolls is held by static friction") {
  const double slope = 0.8, mu_s = 0.4, mu_k = 0.2, radius = 0.2, speed = 1, g = 9.81;
  for (const bool rolls : {true, false}) {
    CAPTURE(rolls);
    ModelBuilder builder;
    builder.set_gravity({g * std::sin(slope), 0, -g * std::cos(slope)});
    builder.add_material({.name = "default", .self = {.mu_s = mu_s, .mu_k = mu_k}});
    builder.add_body(
        {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{spatial::HalfSpace{}}}}});
    const Eigen::Quaterniond lies =
        Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), Vector3d::UnitY());
    builder.add_body({.kind = BodyKind::spatial,
                      .spatial = {.pose = {{0, 0, radius}, lies},
                                  .velocity = {speed, 0, 0},
                                  .omega = {0, rolls ? speed / radius : 0, 0},
                                  .shapes = {{.shape = spatial::cylinder(1, radius)}}}});
    const Model model = builder.build().value();
    const double dt = 1e-3;
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    for (int k = 0; k < 20; ++k) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      for (const ContactRecord& record : simulator.contacts())
        CHECK(record.mu == (rolls ? mu_s : mu_k));
    }
    const double gain =
        g * (rolls ? 2 * std::sin(slope) / 3 : std::sin(slope) - mu_k * std::cos(slope));
    CHECK(state.v[6] - speed == relative(20 * dt * gain, 1e-4));
  }
}

TEST_CASE("ellipsoids that roll keep their energy to second order") {
  Engine engine(15);
  for (int n = 0; n < 10; ++n) {
    CAPTURE(n);
    const Model model = ellipsoid(engine);
    const double coarse = drift(model, 2e-3, 1), fine = drift(model, 1e-3, 1);
    CHECK(fine < 1e-3);
    CHECK(fine < 0.35 * coarse + 1e-6);
  }
}

}  // namespace perpend
