// SPDX-License-Identifier: Apache-2.0
#include "model/start_overlap.hpp"

#include <doctest/doctest.h>

#include <random>

#include "faults.hpp"
#include "model/collision_filter.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

const BodyDef kGround = solid("ground", {0, 0, 0}, spatial::HalfSpace{}, BodyKind::spatial_fixed);

}  // namespace

TEST_CASE("a ball sunk in the ground is a fault that says how deep") {
  ModelBuilder builder;
  builder.add_body(kGround);
  builder.add_body(solid("ball", {3, 4, 0.4}, spatial::Sphere{0.5}));
  CHECK(contains(faults_of(builder),
                 "bodies[1]: 'ball' overlaps 'ground' by 0.1 m at the start (move it"));
  builder.allow_start_overlap();
  CHECK(faults_of(builder).empty());
}

TEST_CASE("solids may touch, up to 1e-4 of the smaller one") {
  for (const double depth : {0.0, 0.4e-4, 2e-4}) {
    ModelBuilder builder;
    builder.add_body(kGround);
    builder.add_body(solid("ball", {0, 0, 0.5 - depth * 0.5}, spatial::Sphere{0.5}));
    CHECK(faults_of(builder).empty() == (depth < 1e-4));
  }
}

TEST_CASE("solids on two levels or joined by a joint may overlap, those of a strut may not") {
  ModelBuilder builder;
  const BodyId a = builder.add_body(solid("a", {0, 0, 0}, spatial::Sphere{1}));
  const BodyId b = builder.add_body(solid("b", {1, 0, 0}, spatial::Sphere{1}));
  BodyDef above = solid("above", {0, 0, 0}, spatial::Sphere{1});
  above.level = 1;
  builder.add_body(above);
  ModelBuilder joined = builder;
  joined.add_joint({.kind = JointKind::spherical, .a = b, .b = a});
  CHECK(faults_of(joined).empty());
  builder.add_joint({.name = "spring",
                     .kind = JointKind::strut,
                     .a = b,
                     .b = a,
                     .anchor = {1, 0, 0},
                     .anchor_b = Vector3d(0, 0, 0)});
  CHECK(contains(faults_of(builder),
                 "'b' overlaps 'a' by 1 m at the start "
                 "(strut 'spring' lets them collide; shorten a shape"));
}

TEST_CASE("links two joints apart are said to be joined to the link between them") {
  for (const bool in_space : {false, true}) {
    ModelBuilder builder;
    for (int i = 0; i < 3; ++i) {
      const std::string name = "link_" + std::to_string(i);
      builder.add_body(in_space ? solid(name, {0.4 * i, 0, 0}, spatial::Capsule{0.1, 0.5})
                                : outline(name, {0.4 * i, 0}, planar::Capsule{0.1, 0.5}));
    }
    for (int i = 0; i < 2; ++i)
      builder.add_joint(
          {.a = {i + 1}, .b = {i}, .anchor = {0.4 * i + 0.2, 0, 0}, .axis = {0, 0, 1}});
    const std::string faults = faults_of(builder);
    CHECK(count_lines(faults) == 1);
    CHECK(contains(faults, "bodies[2]: 'link_2' overlaps 'link_0' by "));
    CHECK(contains(faults, "both are joined to 'link_1'; shorten a shape"));
  }
}

// Four links overlap the hub's; of the two that overlap each other one has other joints before it.
TEST_CASE("the link that both are joined to is found among their other joints") {
  for (const bool turned : {false, true}) {
    ModelBuilder builder;
    std::vector<BodyId> bodies;
    for (int i = 0; i < 7; ++i) {
      const double x = i == 5 ? 0.0 : i == 6 ? 0.5 : 10.0 * (i + 1);
      bodies.push_back(
          builder.add_body(solid("link_" + std::to_string(i), {x, 0, 0}, spatial::Sphere{1})));
    }
    const auto join = [&](int a, int b) {
      builder.add_joint({.kind = JointKind::spherical, .a = bodies[a], .b = bodies[b]});
    };
    const int first = turned ? 6 : 5, second = turned ? 5 : 6;
    for (const int other : {0, 1, 3}) join(first, other);
    for (const int other : {2, 4, 3}) join(second, other);
    const std::string faults = faults_of(builder);
    CHECK(count_lines(faults) == 1);
    CHECK(contains(faults, "'link_6' overlaps 'link_5' by "));
    CHECK(contains(faults, "both are joined to 'link_3'"));
  }
}

TEST_CASE("a body that overlaps two others is told of both") {
  ModelBuilder builder;
  builder.add_body(solid("left", {-1, 0, 0}, spatial::Sphere{1}));
  builder.add_body(solid("right", {1.5, 0, 0}, spatial::Sphere{1}));
  builder.add_body(solid("between", {0.25, 0, 0}, spatial::Sphere{1}));
  const std::string faults = faults_of(builder);
  CHECK(count_lines(faults) == 2);
  CHECK(contains(faults, "bodies[2]: 'between' overlaps 'left' by 0.75 m"));
  CHECK(contains(faults, "bodies[2]: 'between' overlaps 'right' by 0.75 m"));
}

TEST_CASE("the overlap of compounds is that of their deepest pieces, said once") {
  ModelBuilder builder;
  BodyDef comb{.name = "comb", .kind = BodyKind::spatial};
  const double radii[] = {0.98, 1, 0.99};
  for (int i = 0; i < 3; ++i)
    comb.spatial.shapes.push_back({.shape = spatial::Sphere{radii[i]}, .pose = {{3.0 * i, 0, 0}}});
  builder.add_body(comb);
  comb.name = "other";
  comb.spatial.pose.p = {0.5, 0, 1.75};
  builder.add_body(comb);
  const StartOverlaps found = [&] {
    ModelBuilder allowed = builder;
    allowed.allow_start_overlap();
    return start_overlaps(allowed.build().value(), 1e-6);
  }();
  REQUIRE(found.pairs.size() == 1);
  CHECK(found.pairs[0].depth == relative(2 - std::hypot(0.5, 1.75)));
  CHECK(count_lines(faults_of(builder)) == 1);
}

TEST_CASE("shapes whose filters keep them apart may overlap") {
  ModelBuilder builder;
  BodyDef pair{.name = "pair", .kind = BodyKind::spatial};
  pair.spatial.shapes = {{.shape = spatial::Sphere{1}, .collides = CollisionFilter{2, 2}},
                         {.shape = spatial::Sphere{1}, .pose = {{9, 0, 0}}}};
  builder.add_body(pair);
  BodyDef ball{.name = "ball", .kind = BodyKind::spatial};
  ball.spatial.shapes = {{.shape = spatial::Sphere{1}, .collides = CollisionFilter{1, 1}}};
  builder.add_body(ball);
  CHECK(builder.build());
  ball.name = "other";
  ball.spatial.pose.p = {9, 0, 1.5};
  builder.add_body(ball);
  CHECK(contains(faults_of(builder), "'other' overlaps 'pair' by 0.5 m"));
}

// The same pairs as an exact distance of all pairs.
TEST_CASE("the broad phase loses no overlap") {
  std::mt19937_64 random(7);
  const auto draw = [&] {
    return 3.0 * (static_cast<double>(random() >> 11) / 9007199254740992.0);
  };
  ModelBuilder builder;
  builder.allow_start_overlap();
  for (int i = 0; i < 120; ++i) {
    BodyDef def = solid("", {draw(), draw(), draw()}, spatial::Box{{0.2, 0.1, 0.3}});
    def.spatial.pose.r = {draw() + 0.1, draw(), draw(), draw()};
    def.level = i % 2;
    builder.add_body(def);
  }
  const Model model = builder.build().value();
  const State start = initial_state(model);
  std::vector<std::pair<int, int>> expected, found;
  for (int i = 0; i < 120; ++i)
    for (int j = i + 1; j < 120; ++j) {
      const auto piece = [&](int k) {
        return compose(spatial_pose(model, start, {k}),
                       model.bodies[k].details->spatial_shapes[0].pose);
      };
      const double gap =
          spatial::signed_distance(model.bodies[i].details->spatial_shapes[0].shape, piece(i),
                                   model.bodies[j].details->spatial_shapes[0].shape, piece(j))
              .gap;
      if (may_collide(model, i, j) && gap < -1e-9) expected.emplace_back(i, j);
    }
  for (const StartOverlap& pair : start_overlaps(model, 1e-9).pairs)
    found.emplace_back(pair.body_a, pair.body_b);
  CHECK(expected.size() > 20);
  CHECK(found == expected);
}

TEST_CASE("bodies piled on one spot end the search") {
  ModelBuilder builder;
  for (int i = 0; i < 300; ++i) builder.add_body(outline("", {0, 0}, planar::Disc{1}));
  builder.add_body(outline("far", {9, 0}, planar::Disc{-1}));
  const std::string faults = faults_of(builder);
  CHECK(count_lines(faults) == kMostOverlaps + 2);
  CHECK(contains(faults, "more than 10000 shapes overlap at the start"));
  CHECK(contains(faults, "bodies[300].shapes[0].radius"));
}

TEST_CASE("how far a body reaches is from its centre of mass to its farthest piece") {
  ModelBuilder builder;
  BodyDef bar = outline("bar", {7, 7}, planar::box(2, 1));
  bar.shapes.push_back({planar::box(2, 1), {{10, 0}, 0}});
  builder.add_body(bar);
  builder.add_body(outline("ground", {0, -9}, planar::HalfPlane{}, BodyKind::fixed));
  BodyDef ball = solid("ball", {0, 0, 5}, spatial::Box{{1, 2, 3}});
  builder.add_body(ball);
  builder.add_body({.name = "point", .kind = BodyKind::particle, .mass = 1});
  const Model model = builder.build().value();
  CHECK(reach(model.bodies[0]) == relative(std::hypot(6, 0.5)));
  CHECK(std::isinf(reach(model.bodies[1])));
  CHECK(reach(model.bodies[2]) == relative(std::sqrt(14.0)));
  CHECK(reach(model.bodies[3]) == 0);
}

TEST_CASE("what touches may overlap by its share of the smaller one that forces move") {
  for (const bool moved_first : {false, true})
    for (const double share : {0.9e-4, 1.1e-4}) {
      ModelBuilder builder;
      const double corner = std::hypot(5, 5);  // of the box of a disc of 5 m
      const auto disc = [&](const char* name, double y, double r, BodyKind kind) {
        builder.add_body(outline(name, {0, y}, planar::Disc{r}, kind));
      };
      if (moved_first) disc("large", 0, 5, BodyKind::rigid);
      disc("still", 5.5 - share * corner, 0.5, BodyKind::fixed);
      if (!moved_first) disc("large", 0, 5, BodyKind::rigid);
      CHECK(faults_of(builder).empty() == (share < 1e-4));
    }
}

TEST_CASE("overlaps in the plane and in space are found in turned frames, of all levels") {
  ModelBuilder builder;
  BodyDef plank = outline("plank", {4, 0}, planar::box(2, 0.2));
  plank.shapes[0].pose = {{3, 0}, 0};
  plank.pose.angle = 1.5707963267948966;
  plank.level = 2;
  builder.add_body(plank);  // about (4, 3), upright
  BodyDef peg = outline("peg", {4.2, 3.9}, planar::Disc{0.15});
  peg.level = 2;
  builder.add_body(peg);
  builder.add_body(outline("free", {4.2, 0.9}, planar::Disc{0.15}));
  builder.add_body(solid("ball", {0, 0, 0}, spatial::Sphere{1}));
  builder.add_body(solid("other", {0, 1.5, 0}, spatial::Sphere{1}));
  CHECK(faults_of(builder) ==
        "bodies[1]: 'peg' overlaps 'plank' by 0.05 m at the start (move it, put it on another "
        "level, or allow overlap)\nbodies[4]: 'other' overlaps 'ball' by 0.5 m at the start (move "
        "it, put it on another level, or allow overlap)");
}

}  // namespace perpend
