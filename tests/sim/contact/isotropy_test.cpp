// SPDX-License-Identifier: Apache-2.0
// How much a law of friction knows of directions: a block is sent over level ground under many
// headings, and its distance and the angle between friction and slip are compared.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kSpeed = 2, kMu = 0.4, kGravity = 9.81;
constexpr int kHeadings = 15;  // every 6 degrees of a right angle

struct Spread {
  double shortest = 1e9, longest = 0;  // distance, m
  double sideways = 0;                 // largest distance from the line of the heading, m
  double direction_error = 0;          // between friction and the opposite of slip, rad
};

Model block(const Vector3d& along) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.set_surface_pair("default", "default", {.mu_s = kMu, .mu_k = kMu});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body({.kind = BodyKind::spatial,
                    .mass = 1.0,
                    .spatial = {.pose = {.p = {0, 0, 0.1}},
                                .velocity = kSpeed * along,
                                .shapes = {{.shape = spatial::Box{{0.3, 0.3, 0.1}}}}}});
  return builder.build().value();
}

void slide(const ContactLaw& law, double heading, Spread& spread) {
  const Vector3d along(std::cos(heading), std::sin(heading), 0);
  const Model model = block(along);
  Simulator simulator(model, {.dt = 0.005, .law = law});
  State state = initial_state(model);
  while (state.time < 0.8) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    CHECK(report.certificate.residual <= report.certificate.residual_bound);
    CHECK(report.certificate.velocity_residual < 1e-9);  // of the law's own directions
    spread.direction_error = std::max(spread.direction_error, report.certificate.direction_error);
  }
  const Vector3d slid = spatial_pose(model, state, {1}).p - Vector3d(0, 0, 0.1);
  spread.shortest = std::min(spread.shortest, slid.norm());
  spread.longest = std::max(spread.longest, slid.norm());
  spread.sideways = std::max(spread.sideways, slid.cross(along).norm());
}

Spread all_headings(const ContactLaw& law) {
  Spread spread;
  for (int i = 0; i <= kHeadings; ++i) slide(law, i * std::numbers::pi / (2 * kHeadings), spread);
  MESSAGE(to_string(law) << ": distance " << spread.shortest << " to " << spread.longest
                         << " m, sideways " << spread.sideways << " m, slip direction error "
                         << spread.direction_error * 180 / std::numbers::pi << " degrees");
  return spread;
}

ContactLaw law(const char* name) {
  return law_from_name(name).value();
}

}  // namespace

TEST_CASE("under the exact cone a block stops after the same distance whatever its heading") {
  const Spread cone = all_headings(ContactLaw::cone);
  CHECK(cone.longest - cone.shortest < 1e-6);
  CHECK(cone.sideways < 1e-6);
  CHECK(cone.direction_error < 1e-6);
  CHECK(cone.longest == relative(kSpeed * kSpeed / (2 * kMu * kGravity), 0.01));
}

TEST_CASE("polygons and boxes bend the path; rotated with the slip they hardly do") {
  const auto range = [](const Spread& spread) { return spread.longest - spread.shortest; };
  const Spread four = all_headings(law("polyhedral(4)"));
  const Spread sixteen = all_headings(law("polyhedral(16)"));
  const Spread rotated = all_headings(law("polyhedral(16,rotated)"));
  const Spread box = all_headings(law("box"));
  const Spread phantom = all_headings(law("phantom(4)"));
  all_headings(law("polyhedral(8)"));
  all_headings(law("relaxed(8)"));
  all_headings(law("relaxed(8,rotated)"));
  all_headings(law("frozen_box"));
  all_headings(law("hybrid"));
  CHECK(range(four) > 0.1);
  CHECK(range(box) > 0.1);
  CHECK(range(sixteen) < range(four) / 4);
  CHECK(range(rotated) < range(sixteen) / 10);
  CHECK(range(phantom) < 1e-6);
  CHECK(four.direction_error > 0.7);
  CHECK(rotated.direction_error < sixteen.direction_error);
}

}  // namespace perpend
