// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/joint_loops.hpp"

#include <doctest/doctest.h>

#include <optional>

#include "dynamics/joint_models.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Pins from the ground over three bodies and back, the last one about another axis.
Model four_pins(bool in_plane, bool closed, const Vector3d& axis, const Vector3d& last) {
  ModelBuilder builder;
  BodyId before = kWorld;
  for (int i = 0; i < 3; ++i) {
    BodyDef def;
    if (!in_plane) {
      def.kind = BodyKind::spatial;
      def.spatial.inertia = Eigen::Matrix3d::Identity();
      // Axes are compared in the world, whatever the frames of the bodies.
      def.spatial.pose.r = Eigen::AngleAxisd(0.7 * i, Vector3d(1, 2, 3).normalized());
    } else {
      def.inertia = 1;
    }
    def.mass = 1;
    const BodyId body = builder.add_body(def);
    builder.add_joint({.kind = JointKind::pin, .a = body, .b = before, .axis = axis});
    before = body;
  }
  if (closed) builder.add_joint({.kind = JointKind::pin, .a = before, .axis = last});
  return builder.build().value();
}

const Vector3d z(0, 0, 1), oblique(0.1, 0, 1);

TEST_CASE("linkages in a plane, of planar bodies or not, are no loops in space") {
  CHECK(!has_loops_in_space(four_pins(true, true, z, z)));
  CHECK(!has_loops_in_space(four_pins(false, true, z, z)));
  CHECK(!has_loops_in_space(four_pins(false, true, oblique, -oblique)));
  CHECK(has_loops_in_space(four_pins(false, true, z, oblique)));
  CHECK(freedom_of_loops(four_pins(true, true, z, z)) == 1);
  CHECK(freedom_of_loops(four_pins(false, true, z, z)) == 1);
  CHECK(freedom_of_loops(four_pins(false, true, z, oblique)) == -2);
}

TEST_CASE("trees are no loops in space, held or not") {
  CHECK(!has_loops_in_space(four_pins(false, false, oblique, z)));
  CHECK(!freedom_of_loops(four_pins(true, false, z, z)));
  CHECK(!freedom_of_loops(four_pins(false, false, oblique, z)));
  testing::Random random(1);
  CHECK(!has_loops_in_space(
      testing::one_joint(random, JointKind::spherical, testing::Space::space, false)));
}

TEST_CASE("two joints between the same two bodies are a loop, though nothing holds them") {
  ModelBuilder builder;
  testing::Random random(2);
  const BodyId a = builder.add_body(testing::spatial_body(random));
  const BodyId b = builder.add_body(testing::spatial_body(random));
  for (const double x : {0.0, 1.0})
    builder.add_joint({.kind = JointKind::spherical, .a = a, .b = b, .anchor = {x, 0, 0}});
  CHECK(has_loops_in_space(builder.build().value()));
}

// What a fixed body holds the world holds, and a strut holds nothing.
TEST_CASE("a body hung on a fixed one is no loop, with a strut beside it neither") {
  testing::Random random(3);
  for (const bool twice : {false, true}) {
    ModelBuilder builder;
    const BodyId wall = builder.add_body({.kind = BodyKind::spatial_fixed});
    const BodyId body = builder.add_body(testing::spatial_body(random));
    builder.add_joint({.kind = JointKind::spherical, .a = body, .b = wall});
    builder.add_joint({.kind = JointKind::strut, .a = body, .anchor_b = Vector3d(0, 0, 2)});
    if (twice) builder.add_joint({.kind = JointKind::spherical, .a = body, .anchor = {1, 0, 0}});
    const Model model = builder.build().value();
    CHECK(has_loops_in_space(model) == twice);
    CHECK(freedom_of_loops(model) == (twice ? std::optional(0) : std::nullopt));
  }
}

}  // namespace
}  // namespace perpend
