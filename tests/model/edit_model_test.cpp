// SPDX-License-Identifier: Apache-2.0
#include "perpend/model/edit_model.hpp"

#include <doctest/doctest.h>

#include <random>

#include "perpend/core/error.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

constexpr int kBodies = 6;

// A row of wheels on pins, each geared to the next one, of two materials; `from` to `to`, `names`
// after their place in the whole row.
Model wheels(int from, int to) {
  ModelBuilder builder;
  builder.set_gravity({0, -3, 0});
  builder.add_material({.name = "ice", .self = {.mu_s = 0.1, .mu_k = 0.1}});
  for (int k = from; k < to; ++k) {
    const std::string number = std::to_string(k);
    BodyDef wheel{.name = "wheel_" + number, .pose = {{2.0 * k, 0}}, .velocity = {0, 0, 0.5 * k}};
    wheel.shapes = {{planar::Disc{0.5}}};
    if (k % 2 == 1) wheel.material = "ice";
    const BodyId body = builder.add_body(wheel);
    builder.add_joint({.name = "pin_" + number, .a = body, .anchor = {2.0 * k, 0, 0}});
  }
  for (int k = 0; k + 1 < to - from; ++k)
    builder.add_coupler(
        {.name = "gear_" + std::to_string(from + k), .terms = {{{k}, 0, 1.0}, {{k + 1}, 0, 1.0}}});
  for (int k = 0; k + 2 < to - from; ++k) builder.exclude_collision({k}, {k + 2});
  return builder.build().value();
}

template <typename Element>
void check_places(const std::vector<Element>& a, const std::vector<Element>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(a[i].name == b[i].name);
    CHECK(a[i].first_row == b[i].first_row);
    CHECK(a[i].first_coordinate == b[i].first_coordinate);
    CHECK(a[i].a == b[i].a);
    CHECK(a[i].b == b[i].b);
    CHECK(a[i].kind == b[i].kind);
    CHECK(a[i].rows == b[i].rows);
    CHECK(a[i].frame_a.p == b[i].frame_a.p);
    CHECK(a[i].frame_b.p == b[i].frame_b.p);
  }
}

void check_surfaces(const Model& a, const Model& b) {
  REQUIRE(a.materials.size() == b.materials.size());
  REQUIRE(a.surface_pairs.size() == b.surface_pairs.size());
  for (std::size_t i = 0; i < a.materials.size(); ++i)
    CHECK(a.materials[i].name == b.materials[i].name);
  for (std::size_t i = 0; i < a.surface_pairs.size(); ++i)
    CHECK(a.surface_pairs[i].mu_s == b.surface_pairs[i].mu_s);
}

void check_same(const Model& a, const Model& b) {
  check_surfaces(a, b);
  REQUIRE(a.bodies.size() == b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    CHECK(a.bodies[i].details->name == b.bodies[i].details->name);
    CHECK(a.bodies[i].q_offset == b.bodies[i].q_offset);
    CHECK(a.bodies[i].v_offset == b.bodies[i].v_offset);
    CHECK(a.bodies[i].material == b.bodies[i].material);
  }
  check_places(a.joints, b.joints);
  REQUIRE(a.couplers.size() == b.couplers.size());
  for (std::size_t i = 0; i < a.couplers.size(); ++i) {
    CHECK(a.couplers[i].row == b.couplers[i].row);
    CHECK(a.couplers[i].name == b.couplers[i].name);
    CHECK(a.couplers[i].bodies == b.couplers[i].bodies);
    REQUIRE(a.couplers[i].terms.size() == b.couplers[i].terms.size());
    for (std::size_t k = 0; k < a.couplers[i].terms.size(); ++k) {
      CHECK(a.couplers[i].terms[k].joint == b.couplers[i].terms[k].joint);
      CHECK(a.couplers[i].terms[k].coordinate == b.couplers[i].terms[k].coordinate);
      CHECK(a.couplers[i].terms[k].factor == b.couplers[i].terms[k].factor);
    }
  }
  CHECK(a.start_q == b.start_q);
  CHECK(a.start_v == b.start_v);
  CHECK(a.joined == b.joined);
  CHECK(a.excluded == b.excluded);
  CHECK(a.joint_rows == b.joint_rows);
  CHECK(a.joint_coordinates == b.joint_coordinates);
  CHECK(a.gravity == b.gravity);
}

TEST_CASE("elements behind others are those of one builder, less what joins both") {
  Model both = wheels(0, kBodies);
  both.couplers.erase(both.couplers.begin() + 2);  // wheels 2 and 3
  both.couplers[2].row = both.couplers[1].row + 1;
  both.couplers[3].row = both.couplers[2].row + 1;
  --both.joint_rows;
  std::erase(both.excluded, std::pair(1, 3));
  std::erase(both.excluded, std::pair(2, 4));
  check_same(with_elements(wheels(0, 3), wheels(3, kBodies)), both);
}

TEST_CASE("a body takes its joints and their couplers with it") {
  const Model all = wheels(0, kBodies);
  check_same(without_body(all, {kBodies - 1}), wheels(0, kBodies - 1));
  const Model rest = without_body(all, {2});
  CHECK(rest.bodies.size() == kBodies - 1);
  CHECK(find_body(rest, "wheel_2") == kWorld);
  CHECK(rest.joints[2].name == "pin_3");
  CHECK(rest.joints[2].a == BodyId{2});
  REQUIRE(rest.couplers.size() == 3);  // gears 0, 3 and 4
  CHECK(rest.couplers[1].name == "gear_3");
  CHECK(rest.couplers[1].bodies == std::vector<int>{2, 3});
  CHECK(rest.couplers[1].row == 11);
  CHECK(rest.joint_rows == 13);
  CHECK(rest.start_q[3 * 2] == 6.0);
}

TEST_CASE("what cannot be joined is refused by name") {
  const Model model = wheels(0, 2);
  CHECK_THROWS_AS(with_elements(model, wheels(1, 3)), InvalidArgument);
  // One name that both have is enough, whatever it names.
  for (const std::string taken : {"body", "joint", "coupler"}) {
    const auto name = [&](const char* kind) {
      return kind + (taken == kind ? "" : std::string("_2"));
    };
    ModelBuilder first, second;
    for (ModelBuilder* builder : {&first, &second}) {
      const bool is_first = builder == &first;
      const BodyId body =
          builder->add_body({.name = is_first ? "body" : name("body"), .mass = 1, .inertia = 1});
      const JointId joint =
          builder->add_joint({.name = is_first ? "joint" : name("joint"), .a = body});
      builder->add_coupler(
          {.name = is_first ? "coupler" : name("coupler"), .terms = {{joint, 0, 1.0}}});
    }
    CHECK_THROWS_WITH_AS(with_elements(first.build().value(), second.build().value()),
                         doctest::Contains(taken.c_str()), InvalidArgument);
  }
  // Coordinates have names among those of joints.
  const auto named = [](const std::string& prefix, const char* joint, const char* coordinate) {
    ModelBuilder builder;
    const BodyId body = builder.add_body({.name = prefix + "body", .mass = 1, .inertia = 1});
    builder.add_joint({.name = joint, .a = body, .coordinates = {{.name = coordinate}}});
    return builder.build().value();
  };
  CHECK(with_elements(named("a_", "hip", "bend"), named("b_", "knee", "")).joints.size() == 2);
  for (const auto& [joint, coordinate] : {std::pair("bend", ""), std::pair("knee", "hip")})
    CHECK_THROWS_AS(with_elements(named("a_", "hip", "bend"), named("b_", joint, coordinate)),
                    InvalidArgument);
  ModelBuilder builder;
  builder.add_material({.name = "cork"});
  builder.add_body({.name = "stopper", .shapes = {{planar::Disc{0.1}}}, .material = "cork"});
  CHECK_THROWS_AS(with_elements(model, builder.build().value()), InvalidArgument);
  CHECK_THROWS_AS(without_body(model, {2}), InvalidArgument);
  CHECK_THROWS_AS(without_body(model, kWorld), InvalidArgument);
}

// Discs in a row, each pinned to the one before, less number `gone` and what it is joined to; of
// materials that a model lists in its own order.
Model chained(int from, int to, int gone, bool cork_first) {
  ModelBuilder builder;
  for (const bool cork : {cork_first, !cork_first})
    builder.add_material({.name = cork ? "cork" : "ice", .self = {.mu_s = cork ? 0.9 : 0.6}});
  int before = -1;
  for (int k = from; k < to; ++k) {
    if (k == gone) before = -1;
    if (k == gone) continue;
    const std::string number = std::to_string(k);
    const BodyId disc = builder.add_body({.name = "disc_" + number,
                                          .pose = {{1.0 * k, 0}},
                                          .shapes = {{planar::Disc{0.6}}},
                                          .material = k % 2 == 1 ? "ice" : "cork"});
    if (before >= 0)
      builder.add_joint({.name = "pin_" + number,
                         .a = disc,
                         .b = {before},
                         .anchor = {k - 0.5, 0, 0},
                         .break_force = 10.0 + k});
    before = disc.index;
  }
  return builder.build().value();
}

TEST_CASE("bodies joined to each other stay so behind others, with materials by their names") {
  const Model both = with_elements(chained(0, 3, -1, true), chained(4, 8, -1, false));
  check_same(both, chained(0, 8, 3, true));
  CHECK(both.joints[4].b == BodyId{5});
  CHECK(both.joints[4].break_force == 17);
  for (const Body& body : both.bodies) {
    const bool ice = (body.details->name.back() - '0') % 2 == 1;
    CHECK(both.materials[body.material].name == (ice ? "ice" : "cork"));
  }
}

TEST_CASE("a body takes the joints of both its neighbours with it, whichever end they name") {
  check_same(without_body(chained(0, 8, -1, true), {3}), chained(0, 8, 3, true));
}

TEST_CASE("pairs that do not collide are those of the bodies that stay") {
  const Model all = wheels(0, kBodies);
  for (int gone = 0; gone < kBodies; ++gone) {
    CAPTURE(gone);
    std::vector<std::pair<int, int>> expected;
    for (int k = 0; k + 2 < kBodies; ++k)
      if (k != gone && k + 2 != gone) expected.emplace_back(k - (k > gone), k + 2 - (k + 2 > gone));
    CHECK(without_body(all, {gone}).excluded == expected);
  }
}

// One of several kinds of body in the plane or in space, with a joint of one to three coordinates
// on the world; what is drawn depends on its number only.
void add_drawn(ModelBuilder& builder, int k, int trial) {
  std::mt19937_64 random(1000 * trial + k);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto drawn = [&] {
    return Eigen::Vector3d(number(random), number(random), number(random));
  };
  BodyDef body{.name = "body_" + std::to_string(k), .mass = 1};
  JointDef joint{.name = "joint_" + std::to_string(k), .axis = {0, 0, 1}};
  const bool in_space = random() % 3 > 0;
  if (in_space) {
    body.kind = BodyKind::spatial;
    body.spatial.pose.p = joint.anchor = drawn();
    body.spatial.pose.r = Eigen::AngleAxisd(number(random), drawn().normalized());
    body.spatial.velocity = drawn();
    body.spatial.omega = drawn();
    body.spatial.inertia = Eigen::Matrix3d::Identity();
    joint.kind = random() % 2 == 0 ? JointKind::cylindrical : JointKind::planar;
  } else {
    body.inertia = 1;
    body.pose.p = drawn().head<2>();
    joint.anchor.head<2>() = body.pose.p;
    body.velocity = drawn();
  }
  joint.a = builder.add_body(body);
  builder.add_joint(joint);
}

Model drawn_bodies(int from, int to, int gone, int trial) {
  ModelBuilder builder;
  builder.set_gravity({0, -2, 0});
  for (int k = from; k < to; ++k)
    if (k != gone) add_drawn(builder, k, trial);
  return builder.build().value();
}

TEST_CASE("bodies of all sizes and joints of several coordinates keep what is theirs, drawn") {
  constexpr int kCount = 7;
  for (int trial = 0; trial < 10; ++trial) {
    CAPTURE(trial);
    const Model all = drawn_bodies(0, kCount, -1, trial);
    check_same(with_elements(drawn_bodies(0, 3, -1, trial), drawn_bodies(3, kCount, -1, trial)),
               all);
    for (int gone = 0; gone < kCount; ++gone)
      check_same(without_body(all, {gone}), drawn_bodies(0, kCount, gone, trial));
  }
}

// Bits in sleeves, each geared to the slide of the next by a factor of its own.
Model sleeves(int from, int to, int gone) {
  ModelBuilder builder;
  builder.set_gravity({1, 2, 3});
  std::vector<JointId> joints;
  std::vector<int> numbers;
  for (int k = from; k < to; ++k) {
    if (k == gone) continue;
    BodyDef bit{.name = "bit_" + std::to_string(k), .kind = BodyKind::spatial, .mass = 1};
    bit.spatial.inertia = Eigen::Matrix3d::Identity();
    joints.push_back(builder.add_joint({.name = "sleeve_" + std::to_string(k),
                                        .kind = JointKind::cylindrical,
                                        .a = builder.add_body(bit),
                                        .anchor = {1.0 * k, 0, 0}}));
    numbers.push_back(k);
  }
  for (std::size_t i = 0; i + 1 < joints.size(); ++i)
    if (numbers[i + 1] == numbers[i] + 1)
      builder.add_coupler({.name = "gear_" + std::to_string(numbers[i]),
                           .terms = {{joints[i], 1, -0.5 - numbers[i]}, {joints[i + 1], 0, 2.0}}});
  return builder.build().value();
}

TEST_CASE("couplers keep coordinates and factors of their terms") {
  for (int gone = 0; gone < 5; ++gone)
    check_same(without_body(sleeves(0, 5, -1), {gone}), sleeves(0, 5, gone));
  const Model both = with_elements(sleeves(0, 2, -1), sleeves(2, 5, -1));
  REQUIRE(both.couplers.size() == 3);
  CHECK(both.couplers[1].name == "gear_2");
  CHECK(both.couplers[1].terms[0].joint == JointId{2});
  CHECK(both.couplers[1].terms[0].coordinate == 1);
  CHECK(both.couplers[1].terms[0].factor == -2.5);
  CHECK(both.couplers[1].terms[1].coordinate == 0);
  CHECK(both.couplers[1].bodies == std::vector<int>{2, 3});
  CHECK(both.couplers[2].row == 22);
}

}  // namespace
}  // namespace perpend
