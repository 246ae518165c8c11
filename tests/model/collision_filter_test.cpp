// SPDX-License-Identifier: Apache-2.0
#include "model/collision_filter.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "perpend/model/model_builder.hpp"
#include "rod_type.hpp"

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

TEST_CASE("shapes collide by their own filters, and by those of their body where they have none") {
  BodyDef two = box({.category = 2, .mask = 8}, 0);
  two.shapes.push_back({.shape = planar::box(1, 1), .collides = CollisionFilter{4, 4}});
  ModelBuilder builder;
  builder.add_body(two);
  builder.add_body(box({.category = 8, .mask = 2}, 4));
  builder.add_body(box({.category = 4, .mask = 4}, 8));
  const Model model = builder.build().value();
  const Body &first = model.bodies[0], &second = model.bodies[1], &third = model.bodies[2];
  CHECK(may_collide(model, 0, 1));
  CHECK(may_collide(model, 0, 2));  // by a shape of its own filter alone
  CHECK(shapes_may_collide(first, 0, second, 0));
  CHECK(!shapes_may_collide(first, 1, second, 0));
  CHECK(!shapes_may_collide(first, 0, third, 0));
  CHECK(shapes_may_collide(third, 0, first, 1));
  CHECK(third.details->shape_filters.empty());
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

TEST_CASE("any number of pairs is excluded, in whatever order they are named") {
  constexpr int kBodies = 9;
  std::mt19937_64 random(4);
  for (int trial = 0; trial < 20; ++trial) {
    ModelBuilder builder;
    for (int i = 0; i < kBodies; ++i) builder.add_body(box({}, 2.0 * i));
    bool excluded[kBodies][kBodies] = {};
    for (int k = 0; k < 12; ++k) {
      const int a = static_cast<int>(random() % kBodies), b = static_cast<int>(random() % kBodies);
      if (a == b) continue;
      builder.exclude_collision({a}, {b});
      excluded[a][b] = excluded[b][a] = true;
    }
    const Model model = builder.build().value();
    for (int a = 0; a < kBodies; ++a)
      for (int b = a + 1; b < kBodies; ++b) CHECK(may_collide(model, a, b) == !excluded[a][b]);
  }
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

TEST_CASE("bodies meet once every joint that kept them from it broke, unless they are excluded") {
  for (const bool excluded : {false, true}) {
    ModelBuilder builder;
    const BodyId a = builder.add_body(box({}, 0)), b = builder.add_body(box({}, 2));
    const BodyId c = builder.add_body(box({}, 4));
    builder.add_joint(pin(b, a, false));
    builder.add_joint(pin(a, b, false));
    builder.add_joint(pin(a, b, true));
    builder.add_joint(pin(c, b, false));
    if (excluded) builder.exclude_collision(a, b);
    const Model model = builder.build().value();
    State state = initial_state(model);
    CHECK(!may_collide(model, state, 0, 1));
    CHECK(may_collide(model, state, 0, 2));
    state.broken = {1, 0, 1, 1};
    CHECK(!may_collide(model, state, 0, 1));
    CHECK(may_collide(model, state, 1, 2));
    state.broken = {1, 1, 0, 0};
    CHECK(may_collide(model, state, 0, 1) == !excluded);
    CHECK(!may_collide(model, state, 1, 2));
  }
}

TEST_CASE("joined bodies collide once every joint that keeps them apart is broken") {
  std::mt19937 random(60);
  const auto coin = [&] { return random() % 2 == 0; };
  for (int trial = 0; trial < 50; ++trial) {
    CAPTURE(trial);
    ModelBuilder builder;
    const BodyId a = builder.add_body(box({}, 0)), b = builder.add_body(box({}, 2));
    std::vector<std::int8_t> broken;
    bool kept_apart = false;
    for (int j = 0; j < 3; ++j) {
      JointDef joint = coin() ? pin(a, b, coin()) : pin(b, a, coin());
      if (coin()) joint.kind = JointKind::strut, joint.anchor_b = Eigen::Vector3d(2, 0, 0);
      builder.add_joint(joint);
      broken.push_back(coin());
      const bool keeps = joint.kind != JointKind::strut && !joint.bodies_collide;
      kept_apart = kept_apart || (keeps && !broken.back());
    }
    const Model model = builder.build().value();
    State state = initial_state(model);
    state.broken = broken;
    CHECK(may_collide(model, state, 0, 1) == !kept_apart);
  }
}

TEST_CASE("two collide within a level where forces move one of them, whoever stands first") {
  const BodyKind kinds[] = {BodyKind::rigid, BodyKind::particle, BodyKind::fixed,
                            BodyKind::kinematic};
  for (const BodyKind first : kinds)
    for (const BodyKind second : kinds)
      for (const int level : {0, 3}) {
        ModelBuilder builder;
        BodyDef a = box({}, 0), b = box({}, 2);
        a.kind = first;
        b.kind = second;
        a.level = 3;
        b.level = level;
        builder.add_body(a);
        builder.add_body(b);
        const Model model = builder.build().value();
        const bool moves = is_dynamic(first) || is_dynamic(second);
        CHECK(may_collide(model, 0, 1) == (moves && level == 3));
        CHECK(may_collide(model, initial_state(model), 0, 1) == (moves && level == 3));
        CHECK_FALSE(may_collide(model, 0, 0));
        CHECK_FALSE(may_collide(model, 1, 1));
      }
}

namespace {

// Turned about z by its coordinate, at (1, its coordinate, 0).
class Turntable final : public Rod {
 public:
  Turntable() : Rod(2) {}
  Eigen::Vector3d point(ConstSlice q, const Eigen::Vector3d& local) const override {
    return Eigen::Vector3d(1, q[0], 0) + direction(q, local);
  }
  Eigen::Vector3d direction(ConstSlice q, const Eigen::Vector3d& local) const override {
    return Eigen::AngleAxisd(q[0], Eigen::Vector3d::UnitZ()) * local;
  }
};

}  // namespace

TEST_CASE("outlines lie at the centre of mass of a planar body and turn with a custom one") {
  for (const double angle : {0.5, 2.0, -1.5, 3.0}) {
    ModelBuilder builder;
    BodyDef bar = box({}, 9);
    bar.pose.angle = angle;
    bar.shapes[0].pose.p = {2, 0};
    builder.add_body(bar);
    BodyDef custom{.kind = BodyKind::custom, .type = std::make_shared<Turntable>()};
    custom.shapes = {{planar::box(1, 1)}};
    custom.custom_q = custom.custom_v = Eigen::Vector2d(angle, 0);
    builder.add_body(custom);
    const Model model = builder.build().value();
    const State state = initial_state(model);
    const planar::Pose of_bar = outline_pose(model, state, 0),
                       table = outline_pose(model, state, 1);
    CHECK((of_bar.p - Eigen::Vector2d(9 + 2 * std::cos(angle), 2 * std::sin(angle))).norm() <
          1e-14);
    CHECK(of_bar.angle == angle);
    CHECK((table.p - Eigen::Vector2d(1, angle)).norm() < 1e-15);
    CHECK(std::abs(table.angle - angle) < 1e-14);
  }
}

}  // namespace perpend
