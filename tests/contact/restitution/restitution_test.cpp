// SPDX-License-Identifier: Apache-2.0
//
// Restitution by both laws against closed forms.
#include "contact/restitution/restitution.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "contact/restitution/impact_energy.hpp"
#include "contact/step_scene.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;
using testing::StepScene;

constexpr double kDt = 1e-3;

RowSetup setup(bool poisson, const ContactLaw& law = ContactLaw::cone) {
  return {.law = law, .dt = kDt, .decompresses = poisson, .stick_speed = 1e-6};
}

}  // namespace

// Of what comes in with u the share e goes out, whatever a step of gravity adds: by Poisson's law
// gravity's part of the compression is not given back.
TEST_CASE("a disc bounces with e times its approach, by both laws, with and without gravity") {
  for (const bool poisson : {false, true})
    for (const bool falls : {false, true})
      for (const double e : {0.2, 0.7, 1.0}) {
        CAPTURE(poisson);
        CAPTURE(falls);
        StepScene scene(testing::planar_disc({.mu_s = 0, .mu_k = 0, .e = e}, {0, -3, 0}),
                        setup(poisson));
        if (falls) scene.fall();
        scene.collide(0.1);
        scene.step();
        CHECK(scene.end_of(1)[1] == relative(3 * e, 1e-12));
        CHECK(scene.factor == 1.0);
      }
}

TEST_CASE("compression alone stops a disc, decompression adds e of it, and the floor says so") {
  StepScene scene(testing::planar_disc({.mu_s = 0, .mu_k = 0, .e = 0.5}, {0, -3, 0}), setup(true));
  scene.collide(0.1);
  scene.settle();
  scene.problem.assemble(scene.rows, scene.all_groups(), scene.options);
  scene.problem.solve(scene.rows, scene.options, scene.workspace);
  CHECK(scene.problem.solution().f[0] == relative(6));
  scene.problem.decompress(scene.rows, 1.0, scene.workspace);
  scene.problem.scatter(scene.rows);
  CHECK(scene.rows.impulses.lambda[0] == relative(9));
  CHECK(scene.rows.impulses.floor[0] == relative(9));
  scene.problem.decompress(scene.rows, 0.5, scene.workspace);
  scene.problem.scatter(scene.rows);
  CHECK(scene.rows.impulses.lambda[0] == relative(7.5));
}

// Two discs in a column fall with 1 m/s, e = 0.5 to the ground and 0.9 between them. Poisson:
// compression gives (m1 + m2) v and m2 v, decompression e times each; Newton sees no approach
// between the discs and lets them rise together.
TEST_CASE("a falling column: Poisson's law parts what Newton's keeps together") {
  const double m1 = 3, m2 = 1, e = 0.5, between = 0.9;
  const auto column = [&](bool poisson) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_material({.name = "floor", .self = {.mu_s = 0, .mu_k = 0, .e = e}});
    builder.add_material({.name = "disc", .self = {.mu_s = 0, .mu_k = 0, .e = between}});
    builder.set_surface_pair("floor", "disc", {.mu_s = 0, .mu_k = 0, .e = e});
    builder.add_body(
        {.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}, .material = "floor"});
    for (const auto& [y, m] : {std::pair(1.0, m1), std::pair(3.0, m2)})
      builder.add_body({.pose = {{0, y}, 0},
                        .velocity = {0, -1, 0},
                        .shapes = {{.shape = planar::Disc{1}}},
                        .mass = m,
                        .inertia = 1.0,
                        .material = "disc"});
    auto scene = std::make_unique<StepScene>(builder.build().value(), setup(poisson));
    scene->collide(0.1);
    REQUIRE(scene->rows.contacts.size() == 2);
    scene->step();
    return scene;
  };
  const auto newton = column(false), poisson = column(true);
  CHECK(newton->end_of(1)[1] == relative(e));
  CHECK(newton->end_of(2)[1] == relative(e));
  CHECK(poisson->end_of(2)[1] == relative(between));
  CHECK(poisson->end_of(1)[1] == relative(e - (between - e) * m2 / m1));
}

// Normal impulse (1 + e) m v_n; friction mu times that against the slip, at the rim.
TEST_CASE("a sliding disc takes mu (1 + e) m v of friction in an impact, by both laws") {
  const double mu = 0.1, e = 0.6, m = 2, v = 3, slip = 5;
  for (const bool poisson : {false, true}) {
    StepScene scene(testing::planar_disc({.mu_s = mu, .mu_k = mu, .e = e}, {slip, -v, 0}),
                    setup(poisson));
    scene.collide(0.1);
    scene.step();
    const double friction = mu * (1 + e) * m * v;
    const Eigen::VectorXd end = scene.end_of(1);
    CHECK(end[0] == relative(slip - friction / m));
    CHECK(end[1] == relative(e * v));
    CHECK(end[2] == relative(-friction / (0.5 * m)));
  }
}

// A ball (inertia 2/5 m r²) grips where 7/2 of the friction impulse would stop the slip: 2/7 of it.
TEST_CASE("a ball in space: friction of both phases lies against the slip, or grips") {
  const Vector2d heading(0.6, -0.8);
  for (const bool poisson : {false, true})
    for (const double mu : {0.05, 2.0}) {
      const double m = 2, v = 1, slip = 3, e = 0.5;
      const Vector3d start(slip * heading.x(), slip * heading.y(), -v);
      StepScene scene(testing::ball({.mu_s = mu, .mu_k = mu, .e = e}, start), setup(poisson));
      scene.collide(0.1);
      scene.step();
      const double most = slip * m * 2 / 7, friction = std::min(mu * (1 + e) * m * v, most);
      const Eigen::VectorXd end = scene.end_of(1);
      CHECK((end.head<2>() - (slip - friction / m) * heading).norm() < 1e-9);
      CHECK(end[2] == relative(e * v));
    }
}

// One falls, one leaves, one falls faster: what presses and rubs one is nothing to the others.
TEST_CASE("contacts of one island bounce and rub each by its own impulse, by both laws") {
  const double mu = 0.1, e = 0.5;
  const SurfacePair surface{.mu_s = mu, .mu_k = mu, .e = e};
  const Vector2d heading(0.6, -0.8);
  const std::array<double, 3> fall{1, -1, 2}, slip{3, 4, 5}, mass{2, 3, 1};
  for (const bool poisson : {false, true}) {
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = surface});
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
    std::vector<Vector2d> centres;
    std::vector<Vector3d> velocities;
    for (int i = 0; i < 3; ++i) {
      BodyDef ball{.kind = BodyKind::spatial, .mass = mass[i]};
      ball.spatial.pose.p = {5.0 * i, 0, 1};
      ball.spatial.velocity << slip[i] * heading, -fall[i];
      ball.spatial.shapes = {{.shape = spatial::Sphere{1}}};
      builder.add_body(ball);
      centres.emplace_back(5 * i, 1);
      velocities.emplace_back(slip[i], -fall[i], 0);
    }
    StepScene space(builder.build().value(), setup(poisson));
    StepScene plane(
        testing::planar_discs(surface, centres, velocities, {mass[0], mass[1], mass[2]}),
        setup(poisson));
    for (StepScene* scene : {&space, &plane}) {
      scene->collide(0.1);
      REQUIRE(scene->rows.contacts.size() == 3);
      scene->step();
    }
    for (int i = 0; i < 3; ++i) {
      CAPTURE(i);
      const double left = slip[i] - mu * (1 + e) * std::max(0.0, fall[i]);
      const double rise = fall[i] > 0 ? e * fall[i] : -fall[i];
      const Vector3d ball(left * heading.x(), left * heading.y(), rise);
      CHECK((space.end_of(i + 1).head<3>() - ball).norm() < 1e-9);
      CHECK((plane.end_of(i + 1).head<2>() - Vector2d(left, rise)).norm() < 1e-9);
    }
  }
}

// Along x the ball slides on, along y it grips, as if the other tangent were not there.
TEST_CASE("under the box law each tangent has mu of both phases for itself, by both laws") {
  const double mu = 0.2, m = 2, v = 1, e = 0.5, slides = 3, grips = 0.2;
  for (const bool poisson : {false, true}) {
    StepScene scene(testing::ball({.mu_s = mu, .mu_k = mu, .e = e}, Vector3d(slides, grips, -v), m),
                    setup(poisson, ContactLaw::box));
    scene.collide(0.1);
    scene.step();
    const Vector3d expected(slides - mu * (1 + e) * v, grips * 5 / 7, e * v);
    CHECK((scene.end_of(1).head<3>() - expected).norm() < 1e-9);
  }
}

// Against the belt, which is faster than the disc: friction takes energy, however much the disc
// gains by it, so that e stays as it is.
TEST_CASE("a bounce on a belt is judged by the motion against the belt") {
  const double mu = 0.05, e = 0.99, m = 2, v = 3, ahead = 2, belt = 3;
  for (const bool poisson : {false, true}) {
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = e}});
    builder.add_body({.kind = BodyKind::fixed,
                      .pose = {{0, -0.1}, 0},
                      .shapes = {{.shape = planar::box(20, 0.2), .surface_velocity = belt}}});
    builder.add_body({.pose = {{0, 1}, 0},
                      .velocity = {ahead, -v, 0},
                      .shapes = {{.shape = planar::Disc{1}}},
                      .mass = m,
                      .inertia = 0.5 * m});
    StepScene scene(builder.build().value(), setup(poisson));
    scene.collide(0.1);
    REQUIRE(scene.rows.contacts.size() == 1);
    scene.step();
    const double friction = mu * (1 + e) * m * v;
    CHECK(scene.factor == 1.0);
    const Vector3d expected(ahead + friction / m, e * v, friction / (0.5 * m));
    CHECK((scene.end_of(1) - expected).norm() < 1e-9);
  }
}

TEST_CASE("what is slow, far or open does not bounce") {
  const SurfacePair surface{.mu_s = 0, .mu_k = 0, .e = 0.8};
  const auto is_impact = [&](double speed, double height, double impact_speed) {
    RowSetup with = setup(false);
    with.impact_speed = impact_speed;
    StepScene scene(testing::planar_disc(surface, {0, speed, 0}, height), with);
    scene.collide(0.1);
    scene.settle();
    return impacts(scene.rows, 0);
  };
  // By default twice what gravity changes in a step, 0.02 m/s.
  CHECK_FALSE(is_impact(-0.019, 1, 0));
  CHECK(is_impact(-0.021, 1, 0));
  CHECK_FALSE(is_impact(-0.99, 1, 1.0));
  CHECK(is_impact(-1.01, 1, 1.0));
  CHECK_FALSE(is_impact(1.0, 1, 0));
  CHECK(is_impact(-3, 1 + 0.9 * 3 * kDt, 0));
  CHECK_FALSE(is_impact(-3, 1 + 1.1 * 3 * kDt, 0));
}

TEST_CASE("overlap is not recovered on top of a bounce, and a large one outweighs it") {
  for (const bool poisson : {false, true}) {
    StepScene scene(testing::planar_disc({.mu_s = 0, .mu_k = 0, .e = 0.5}, {0, -3, 0}),
                    setup(poisson));
    scene.collide(0.1);
    scene.rows.contacts[0].pair.gap = -1e-6;
    scene.rows.contacts[0].bias = -1e-3;
    scene.step();
    CHECK(scene.end_of(1)[1] == relative(1.5));
    scene.rows.contacts[0].bias = -2.5;
    scene.step();
    CHECK(scene.end_of(1)[1] == relative(2.5));
    CHECK(scene.factor == 1.0);
  }
}

// m = 2 kg approaches at 3 m/s. The impulse is 2 (3 + rate), its work half of that times (rate -
// 3), of which the energy of push-out is taken off: all of the rate or, of bodies that roll, what
// it exceeds the approach by.
TEST_CASE(
    "the energy of an impact leaves out push-out, and what rolling opens beyond its approach") {
  for (const bool rolls : {false, true})
    for (const double rate : {2.0, 4.0}) {
      CAPTURE(rolls);
      CAPTURE(rate);
      StepScene scene(testing::planar_disc({.mu_s = 0, .mu_k = 0, .e = 0}, {0, -3, 0}),
                      setup(false));
      scene.collide(0.1);
      scene.rows.contacts[0].pair.curve = rolls ? 1e-4 : 0.0;
      scene.rows.contacts[0].bias = -rate;
      scene.step();
      const double pushed = rolls ? std::max(rate - 3, 0.0) : rate;
      CHECK(impact_energy(scene.rows, scene.problem).gain ==
            relative((3 + rate) * (rate - 3 - pushed)));
    }
}

TEST_CASE("unstabilised rows neither bounce nor push overlap apart, but stop what approaches") {
  for (const bool poisson : {false, true}) {
    StepScene scene(testing::planar_disc({.mu_s = 0, .mu_k = 0, .e = 1}, {0, -3, 0}),
                    setup(poisson));
    scene.collide(0.1);
    scene.rows.contacts[0].bias = -2.5;
    scene.rows.unstabilised = {1};
    scene.step();
    CHECK(std::abs(scene.end_of(1)[1]) < 1e-14);
    CHECK(decompression_floor(scene.rows, 0, 4.0, 1.0, 1.0) == 4.0);
    scene.rows.compliance[0] = 1e-3;
    restitute_bias(scene.rows, 0, 1.0);
    CHECK(scene.rows.bias[0] == -2.5);  // a spring pushes by its law
    scene.rows.unstabilised = {0};
    CHECK(decompression_floor(scene.rows, 0, 4.0, 1.0, 1.0) == 4.0);  // and gives back what it took
  }
}

TEST_CASE("the floor of decompression: p, and e of what the step's forces did not press") {
  StepScene scene(testing::planar_disc({.mu_s = 0, .mu_k = 0, .e = 0.5}, {-1, -3, 0}), setup(true));
  scene.bound(1, Eigen::RowVector3d(1, 0, 0), 0, INFINITY, {.bias = 0, .start = -1, .e = 0.25});
  scene.bound(1, Eigen::RowVector3d(1, 0, 0), -3, 3, {});
  scene.collide(0.1);
  scene.settle();
  const int contact = 2;
  CHECK(decompression_floor(scene.rows, contact, 8, 2, 1) == 8 + 0.5 * 6);
  CHECK(decompression_floor(scene.rows, contact, 8, 2, 0.5) == 8 + 0.25 * 6);
  CHECK(decompression_floor(scene.rows, contact, 1, 2, 1) == 1);
  CHECK(decompression_floor(scene.rows, contact, -1, 0, 1) == 0);
  CHECK(decompression_floor(scene.rows, 0, 8, 0, 1) == 8 + 0.25 * 8);
  CHECK(decompression_floor(scene.rows, 1, 2, 0, 1) == -3);
}

TEST_CASE("a limit bounces where it is hit, by both laws, and else only stops") {
  for (const bool poisson : {false, true})
    for (const double reach : {0.5 * kDt, 2.0 * kDt}) {
      StepScene scene(testing::planar_disc({}, {-1, 5, 0}, 3), setup(poisson));
      scene.bound(1, Eigen::RowVector3d(1, 0, 0), 0, INFINITY,
                  {.bias = reach / kDt, .start = -1, .e = 0.4});
      scene.step();
      const double expected = reach < kDt ? 0.4 : -1.0;
      CHECK(scene.end_of(1)[0] == relative(expected));
    }
}

namespace {

// A rod of 1 m that comes down on its end at `angle` from the ground, sliding and turning.
Model falling_rod(double angle, double slip, double spin, double mu, double e) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = e}});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  builder.add_body({.pose = {{0, 0.5 * std::sin(angle) + 0.01}, angle},
                    .velocity = {slip, -1, spin},
                    .shapes = {{.shape = planar::Capsule{0.5, 0.01}}},
                    .mass = 1.0,
                    .inertia = 1.0 / 12});
  return builder.build().value();
}

double kinetic(const StepScene& scene, const Eigen::VectorXd& v) {
  return kinetic_energy(scene.model, scene.state.q, v);
}

}  // namespace

// Newton's law gains energy where friction turns the slip round (Kane & Levinson 1985).
TEST_CASE("no impact of a rod with friction gains energy; where Newton's law would, e is lowered") {
  int lowered = 0, kept = 0;
  for (const bool poisson : {false, true})
    for (double angle = 0.3; angle < 1.3; angle += 0.1)
      for (const double slip : {-2.0, -0.5, 0.5, 2.0})
        for (const double spin : {-3.0, 0.0, 3.0}) {
          StepScene scene(falling_rod(angle, slip, spin, 0.8, 0.9), setup(poisson));
          scene.collide(0.001);
          if (scene.rows.contacts.empty()) continue;
          scene.step();
          CHECK(kinetic(scene, scene.end()) <= kinetic(scene, scene.state.v) * (1 + 1e-9));
          CHECK_FALSE(impact_energy(scene.rows, scene.problem).is_gained());
          lowered += scene.factor < 1;
          if (poisson || scene.factor == 0 || scene.factor == 1) continue;
          // No more than the gain: the energy is kept, and the rod leaves with what is left of e.
          CHECK(kinetic(scene, scene.end()) == relative(kinetic(scene, scene.state.v), 1e-7));
          const double approach = (scene.jacobian() * scene.state.v)[0];
          CHECK((scene.jacobian() * scene.end())[0] == relative(-scene.factor * 0.9 * approach));
          ++kept;
        }
  CHECK(lowered > 0);
  CHECK(kept > 0);
}

// A push along the ground that gives more energy than the bounce takes.
TEST_CASE("the work of a motor counts as no gain of the bounce beside it") {
  std::mt19937 random(14);
  const auto draw = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
  for (int trial = 0; trial < 20; ++trial) {
    const bool poisson = trial % 2 == 1;
    const double m = draw(0.5, 5), e = draw(0.3, 0.99), fall = draw(1, 4), speed = draw(1, 5);
    const double loss = 0.5 * m * (1 - e * e) * fall * fall;
    const double push = draw(1.1, 5) * loss / speed, drive = 2 * (speed + push / m);
    CAPTURE(poisson);
    CAPTURE(e);
    StepScene scene(testing::planar_disc({.mu_s = 0, .mu_k = 0, .e = e}, {speed, -fall, 0}, 1, m),
                    setup(poisson));
    scene.bound(1, Eigen::RowVector3d(1, 0, 0), -push, push, {.bias = -drive, .start = speed});
    scene.collide(0.1);
    scene.step();
    CHECK(scene.end_of(1)[0] == relative(speed + push / m));
    CHECK(scene.end_of(1)[1] == relative(e * fall));
  }
}

}  // namespace perpend
