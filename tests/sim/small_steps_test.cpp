// SPDX-License-Identifier: Apache-2.0
//
// What rests on more points than hold it costs little at small steps too, where the rounding of a
// gap is a large speed.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend {
namespace {

using Uniform = std::uniform_real_distribution<double>;

// Boxes of any size, mass and heading, one on the other, `gap` apart.
Model spatial_stack(std::mt19937& random, int boxes, double gap) {
  Uniform size(0.1, 0.3), angle(-0.5, 0.5), offset(-0.02, 0.02);
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  double z = 0;
  for (int i = 0; i < boxes; ++i) {
    const Eigen::Vector3d half(size(random), size(random), size(random));
    const double turn = angle(random);
    z += gap + half.z();
    BodyDef box{.kind = BodyKind::spatial};
    box.spatial.pose = {.p = {offset(random), offset(random), z},
                        .r = Eigen::Quaterniond(Eigen::AngleAxisd(turn, Eigen::Vector3d::UnitZ()))};
    box.spatial.shapes = {{.shape = spatial::Box{half}}};
    builder.add_body(box);
    z += half.z();
  }
  return builder.build().value();
}

// The same in the plane.
Model planar_stack(std::mt19937& random, int boxes, double gap) {
  Uniform size(0.2, 0.6), offset(-0.02, 0.02);
  ModelBuilder builder;
  builder.add_body(
      {.name = "ground", .kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  double y = 0;
  for (int i = 0; i < boxes; ++i) {
    const double height = size(random);
    y += gap + height / 2;
    builder.add_body({.pose = {{offset(random), y}, 0},
                      .shapes = {{.shape = planar::box(size(random), height)}}});
    y += height / 2;
  }
  return builder.build().value();
}

struct Factorisations {
  double mean = 0.0;  // factorisations of a step
  int most = 0;
  int at_end = 0;  // of all steps in the last quarter
};

Factorisations of_run(const Model& model, double dt) {
  constexpr double kTime = 0.4;  // s; 12 gaps of a millimetre are closed after a sixth of it
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  Factorisations spent;
  int steps = 0;
  for (; state.time < kTime; ++steps) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    spent.mean += report.factorisations;
    spent.most = std::max(spent.most, report.factorisations);
    if (state.time > 0.75 * kTime) spent.at_end += report.factorisations;
  }
  spent.mean /= steps;
  return spent;
}

}  // namespace

TEST_CASE(
    "stacks cost less than half a factorisation a step at 2 ms and below, hardly any at rest") {
  std::mt19937 random(3);
  for (const double dt : {2e-3, 1e-3, 2.5e-4})
    for (const double gap : {0.0, 1e-3})
      for (const int boxes : {3, 6, 9, 12})
        for (const auto& stack : {spatial_stack, planar_stack}) {
          CAPTURE(dt);
          CAPTURE(gap);
          CAPTURE(boxes);
          const Factorisations spent = of_run(stack(random, boxes, gap), dt);
          CHECK(spent.mean < 0.5);
          CHECK(spent.most <= 60);   // sweeps and short paths where gaps close, a few bodies each
          CHECK(spent.at_end <= 4);  // of 50 to 400 steps
        }
}

}  // namespace perpend
