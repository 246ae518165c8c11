// SPDX-License-Identifier: Apache-2.0
//
// Rolling and spinning friction of one step against closed forms: about which axes, of whose load.
#include <doctest/doctest.h>

#include <vector>

#include "contact/resistance_rows.hpp"
#include "contact/step_scene.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;
using testing::StepScene;

constexpr double kRolling = 0.2, kSpinning = 0.1;

RowSetup setup(const ContactLaw& law) {
  return {.law = law, .dt = 1e-2, .impact_speed = 1e9, .stick_speed = 1e-6};
}

// Slippery, so that only moments turn what touches.
SurfacePair surface() {
  return {.mu_s = 0, .mu_k = 0, .rolling = kRolling, .spinning = kSpinning};
}

// Contacts with the rows of their resistances before them.
void collide(StepScene& scene) {
  Collider collider(scene.model);
  const auto pairs = collider.collide(scene.state, 0.01);
  StepRows& rows = scene.rows;
  append_resistance_rows(scene.model, scene.state, pairs, rows);
  append_contact_rows(scene.model, scene.state, rows.setup.law, rows.setup.stick_speed, 0.0, pairs,
                      rows.pool, rows.contacts);
}

std::vector<Vector3d> moments(const StepScene& scene) {
  std::vector<Vector3d> found(scene.rows.contacts.size(), Vector3d::Zero());
  add_resistance_moments(scene.rows, found);
  return found;
}

}  // namespace

// Normal impulse m times the fall, inertia m/2.
TEST_CASE("discs that turn in place are braked by their own load, under every law") {
  for (const ContactLaw& law : all_laws()) {
    CAPTURE(to_string(law));
    StepScene scene(testing::planar_discs(surface(), {{0, 1}, {5, 1}, {9, 1}},
                                          {{0, -1, 5}, {0, -2, -4}, {0, -1, 0.3}}, {2, 3, 2}),
                    setup(law));
    collide(scene);
    REQUIRE(scene.rows.contacts.size() == 3);
    CHECK(scene.rows.resistances.size() == 3);  // in the plane nothing spins about a normal
    scene.step();
    CHECK(scene.end_of(1)[2] == relative(5 - kRolling * 1 / 0.5, 1e-9));
    CHECK(scene.end_of(2)[2] == relative(-4 + kRolling * 2 / 0.5, 1e-9));
    CHECK(scene.end_of(3)[2] == near_zero(1e-9));
    const std::vector<Vector3d> found = moments(scene);
    CHECK((found[0] - Vector3d(0, 0, -kRolling * 2 * 1)).norm() < 1e-9);
    CHECK((found[1] - Vector3d(0, 0, kRolling * 3 * 2)).norm() < 1e-9);
    CHECK((found[2] - Vector3d(0, 0, -0.3)).norm() < 1e-9);
  }
}

TEST_CASE("a ball is braked about the tangents against its roll and about the normal for itself") {
  const double m = 2, fall = 1, roll = 5, spin = 3, inertia = 0.4 * m, load = m * fall;
  const Vector2d heading(0.6, -0.8);
  StepScene scene(testing::ball(surface(), {0, 0, -fall}, m), setup(ContactLaw::cone));
  auto omega = scene.state.v.segment<3>(scene.model.bodies[1].v_offset + 3);
  omega << roll * heading, spin;
  scene.rows.v_free = scene.state.v;
  collide(scene);
  REQUIRE(scene.rows.resistances.size() == 2);
  scene.step();
  Vector3d moment;
  moment << -kRolling * load * heading, -kSpinning * load;
  CHECK((scene.end_of(1).tail<3>() - (omega + moment / inertia)).norm() < 1e-9);
  CHECK((moments(scene).at(0) - moment).norm() < 1e-9);
}

TEST_CASE(
    "a bounce brakes a spin by all of its normal impulse, by Poisson's law by compression's") {
  const double e = 0.5, m = 2, fall = 3, spin = 5;
  SurfacePair bouncy = surface();
  bouncy.e = e;
  for (const bool poisson : {false, true})
    for (const bool in_space : {false, true}) {
      CAPTURE(poisson);
      CAPTURE(in_space);
      RowSetup with = setup(ContactLaw::cone);
      with.decompresses = poisson;
      with.impact_speed = 0.1;
      StepScene scene(in_space ? testing::ball(bouncy, {0, 0, -fall}, m)
                               : testing::planar_disc(bouncy, {0, -fall, 0}, 1, m),
                      with);
      const int turns = in_space ? 3 : 2;
      scene.state.v[scene.model.bodies[1].v_offset + turns] = spin;
      scene.rows.v_free = scene.state.v;
      collide(scene);
      scene.step();
      const double inertia = (in_space ? 0.4 : 0.5) * m, press = (poisson ? 1 : 1 + e) * m * fall;
      CHECK(scene.end_of(1)[in_space ? 2 : 1] == relative(e * fall, 1e-9));
      CHECK(scene.end_of(1)[turns] == relative(spin - kRolling * press / inertia, 1e-9));
    }
}

TEST_CASE("what does not turn has no rolling friction") {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = surface()});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  BodyDef particle{.kind = BodyKind::spatial_particle, .mass = 1.0};
  particle.spatial.pose.p = {0, 0, 0.1};
  particle.spatial.shapes = {{.shape = spatial::Sphere{0.1}}};
  builder.add_body(particle);
  StepScene scene(builder.build().value(), setup(ContactLaw::cone));
  CHECK(has_resistances(scene.model));
  collide(scene);
  REQUIRE(scene.rows.contacts.size() == 1);
  CHECK(scene.rows.resistances.empty());
}

// Between what turns and a particle the moment is on the one that turns.
TEST_CASE("rolling friction against a particle brakes the other body alone") {
  for (const bool in_space : {false, true})
    for (const bool first : {false, true}) {
      CAPTURE(in_space);
      ModelBuilder builder;
      builder.set_gravity({0, 0, 0});
      builder.add_material({.name = "default", .self = surface()});
      const auto add = [&](bool particle, double x, double speed) {
        BodyDef def{.mass = 1.0};
        def.kind = in_space ? (particle ? BodyKind::spatial_particle : BodyKind::spatial)
                            : (particle ? BodyKind::particle : BodyKind::rigid);
        if (!particle && !in_space) def.inertia = 0.5;
        def.pose.p.x() = def.spatial.pose.p.x() = x;
        def.velocity.x() = def.spatial.velocity.x() = speed;
        if (!in_space) def.shapes = {{.shape = planar::Disc{1}}};
        if (in_space) def.spatial.shapes = {{.shape = spatial::Sphere{1}}};
        if (!particle && in_space) def.spatial.inertia = 0.4 * Eigen::Matrix3d::Identity();
        builder.add_body(def);
      };
      add(first, 0, 1), add(!first, 2, -1);
      StepScene scene(builder.build().value(), setup(ContactLaw::cone));
      const Body& turning = scene.model.bodies[first ? 1 : 0];
      const double spin = 5;
      const int turns = turning.v_offset + turning.dof - 1;  // about z, a tangent
      scene.state.v[turns] = spin;
      scene.rows.v_free = scene.state.v;
      collide(scene);
      REQUIRE(scene.rows.contacts.size() == 1);
      const Eigen::MatrixXd J = scene.jacobian();
      const int rows = in_space ? 3 : 1;
      CHECK(scene.rows.resistances.size() == (in_space ? 2u : 1u));
      for (int r = 0; r < rows; ++r) {
        Eigen::RowVectorXd spins = J.row(r);
        CHECK(spins.norm() == relative(1));
        spins.segment(turning.v_offset + (in_space ? 3 : 2), in_space ? 3 : 1).setZero();
        CHECK(spins.isZero(0));
      }
      scene.step();  // they stop each other by 1 N·s
      CHECK(scene.end()[turns] == relative(spin - kRolling / (in_space ? 0.4 : 0.5), 1e-9));
      CHECK(scene.end_of(first ? 0 : 1)[0] == near_zero(1e-9));
    }
}

TEST_CASE("the effort of a step counts every solve that its resistances take") {
  StepScene scene(
      testing::planar_discs(surface(), {{0, 1}, {5, 1}}, {{0, -1, 5}, {0, -2, -4}}, {2, 3}),
      setup(ContactLaw::cone));
  collide(scene);
  scene.step();
  const lcp::Solution& last = scene.problem.solution();
  const int all =
      scene.problem.answer().effort.pivots + scene.problem.answer().effort.factorisations;
  CHECK(last.pivots + last.factorisations > 0);
  CHECK(all > last.pivots + last.factorisations);
  scene.step();  // not those of the step before
  CHECK(scene.problem.answer().effort.pivots + scene.problem.answer().effort.factorisations == all);
}

TEST_CASE("a model has resistances where a pair of its surfaces rolls or spins against one") {
  const auto has = [](double rolling, double spinning) {
    ModelBuilder builder;
    builder.add_material({.name = "felt", .self = {.mu_s = 1, .mu_k = 1}});
    builder.set_surface_pair("default", "felt",
                             {.mu_s = 1, .mu_k = 1, .rolling = rolling, .spinning = spinning});
    builder.add_body({.shapes = {{.shape = planar::Disc{1}}}, .material = "felt"});
    return has_resistances(builder.build().value());
  };
  CHECK(has(0.1, 0.1));
  CHECK(has(0.1, 0));
  CHECK(has(0, 0.1));
  CHECK(!has(0, 0));
}

}  // namespace perpend
