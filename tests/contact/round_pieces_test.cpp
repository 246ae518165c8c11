// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "contact/sweep.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

}  // namespace

// Two pieces on either side of the centre, which go around it as the body spins along their axes.
TEST_CASE("a round piece off the centre of its body does not spin in place") {
  const Vector3d x(0.7, 0, 0), y(0, 0.7, 0), z(0, 0, 0.7);
  const auto way = [](const spatial::Shape& shape, const Vector3d& at,
                      const Eigen::Quaterniond& turn, const Vector3d& omega) {
    BodyDef body{.kind = BodyKind::spatial, .mass = 1.0};
    body.spatial = {
        .pose = {.p = {0, 0, 9}},
        .omega = omega,
        .center_of_mass = Vector3d(0, 0, 0),
        .inertia = Eigen::Matrix3d(0.1 * Eigen::Matrix3d::Identity()),
        .shapes = {{.shape = shape, .pose = {at, turn}}, {.shape = shape, .pose = {-at, turn}}}};
    ModelBuilder builder;
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
    builder.add_body(body);
    const Model model = builder.build().value();
    const State state = initial_state(model);
    Sweep sweep(model);
    sweep.start(state, state.v);
    CHECK(sweep.approach(0, 1, 0.5) == relative(sweep.approach(0, 2, 0.5)));
    return sweep.approach(0, 1, 0.5);
  };
  const Eigen::Quaterniond along_z(1, 0, 0, 0),
      along_x = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), Vector3d::UnitX());
  // With how far their cores reach from their own centre: a ball and a rod are a point and a line.
  const std::pair<spatial::Shape, double> rounds[] = {{spatial::Sphere{0.1}, 0.0},
                                                      {spatial::capsule(0.6, 0.1), 0.3},
                                                      {spatial::Cylinder{0.3, 0.4}, 0.5},
                                                      {spatial::Cone{0.3, 0.4}, 0.5},
                                                      {spatial::Ellipsoid{{0.1, 0.1, 0.4}}, 0.4}};
  for (const auto& [shape, reach] : rounds) {
    CAPTURE(shape.index());
    CHECK(way(shape, x, along_z, {0, 0, 2}) == relative(0.7 + reach, 1e-9));
    CHECK(way(shape, y, along_z, {0, 0, 2}) == relative(0.7 + reach, 1e-9));
    CHECK(way(shape, z, along_x, {2, 0, 0}) == relative(0.7 + reach, 1e-9));
    // At the centre they do spin in place, about their own axis alone, however they lie.
    CHECK(way(shape, {0, 0, 0}, along_z, {0, 0, 2}) == near_zero(1e-9));
    CHECK(way(shape, {0, 0, 0}, along_x, {2, 0, 0}) == near_zero(1e-9));
    const double across = way(shape, {0, 0, 0}, along_x, {0, 0, 2});
    if (reach > 0) CHECK(across == relative(reach, 1e-9));
  }
}

}  // namespace perpend
