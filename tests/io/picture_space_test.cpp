// SPDX-License-Identifier: Apache-2.0
// Pictures of bodies in space against closed forms: shadows of convex solids, and where they fall.
#include "io/picture_space.hpp"

#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

#include "io/run_page_space.hpp"
#include "perpend/io/scene.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;

double area(const std::vector<Vector2d>& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector2d &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    twice += a.x() * b.y() - a.y() * b.x();
  }
  return twice / 2;
}

bool is_convex(const std::vector<Vector2d>& polygon) {
  const std::size_t n = polygon.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vector2d a = polygon[(i + 1) % n] - polygon[i];
    const Vector2d b = polygon[(i + 2) % n] - polygon[(i + 1) % n];
    if (a.x() * b.y() - a.y() * b.x() < -1e-12) return false;
  }
  return true;
}

Model model_of(const std::string& bodies, const std::string& gravity = "[0, 0, -9.81]") {
  const auto scene = parse_scene(R"({"format": 1, "name": "t", "simulation": {"duration": 1},
    "gravity": )" + gravity + R"(, "bodies": [)" +
                                     bodies + "]}",
                                 "t.json");
  REQUIRE_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
  return scene->model;
}

const std::string kBall = R"({"name": "ball", "kind": "spatial", "position": [1, 2, 3],
  "shapes": [{"sphere": {"radius": 0.5}}]})";

// The shadow of a convex body of revolution or a box along the direction d, in the body's frame.
double shadow(const spatial::Shape& shape, const Vector3d& d) {
  constexpr double kPi = std::numbers::pi;
  const double across = std::hypot(d.x(), d.y());
  if (const auto* sphere = std::get_if<spatial::Sphere>(&shape))
    return kPi * sphere->radius * sphere->radius;
  if (const auto* box = std::get_if<spatial::Box>(&shape))
    return 4 * (box->half.y() * box->half.z() * std::abs(d.x()) +
                box->half.z() * box->half.x() * std::abs(d.y()) +
                box->half.x() * box->half.y() * std::abs(d.z()));
  if (const auto* cylinder = std::get_if<spatial::Cylinder>(&shape))
    return kPi * cylinder->radius * cylinder->radius * std::abs(d.z()) +
           4 * cylinder->radius * cylinder->half_length * across;
  const auto& capsule = std::get<spatial::Capsule>(shape);
  return kPi * capsule.radius * capsule.radius + 4 * capsule.radius * capsule.half_length * across;
}

TEST_CASE("silhouettes have the area of the shadow of their solid, however it is turned") {
  std::mt19937_64 random(1);
  const auto draw = [&] { return std::ldexp(static_cast<double>(random() >> 11), -52) - 1.0; };
  const std::vector<spatial::Shape> shapes{spatial::Sphere{0.7}, spatial::Box{{0.3, 0.5, 1.1}},
                                           spatial::Cylinder{0.8, 0.4}, spatial::Capsule{0.9, 0.3}};
  const Model model = model_of(kBall);
  const State start = initial_state(model);
  const SpaceView view = space_view(model, std::span(&start, 1));
  for (int k = 0; k < 200; ++k) {
    const spatial::Pose pose{{draw(), draw(), draw()},
                             Eigen::Quaterniond(draw(), draw(), draw(), draw()).normalized()};
    for (const spatial::Shape& shape : shapes) {
      const auto outline = silhouette(view, shape, pose);
      const double exact = shadow(shape, pose.r.conjugate() * view.toward);
      CHECK(is_convex(outline));
      // A circle of 48 corners covers 0.9972 of the round one.
      CHECK(area(outline) == doctest::Approx(exact).epsilon(0.003));
      for (const auto& line : visible_edges(view, shape, pose)) CHECK(line.size() >= 2);
    }
  }
}

TEST_CASE("the view is orthonormal, looks from above and has up against gravity") {
  for (const std::string gravity : {"[0, 0, -9.81]", "[0, -9.81]", "[-1, 0, 0]", "[0, 0]"}) {
    const Model model = model_of(kBall, gravity);
    const State start = initial_state(model);
    const SpaceView view = space_view(model, std::span(&start, 1));
    Eigen::Matrix3d axes;
    axes << view.right, view.up, view.toward;
    CHECK((axes.transpose() * axes - Eigen::Matrix3d::Identity()).norm() < 1e-14);
    CHECK(axes.determinant() == doctest::Approx(1));
    CHECK(view.up.dot(upward(model)) == doctest::Approx(std::cos(kPitch)));
    CHECK(view.toward.dot(upward(model)) == doctest::Approx(std::sin(kPitch)));
    CHECK(view.project({1, 2, 3}).norm() < 1e-12);
    const ViewFrame frame = view_of(model, std::span(&start, 1));
    CHECK((frame.lo - Vector2d(-0.55, -0.55)).norm() < 1e-12);
    CHECK((frame.hi - Vector2d(0.55, 0.55)).norm() < 1e-12);
  }
}

TEST_CASE("a picture draws near solids over far ones") {
  const Model model = model_of(R"(
    {"name": "near", "kind": "spatial", "position": [0, -3, 0],
     "shapes": [{"box": {"size": [1, 1, 1]}}]},
    {"name": "far", "kind": "spatial", "position": [0, 3, 0],
     "shapes": [{"box": {"size": [1, 1, 1]}}]})");
  const PictureOptions options{.colors = {"#111111", "#222222"}};
  const std::string svg = draw_svg(model, initial_state(model), options);
  REQUIRE(svg.find("#111111") != std::string::npos);
  CHECK(svg.find("#222222") < svg.find("#111111"));
  CHECK(svg.find("nan") == std::string::npos);
}

TEST_CASE("the page of a model in space gets poses of seven numbers and its solids") {
  const Model model = model_of(kBall + R"(,
    {"name": "plate", "mass": 1, "shapes": [{"box": {"size": [2, 1]}}]})");
  std::vector<float> poses;
  append_space_poses(model, initial_state(model), poses);
  CHECK(poses == std::vector<float>{1, 2, 3, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0});
  const nlohmann::json bodies = space_bodies_json(model, std::vector<std::string>{"#1", "#2"});
  CHECK(bodies[0]["shapes"][0]["kind"] == "sphere");
  CHECK(bodies[0]["shapes"][0]["r"] == 0.5);
  CHECK(bodies[1]["shapes"][0]["kind"] == "flat");
  CHECK(bodies[1]["shapes"][0]["points"].size() == 4);
}

}  // namespace
}  // namespace perpend::io
