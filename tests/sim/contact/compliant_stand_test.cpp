// SPDX-License-Identifier: Apache-2.0
// Cylinders and cones that are set down on their ends on a compliant floor: it has as many springs
// as their manifold has points, from the first touch on.
#include <doctest/doctest.h>

#include <cmath>

#include "relative.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr int kPoints = 8;  // of a rim
constexpr double kGravity = 9.81;

Eigen::Quaterniond any_turn(Draw& draw) {
  const auto one = [&] { return draw(-1, 1); };
  return Eigen::Quaterniond(one(), one(), one(), one()).normalized();
}

// What stands on a floor that looks any way, and springs on which it sinks by 0.3 to 30 mm.
struct Stand {
  Model model;
  SimulationOptions options;
  Vector3d up{0, 0, 1};
};

Stand set_down(Draw& draw) {
  const spatial::Pose frame{{0, 0, 0}, any_turn(draw)};
  const double length = draw(0.1, 0.6), radius = draw(0.05, 0.2), gap = draw(0, 0.002);
  const Vector3d up = frame.r * Vector3d::UnitZ();
  ModelBuilder builder;
  builder.set_gravity(-kGravity * up);
  const bool on_plane = draw.coin();
  const spatial::Shape floor =
      on_plane ? spatial::Shape(spatial::HalfSpace{}) : spatial::Shape(spatial::box(3, 3, 1));
  const double top = on_plane ? 0 : 0.5;
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.pose = frame, .shapes = {{.shape = floor}}}});
  const double mass = draw(1, 20);
  BodyDef body{.kind = BodyKind::spatial, .mass = mass};
  const bool is_cone = draw.coin();
  body.spatial.shapes = {{.shape = is_cone ? spatial::Shape(spatial::Cone{0.5 * length, radius})
                                           : spatial::Cylinder{0.5 * length, radius}}};
  const double low = is_cone ? 0.25 * length : 0.5 * length;  // of the centre of mass
  body.spatial.pose = {(top + low + gap) * up, frame.r};
  body.spatial.shapes[0].pose.p.z() = 0.5 * length - low;
  builder.add_body(body);
  const double stiffness = mass * kGravity / (kPoints * 3e-4 * std::pow(10, draw(0, 2)));
  const double natural = std::sqrt(kPoints * stiffness / mass);
  const double damping = 2 * draw(0.05, 1) * std::sqrt(stiffness * mass / kPoints);
  Stand stand{builder.build().value(), {}, up};
  stand.options.dt = draw(0.01, 0.05) / natural;
  stand.options.normal = {.stiffness = stiffness, .damping = damping};
  return stand;
}

}  // namespace

TEST_CASE("what is set down on its end on springs has one for each point of its rim, equal ones") {
  int touching = 0;
  for (unsigned seed = 0; seed < 80; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const Stand stand = set_down(draw);
    Simulator simulator(stand.model, stand.options);
    State state = initial_state(stand.model);
    for (int step = 0; step < 400; ++step) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      const auto contacts = simulator.contacts();
      double load = 0;
      for (const ContactRecord& contact : contacts) load += contact.impulse.dot(stand.up);
      if (load < 1e-9) continue;
      REQUIRE(contacts.size() == kPoints);
      for (const ContactRecord& contact : contacts)
        REQUIRE(contact.impulse.dot(stand.up) == relative(load / kPoints, 1e-6));
      ++touching;
    }
  }
  CHECK(touching > 80 * 100);
}

}  // namespace perpend
