// SPDX-License-Identifier: Apache-2.0
//
// What a collider keeps from call to call changes none of its answers.
#include "contact/collider.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <random>

#include "perpend/dynamics/affine_body.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

using Random = std::mt19937;

double between(Random& random, double least, double most) {
  return std::uniform_real_distribution<double>(least, most)(random);
}

// Boxes, balls and cylinders crowded in space, boxes and discs in the plane, and a ground for each.
Model crowd() {
  ModelBuilder builder;
  builder.allow_start_overlap();
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  for (int i = 0; i < 18; ++i) {
    BodyDef def{.kind = BodyKind::spatial};
    if (i % 3 == 0) def.spatial.shapes = {{.shape = spatial::Box{{0.2, 0.15, 0.1}}}};
    if (i % 3 == 1) def.spatial.shapes = {{.shape = spatial::Sphere{0.15}}};
    if (i % 3 == 2)
      def.spatial.shapes = {{.shape = spatial::Cylinder{0.1, 0.15}},
                            {.shape = spatial::Box{{0.1, 0.1, 0.1}}, .pose = {.p = {0.2, 0, 0}}}};
    builder.add_body(def);
    builder.add_body({.shapes = {i % 2 ? ShapeDef{.shape = planar::box(0.4, 0.2)}
                                       : ShapeDef{.shape = planar::Disc{0.15}}}});
  }
  return builder.build().value();
}

void move(const Model& model, int index, Random& random, State& state) {
  const Body& body = model.bodies[index];
  auto q = state.q.segment(body.q_offset, body.q_size);
  for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = between(random, -0.6, 0.6);
  if (body.has_quaternion()) q.tail<4>().normalize();
}

void check_same(std::span<const ContactPair> found, std::span<const ContactPair> expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const ContactPair &a = found[i], &b = expected[i];
    CHECK(a.key == b.key);
    CHECK(a.piece_a == b.piece_a);
    CHECK(a.piece_b == b.piece_b);
    CHECK(a.point_a == b.point_a);
    CHECK(a.point_b == b.point_b);
    CHECK(a.normal == b.normal);
    CHECK(a.gap == b.gap);
  }
}

}  // namespace

TEST_CASE("what did not move, and on any threads, has the contacts a new collider finds") {
  Random random(23);
  const Model model = crowd();
  const int bodies = static_cast<int>(model.bodies.size());
  Collider keeps(model), shared(model);
  Threads threads(2);
  shared.run_on(threads);
  State state = initial_state(model);
  for (int i = 2; i < bodies; ++i) move(model, i, random, state);
  std::size_t contacts = 0;
  for (int call = 0; call < 300; ++call) {
    const int moves = std::uniform_int_distribution<int>(0, 2)(random);
    for (int k = 0; k < moves; ++k)
      move(model, std::uniform_int_distribution<int>(2, bodies - 1)(random), random, state);
    const double margin = call % 20 < 15 ? 0.01 : between(random, 0, 0.05);
    Collider anew(model);
    const auto expected = anew.collide(state, margin);
    check_same(keeps.collide(state, margin), expected);
    check_same(shared.collide(state, margin), expected);
    CHECK(keeps.has_ghosts() == anew.has_ghosts());
    CHECK(std::ranges::equal(keeps.near_pieces(), anew.near_pieces()));
    contacts += anew.collide(state, margin).size();
  }
  CHECK(contacts > 300 * 20);
}

TEST_CASE("two pieces asked for by themselves have the contacts they have among all") {
  Random random(31);
  const Model model = crowd();
  State state = initial_state(model);
  for (int i = 2; i < static_cast<int>(model.bodies.size()); ++i) move(model, i, random, state);
  Collider all(model), pairs(model);
  const double margin = 0.03;
  const auto expected = all.collide(state, margin);
  std::vector<ContactPair> found;
  for (const auto& [a, b] : all.near_pieces()) pairs.collide(state, a, b, margin, found);
  CHECK(found.size() > 40);
  check_same(found, expected);
  CHECK(pairs.has_ghosts() == all.has_ghosts());
}

TEST_CASE("no pair of pieces is left out that has contacts") {
  Random random(37);
  const Model model = crowd();
  State state = initial_state(model);
  Collider all(model), pairs(model);
  for (int trial = 0; trial < 20; ++trial) {
    for (int i = 2; i < static_cast<int>(model.bodies.size()); ++i) move(model, i, random, state);
    const double margin = between(random, 0, 0.3);
    const auto expected = all.collide(state, margin);
    std::vector<ContactPair> found;
    for (int a = 0; a < all.pieces(); ++a)
      for (int b = a + 1; b < all.pieces(); ++b)
        if (all.in_space(a) == all.in_space(b) && all.piece(a).body != all.piece(b).body)
          pairs.collide(state, a, b, margin, found);
    check_same(found, expected);
  }
}

// A box before a tile that is flush with its bottom, which is a ghost collision, then a disc on a
// plank that touches.
Model ghost_and_contact() {
  ModelBuilder builder;
  builder.allow_start_overlap();
  builder.add_body({.pose = {{0, 0.2}, 0}, .shapes = {{.shape = planar::box(0.6, 0.4)}}});
  builder.add_body({.pose = {{0.9, -0.5}, 0}, .shapes = {{.shape = planar::box(1, 1)}}});
  builder.add_body({.pose = {{30, 0}, 0}, .shapes = {{.shape = planar::box(2, 0.2)}}});
  builder.add_body({.pose = {{30, 0.3}, 0}, .shapes = {{.shape = planar::Disc{0.2}}}});
  return builder.build().value();
}

TEST_CASE("a ghost collision is told as long as it is there, whatever pairs follow it") {
  const Model model = ghost_and_contact();
  State state = initial_state(model);
  Collider collider(model), one_by_one(model);
  const auto told = [&](double height) {
    state.q[1] = 0.2 + height;
    collider.collide(state, 0.5);
    return collider.has_ghosts();
  };
  CHECK(told(0));
  CHECK(told(0));  // nothing moved
  CHECK(collider.near_pieces().size() == 2);
  CHECK(!told(0.01));
  CHECK(!told(0.01));
  CHECK(told(0));
  std::vector<ContactPair> found;
  one_by_one.collide(state, 0, 1, 0.5, found);
  CHECK(one_by_one.has_ghosts());
  one_by_one.collide(state, 2, 3, 0.5, found);
  CHECK(one_by_one.has_ghosts());
  CHECK(found.size() == 1);
}

TEST_CASE("of two bodies those shapes touch whose filters let them, in the plane and in space") {
  const CollisionFilter skin{.category = 2, .mask = 2};
  ModelBuilder builder;
  builder.allow_start_overlap();
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  builder.add_body({.shapes = {{.shape = planar::Disc{0.5}, .collides = skin},
                               {.shape = planar::Disc{0.5}, .pose = {{2, 0}}}}});
  builder.add_body({.kind = BodyKind::spatial_fixed,
                    .spatial = {.shapes = {{.shape = spatial::HalfSpace{}, .collides = skin}}}});
  BodyDef solid{.kind = BodyKind::spatial};
  solid.spatial.shapes = {{.shape = spatial::Sphere{0.5}},
                          {.shape = spatial::Sphere{0.25}, .collides = skin}};
  builder.add_body(solid);
  const Model model = builder.build().value();
  Collider collider(model);
  const std::span<const ContactPair> contacts = collider.collide(initial_state(model), 0.01);
  REQUIRE(contacts.size() == 2);
  CHECK(std::pair(contacts[0].piece_a, contacts[0].piece_b) == std::pair(0, 2));
  CHECK(std::pair(contacts[1].piece_a, contacts[1].piece_b) == std::pair(3, 5));
  CHECK(contacts[1].gap == -0.25);
}

// Filters are numbered through all shapes of a body, those of the plane first.
TEST_CASE("solids of a body that has outlines too meet by their own filters") {
  for (const bool own : {true, false}) {
    CAPTURE(own);
    ModelBuilder builder;
    builder.allow_start_overlap();
    BodyDef both{.kind = BodyKind::custom};
    both.shapes = {{.shape = planar::Disc{0.1}, .collides = CollisionFilter{2, 2}}};
    both.spatial.shapes = {{.shape = spatial::Sphere{0.5}, .collides = CollisionFilter{4, 4}}};
    both.type = std::make_shared<AffineBody<3>>(1.0, 0.1 * Eigen::Matrix3d::Identity(), 0.0);
    both.custom_q = AffineBody<3>::coordinates({});
    both.custom_v = Eigen::VectorXd::Zero(12);
    builder.add_body(both);
    BodyDef ball{.kind = BodyKind::spatial,
                 .collides = own ? CollisionFilter{4, 4} : CollisionFilter{2, 2}};
    ball.spatial.pose.p = {0, 0, 0.9};
    ball.spatial.shapes = {{.shape = spatial::Sphere{0.5}}};
    builder.add_body(ball);
    const Model model = builder.build().value();
    Collider collider(model);
    CHECK(collider.collide(initial_state(model), 0.0).size() == (own ? 1 : 0));
  }
}

}  // namespace perpend
