// SPDX-License-Identifier: Apache-2.0
//
// Contact rows in space, on custom bodies and on surfaces that move as prescribed, against
// difference quotients of gaps and of the paths of material points.
#include <doctest/doctest.h>

#include <random>

#include "../../examples/arm_pushes_block/arm_systems.hpp"
#include "contact/contact_rows.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

constexpr double kStep = 1e-6, kMargin = 3;

BodyDef solid(const spatial::Shape& shape, const Vector3d& p, const Eigen::Quaterniond& r) {
  BodyDef def{.kind = BodyKind::spatial};
  def.spatial.pose = {p, r.normalized()};
  def.spatial.shapes = {{.shape = shape}};
  return def;
}

// A tilted box, a ball and a capsule above the ground, all of them near each other.
Model heap() {
  ModelBuilder builder;
  BodyDef ground{.kind = BodyKind::spatial_fixed};
  ground.spatial.shapes = {{.shape = spatial::HalfSpace{}}};
  builder.add_body(ground);
  builder.add_body(solid(spatial::Box{{0.5, 0.4, 0.3}}, {0, 0, 0.9}, {0.9, 0.3, -0.2, 0.25}));
  builder.add_body(solid(spatial::Sphere{0.4}, {1.2, 0.1, 0.8}, {1, 0.2, 0.1, 0}));
  builder.add_body(solid(spatial::Capsule{0.5, 0.2}, {0.2, 1.5, 0.8}, {0.8, 0.5, 0.1, -0.3}));
  return builder.build().value();
}

VectorXd random_velocity(const Model& model, unsigned seed) {
  std::mt19937_64 random(seed);
  VectorXd v(model.dof());
  for (double& entry : v) entry = static_cast<double>(random() >> 11) * 0x1p-52 - 1;
  for (const Body& body : model.bodies)
    if (!body.is_dynamic()) v.segment(body.v_offset, body.dof).setZero();
  return v;
}

State drifted(const Model& model, State state, double h) {
  drift(model, h, state);
  return state;
}

// Where the point of the body that is at x in `at` is in `to`.
Vector3d carried(const Model& model, const State& at, const State& to, int body,
                 const Vector3d& x) {
  const spatial::Pose from = spatial_pose(model, at, {body});
  return transform_point(spatial_pose(model, to, {body}), transform_point(inverse(from), x));
}

// Velocity of b's material point against a's, both halfway between the surfaces, by differences.
Vector3d relative_motion(const Model& model, const State& state, const ContactPair& pair) {
  const State ahead = drifted(model, state, kStep), behind = drifted(model, state, -kStep);
  // In the friction plane that the contacts of two faces share.
  const bool moves_a = model.bodies[pair.body_a].is_dynamic();
  const bool moves_b = model.bodies[pair.body_b].is_dynamic();
  const Vector3d halfway = 0.5 * (pair.point_a + pair.point_b);
  const Vector3d on = !moves_a ? pair.point_b : !moves_b ? pair.point_a : halfway;
  const Vector3d middle = on + pair.lift * pair.normal;
  const auto velocity = [&](int body) -> Vector3d {
    return (carried(model, state, ahead, body, middle) -
            carried(model, state, behind, body, middle)) /
           (2 * kStep);
  };
  return velocity(pair.body_b) - velocity(pair.body_a);
}

// J v of a contact.
VectorXd row_rates(const RowPool& pool, const ActiveContact& contact, const VectorXd& v) {
  VectorXd u(pool.groups()[contact.group].rows);
  multiply(pool, contact.group, v, u);
  return u;
}

std::vector<ActiveContact> rows_at(const Model& model, const State& state, RowPool& pool) {
  Collider collider(model);
  std::vector<ActiveContact> contacts;
  append_contact_rows(model, state, ContactLaw::cone, 1e-6, 0.0, collider.collide(state, kMargin),
                      pool, contacts);
  return contacts;
}

}  // namespace

TEST_CASE("normal rows in space are the rate of the gap, of the same features") {
  const Model model = heap();
  for (unsigned seed = 1; seed <= 5; ++seed) {
    State state = initial_state(model);
    state.v = random_velocity(model, seed);
    RowPool pool;
    const auto contacts = rows_at(model, state, pool);
    REQUIRE(contacts.size() >= 6);
    Collider later(model), earlier(model);
    const auto after = later.collide(drifted(model, state, kStep), kMargin);
    const auto before = earlier.collide(drifted(model, state, -kStep), kMargin);
    REQUIRE(after.size() == contacts.size());
    REQUIRE(before.size() == contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      REQUIRE(after[i].key == contacts[i].pair.key);
      const double rate = (after[i].gap - before[i].gap) / (2 * kStep);
      CHECK(row_rates(pool, contacts[i], state.v)[0] == relative(rate, 1e-6));
    }
  }
}

TEST_CASE(
    "tangent rows in space are the slip of the material points halfway, or on the only body forces "
    "move") {
  const Model model = heap();
  for (unsigned seed = 11; seed <= 15; ++seed) {
    State state = initial_state(model);
    state.v = random_velocity(model, seed);
    RowPool pool;
    for (const ActiveContact& contact : rows_at(model, state, pool)) {
      const Vector3d slip = relative_motion(model, state, contact.pair);
      const VectorXd u = row_rates(pool, contact, state.v);
      REQUIRE(u.size() == 3);
      CHECK(std::abs(u[1] - contact.frame.row(1).dot(slip)) < 1e-8);
      CHECK(std::abs(u[2] - contact.frame.row(2).dot(slip)) < 1e-8);
      CHECK((contact.start - Vector3d(u)).norm() < 1e-14);
    }
  }
}

TEST_CASE("impulses along rows in space leave linear and angular momentum as they are") {
  const Model model = heap();
  const State state = initial_state(model);
  RowPool pool;
  for (const ActiveContact& contact : rows_at(model, state, pool)) {
    if (!model.bodies[contact.pair.body_a].is_dynamic()) continue;
    VectorXd impulse = VectorXd::Zero(model.dof());
    add_transpose(pool, contact.group, Vector3d(1.3, 0.7, -0.4), impulse);
    Vector3d linear = Vector3d::Zero(), angular = Vector3d::Zero();
    for (const Body& body : model.bodies) {
      const Vector3d p = impulse.segment<3>(body.v_offset), at = state.q.segment<3>(body.q_offset);
      linear += p;
      angular += at.cross(p) + Vector3d(impulse.segment<3>(body.v_offset + 3));
    }
    CHECK(linear.norm() < 1e-15);
    CHECK(angular.norm() < 1e-14);
  }
}

// The arm's tips are discs in joint angles: its block of the row is -n · (point jacobian).
TEST_CASE("rows of a body in joint angles are the rate of the gap") {
  const Model model = generalised_arm();
  State state = initial_state(model);
  state.v.tail<2>() = Eigen::Vector2d(0.7, -1.1);
  state.v.segment<3>(3) = Vector3d(-0.2, 0.3, 0.4);
  RowPool pool;
  const auto contacts = rows_at(model, state, pool);
  Collider later(model), earlier(model);
  const auto after = later.collide(drifted(model, state, kStep), kMargin);
  const auto before = earlier.collide(drifted(model, state, -kStep), kMargin);
  int of_arm = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const double rate = (after[i].gap - before[i].gap) / (2 * kStep);
    CHECK(row_rates(pool, contacts[i], state.v)[0] == relative(rate, 1e-6));
    of_arm += contacts[i].pair.body_a == 2 || contacts[i].pair.body_b == 2;
  }
  CHECK(of_arm >= 2);
}

namespace {

// A block on a turntable that turns about z at 2 rad/s, 0.8 m from its axis.
Model turntable(bool table_first) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  BodyDef table{.kind = BodyKind::spatial_kinematic, .motion = {.omega = {0, 0, 2}}};
  table.spatial.shapes = {{.shape = spatial::HalfSpace{}}};
  BodyDef block = solid(spatial::Box{{0.1, 0.1, 0.1}}, {0.8, 0, 0.1}, {1, 0, 0, 0});
  block.spatial.velocity = {0.5, 1.6, 0};
  builder.add_body(table_first ? table : block);
  builder.add_body(table_first ? block : table);
  return builder.build().value();
}

}  // namespace

TEST_CASE("a turning surface has the velocity of its point where the contact is heading") {
  for (const bool table_first : {true, false}) {
    CAPTURE(table_first);
    const Model model = turntable(table_first);
    const int table = table_first ? 0 : 1;
    State state = initial_state(model);
    // As every step leaves it.
    state.v.segment<3>(model.bodies[table].v_offset + 3) = Vector3d(0, 0, 2);
    Collider collider(model);
    RowPool pool;
    std::vector<ActiveContact> contacts;
    const double half = 0.01;
    append_contact_rows(model, state, ContactLaw::cone, 1e-6, half, collider.collide(state, 0.01),
                        pool, contacts);
    REQUIRE(contacts.size() == 4);
    for (const ActiveContact& contact : contacts) {
      const Vector3d heading = half * Vector3d(0.5, 1.6, 0);
      CHECK((contact.travel - heading).norm() < 1e-15);
      const Vector3d middle = 0.5 * (contact.pair.point_a + contact.pair.point_b);
      // Before the kick the contact was as far behind.
      const Vector3d surface = Vector3d(0, 0, 2).cross(middle - heading);
      const Vector3d slip = contact.frame * (Vector3d(0.5, 1.6, 0) - surface);
      const double sign = contact.pair.body_a == table ? 1 : -1;
      CHECK((contact.start.tail<2>() - sign * slip.tail<2>()).norm() < 1e-14);
      CHECK(std::abs(contact.start.x()) < 1e-15);
    }
  }
}

TEST_CASE("contacts between bodies that move freely are taken where they are") {
  const Model model = heap();
  State state = initial_state(model);
  state.v = random_velocity(model, 3);
  Collider collider(model);
  for (const ContactPair& pair : collider.collide(state, kMargin))
    CHECK(contact_travel(model, pair, state, 0.1) == Vector3d::Zero());
}

}  // namespace perpend
