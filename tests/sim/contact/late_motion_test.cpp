// SPDX-License-Identifier: Apache-2.0
// What rests on a body that starts to move late, or again, is taken along however long it rested.
#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kLift = 0.1, kFrequency = 0.5, kQuarter = 0.25 / kFrequency;

// Up by kLift in a quarter of a period from `start` on, and no further.
Harmonic lift(double start) {
  return {.amplitude = {0, kLift, 0},
          .frequency = kFrequency,
          .start = start,
          .stop = start + kQuarter};
}

// Plates in a row with the harmonics given, and a box on each of them.
Model plates(const std::vector<std::vector<Harmonic>>& motions, bool in_space) {
  ModelBuilder builder;
  builder.set_gravity(in_space ? Vector3d(0, 0, -9.81) : Vector3d(0, -9.81, 0));
  double x = 0;
  for (std::vector<Harmonic> harmonics : motions) {
    for (Harmonic& each : harmonics)
      if (in_space) std::swap(each.amplitude.y(), each.amplitude.z());
    BodyDef plate{.kind = in_space ? BodyKind::spatial_kinematic : BodyKind::kinematic,
                  .motion = {.harmonics = harmonics}};
    BodyDef box{.kind = in_space ? BodyKind::spatial : BodyKind::rigid};
    if (in_space) {
      plate.spatial = {.pose = {.p = {x, 0, 0}}, .shapes = {{.shape = spatial::box(1, 1, 0.2)}}};
      box.spatial = {.pose = {.p = {x, 0, 0.2}},
                     .shapes = {{.shape = spatial::box(0.2, 0.2, 0.2)}}};
    } else {
      plate.pose.p = {x, 0};
      plate.shapes = {{.shape = planar::box(1, 0.2)}};
      box.pose.p = {x, 0.2};
      box.shapes = {{.shape = planar::box(0.2, 0.2)}};
    }
    builder.add_body(plate);
    builder.add_body(box);
    x += 2;
  }
  return builder.build().value();
}

// How far each box went up in `duration`.
std::vector<double> lifted(const Model& model, double duration) {
  Simulator simulator(model, {.dt = 0.01});
  State state = initial_state(model);
  const auto heights = [&] {
    std::vector<double> all;
    for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
      if (model.bodies[i].is_dynamic()) {
        const Vector3d p = spatial_pose(model, state, {i}).p;
        all.push_back(model.bodies[i].is_planar() ? p.y() : p.z());
      }
    return all;
  };
  std::vector<double> way = heights();
  REQUIRE(scenes::simulate(simulator, state, duration).status == StepStatus::ok);
  const std::vector<double> end = heights();
  for (std::size_t i = 0; i < way.size(); ++i) way[i] = end[i] - way[i];
  return way;
}

}  // namespace

TEST_CASE("what rests on one of several plates is lifted by its own, whenever that starts") {
  for (const bool in_space : {false, true})
    for (const double start : {0.0, 1.0, 2.5}) {
      CAPTURE(in_space);
      CAPTURE(start);
      const std::vector<Harmonic> none, late{lift(start)};
      for (int which = 0; which < 3; ++which) {
        std::vector<std::vector<Harmonic>> motions(3, none);
        motions[which] = late;
        const std::vector<double> up = lifted(plates(motions, in_space), start + kQuarter + 0.5);
        for (int i = 0; i < 3; ++i)
          CHECK(up[i] - (i == which ? kLift : 0) == near_zero(1e-3 * kLift));
      }
    }
}

TEST_CASE("what rests on a plate is lifted as often as it moves, in whatever order it is told") {
  for (const bool in_space : {false, true})
    for (const bool later_first : {false, true}) {
      CAPTURE(in_space);
      CAPTURE(later_first);
      std::vector<Harmonic> motion{lift(0.5), lift(2.5)};
      if (later_first) std::swap(motion[0], motion[1]);
      const Model model = plates({motion, {lift(0)}}, in_space);
      const std::vector<double> once = lifted(model, 2.4), twice = lifted(model, 3.5);
      CHECK(once[0] == relative(kLift, 1e-3));
      CHECK(twice[0] == relative(2 * kLift, 1e-3));
      CHECK(twice[1] == relative(kLift, 1e-3));
    }
}

}  // namespace perpend
