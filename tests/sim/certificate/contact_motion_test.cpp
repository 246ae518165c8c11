// SPDX-License-Identifier: Apache-2.0
#include "sim/certificate/contact_motion.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend {
namespace {

// A box on the ground that turns about its lower edge at x < 0, of any size, mass and heading.
Model tipping_box(std::mt19937& random) {
  const auto between = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
  const Eigen::Vector3d half(between(0.1, 0.3), between(0.1, 0.3), between(0.05, 0.2));
  const double rate = between(0.3, 1.5);
  const Eigen::Quaterniond heading(Eigen::AngleAxisd(between(-3, 3), Eigen::Vector3d::UnitZ()));
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body(
      {.kind = BodyKind::spatial,
       .mass = std::pow(10.0, between(-3, 6)),
       .spatial = {.pose = {.p = {0, 0, half.z()}, .r = heading},
                   .velocity = heading * Eigen::Vector3d(-rate * half.z(), 0, rate * half.x()),
                   .omega = heading * Eigen::Vector3d(0, -rate, 0),
                   .shapes = {{.shape = spatial::Box{half}}}}});
  return builder.build().value();
}

}  // namespace

TEST_CASE("of a box that tips the corners that lift are open, the others are not") {
  std::mt19937 random(3);
  int lifted = 0;
  for (int draw = 0; draw < 100; ++draw) {
    CAPTURE(draw);
    const Model model = tipping_box(random);
    State state = initial_state(model);
    Simulator simulator(model, {.dt = 0.005});
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    for (const ContactRecord& contact : simulator.contacts()) {
      lifted += contact.gap > 5e-5;
      CHECK((contact.status == ContactStatus::open) == (contact.gap > 5e-5));
    }
  }
  CHECK(lifted >= 20);
}

}  // namespace perpend
