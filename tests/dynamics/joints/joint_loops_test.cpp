// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/joint_loops.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "dynamics/joint_models.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Pins from the ground over three bodies and back, the last one about another axis.
Model four_pins(bool in_plane, bool closed, const Vector3d& axis, const Vector3d& last,
                const Vector3d& turned_about = {0, 0, 1}) {
  ModelBuilder builder;
  BodyId before = kWorld;
  for (int i = 0; i < 3; ++i) {
    BodyDef def;
    if (!in_plane) {
      def.kind = BodyKind::spatial;
      def.spatial.inertia = Eigen::Matrix3d::Identity();
      // Axes are compared in the world, whatever the frames of the bodies.
      def.spatial.pose.r = Eigen::AngleAxisd(0.7 * i, turned_about.normalized());
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
  CHECK(!has_loops_in_space(four_pins(false, true, z, -z)));
  CHECK(has_loops_in_space(four_pins(false, true, oblique, -oblique)));  // no principal axis
  CHECK(has_loops_in_space(four_pins(false, true, z, z, {1, 2, 3})));
  CHECK(has_loops_in_space(four_pins(false, true, z, oblique)));
  CHECK(freedom_of_loops(four_pins(true, true, z, z)) == 1);
  CHECK(freedom_of_loops(four_pins(false, true, z, z)) == 1);
  CHECK(freedom_of_loops(four_pins(false, true, z, oblique)) == -2);
}

// What is held by a body whose motion is prescribed turns with it.
TEST_CASE("linkages on parallel pins whose plane can turn are loops in space") {
  for (const BodyKind base :
       {BodyKind::spatial, BodyKind::spatial_kinematic, BodyKind::spatial_fixed}) {
    ModelBuilder builder;
    BodyDef def{.kind = base};
    if (base == BodyKind::spatial) {
      def.mass = 1;
      def.spatial.inertia = Eigen::Matrix3d::Identity();
    }
    const BodyId ground = builder.add_body(def);
    BodyId before = ground;
    for (int i = 0; i < 3; ++i) {
      BodyDef link{.kind = BodyKind::spatial, .mass = 1};
      link.spatial.inertia = Eigen::Matrix3d::Identity();
      const BodyId body = builder.add_body(link);
      builder.add_joint({.kind = JointKind::pin, .a = body, .b = before, .axis = z});
      before = body;
    }
    builder.add_joint({.kind = JointKind::pin, .a = before, .b = ground, .axis = z});
    CHECK(has_loops_in_space(builder.build().value()) == (base != BodyKind::spatial_fixed));
  }
}

TEST_CASE("pins of a loop whose axes are parallel but for an angle are told") {
  for (const double angle : {3e-9, 1e-6, 9e-4}) {
    CAPTURE(angle);
    const Vector3d last(std::sin(angle), 0, std::cos(angle));
    for (const double sense : {1.0, -1.0}) {
      const std::vector<SkewPins> found = skew_pins(four_pins(false, true, z, sense * last));
      REQUIRE(found.size() == 1);
      CHECK(found[0].first == 0);
      CHECK(found[0].second == 3);
      CHECK(found[0].angle == relative(angle, 1e-6));
    }
    CHECK(skew_pins(four_pins(false, false, z, last)).empty());
  }
  CHECK(skew_pins(four_pins(false, true, z, z)).empty());
  CHECK(skew_pins(four_pins(false, true, oblique, -oblique)).empty());
  CHECK(skew_pins(four_pins(false, true, z, oblique)).empty());
  CHECK(skew_pins(four_pins(true, true, z, z)).empty());
}

TEST_CASE("trees are no loops in space, held or not") {
  CHECK(!has_loops_in_space(four_pins(false, false, oblique, z)));
  CHECK(!freedom_of_loops(four_pins(true, false, z, z)));
  CHECK(!freedom_of_loops(four_pins(false, false, oblique, z)));
  testing::Random random(1);
  CHECK(!has_loops_in_space(
      testing::one_joint(random, JointKind::spherical, testing::Space::space, false)));
}

TEST_CASE("planar and spatial bodies repeat rows without a loop") {
  ModelBuilder builder;
  BodyDef planar{.mass = 1, .inertia = 1};
  BodyDef spatial{.kind = BodyKind::spatial, .mass = 1};
  spatial.spatial.inertia = Eigen::Matrix3d::Identity();
  const BodyId a = builder.add_body(planar), b = builder.add_body(spatial);
  CHECK(!has_loops_in_space(builder.build().value()));
  builder.add_joint({.kind = JointKind::pin, .a = a, .b = b, .axis = z});
  CHECK(has_loops_in_space(builder.build().value()));
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

// Of n bodies in the plane that a joint leads from each to the next, the last one to the first or
// to the ground, from where the chain then starts.
Model ring(int n, const std::vector<JointKind>& kinds, bool in_plane, bool held) {
  ModelBuilder builder;
  std::vector<BodyId> bodies;
  testing::Random random(4);
  for (int i = 0; i < n; ++i)
    bodies.push_back(
        builder.add_body(in_plane ? testing::planar_body(random) : testing::spatial_body(random)));
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    JointDef joint = testing::random_joint(random, kinds[k], in_plane);
    joint.axis = z;
    joint.a = bodies[k % bodies.size()];
    joint.b = k + 1 < bodies.size() ? bodies[k + 1] : held ? kWorld : bodies[0];
    builder.add_joint(joint);
  }
  if (held) {
    JointDef ground{.kind = JointKind::pin, .a = bodies[0], .axis = z};
    builder.add_joint(ground);
  }
  return builder.build().value();
}

TEST_CASE("the freedom of loops in the plane counts what each joint leaves, held or not") {
  const JointKind pin = JointKind::pin, rod = JointKind::distance, weld = JointKind::weld;
  CHECK(freedom_of_loops(ring(1, {rod}, true, true)) == 0);
  CHECK(freedom_of_loops(ring(2, {pin, rod}, true, true)) == 1);
  CHECK(freedom_of_loops(ring(2, {weld, pin}, true, true)) == -1);
  CHECK(freedom_of_loops(ring(4, {pin, pin, pin, pin}, true, false)) == 1);
  CHECK(freedom_of_loops(ring(4, {pin, pin, pin, rod}, true, false)) == 2);
  CHECK(freedom_of_loops(ring(4, {pin, pin, pin, pin}, false, false)) == 1);
  CHECK(freedom_of_loops(ring(5, {pin, pin, pin, pin, pin}, false, false)) == 2);
  CHECK(freedom_of_loops(ring(3, {pin, pin, pin}, false, true)) == 1);
}

// A chain of pins from the world on, with a body of each mass.
Model hanging(const std::vector<double>& masses) {
  ModelBuilder builder;
  BodyId before = kWorld;
  for (const double mass : masses) {
    BodyDef def;
    def.inertia = 1;
    def.mass = mass;
    const BodyId body = builder.add_body(def);
    builder.add_joint({.kind = JointKind::pin, .a = body, .b = before});
    before = body;
  }
  return builder.build().value();
}

TEST_CASE("light links are those of short open chains with something ten times as heavy") {
  CHECK(has_light_links(hanging({1, 10})));
  CHECK(has_light_links(hanging({10, 1})));
  CHECK(has_light_links(hanging({1, 3, 3, 10})));
  CHECK(!has_light_links(hanging({1, 9.9})));
  CHECK(!has_light_links(hanging({1})));
  CHECK(!has_light_links(hanging({1, 1, 1, 1, 100})));
}

}  // namespace
}  // namespace perpend
