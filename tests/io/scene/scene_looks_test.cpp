// SPDX-License-Identifier: Apache-2.0
// Colours and visuals of bodies.
#include <fstream>

#include "io/scene/scene_space_cases.hpp"
#include "io/scratch_file.hpp"

namespace perpend::io::scene_space_cases {
namespace {

std::string body_with(const std::string& members) {
  return R"("bodies": [{"kind": "spatial", "mass": 1, "inertia": [1, 1, 1], )" + members + "}]";
}

TEST_CASE("visuals are read with their solids, poses and colours") {
  const Scene scene = read(body_with(R"("color": "#111111", "visuals": [
    {"box": {"size": [1, 2, 3]}, "position": [1, 0, 0], "axis_angle": [0, 0, 1, 3], "color": "#a0b1c2"},
    {"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 0, 2]], "triangles": [[0, 1, 2], [0, 0, 1]],
              "scale": 2}}])"));
  REQUIRE(scene.visuals.size() == 1);
  const Visuals& visuals = scene.visuals[0];
  REQUIRE(visuals.size() == 2);
  const auto& box = std::get<spatial::Box>(std::get<spatial::Shape>(visuals[0].geometry));
  CHECK(box.half == Eigen::Vector3d(0.5, 1, 1.5));
  CHECK(visuals[0].pose.p == Eigen::Vector3d(1, 0, 0));
  CHECK(visuals[0].color == "#a0b1c2");
  const auto& mesh = *std::get<1>(visuals[1].geometry);
  CHECK(mesh.triangles.size() == 2);  // also the one without an area
  CHECK(mesh.vertices[2] == Eigen::Vector3d(0, 0, 4));
  CHECK(visuals[1].color.empty());
  CHECK(scene.model.bodies[0].details->spatial_shapes.empty());
}

TEST_CASE("copies of an array are drawn alike, and bodies without visuals have none") {
  const Scene scene = read(R"("bodies": [
    {"name": "b", "kind": "spatial", "mass": 1, "inertia": [1, 1, 1], "array": {"count": [2, 1, 1], "spacing": [3, 0, 0]},
     "visuals": [{"sphere": {"radius": 1}}]}, {"name": "disc", "shapes": [{"disc": {"radius": 1}}]}])");
  REQUIRE(scene.visuals.size() == 3);
  CHECK(scene.visuals[0].size() == 1);
  CHECK(scene.visuals[1].size() == 1);
  CHECK(scene.visuals[2].empty());
}

TEST_CASE("meshes of visuals come from files, which the text of the scene takes in") {
  const ScratchFile file("visual.obj");
  std::ofstream(file.path) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const std::string text =
      R"({"format": 1, "name": "t", "simulation": {"duration": 1}, )" +
      body_with(R"("visuals": [{"mesh": {"file": ")" + file.path.filename().string() + R"("}}])") +
      "}";
  const auto scene = parse_scene(text, (file.path.parent_path() / "t.json").string());
  REQUIRE_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
  const auto again = parse_scene(scene->text, "elsewhere/t.json");
  REQUIRE_MESSAGE(again.has_value(), (again ? "" : to_string(again.error())));
  CHECK(std::get<1>(again->visuals[0][0].geometry)->triangles.size() == 1);
}

TEST_CASE("faults of visuals are told with their element") {
  const auto fault = [](const std::string& visual, const std::string& expected) {
    return one_fault_with(body_with(R"("visuals": [)" + visual + "]"), expected);
  };
  CHECK(fault(R"({"sphere": {"radius": -1}})",
              "t.json:1: bodies[0].visuals[0].sphere.radius: is -1"));
  CHECK(fault(R"({"sphere": {"radius": 1}, "color": "red"})",
              "t.json:1: bodies[0].visuals[0].color: found"));
  CHECK(fault(R"({"sphere": {"radius": 1}, "density": 3})",
              "t.json:1: bodies[0].visuals[0].density"));
  CHECK(fault(R"({"position": [0, 0, 0]})", "t.json:1: bodies[0].visuals[0]: has 0 shapes"));
  CHECK(fault(R"({"mesh": {"vertices": [[0, 0, 0]], "triangles": [[0, 0, 1]]}})",
              "t.json:1: bodies[0].visuals[0].mesh.triangles[0]"));
  CHECK(one_fault_with(R"("bodies": [{"shapes": [{"disc": {"radius": 1}}], "visuals": []}])",
                       "t.json:1: bodies[0].visuals: are of a body of the plane"));
}

}  // namespace
}  // namespace perpend::io::scene_space_cases
