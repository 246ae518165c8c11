// SPDX-License-Identifier: Apache-2.0
// Views beside what turns and projections give.
#include "io/page/space_view.hpp"

#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <random>

#include "io/page/run_page_view.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;

struct Ball {
  Vector3d center;
  double radius;
};

// Balls beside the frames of turned bodies, and a particle.
struct Scattered {
  std::vector<Ball> balls;
  Model model;

  Scattered(std::mt19937& random, const Vector3d& gravity) {
    std::uniform_real_distribution<double> draw(-1, 1);
    const auto vector = [&] {
      const double x = draw(random), y = draw(random), z = draw(random);
      return Vector3d(x, y, z);
    };
    const auto turn = [&] {
      const Vector3d axis = vector();
      return Eigen::Quaterniond(Eigen::AngleAxisd(2 * draw(random), axis.normalized()));
    };
    ModelBuilder builder;
    builder.set_gravity(gravity);
    for (int i = 0; i < 4; ++i) {
      BodyDef def{.kind = i == 2 ? BodyKind::spatial_fixed : BodyKind::spatial};
      def.spatial.pose = {5 * vector() + Vector3d(20 * i, 0, 0), turn()};
      for (int k = 0; k < 2; ++k) {
        const Vector3d at = vector();
        const double radius = 0.3 + 0.2 * draw(random);
        def.spatial.shapes.push_back(
            {.shape = spatial::Sphere{radius}, .pose = {.p = at, .r = turn()}});
        balls.push_back({spatial::transform_point(def.spatial.pose, at), radius});
      }
      builder.add_body(def);
    }
    BodyDef dot{.kind = BodyKind::spatial_particle, .mass = 1};
    dot.spatial.pose.p = 5 * vector();
    balls.push_back({dot.spatial.pose.p, 0});
    builder.add_body(dot);
    model = builder.build().value();
  }
};

}  // namespace

TEST_CASE("a view looks from 0.5 rad beside the front and 0.35 rad above it, wherever up is") {
  std::mt19937 random(1);
  const std::pair<Vector3d, Vector3d> cases[] = {
      // gravity, right where the eye is in front
      {{0, 0, -9.81}, {1, 0, 0}}, {{0, -2, 0}, {1, 0, 0}}, {{0, 0, 0}, {1, 0, 0}},
      {{0, 0, 3}, {1, 0, 0}},     {{-4, 0, 0}, {0, 1, 0}}, {{3, 0, -4}, Vector3d(4, 0, 3) / 5}};
  for (const auto& [gravity, right] : cases) {
    CAPTURE(gravity.transpose());
    const Scattered scene(random, gravity);
    const State start = initial_state(scene.model);
    const SpaceView view = space_view(scene.model, std::span(&start, 1));
    const Vector3d up = gravity.norm() > 0 ? Vector3d(-gravity.normalized()) : Vector3d(0, 0, 1);
    CHECK((upward(scene.model) - up).norm() < 1e-12);
    // The eye in front is turned to the right about the vertical, then lifted about what is right.
    const Eigen::AngleAxisd beside(0.5, up);
    const Vector3d across = beside * right;
    const Eigen::AngleAxisd above(-0.35, across);
    CHECK((view.right - across).norm() < 1e-12);
    CHECK((view.toward - above * (beside * right.cross(up))).norm() < 1e-12);
    CHECK((view.up - above * up).norm() < 1e-12);
    CHECK(view.depth(view.toward) == relative(1));
    CHECK(view.project(view.center).norm() < 1e-12);
  }
}

TEST_CASE("a view holds the balls of all states, with a twentieth of its longer side about them") {
  std::mt19937 random(2);
  for (int k = 0; k < 20; ++k) {
    const Scattered scene(random, {1, 2, -9});
    std::vector<State> states(2, initial_state(scene.model));
    const Vector3d moved(7, -3, 2);  // of the particle, which comes last
    states[1].q.tail<3>() += moved;
    std::vector<Ball> balls = scene.balls;
    balls.push_back({balls.back().center + moved, 0});
    Eigen::AlignedBox3d room;
    for (const Ball& ball : balls) {
      room.extend(ball.center - Vector3d::Constant(ball.radius));
      room.extend(ball.center + Vector3d::Constant(ball.radius));
    }
    const SpaceView view = space_view(scene.model, states);
    CHECK((view.center - room.center()).norm() < 1e-12);
    Eigen::AlignedBox2d seen;
    for (const Ball& ball : balls) {
      seen.extend(view.project(ball.center) - Vector2d::Constant(ball.radius));
      seen.extend(view.project(ball.center) + Vector2d::Constant(ball.radius));
    }
    const double margin = 0.05 * seen.sizes().maxCoeff();
    for (const study::ViewFrame& frame :
         {extent(scene.model, states, view), view_of(scene.model, states)}) {
      CHECK((frame.lo - seen.min() + Vector2d::Constant(margin)).norm() < 1e-12);
      CHECK((frame.hi - seen.max() - Vector2d::Constant(margin)).norm() < 1e-12);
    }
  }
}

TEST_CASE("the view holds the visuals of bodies, wherever their bodies have their frames") {
  ModelBuilder builder;
  BodyDef def{.kind = BodyKind::spatial, .mass = 1};
  def.spatial.pose = {{1, 2, 3}, Eigen::Quaterniond(0.6, 0.8, 0, 0)};
  def.spatial.center_of_mass = Vector3d(0.4, 0.5, 0.6);
  def.spatial.inertia = Vector3d(3, 2, 2.5).asDiagonal();
  builder.add_body(def);
  const Model model = builder.build().value();
  const State start = initial_state(model);
  const auto states = std::span(&start, 1);
  const spatial::Pose at{{7, -3, 2}};
  const auto soup = std::make_shared<const spatial::TriangleSoup>(
      spatial::TriangleSoup{{{-1, -2, -2}, {1, 2, 2}, {0, 0, 0}}, {{0, 1, 2}}});
  const std::vector<study::Visuals> visuals{
      {{.geometry = spatial::Shape(spatial::Sphere{2}), .pose = at}, {.geometry = soup}}};
  Eigen::AlignedBox3d room;
  for (const auto& [center, radius] : {std::pair(at.p, 2.0), std::pair(Vector3d(0, 0, 0), 3.0)}) {
    room.extend(transform_point(def.spatial.pose, center) - Vector3d::Constant(radius));
    room.extend(transform_point(def.spatial.pose, center) + Vector3d::Constant(radius));
  }
  const SpaceView view = space_view(model, states, visuals);
  CHECK((view.center - room.center()).norm() < 1e-12);
  const study::ViewFrame frame = extent(model, states, view, visuals);
  CHECK((frame.hi - frame.lo).minCoeff() > 6);
  const nlohmann::json told = view_json({.model = &model, .visuals = visuals}, states);
  CHECK(told["hi"] == nlohmann::json({frame.hi.x(), frame.hi.y()}));
}

TEST_CASE("pages are told the view of a model, or the frame that was asked for") {
  std::mt19937 random(3);
  const Scattered scene(random, {0, -1, 0});
  const State start = initial_state(scene.model);
  const auto states = std::span(&start, 1);
  const SpaceView view = space_view(scene.model, states);
  const auto numbers = [](const Vector3d& v) { return nlohmann::json({v.x(), v.y(), v.z()}); };
  const study::ViewFrame own = view_of(scene.model, states);
  const nlohmann::json told = view_json({.model = &scene.model}, states);
  CHECK(told["lo"] == nlohmann::json({own.lo.x(), own.lo.y()}));
  CHECK(told["hi"] == nlohmann::json({own.hi.x(), own.hi.y()}));
  CHECK(told["center"] == numbers(view.center));
  CHECK(told["right"] == numbers(view.right));
  CHECK(told["up"] == numbers(view.up));
  CHECK(told["vertical"] == numbers({0, 1, 0}));
  const nlohmann::json given =
      view_json({.model = &scene.model, .view = study::ViewFrame{{1, 2}, {3, 4}}}, states);
  CHECK(given["lo"] == nlohmann::json({1, 2}));
  CHECK(given["hi"] == nlohmann::json({3, 4}));
  CHECK(given["up"] == told["up"]);
  ModelBuilder plane;
  plane.add_body({.kind = BodyKind::particle, .mass = 1});
  const Model flat = plane.build().value();
  const State at = initial_state(flat);
  CHECK_FALSE(is_in_space(flat));
  CHECK(view_json({.model = &flat, .view = study::ViewFrame{{1, 2}, {3, 4}}}, std::span(&at, 1)) ==
        nlohmann::json({{"lo", {1, 2}}, {"hi", {3, 4}}}));
}

}  // namespace perpend::io
