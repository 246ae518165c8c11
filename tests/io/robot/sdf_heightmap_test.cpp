// SPDX-License-Identifier: Apache-2.0
// Terrains of SDF, whose heights are pictures.
#include <fmt/format.h>

#include "io/format/file_bytes.hpp"
#include "io/format/png_bytes.hpp"
#include "io/robot/sdf_text.hpp"
#include "io/scratch_file.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;

std::string terrain(const std::string& inside, bool is_static = true) {
  return fmt::format(
      "<sdf version='1.9'><world name='w'>\n<model name='land'><static>{}</static>\n"
      "<link name='l'><collision name='c'>\n<geometry><heightmap>{}</heightmap></geometry>\n"
      "</collision></link></model></world></sdf>",
      is_static, inside);
}

std::string uri_of(const ScratchFile& file) {
  return "<uri>file://" + file.path.string() + "</uri>";
}

// Puts a ball above a place of the terrain and returns the height at which it comes to rest.
double rest_above(const std::string& text, double x, double y) {
  const std::string ball = fmt::format(
      "<model name='ball'><pose>{} {} 3 0 0 0</pose><link name='l'><inertial><mass>1</mass>"
      "<inertia><ixx>.004</ixx><iyy>.004</iyy><izz>.004</izz></inertia></inertial>{}</link>"
      "</model></world>",
      x, y, sdf::kBall);
  std::string both = text;
  both.replace(both.find("</world>"), 8, ball);
  const study::Scene scene = scene_of(both);
  State state = initial_state(scene.model);
  Simulator simulator(scene.model, {.dt = 2e-3});
  for (int step = 0; step < 800; ++step) REQUIRE(simulator.step(state).status == StepStatus::ok);
  return spatial_pose(scene.model, state, {body_of(scene.model, "ball::l")}).p.z() - 0.1;
}

// Four plateaus of 3 x 3 pixels, seen from above: 0 and 50 at the upper edge, 100 and 200 below.
std::string plateaus(int bits) {
  const int unit = bits == 16 ? 257 : 1;
  std::vector<std::vector<int>> rows;
  for (int i = 0; i < 6; ++i) {
    const int left = (i < 3 ? 0 : 100) * unit, right = (i < 3 ? 50 : 200) * unit;
    rows.push_back({left, left, left, right, right, right});
  }
  return png_bytes::picture(rows, bits);
}

TEST_CASE("a terrain is as high as its picture is bright, whose upper edge is at +y") {
  const ScratchFile file("plateaus.png");
  for (const int bits : {8, 16}) {
    CAPTURE(bits);
    REQUIRE(write_bytes(file.path, plateaus(bits)).empty());
    const std::string text =
        terrain(uri_of(file) + "<size>10 20 2</size><pos>1 -2 0.5</pos><sampling>2</sampling>");
    // Of 10 m and 20 m about (1, -2); the brightest pixel is 2 m above black.
    CHECK(std::abs(rest_above(text, -3, 6) - 0.5) < 1e-6);
    CHECK(std::abs(rest_above(text, 5, 6) - 1.0) < 1e-6);
    CHECK(std::abs(rest_above(text, -3, -10) - 1.5) < 1e-6);
    CHECK(std::abs(rest_above(text, 5, -10) - 2.5) < 1e-6);
  }
}

TEST_CASE("the scene of a terrain has its heights, from one edge to the other") {
  const ScratchFile file("field.png");
  REQUIRE(write_bytes(file.path, png_bytes::picture({{0, 51, 102}, {153, 204, 255}})).empty());
  const study::Scene scene = scene_of(terrain(uri_of(file) + "<size>4 3 10</size>"));
  CHECK(scene.text.find("\"height_field\"") != std::string::npos);
  const auto& shape = scene.model.bodies.at(0).details->spatial_shapes.at(0);
  const auto& mesh = *std::get<spatial::Mesh>(shape.shape).mesh;
  CHECK(mesh.triangles.size() == 4);
  REQUIRE(mesh.vertices.cols() == 6);
  const double expected[6][3] = {{-2, -1.5, 6}, {0, -1.5, 8}, {2, -1.5, 10},
                                 {-2, 1.5, 0},  {0, 1.5, 2},  {2, 1.5, 4}};
  for (const auto& [x, y, z] : expected) {
    double nearest = 1;
    for (const auto vertex : mesh.vertices.colwise())
      nearest = std::min(
          nearest, (transform_point(shape.pose, Vector3d(vertex)) - Vector3d(x, y, z)).norm());
    CHECK(nearest < 1e-12);
  }
}

TEST_CASE("a black picture is flat ground of a metre around the origin") {
  const ScratchFile file("black.png");
  REQUIRE(write_bytes(file.path, png_bytes::picture({{0, 0}, {0, 0}})).empty());
  const double rest = rest_above(terrain(uri_of(file)), 0.3, -0.3);
  CHECK(std::abs(rest) < 1e-6);
}

TEST_CASE("heights of a body that moves, and those of no PNG, are noted") {
  const ScratchFile file("small.png"), other("heights.tif");
  REQUIRE(write_bytes(file.path, png_bytes::picture({{0, 9}, {9, 0}})).empty());
  REQUIRE(write_bytes(other.path, "II*").empty());
  const std::string moving = terrain(uri_of(file), false);
  CHECK(says(notes_of(moving), 4, "heightmap: is on a body that moves: it does not collide"));
  CHECK(scene_of(moving).model.bodies.at(0).details->spatial_shapes.empty());
  CHECK(says(notes_of(terrain(uri_of(other))), 4,
             "does not collide (heights are read from PNG pictures)"));
}

TEST_CASE("a picture that is missing, damaged or too small is a fault with its line") {
  const ScratchFile file("bad.png");
  const auto fault = [&](const std::string& bytes, const std::string& more = "") {
    REQUIRE(write_bytes(file.path, bytes).empty());
    return faults_of(terrain(uri_of(file) + more));
  };
  CHECK(says(faults_of(terrain("")), 4, "heightmap: has no uri"));
  CHECK(says(faults_of(terrain("<uri>no/such.png</uri>")), 4,
             "no file is found for \"no/such.png\""));
  CHECK(says(fault(png_bytes::picture({{1, 2, 3}})), 4,
             "has 3 x 1 pixels (expected at least 2 x 2)"));
  const std::string whole = png_bytes::picture({{1, 2}, {3, 4}});
  CHECK(says(fault(whole.substr(0, whole.size() - 20)), 4, "bad.png: is a damaged PNG picture"));
  for (const char* size : {"0 1 1", "1 -1 1", "1 1 -1", "1 1"})
    CHECK(says(fault(whole, fmt::format("<size>{}</size>", size)), 4,
               fmt::format("found \"{}\"", size)));
}

TEST_CASE("a link that stands in a terrain of its own robot does not collide with it") {
  const ScratchFile file("own.png");
  REQUIRE(write_bytes(file.path, png_bytes::picture({{0, 0}, {0, 0}})).empty());
  const auto model = [&](double z) {
    const auto link = [&](const std::string& name, double x) {
      return fmt::format(
          "<link name='{}'><pose>{} 0 {} 0 0 0</pose>{}</link><joint name='to_{}' type='revolute'>"
          "<parent>{}</parent><child>{}</child><axis><xyz>0 1 0</xyz></axis></joint>",
          name, x, z, sdf::kBall, name, name == "arm" ? "l" : "arm", name);
    };
    std::string text = terrain(uri_of(file) + "<size>9 9 1</size>", false);
    text.insert(text.find("</model>"),
                "<self_collide>1</self_collide><joint name='hold' "
                "type='fixed'><parent>world</parent><child>l</child></joint>" +
                    link("arm", 0) + link("hand", 1));
    return text;
  };
  const std::string apart = "overlaps";
  CHECK(to_string(notes_of(model(2))).find(apart) == std::string::npos);
  CHECK(to_string(notes_of(model(0.05))).find(apart) != std::string::npos);
}

}  // namespace
}  // namespace perpend::io
