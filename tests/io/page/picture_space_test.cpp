// SPDX-License-Identifier: Apache-2.0
// Pictures of bodies in space against closed forms: shadows of convex solids, and where they fall.
#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <sstream>

#include "io/scratch_file.hpp"
#include "page_reader.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/io/picture.hpp"
#include "perpend/io/run_page.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using namespace study;
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
    // The file has five digits.
    if (a.x() * b.y() - a.y() * b.x() < -1e-5) return false;
  }
  return true;
}

Model model_of(const std::string& bodies, const std::string& gravity = "[0, 0, -9.81]") {
  const std::string head = R"({"format": 1, "name": "t", "simulation": {"duration": 1}, )";
  const auto scene =
      parse_scene(head + R"("gravity": )" + gravity + R"(, "bodies": [)" + bodies + "]}", "t.json");
  REQUIRE_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
  return scene->model;
}

std::string body(const std::string& name, const std::string& position, const std::string& shape) {
  return R"({"name": ")" + name + R"(", "kind": "spatial", "position": )" + position +
         R"(, "mass": 1, "inertia": [1, 1, 1], "center_of_mass": [0, 0, 0], "shapes": [)" + shape +
         "]}";
}

const std::string kBall = body("ball", "[1, 2, 3]", R"({"sphere": {"radius": 0.5}})");

// Corners of the first closed path of a picture, m.
std::vector<Vector2d> first_outline(const std::string& svg) {
  const std::size_t close = svg.find("Z\"/>"), open = svg.rfind("d=\"", close) + 3;
  std::string path = svg.substr(open, close - open);
  for (char& c : path)
    if (c == 'M' || c == 'L') c = ' ';
  std::istringstream numbers(path);
  std::vector<Vector2d> points;
  for (double x = 0, y = 0; numbers >> x >> y;) points.emplace_back(x, y);
  return points;
}

// What stands between `before` and the next quotation mark, behind the first `after`.
std::string attribute(const std::string& svg, const std::string& after, const std::string& before) {
  const std::size_t at = svg.find(after);
  if (at == std::string::npos) return {};
  const std::size_t open = svg.find(before, at) + before.size();
  return svg.substr(open, svg.find('"', open) - open);
}

// Lengths of the lines of a path, each of which begins with M.
std::vector<double> lengths(std::string path) {
  for (char& c : path)
    if (c == 'L') c = ' ';
  std::vector<double> found;
  std::istringstream lines(path);
  std::string line;
  std::getline(lines, line, 'M');
  while (std::getline(lines, line, 'M')) {
    std::istringstream numbers(line);
    Vector2d a, b;
    numbers >> a.x() >> a.y() >> b.x() >> b.y();
    found.push_back((b - a).norm());
  }
  return found;
}

// All points of a path.
std::vector<Vector2d> points_of(std::string path) {
  for (char& c : path)
    if (c == 'M' || c == 'L' || c == 'Z') c = ' ';
  std::istringstream numbers(path);
  std::vector<Vector2d> points;
  for (double x = 0, y = 0; numbers >> x >> y;) points.emplace_back(x, y);
  return points;
}

// Towards the eye where z is up: 0.5 rad to the right of -y, 0.35 rad above level.
const Vector3d kToward(std::cos(0.35) * std::sin(0.5), -std::cos(0.35) * std::cos(0.5),
                       std::sin(0.35));

// Of a vector as it is seen.
double seen_length(const Vector3d& x) {
  return x.cross(kToward).norm();
}

// The shadow of a solid along a direction of its own frame, in closed form.
struct Shadow {
  Vector3d d;
  double across() const { return std::hypot(d.x(), d.y()); }
  double disc(double radius) const { return std::numbers::pi * radius * radius; }

  double operator()(const spatial::Sphere& s) const { return disc(s.radius); }
  double operator()(const spatial::Box& s) const {
    const Vector3d faces(s.half.y() * s.half.z(), s.half.z() * s.half.x(), s.half.x() * s.half.y());
    return 4 * faces.dot(d.cwiseAbs());
  }
  double operator()(const spatial::Cylinder& s) const {
    return disc(s.radius) * std::abs(d.z()) + 4 * s.radius * s.half_length * across();
  }
  double operator()(const spatial::Capsule& s) const {
    return disc(s.radius) + 4 * s.radius * s.half_length * across();
  }
  double operator()(const spatial::Ellipsoid& s) const {
    const Vector3d others = s.half.prod() * d.cwiseQuotient(s.half);
    return std::numbers::pi * others.norm();
  }
  // An ellipse, and the tip with its two tangents where it is beside that.
  double operator()(const spatial::Cone& s) const {
    const double tip = 2 * s.half_length * across(), narrow = s.radius * std::abs(d.z());
    if (tip <= narrow) return disc(s.radius) * std::abs(d.z());
    return s.radius * (std::sqrt(tip * tip - narrow * narrow) +
                       narrow * (std::numbers::pi - std::acos(narrow / tip)));
  }
  double operator()(const spatial::HalfSpace&) const { return 0; }
  double operator()(const spatial::Mesh&) const { return 0; }
  // Half of the areas of all faces, as seen from d.
  double operator()(const spatial::Hull& s) const {
    double sum = 0;
    for (const spatial::Polyhedron::Face& face : s.polyhedron->faces) {
      Vector3d twice = Vector3d::Zero();
      for (int k = 0; k < face.size; ++k) {
        const int next = face.first + (k + 1) % face.size;
        twice += s.polyhedron->vertices.col(s.polyhedron->loop[face.first + k])
                     .cross(s.polyhedron->vertices.col(s.polyhedron->loop[next]));
      }
      sum += std::abs(twice.dot(d)) / 4;
    }
    return sum;
  }
};

TEST_CASE("silhouettes have the area of the shadow of their solid, however it is turned") {
  std::mt19937_64 random(1);
  const auto draw = [&] { return std::ldexp(static_cast<double>(random() >> 11), -52) - 1.0; };
  for (
      const std::string shape :
      {R"({"sphere": {"radius": 0.7}})", R"({"box": {"size": [0.6, 1, 2.2]}})",
       R"({"cylinder": {"length": 1.6, "radius": 0.4}})",
       R"({"capsule": {"length": 1.8, "radius": 0.3}})",
       R"({"ellipsoid": {"axes": [1, 1.2, 1.6]}})",
       R"({"hull": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1.2, 0], [0.3, 0.2, 1], [1, 1, 0.5]]}})"}) {
    const Model model = model_of(body("b", "[1, 0, 2]", shape));
    State state = initial_state(model);
    for (int k = 0; k < 50; ++k) {
      Eigen::Vector4d q(draw(), draw(), draw(), draw());
      state.q.tail<4>() = q.normalized();
      const spatial::Pose pose = spatial_frame_pose(model, state, {0});
      const auto outline = first_outline(draw_svg(model, state));
      const double exact = std::visit(Shadow{pose.r.conjugate() * kToward},
                                      model.bodies[0].details->spatial_shapes[0].shape);
      CAPTURE(shape);
      CHECK(is_convex(outline));
      // A circle of 48 corners covers 0.9972 of the round one; those of an ellipse are less even.
      const bool even = shape.find("ellipsoid") == std::string::npos;
      CHECK(area(outline) == relative(exact, even ? 0.003 : 0.01));
    }
  }
}

TEST_CASE("the view of a ball is its square, wherever up is") {
  for (const std::string gravity : {"[0, 0, -9.81]", "[0, -9.81]", "[-1, 0, 0]", "[0, 0]"}) {
    const Model model = model_of(kBall, gravity);
    const State start = initial_state(model);
    const study::ViewFrame frame = view_of(model, std::span(&start, 1));
    CHECK((frame.lo - Vector2d(-0.55, -0.55)).norm() < 1e-12);
    CHECK((frame.hi - Vector2d(0.55, 0.55)).norm() < 1e-12);
  }
}

TEST_CASE("a picture draws near solids over far ones") {
  const std::string box = R"({"box": {"size": [1, 1, 1]}})";
  const Model model =
      model_of(body("near", "[0, -3, 0]", box) + "," + body("far", "[0, 3, 0]", box));
  const PictureOptions options{.colors = {"#111111", "#222222"}};
  const std::string svg = draw_svg(model, initial_state(model), options);
  REQUIRE(svg.find("#111111") != std::string::npos);
  CHECK(svg.find("#222222") < svg.find("#111111"));
  CHECK(svg.find("nan") == std::string::npos);
}

TEST_CASE("what lies on a table is drawn over it, also behind its centre") {
  const std::string table =
      R"({"name": "table", "kind": "spatial_kinematic", "position": [0, 0, -0.1],
          "shapes": [{"cylinder": {"length": 0.2, "radius": 2}}]})";
  const std::string behind = body("behind", "[0, 1, 0.1]", R"({"sphere": {"radius": 0.1}})");
  for (const std::string& bodies : {table + "," + behind, behind + "," + table}) {
    const Model model = model_of(bodies);
    const BodyId id = find_body(model, "behind");
    CHECK(spatial_pose(model, initial_state(model), id).p.dot(kToward) < -0.1);
    PictureOptions options{.colors = {"#111111", "#222222"}};
    if (id.index == 1) std::swap(options.colors[0], options.colors[1]);
    const std::string svg = draw_svg(model, initial_state(model), options);
    CHECK(svg.find("#111111") > svg.find("#222222"));
  }
}

TEST_CASE("a half space is a grid behind what stands on it, and none seen from below") {
  const auto picture = [](const std::string& turned) {
    const std::string ground =
        R"({"name": "ground", "kind": "spatial_fixed", "shapes": [{"half_space": {})" + turned +
        "}]}";
    const Model model = model_of(kBall + ", " + ground);
    return draw_svg(model, initial_state(model));
  };
  const std::string svg = picture("");
  const std::size_t grid = svg.find("#dcdad5");
  REQUIRE(grid != std::string::npos);
  CHECK(grid < svg.find("Z\"/>"));  // before the outline of the ball, which is over it
  const std::string lines = svg.substr(grid, svg.find("/>", grid) - grid);
  CHECK(std::count(lines.begin(), lines.end(), 'M') == 34);
  CHECK(picture(R"(, "axis_angle": [1, 0, 0, 3.14159], "position": [0, 0, 9])").find("#dcdad5") ==
        std::string::npos);
}

TEST_CASE("the page of a model in space gets poses of seven numbers and its solids") {
  const Model model = model_of(kBall + R"(,
    {"name": "plate", "mass": 1, "shapes": [{"box": {"size": [2, 1]}}]})");
  const ScratchFile recorded("space.h5"), page("space.html");
  auto recorder = Recorder::open(recorded.path, model, {"t", "{}"});
  REQUIRE(recorder.has_value());
  REQUIRE(recorder->write(initial_state(model), {}, {}).empty());
  REQUIRE(recorder->close().empty());
  const Recording recording = read_recording(recorded.path).value();
  REQUIRE(write_run_page(page.path, {&model, &recording}).empty());
  const nlohmann::json data = page_reader::data_of(page_reader::read_text(page.path));
  CHECK(page_reader::unpacked(data["frames"]["poses"]) ==
        std::vector<float>{1, 2, 3, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0});
  CHECK(data["view"]["vertical"][2] == 1);
  CHECK(data["bodies"][0]["shapes"][0]["kind"] == "sphere");
  CHECK(data["bodies"][0]["shapes"][0]["r"] == 0.5);
  CHECK(!data["bodies"][0].contains("bones"));
  CHECK(data["bodies"][1]["shapes"][0]["kind"] == "polygon");
  CHECK(data["bodies"][1]["shapes"][0]["points"].size() == 4);
}

TEST_CASE("lines of a grid are as long as the picture is wide, a sixteenth of that apart") {
  const Model model = model_of(kBall + R"(, {"name": "ground", "kind": "spatial_fixed",
                                           "shapes": [{"half_space": {}}]})");
  const State start = initial_state(model);
  const study::ViewFrame view = view_of(model, std::span(&start, 1));
  const double field = (view.hi - view.lo).maxCoeff();
  const std::string path = attribute(draw_svg(model, start), "#dcdad5", " d=\"");
  const std::vector<double> found = lengths(path);
  REQUIRE(found.size() == 34);
  for (std::size_t i = 0; i < 34; ++i)
    CHECK(found[i] ==
          relative(field * seen_length(i < 17 ? Vector3d::UnitX() : Vector3d::UnitY()), 1e-3));
  // From the first line to the last of those along x.
  const std::size_t last = path.find('M', 1);
  std::istringstream first(path.substr(1, last)), end;
  std::size_t at = 0;
  for (int i = 0; i < 16; ++i) at = path.find('M', at + 1);
  end.str(path.substr(at + 1));
  Vector2d a, b;
  first >> a.x() >> a.y();
  end >> b.x() >> b.y();
  CHECK((b - a).norm() == relative(2 * 0.5 * field * seen_length(Vector3d::UnitY()), 1e-3));
}

TEST_CASE("each side of a mesh is drawn once, of a hull those of the faces that are seen") {
  const auto edges = [](const std::string& shape) {
    const Model model =
        model_of(R"({"name": "b", "kind": "spatial_fixed", "shapes": [)" + shape + "]}, " +
                 body("ball", "[9, 9, 9]", R"({"sphere": {"radius": 1}})"));
    const std::string svg = draw_svg(model, initial_state(model), {.colors = {"#111111"}});
    return lengths(attribute(svg, "#111111", "fill=\"none\" d=\""));
  };
  CHECK(edges(R"({"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 1]],
                           "triangles": [[0, 1, 2], [0, 2, 3]]}})")
            .size() == 5);
  const auto mesh = edges(R"({"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]],
                              "triangles": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]}})");
  const Vector3d x(1, 0, 0), y(0, 2, 0), z(0, 0, 3);
  double expected = 0, found = 0;
  for (const Vector3d& side : {x, y, z, Vector3d(y - x), Vector3d(z - y), Vector3d(x - z)})
    expected += seen_length(side);
  for (const double length : mesh) found += length;
  CHECK(mesh.size() == 6);
  CHECK(found == relative(expected, 1e-3));
  // Of a box nine of twelve: three lie behind.
  const auto hull = edges(R"({"hull": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 2, 0], [1, 2, 0],
                                                    [0, 0, 3], [1, 0, 3], [0, 2, 3], [1, 2, 3]]}})");
  found = 0;
  for (const double length : hull) found += length;
  CHECK(hull.size() == 9);
  CHECK(found == relative(3 * (seen_length(x) + seen_length(y) + seen_length(z)), 1e-3));
}

TEST_CASE("the picture of a mesh has a size that its triangles do not change") {
  std::mt19937 random(5);
  for (const int cells : {20, 60, 150, 300}) {
    CAPTURE(cells);
    Eigen::MatrixXd heights(cells + 1, cells + 1);
    for (double& height : heights.reshaped())
      height = std::uniform_real_distribution<double>(0, 0.3 / cells)(random);
    ModelBuilder builder;
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .spatial = {.shapes = {{.shape = spatial::height_field(heights, 1.0 / cells,
                                                                             1.0 / cells)}}}});
    const Model model = builder.build().value();
    const std::string svg = draw_svg(model, initial_state(model), {.colors = {"#111111"}});
    const auto sides = lengths(attribute(svg, "#111111", "fill=\"none\" d=\""));
    if (cells == 20) CHECK(sides.size() == 3 * 20 * 20 + 2 * 20);
    CHECK(sides.size() > 1000);
    CHECK(svg.size() < 400'000);
  }
}

TEST_CASE("edges of solids are those on the side of the eye") {
  const Vector3d right(std::cos(0.5), std::sin(0.5), 0), up = kToward.cross(right);
  const auto lines = [&](const std::string& shape) {
    const Model model = model_of(body("b", "[0, 0, 0]", shape));
    const std::string svg = draw_svg(model, initial_state(model), {.colors = {"#111111"}});
    return points_of(attribute(svg, "#111111", "fill=\"none\" d=\""));
  };
  const auto seen = [&](const Vector3d& x) { return Vector2d(right.dot(x), up.dot(x)); };
  const auto box = lines(R"({"box": {"size": [0.6, 1, 2.2]}})");
  REQUIRE(box.size() == 6);
  for (const std::size_t k : {0, 2, 4}) CHECK((box[k] - seen({0.3, -0.5, 1.1})).norm() < 1e-4);
  const auto cylinder = lines(R"({"cylinder": {"length": 1.6, "radius": 0.4}})");
  REQUIRE(cylinder.size() > 2);
  CHECK((cylinder[cylinder.size() - 2] - seen({0, 0, 0.8})).norm() < 1e-4);
  const auto ball = lines(R"({"sphere": {"radius": 0.7}})");
  REQUIRE(ball.size() > 10);
  for (std::size_t k = 1; k + 1 < ball.size(); ++k) CHECK(ball[k].y() < 0);
}

study::ViewFrame frame_of(const Model& model) {
  const State start = initial_state(model);
  return view_of(model, std::span(&start, 1));
}

TEST_CASE("all of a solid is within the view, and a mesh is as large wherever its points are") {
  for (const std::string shape : {R"({"capsule": {"length": 5, "radius": 0.1}})",
                                  R"({"cylinder": {"length": 5, "radius": 0.1}})"}) {
    const Model model = model_of(body("b", "[1, 2, 3]", shape));
    const study::ViewFrame frame = frame_of(model);
    for (const Vector2d& x : first_outline(draw_svg(model, initial_state(model)))) {
      CHECK((x.array() > frame.lo.array()).all());
      CHECK((x.array() < frame.hi.array()).all());
    }
  }
  const auto mesh = [](const std::string& place, const std::string& points) {
    return frame_of(model_of(R"({"name": "m", "kind": "spatial_fixed", "position": )" + place +
                             R"(, "shapes": [{"mesh": {"vertices": )" + points +
                             R"(, "triangles": [[0, 1, 2], [0, 2, 3]]}}]})"));
  };
  const auto here = mesh("[0, 0, 0]", "[[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 1]]");
  const auto there = mesh("[-7, 0, 4]", "[[7, 0, -4], [8, 0, -4], [8, 1, -4], [7, 1, -3]]");
  CHECK((here.lo - there.lo).norm() < 1e-9);
  CHECK((here.hi - there.hi).norm() < 1e-9);
}

TEST_CASE("bodies without shapes and anchors of joints are within the view") {
  const auto height = [](const std::string& more) {
    const auto scene = parse_scene(
        R"({"format": 1, "name": "t", "simulation": {"duration": 1}, "gravity": [0, 0, -9.81],
            "bodies": [)" +
            kBall + more + "}",
        "t.json");
    REQUIRE_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
    const study::ViewFrame frame = frame_of(scene->model);
    return frame.hi.y() - frame.lo.y();
  };
  const double above = 10 * std::cos(0.35);
  CHECK(height("]") < 1.2);
  CHECK(height(R"(, {"name": "b", "kind": "spatial", "position": [1, 2, 13], "mass": 1,
                     "inertia": [1, 1, 1]}])") > above);
  CHECK(height(R"(], "joints": [{"name": "j", "kind": "ball", "a": "ball", "b": "world",
                                 "anchor": [1, 2, 13]}])") > above);
}

TEST_CASE("a joint is a ring where its anchor is, two lines wide") {
  const auto scene = parse_scene(
      R"({"format": 1, "name": "t", "simulation": {"duration": 1}, "gravity": [0, 0, -9.81],
          "bodies": [)" +
          kBall + R"(],
          "joints": [{"name": "j", "kind": "ball", "a": "ball", "b": "world", "anchor": [1, 2, 3]}]})",
      "t.json");
  REQUIRE_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
  const std::string svg = draw_svg(scene->model, initial_state(scene->model));
  Vector2d center(0, 0);
  const auto outline = first_outline(svg);
  for (const Vector2d& corner : outline) center += corner / static_cast<double>(outline.size());
  const std::string ring = "circle fill=\"#fcfcfb\"";
  REQUIRE(svg.find(ring) != std::string::npos);
  const auto number = [&](const std::string& name) {
    return std::stod(attribute(svg, ring, " " + name + "=\""));
  };
  const double line = std::stod(attribute(svg, "scale(", "stroke-width=\""));
  CHECK((Vector2d(number("cx"), number("cy")) - center).norm() < 1e-3);
  CHECK(number("r") == relative(2 * line, 1e-4));
}

}  // namespace
}  // namespace perpend::io
