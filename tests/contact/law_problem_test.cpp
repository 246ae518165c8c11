// SPDX-License-Identifier: Apache-2.0
//
// Laws of friction on one particle and one disc, where each has a closed form.
#include "contact/law_problem.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "contact/step_scene.hpp"
#include "lcp/friction/phantom.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d, Eigen::Vector3d, Eigen::VectorXd;
using testing::StepScene;

RowSetup setup(const ContactLaw& law, int relaxation_passes = 0) {
  return {.law = law,
          .dt = 1e-2,
          .impact_speed = 1e9,
          .stick_speed = 1e-6,
          .relaxation_passes = relaxation_passes};
}

// A particle of mass m that hits the ground z = 0: W is 1/m times the identity.
Model particle(const SurfacePair& surface, const Vector3d& velocity, double m) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = surface});
  BodyDef ground{.kind = BodyKind::spatial_fixed};
  ground.spatial.shapes = {{.shape = spatial::HalfSpace{}}};
  builder.add_body(ground);
  BodyDef def{.kind = BodyKind::spatial_particle, .mass = m};
  def.spatial.pose.p = {0, 0, 0.1};
  def.spatial.velocity = velocity;
  def.spatial.shapes = {{.shape = spatial::Sphere{0.1}}};
  builder.add_body(def);
  return builder.build().value();
}

struct Answer {
  Vector3d velocity;
  double relaxation_error;
  lcp::Status status;
};

Answer hit(const ContactLaw& law, double mu, const Vector3d& velocity, double m = 2,
           int relaxation_passes = 0, double last_impulse = 0) {
  StepScene scene(particle({.mu_s = mu, .mu_k = mu}, velocity, m), setup(law, relaxation_passes));
  scene.collide(0.01);
  REQUIRE(scene.rows.contacts.size() == 1);
  scene.rows.contacts[0].last.x() = last_impulse;
  scene.step();
  return {scene.end_of(1), scene.problem.relaxation_error(), scene.problem.solution().status};
}

}  // namespace

TEST_CASE("the cone takes mu times the fall from the slip, against it, or all of it") {
  const Vector2d heading(0.28, 0.96);
  for (const double slip : {0.1, 0.4, 3.0}) {
    const Answer answer = hit(ContactLaw::cone, 0.5, {slip * heading.x(), slip * heading.y(), -1});
    const double left = std::max(0.0, slip - 0.5);
    CHECK((answer.velocity - Vector3d(left * heading.x(), left * heading.y(), 0)).norm() < 1e-9);
  }
}

// The box limits each tangent by itself. Tangents of a normal along z are the axes x and y, in
// some order and with some sign.
TEST_CASE("the box takes mu times the fall from each component of the slip") {
  const Answer answer = hit(ContactLaw::box, 0.5, {2, -0.3, -1});
  CHECK((answer.velocity - Vector3d(1.5, 0, 0)).norm() < 1e-9);
}

// Friction of a polygon lies at a corner (of most dissipation): between cos(pi/k) and 1 of the
// cone's, and exact where a corner faces the slip.
TEST_CASE("polygons come to the cone with the number of their sides, and exactly when rotated") {
  const double slip = 3, angle = 0.37;
  const Vector2d heading(std::cos(angle), std::sin(angle));
  const Vector3d start(slip * heading.x(), slip * heading.y(), -1);
  const Vector3d exact = hit(ContactLaw::cone, 0.5, start).velocity;
  for (const int k : {4, 8, 16, 32}) {
    ContactLaw law = ContactLaw::polyhedral;
    law.directions = k;
    const Answer answer = hit(law, 0.5, start);
    CHECK(answer.status == lcp::Status::solved);
    const double off = (answer.velocity - exact).norm();
    CHECK(off <= 0.5 * 2 * std::sin(std::numbers::pi / k / 2) + 1e-9);
    CHECK(std::abs(answer.velocity.z()) < 1e-12);
    law.rotated = true;
    CHECK((hit(law, 0.5, start).velocity - exact).norm() < 1e-9);
  }
}

// The relaxed law is a convex QP: the impulse is -m v projected on the cone, so what slides rises
// with mu times its slip.
TEST_CASE("the relaxed law projects on the cone, its passes give the exact law back") {
  ContactLaw law = ContactLaw::relaxed;
  law.rotated = true;
  const double mu = 0.5, slip = 3, fall = 1;
  const Answer relaxed = hit(law, mu, {slip, 0, -fall});
  const double normal = (fall + mu * slip) / (1 + mu * mu);
  CHECK(relaxed.velocity.z() == relative(normal - fall));
  CHECK(relaxed.velocity.x() == relative(slip - mu * normal));
  CHECK(relaxed.velocity.z() == relative(mu * relaxed.velocity.x()));
  const Answer exact = hit(law, mu, {slip, 0, -fall}, 2, 50);
  CHECK(std::abs(exact.velocity.z()) < 1e-8);
  CHECK(exact.velocity.x() == relative(slip - mu * fall));
  CHECK(exact.relaxation_error < 1e-8);
}

TEST_CASE("one pass takes the relaxation back in part and says what is left") {
  ContactLaw law = ContactLaw::relaxed;
  law.rotated = true;
  const Answer answer = hit(law, 0.9, {3, 0, -1}, 2, 1);
  CHECK(answer.relaxation_error > 1e-3);
  CHECK(hit(law, 0.9, {3, 0, -1}, 2, 2).relaxation_error < answer.relaxation_error);
  // In m/s: at ten times the speed ten times as much is left.
  CHECK(hit(law, 0.9, {30, 0, -10}, 2, 1).relaxation_error ==
        relative(10 * answer.relaxation_error, 1e-9));
}

TEST_CASE("the frozen box has its limits from the impulse of the step before") {
  const double m = 2, last = 0.75;
  const Answer answer = hit(ContactLaw::frozen_box, 0.4, {3, 0, -1}, m, 0, last);
  CHECK(answer.velocity.x() == relative(3 - 0.4 * last / m));
  CHECK(std::abs(answer.velocity.z()) < 1e-12);
}

// A contact that is new has no such impulse: its limits are frozen again at those just found.
TEST_CASE("new contacts of the frozen laws have friction in their first step") {
  const Answer answer = hit(ContactLaw::frozen_box, 0.4, {3, 0, -1});
  CHECK(answer.velocity.x() == relative(3 - 0.4));
  const Answer hybrid = hit(ContactLaw::hybrid, 0.4, {3, 0, -1});
  CHECK(hybrid.velocity.x() == relative(3 - 0.4, 1e-6));
}

TEST_CASE("what opens has no friction from the impulse of the step before") {
  for (const ContactLaw::Kind law : {ContactLaw::frozen_box, ContactLaw::hybrid}) {
    CAPTURE(to_string(law));
    const Vector3d start(1, 2, 1.5);
    CHECK((hit(law, 0.5, start, 2, 0, 0.75).velocity - start).norm() < 1e-12);
  }
}

TEST_CASE("each contact has the limit of its own impulse of the step before") {
  const std::array<double, 2> last{0.2, 0.9};
  for (const ContactLaw::Kind law : {ContactLaw::frozen_box, ContactLaw::hybrid}) {
    CAPTURE(to_string(law));
    StepScene scene(testing::planar_discs({.mu_s = 0.4, .mu_k = 0.4}, {{0, 1}, {5, 1}},
                                          {{3, -1, 0}, {3, -1, 0}}, {1, 1}),
                    setup(law));
    scene.collide(0.01);
    REQUIRE(scene.rows.contacts.size() == 2);
    for (ActiveContact& contact : scene.rows.contacts)
      contact.last.x() = last[std::max(contact.pair.body_a, contact.pair.body_b) - 1];
    scene.step();
    for (const int body : {1, 2})
      CHECK(scene.end_of(body)[0] == relative(3 - 0.4 * last[body - 1], 1e-9));
  }
}

// A force adds 0.4 m/s within the step, the fall is 1 m/s.
TEST_CASE("below the stick speed every law holds with mu_s, above it brakes with mu_k") {
  const double mu_s = 0.5, mu_k = 0.2, push = 0.4;
  for (const ContactLaw::Kind law :
       {ContactLaw::cone, ContactLaw::box, ContactLaw::polyhedral, ContactLaw::frozen_box,
        ContactLaw::hybrid, ContactLaw::phantom})
    for (const double slip : {0.05, 0.15}) {
      CAPTURE(to_string(law));
      CAPTURE(slip);
      RowSetup with = setup(law);
      with.stick_speed = 0.1;
      StepScene scene(particle({.mu_s = mu_s, .mu_k = mu_k}, {slip, 0, -1}, 2), with);
      scene.rows.v_free[scene.model.bodies[1].v_offset] += push;
      scene.collide(0.01);
      scene.step();
      const double left = slip < with.stick_speed ? 0.0 : slip + push - mu_k;
      CHECK((scene.end_of(1) - Vector3d(left, 0, 0)).norm() < 1e-9);
    }
}

// Its polygon lies around the disc: a direction that faces the slip has mu, a corner sqrt 2 of it.
TEST_CASE("phantom friction of what sticks has the law's directions, their rotation and rho") {
  constexpr double kQuarter = std::numbers::pi / 4, kSlip = 3, kMu = 0.5, kRho = 0.25;
  const auto check = [&](int directions, bool rotated, double angle, double share) {
    ContactLaw law = ContactLaw::phantom;
    law.directions = directions;
    law.rotated = rotated;
    law.rho = kRho;
    RowSetup with = setup(law);
    with.stick_speed = 2 * kSlip;
    const Vector2d heading(std::cos(angle), std::sin(angle));
    StepScene scene(
        particle({.mu_s = kMu, .mu_k = 0.1}, {kSlip * heading.x(), kSlip * heading.y(), -1}, 2),
        with);
    scene.collide(0.01);
    scene.step();
    const double left = kSlip - share * kMu;
    CAPTURE(directions);
    CHECK((scene.end_of(1) - Vector3d(left * heading.x(), left * heading.y(), 0)).norm() < 1e-9);
    const auto* problem =
        dynamic_cast<const lcp::PhantomProblem*>(scene.problem.law_problem()->discretised());
    REQUIRE(problem);
    CHECK(problem->inertia() == VectorXd::Constant(1, kRho));
  };
  check(4, false, kQuarter, std::sqrt(2.0));
  check(8, false, kQuarter, 1);
  check(4, true, 0.37, 1);
}

TEST_CASE("in the plane the laws agree on a disc that slides and on one that grips") {
  for (const double slip : {0.05, 2.0}) {
    const auto end = [&](const ContactLaw& law) {
      StepScene scene(testing::planar_disc({.mu_s = 0.3, .mu_k = 0.3}, {slip, -1, 0}), setup(law));
      scene.collide(0.01);
      scene.step();
      return Vector3d(scene.end_of(1));
    };
    const Vector3d cone = end(ContactLaw::cone);
    const double friction = std::min(0.3, slip / 3);  // of m; a disc grips with a third of its slip
    CHECK((cone - Vector3d(slip - friction, 0, -2 * friction)).norm() < 1e-9);
    for (const ContactLaw::Kind law :
         {ContactLaw::polyhedral, ContactLaw::box, ContactLaw::frozen_box, ContactLaw::phantom})
      CHECK((end(law) - cone).norm() < 1e-6);
  }
}

TEST_CASE("without friction the slip stays as it is") {
  CHECK((hit(ContactLaw::frictionless, 0.9, {3, -2, -1}).velocity - Vector3d(3, -2, 0)).norm() <
        1e-12);
}

// Faster than mu times its slip, where the relaxed law would hold on.
TEST_CASE("what separates bears nothing, under any law") {
  for (const ContactLaw& law : all_laws()) {
    CAPTURE(to_string(law));
    CHECK((hit(law, 0.5, {1, 2, 1.5}).velocity - Vector3d(1, 2, 1.5)).norm() < 1e-12);
  }
}

TEST_CASE("the relaxation error is that of the step solved last, 0 where nothing is taken back") {
  StepScene scene(particle({.mu_s = 0.5, .mu_k = 0.5}, {3, 1, -1}, 2),
                  setup(ContactLaw::relaxed, 1));
  scene.collide(0.01);
  const auto error = [&](const ContactLaw& law, int passes) {
    scene.rows.setup.law = law;
    scene.rows.setup.relaxation_passes = passes;
    scene.step();
    return scene.problem.relaxation_error();
  };
  for (const ContactLaw law : {ContactLaw::relaxed, ContactLaw::polyhedral, ContactLaw::phantom,
                               ContactLaw::frozen_box, ContactLaw::cone, ContactLaw::box}) {
    CAPTURE(to_string(law));
    CHECK(error(ContactLaw::relaxed, 1) > 1e-3);
    CHECK(error(law, 0) == 0);
  }
}

}  // namespace perpend
