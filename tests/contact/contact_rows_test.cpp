// SPDX-License-Identifier: Apache-2.0
#include "contact/contact_rows.hpp"

#include <doctest/doctest.h>

#include "perpend/core/error.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

// An ellipse and a disc that drift apart and turn, above the ground.
Model two_bodies() {
  ModelBuilder builder;
  builder.add_body(
      {.name = "ground", .kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  builder.add_body(
      {.name = "ellipse", .pose = {{0, 2.2}, 0.4}, .shapes = {{.shape = planar::Ellipse{2, 1}}}});
  builder.add_body({.name = "disc", .pose = {{3.2, 3}, 0}, .shapes = {{.shape = planar::Disc{1}}}});
  return builder.build().value();
}

State turning(const Model& model) {
  State state = initial_state(model);
  state.v.tail(6) << 0.3, -0.2, 1.1, -0.4, 0.5, -0.7;
  return state;
}

}  // namespace

TEST_CASE("the normal row is the rate of the gap") {
  const Model model = two_bodies();
  const State state = turning(model);
  Collider now(model), later(model), earlier(model);
  const double h = 1e-6, margin = 5;
  const auto contacts = now.collide(state, margin);
  State ahead = state, behind = state;
  ahead.q += h * state.v;
  behind.q -= h * state.v;
  const auto after = later.collide(ahead, margin), before = earlier.collide(behind, margin);
  REQUIRE(contacts.size() == 3);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const double rate = (after[i].gap - before[i].gap) / (2 * h);
    CHECK(contact_velocity(model, contacts[i], state, state.v).x() == relative(rate, 1e-6));
    CHECK(after[i].key == contacts[i].key);
  }
}

TEST_CASE("rows of every law reproduce normal and tangential velocity") {
  const Model model = two_bodies();
  const State state = turning(model);
  Collider collider(model);
  const auto pairs = collider.collide(state, 5);
  for (const ContactLaw law : all_laws()) {
    CAPTURE(to_string(law));
    RowPool pool;
    std::vector<ActiveContact> contacts;
    append_contact_rows(model, state, law, 1e-6, 0.0, pairs, pool, contacts);
    REQUIRE(contacts.size() == pairs.size());
    for (const ActiveContact& contact : contacts) {
      const int rows = rows_of(law, contact.pair);
      CHECK(rows == (law == ContactLaw::frictionless ? 1 : 2));
      Eigen::VectorXd u(rows);
      multiply(pool, contact.group, state.v, u);
      const Eigen::Vector3d expected = contact_velocity(model, contact.pair, state, state.v);
      CHECK(u.isApprox(expected.head(rows)));
      CHECK(contact.start == expected);
    }
  }
}

TEST_CASE("contact impulses conserve momentum: J^T of a free pair sums to zero") {
  const Model model = two_bodies();
  const State state = turning(model);
  Collider collider(model);
  RowPool pool;
  std::vector<ActiveContact> contacts;
  append_contact_rows(model, state, ContactLaw::cone, 1e-6, 0.0, collider.collide(state, 5), pool,
                      contacts);
  for (const ActiveContact& contact : contacts) {
    if (contact.pair.body_a == 0) continue;
    Eigen::VectorXd impulse = Eigen::VectorXd::Zero(model.dof());
    add_transpose(pool, contact.group, Eigen::Vector2d(1.3, 0.7), impulse);
    double linear_x = 0, linear_y = 0, angular = 0;
    for (const Body& body : model.bodies) {
      const auto p = state.q.segment<2>(body.v_offset);
      const auto j = impulse.segment<3>(body.v_offset);
      linear_x += j.x();
      linear_y += j.y();
      angular += p.x() * j.y() - p.y() * j.x() + j.z();
    }
    CHECK(std::abs(linear_x) < 1e-15);
    CHECK(std::abs(linear_y) < 1e-15);
    CHECK(std::abs(angular) < 1e-14);
  }
}

TEST_CASE("levels, joints and fixed bodies decide what collides") {
  ModelBuilder builder;
  builder.allow_start_overlap();
  const planar::Disc disc{1};
  const BodyId a = builder.add_body({.shapes = {{.shape = disc}}});
  const BodyId b = builder.add_body({.pose = {{0.5, 0}, 0}, .shapes = {{.shape = disc}}});
  builder.add_body({.pose = {{1, 0}, 0}, .shapes = {{.shape = disc}}, .level = 1});
  builder.add_body({.kind = BodyKind::fixed, .pose = {{0, 0.5}, 0}, .shapes = {{.shape = disc}}});
  builder.add_body({.kind = BodyKind::fixed, .pose = {{0, 0.6}, 0}, .shapes = {{.shape = disc}}});
  builder.add_joint({.a = a, .b = b});
  const Model model = builder.build().value();
  Collider collider(model);
  std::vector<std::pair<int, int>> found;
  for (const ContactPair& pair : collider.collide(initial_state(model), 0.0))
    found.emplace_back(pair.body_a, pair.body_b);
  CHECK(found == std::vector<std::pair<int, int>>{{0, 3}, {0, 4}, {1, 3}, {1, 4}});
  CHECK(deepest_overlap(collider.collide(initial_state(model), 0.0)) > 1);
}

// Of two points on a face of one body the farther one rubs in the plane of the nearer one.
TEST_CASE("friction of a face acts in the plane of its nearest contact, each face in its own") {
  ModelBuilder builder;
  builder.allow_start_overlap();
  for (int i = 0; i < 4; ++i)
    builder.add_body(
        {.kind = BodyKind::spatial, .spatial = {.shapes = {{.shape = spatial::Sphere{1}}}}});
  const Model model = builder.build().value();
  const Eigen::Vector3d n(0.6, 0, 0.8), along(0.8, 0, -0.6);
  const auto contact = [&](int body_b, double height_a, double gap) {
    const Eigen::Vector3d at = 0.3 * body_b * along + height_a * n;
    return ActiveContact{.pair = {.body_a = 0,
                                  .body_b = body_b,
                                  .point_a = at,
                                  .point_b = at + gap * n,
                                  .normal = n,
                                  .gap = gap}};
  };
  std::vector<ActiveContact> contacts{
      contact(1, 0, 0.03),     contact(1, 0, 0.01),    contact(1, 0, 0.02),  // on a face of a
      contact(1, 0.5, 0.04),                                                 // on a stair above
      contact(2, 0.5, 0.02),                                                 // another body
      contact(3, -0.04, 0.04), contact(3, -0.02, 0.02)};                     // on a face of b
  share_friction_planes(model, contacts);
  const double lifts[] = {-0.01, 0, -0.005, 0, 0, 0.01, 0};
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    CAPTURE(i);
    CHECK(contacts[i].pair.lift - lifts[i] == near_zero(1e-15));
  }
}

TEST_CASE("laws have names and know their solvers") {
  for (const ContactLaw& law : all_laws()) CHECK(law_from_name(to_string(law)) == law);
  CHECK_FALSE(law_from_name("sticky").has_value());
  for (const char* name : {"polyhedral(1002)", "relaxed(1000000000)", "phantom:2147483646"})
    CHECK_THROWS_AS(law_from_name(name), InvalidArgument);
  CHECK(methods_of(ContactLaw::relaxed).contains(lcp::Method::lemke));
  CHECK(methods_of(ContactLaw::polyhedral).contains(lcp::Method::interior));
  CHECK_FALSE(methods_of(ContactLaw::polyhedral, true).contains(lcp::Method::interior));
  CHECK_FALSE(methods_of(ContactLaw::cone).contains(lcp::Method::murty));
  CHECK(to_string(methods_of(ContactLaw::phantom)) == "auto, dantzig, lemke, murty, block, pgs");
}

TEST_CASE("polygons have an even number of sides, from four to a thousand") {
  for (ContactLaw law : {ContactLaw::polyhedral, ContactLaw::relaxed, ContactLaw::phantom}) {
    for (const int sides : {4, 6, 1000}) {
      law.directions = sides;
      CHECK_NOTHROW(validate(law));
    }
    for (const int sides : {-4, 0, 2, 3, 5, 999, 1001, 1002}) {
      law.directions = sides;
      CHECK_THROWS_AS(validate(law), InvalidArgument);
    }
  }
}

TEST_CASE("the name of a phantom law carries its rho, which is positive") {
  const ContactLaw law = law_from_name("phantom(6,rho=0.25)").value();
  CHECK(law.directions == 6);
  CHECK(law.rho == 0.25);
  CHECK(to_string(law) == "phantom(6,rho=0.25)");
  CHECK(law_from_name("phantom:8")->rho == 0);
  CHECK_FALSE(law_from_name("phantom(6,rho=x)").has_value());
  for (const char* name : {"phantom(6,rho=0)", "phantom(6,rho=-1)", "phantom(6,rho=inf)"})
    CHECK_THROWS_WITH_AS(law_from_name(name), doctest::Contains("rho must be positive and finite"),
                         InvalidArgument);
  ContactLaw negative = ContactLaw::phantom;
  negative.rho = -1;
  CHECK_THROWS_WITH_AS(validate(negative), doctest::Contains("rho"), InvalidArgument);
}

TEST_CASE("a law's name carries its directions, whether they rotate and rho") {
  const ContactLaw rotated = law_from_name("polyhedral(16,rotated)").value();
  CHECK(rotated.directions == 16);
  CHECK(rotated.rotated);
  CHECK(to_string(rotated) == "polyhedral(16,rotated)");
  CHECK(law_from_name("polyhedral(16,turned)") == rotated);
  CHECK(law_from_name("relaxed:6") == law_from_name("relaxed(6)"));
  CHECK(law_from_name("polyhedral") == ContactLaw(ContactLaw::polyhedral));
  for (const char* name :
       {"cone(8)", "polyhedral(8", "polyhedral(x)", "polyhedral:", "relaxed()x", "polyhedral(8x)",
        "polyhedral(99999999999)", "phantom(6,rho=0.5x)", "phantom(6,rho=1e999)"})
    CHECK_FALSE(law_from_name(name).has_value());
  for (const char* name : {"polyhedral(5)", "relaxed(2)", "polyhedral(-4)", "polyhedral(8,rho=1)"})
    CHECK_THROWS_AS(law_from_name(name), InvalidArgument);
}

}  // namespace perpend
