// SPDX-License-Identifier: Apache-2.0
// How deep bodies that tumble over each other get into one another.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "contact/collider.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Quaterniond, Eigen::Vector3d;

constexpr double kRadius = 0.3;  // of the smallest half side

class Pile {
 public:
  explicit Pile(unsigned seed) : random_(seed) {}

  Model boxes_in_space(int side, int layers) {
    builder_.set_gravity({0, 0, -9.81});
    builder_.add_body({.kind = BodyKind::spatial_fixed,
                       .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
    for (int k = 0; k < layers; ++k)
      for (int i = 0; i < side; ++i)
        for (int j = 0; j < side; ++j) {
          BodyDef def{.kind = BodyKind::spatial, .mass = 1.0 + around(0.5)};
          def.spatial.pose.p = {1.55 * i + around(0.1), 1.55 * j + around(0.1), 0.8 + 1.5 * k};
          def.spatial.pose.r = Quaterniond(1, around(0.3), around(0.3), around(0.3)).normalized();
          def.spatial.velocity = {around(0.5), around(0.5), 0};
          def.spatial.shapes = {{.shape = spatial::Box{{0.5, 0.4, kRadius}}}};
          builder_.add_body(def);
        }
    return builder_.build().value();
  }

  Model boxes_in_the_plane(int side, int layers) {
    builder_.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}});
    for (int k = 0; k < layers; ++k)
      for (int i = 0; i < side; ++i)
        builder_.add_body({.pose = {{1.55 * i + around(0.1), 0.8 + 1.5 * k}, around(1.0)},
                           .velocity = {around(2.0), 0, around(3.0)},
                           .shapes = {{planar::box(1.0, 2 * kRadius)}}});
    return builder_.build().value();
  }

 private:
  double around(double most) {
    return std::uniform_real_distribution<double>(-most, most)(random_);
  }

  ModelBuilder builder_;
  std::mt19937 random_;
};

struct Fall {
  double overlap = 0.0;  // deepest, m
  double gain = 0.0;     // most energy over that of the start, J
};

Fall fall(const Model& model, double dt, double duration) {
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  const double start = energy(model, state);
  Fall worst;
  while (state.time < duration) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    worst.overlap = std::max(worst.overlap, report.certificate.penetration);
    worst.gain = std::max(worst.gain, report.certificate.energy_after - start);
  }
  return worst;
}

// Piles of two seeds, with steps of a game and with short ones.
void check_falls(Model (Pile::*pile)(int, int), int side, int layers, double duration,
                 double most) {
  for (const unsigned seed : {1u, 2u})
    for (const double dt : {1.0 / 60, 0.005}) {
      CAPTURE(seed);
      CAPTURE(dt);
      Pile bodies(seed);
      const Fall worst = fall((bodies.*pile)(side, layers), dt, duration);
      CHECK(worst.overlap < most * kRadius);
      CHECK(worst.gain < 1e-9);
    }
}

}  // namespace

// Rows at the pose of a step alone let corners that come round edges sink in by 0.08 m at 1/60 s
// and by 0.024 m at 5 ms.
TEST_CASE("boxes that tumble over each other in space overlap by 0.3 % of their size at most") {
  check_falls(&Pile::boxes_in_space, 2, 3, 3, 0.003);
}

TEST_CASE("boxes that tumble over each other in the plane overlap by 0.4 % of their size at most") {
  check_falls(&Pile::boxes_in_the_plane, 5, 5, 4, 0.004);
}

namespace {

// Bodies of radius 0.06 to 0.12 m that spin by up to 0.8 rad in a step of 1/60 s, on a floor.
class Spinners {
 public:
  explicit Spinners(unsigned seed) : random_(seed) {}

  Model in_space() {
    surface();
    builder_.set_gravity({0, 0, -9.81});
    builder_.add_body({.kind = BodyKind::spatial_fixed,
                       .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
    for (int i = 0; i < 6; ++i) {
      BodyDef def{.kind = BodyKind::spatial, .mass = std::exp(between(0, 6))};
      def.spatial.pose.p = {between(-0.05, 0.05), between(-0.05, 0.05), 0.2 + 0.3 * i};
      def.spatial.pose.r =
          Quaterniond(1, between(-1, 1), between(-1, 1), between(-1, 1)).normalized();
      def.spatial.omega = {between(-28, 28), between(-28, 28), between(-28, 28)};
      const double r = size();
      if (i % 2 == 0)
        def.spatial.shapes = {{.shape = spatial::capsule(r, 0.4 * r)}};
      else
        def.spatial.shapes = {{.shape = spatial::box(r, 0.7 * r, 0.9 * r)}};
      builder_.add_body(def);
    }
    return builder_.build().value();
  }

  Model in_the_plane() {
    surface();
    builder_.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}});
    for (int i = 0; i < 6; ++i) {
      const double r = size();
      const planar::Shape shape =
          i % 2 == 0 ? planar::Shape(planar::capsule(r, 0.4 * r)) : planar::box(r, 0.8 * r);
      builder_.add_body({.pose = {{between(-0.05, 0.05), 0.2 + 0.3 * i}, between(-3, 3)},
                         .velocity = {0, 0, between(-48, 48)},
                         .shapes = {{.shape = shape}},
                         .mass = std::exp(between(0, 6))});
    }
    return builder_.build().value();
  }

  double smallest() const { return smallest_; }

 private:
  double between(double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random_);
  }
  double size() {
    const double r = between(0.06, 0.12);
    smallest_ = std::min(smallest_, 0.35 * r);
    return r;
  }
  void surface() {
    const double mu = between(0, 2);
    builder_.add_material(
        {.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = between(0, 1)}});
  }

  ModelBuilder builder_;
  std::mt19937 random_;
  double smallest_ = 1.0;  // m, of the inner radii
};

// The deepest overlap in a run, in the middle of steps and between them.
double deepest(const Model& model, double dt, double duration) {
  Simulator simulator(model, {.dt = dt});
  Collider collider(model);
  State state = initial_state(model);
  double deep = 0;
  while (state.time < duration) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    deep = std::max(deep, report.certificate.penetration);
    for (const ContactPair& pair : collider.collide(state, 0.0)) deep = std::max(deep, -pair.gap);
  }
  return deep;
}

}  // namespace

// A row knows the straight way of its points: before it was told what turning takes from the gap,
// and before anybody looked halfway, the deepest were in each other by half.
TEST_CASE("bodies that spin far within a step overlap by 1 % of the smallest at most") {
  for (unsigned seed = 1; seed <= 12; ++seed)
    for (const bool in_space : {false, true}) {
      CAPTURE(seed);
      CAPTURE(in_space);
      Spinners spinners(seed);
      const Model model = in_space ? spinners.in_space() : spinners.in_the_plane();
      CHECK(deepest(model, 1.0 / 60, 1.0) < 0.01 * spinners.smallest());
    }
}

namespace {

// Discs, capsules and squares that fall without friction into a narrow bin, where a heavy one has
// light ones spin fast beside it.
Model narrow_bin(unsigned seed, double& smallest) {
  std::mt19937 random(seed);
  const auto between = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.e = std::max(0.0, between(-1, 1))}});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}});
  builder.add_body(
      {.kind = BodyKind::fixed,
       .shapes = {{planar::box(0.1, 2), {{-0.45, 1}, 0}}, {planar::box(0.1, 2), {{0.45, 1}, 0}}}});
  for (int i = 0; i < 12; ++i) {
    const double r = between(0.06, 0.12);
    const planar::Shape shapes[] = {planar::Disc{r}, planar::capsule(r, 0.4 * r),
                                    planar::box(0.9 * r, 0.9 * r)};
    const int kind = static_cast<int>(random() % 3);
    smallest = std::min(smallest, kind == 1 ? 0.4 * r : 0.45 * r);
    builder.add_body({.pose = {{0.26 * (i % 3 - 1), 0.2 + 0.27 * (i / 3)}, between(-3, 3)},
                      .shapes = {{.shape = shapes[kind]}},
                      .mass = std::exp(between(-3, 7))});
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("bodies that light ones spin between in a bin overlap by 1 % of the smallest at most") {
  const double steps[] = {1.0 / 60, 1.0 / 120, 0.004, 0.001};
  for (unsigned seed = 1; seed <= 130; ++seed) {
    CAPTURE(seed);
    double smallest = 1;
    const Model model = narrow_bin(seed, smallest);
    CHECK(deepest(model, steps[seed % 4], 0.6) < 0.01 * smallest);
  }
}

namespace {

// Two bodies of which one flies past the other or into it, by up to five times their size in a step
// and turning by up to half a radian.
class FlyBy {
 public:
  explicit FlyBy(unsigned seed) : random_(seed) {}

  Model in_space(double dt) {
    surface();
    for (const double side : {-1.0, 1.0}) {
      BodyDef def{.kind = BodyKind::spatial, .mass = std::exp(between(0, 6))};
      def.spatial.pose.p = {side * kApart, side * miss(), side * miss()};
      def.spatial.pose.r =
          Quaterniond(1, between(-1, 1), between(-1, 1), between(-1, 1)).normalized();
      def.spatial.velocity = {-side * speed(dt), 0, 0};
      def.spatial.omega = {turn(dt), turn(dt), turn(dt)};
      const double r = size();
      if (between(0, 3) < 1)
        def.spatial.shapes = {{.shape = spatial::capsule(r, 0.4 * r)}};
      else
        def.spatial.shapes = {{.shape = spatial::box(r, 0.7 * r, 0.9 * r)}};
      builder_.add_body(def);
    }
    return builder_.build().value();
  }

  Model in_the_plane(double dt) {
    surface();
    for (const double side : {-1.0, 1.0}) {
      const double r = size();
      const planar::Shape shape =
          between(0, 3) < 1 ? planar::Shape(planar::capsule(r, 0.4 * r)) : planar::box(r, 0.8 * r);
      builder_.add_body({.pose = {{side * kApart, side * miss()}, between(-3, 3)},
                         .velocity = {-side * speed(dt), 0, turn(dt)},
                         .shapes = {{.shape = shape}},
                         .mass = std::exp(between(0, 6))});
    }
    return builder_.build().value();
  }

  double smallest() const { return smallest_; }

 private:
  static constexpr double kApart = 0.3;
  double between(double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random_);
  }
  double miss() { return between(0, 0.06); }
  double speed(double dt) { return std::exp(between(std::log(0.01), std::log(0.25))) / dt; }
  double turn(double dt) { return between(-0.3, 0.3) / dt; }
  double size() {
    const double r = between(0.06, 0.12);
    smallest_ = std::min(smallest_, 0.35 * r);
    return r;
  }
  void surface() {
    const double mu = between(0, 2);
    builder_.set_gravity({0, 0, 0});
    builder_.add_material(
        {.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = between(0, 1)}});
  }

  ModelBuilder builder_;
  std::mt19937 random_;
  double smallest_ = 1.0;  // m, of the inner radii
};

}  // namespace

// Apart before a step and after it, corners had clipped each other by half on their way.
TEST_CASE("bodies that fly past each other overlap by 1 % of the smallest at most") {
  for (unsigned seed = 1; seed <= 200; ++seed)
    for (const bool in_space : {false, true}) {
      CAPTURE(seed);
      CAPTURE(in_space);
      const double dt = seed % 2 ? 1.0 / 60 : 0.002;
      FlyBy pair(seed);
      const Model model = in_space ? pair.in_space(dt) : pair.in_the_plane(dt);
      CHECK(deepest(model, dt, 30 * dt) < 0.01 * pair.smallest());
    }
}

// Apart along x it is flush with the top of the block: no contact until both ways are closed at
// once.
TEST_CASE("a box that flies round no edge but down into one is seen at the next pose") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body({.kind = BodyKind::spatial_fixed,
                    .spatial = {.pose = {.p = {0.9, 0, -0.5}},
                                .shapes = {{.shape = spatial::Box{{0.5, 2, 0.5}}}}}});
  builder.add_body({.kind = BodyKind::spatial,
                    .mass = 1,
                    .spatial = {.pose = {.p = {0, 0, 0.2}},
                                .velocity = {3, 0, -2},
                                .shapes = {{.shape = spatial::Box{{0.3, 0.3, 0.2}}}}}});
  CHECK(fall(builder.build().value(), 0.05, 0.5).overlap < 0.01);
}

// In the middle of its first step it is flush with the top of the block, 0.025 m before it; without
// the look it would be 0.05 m inside at the next.
TEST_CASE("a box that grazes a block on its way down is seen at the next pose, in the plane too") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body(
      {.kind = BodyKind::fixed, .pose = {{0.9, -0.5}, 0}, .shapes = {{planar::box(1, 1)}}});
  builder.add_body(
      {.pose = {{0, 0.25}, 0}, .velocity = {3, -2, 0}, .shapes = {{planar::box(0.6, 0.4)}}});
  CHECK(fall(builder.build().value(), 0.05, 0.5).overlap < 0.02);
}

TEST_CASE("bodies that overlap from the start take whole steps as they part") {
  for (const bool falls : {false, true}) {
    CAPTURE(falls);
    ModelBuilder builder;
    builder.set_gravity({0, 0, falls ? -9.81 : 0});
    builder.allow_start_overlap();
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .spatial = {.shapes = {{.shape = spatial::Box{{1, 1, 0.1}}}}}});
    BodyDef ball{.kind = BodyKind::spatial, .mass = 1.0};
    ball.spatial.pose.p = {0, 0, 0.25};
    ball.spatial.velocity = {1, 0, 0};
    ball.spatial.shapes = {{.shape = spatial::Sphere{0.3}}};
    builder.add_body(ball);
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 0.005, .recovery_speed = 0.5});
    State state = initial_state(model);
    for (int k = 0; k < 40; ++k) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.halvings == 0);
    }
    CHECK(spatial_pose(model, state, {1}).p.z() > 0.3);
  }
}

}  // namespace perpend
