// SPDX-License-Identifier: Apache-2.0
#include "model/collision_filter.hpp"

#include <doctest/doctest.h>

#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

BodyDef box(const CollisionFilter& filter, double x) {
  return {.pose = {{x, 0}}, .shapes = {{planar::box(1, 1)}}, .collides = filter};
}

bool collide(const CollisionFilter& a, const CollisionFilter& b) {
  ModelBuilder builder;
  builder.add_body(box(a, 0));
  builder.add_body(box(b, 2));
  return may_collide(builder.build().value(), 0, 1);
}

JointDef pin(BodyId a, BodyId b, bool bodies_collide) {
  return {.kind = JointKind::pin,
          .a = a,
          .b = b,
          .anchor = {1, 0, 0},
          .bodies_collide = bodies_collide};
}

}  // namespace

TEST_CASE("bodies collide where both masks have the other's category") {
  CHECK(collide({}, {}));
  CHECK(collide({.category = 2, .mask = 4}, {.category = 4, .mask = 2}));
  CHECK(!collide({.category = 2, .mask = 4}, {.category = 4, .mask = 1}));
  CHECK(!collide({.category = 2, .mask = 1}, {.category = 4, .mask = 2}));
  CHECK(!collide({.category = 2, .mask = 1}, {.category = 2, .mask = 1}));
  CHECK(collide({.category = 2, .mask = 1}, {}));
  CHECK(!collide({.mask = 0}, {}));
  CHECK(!collide({.category = 0}, {}));
}

TEST_CASE("joined bodies collide if all their joints ask for it") {
  for (const bool first : {false, true})
    for (const bool second : {false, true}) {
      ModelBuilder builder;
      const BodyId a = builder.add_body(box({}, 0)), b = builder.add_body(box({}, 2));
      builder.add_joint(pin(b, a, first));
      builder.add_joint(pin(a, b, second));
      CHECK(may_collide(builder.build().value(), 0, 1) == (first && second));
    }
}

TEST_CASE("excluded pairs never collide, in either order, and others still do") {
  ModelBuilder builder;
  const BodyId a = builder.add_body(box({}, 0));
  builder.add_body(box({}, 2));
  const BodyId c = builder.add_body(box({}, 4));
  builder.exclude_collision(c, a);
  const Model model = builder.build().value();
  CHECK(may_collide(model, 0, 1));
  CHECK(may_collide(model, 1, 2));
  CHECK(!may_collide(model, 0, 2));
}

TEST_CASE("bodies that may not collide may overlap at the start") {
  ModelBuilder builder;
  const BodyId a = builder.add_body(box({}, 0)), b = builder.add_body(box({}, 0.5));
  CHECK(!builder.build());
  builder.exclude_collision(a, b);
  CHECK(builder.build());
}

TEST_CASE("exclusions of no body and of one body with itself are faults") {
  ModelBuilder builder;
  const BodyId a = builder.add_body(box({}, 0));
  builder.exclude_collision(a, a);
  builder.exclude_collision(a, kWorld);
  const Result<Model> model = builder.build();
  REQUIRE(!model);
  REQUIRE(model.error().size() == 2);
  CHECK(model.error()[0].element == "exclude_collisions[0]");
  CHECK(model.error()[1].element == "exclude_collisions[1].b");
}

}  // namespace perpend
