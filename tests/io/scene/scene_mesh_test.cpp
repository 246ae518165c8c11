// SPDX-License-Identifier: Apache-2.0
// Scenes with hulls, meshes and height fields.
#include <doctest/doctest.h>

#include <fstream>

#include "io/scratch_file.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/io/scene.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using namespace study;

Result<Scene> parse(const std::string& kind, const std::string& shape,
                    const std::string& file = "t.json") {
  return parse_scene(R"({"format": 1, "name": "t", "simulation": {"duration": 1}, "bodies": [
{"name": "b", "kind": ")" + kind + R"(", "shapes": [)" + shape + "]}]}", file);
}

std::string faults(const std::string& kind, const std::string& shape) {
  const Result<Scene> scene = parse(kind, shape);
  return scene ? "none" : to_string(scene.error());
}

const spatial::Shape& shape_of(const Result<Scene>& scene) {
  REQUIRE_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
  return scene->model.bodies[0].details->spatial_shapes[0].shape;
}

TEST_CASE("hulls, meshes and height fields are read from a scene") {
  const auto hull = parse("spatial", R"({"hull": {"scale": 2, "vertices": [[0, 0, 0], [1, 0, 0],
                                         [0, 1, 0], [0, 0, 1]]}, "density": 6})");
  CHECK(std::get<spatial::Hull>(shape_of(hull)).polyhedron->faces.size() == 4);
  CHECK(hull->model.bodies[0].mass == relative(8));
  const auto mesh = parse("spatial_fixed", R"({"mesh": {"vertices": [[0, 0, 0], [1, 0, 0],
                                               [1, 1, 0]], "triangles": [[0, 1, 2]]}})");
  CHECK(std::get<spatial::Mesh>(shape_of(mesh)).mesh->triangles.size() == 1);
  const auto field = parse("spatial_fixed", R"({"height_field": {"spacing": [0.5, 2],
                                                "heights": [[0, 1, 2], [3, 4, 5]]}})");
  const auto& surface = *std::get<spatial::Mesh>(shape_of(field)).mesh;
  CHECK(surface.triangles.size() == 4);
  CHECK(surface.vertices.rowwise().maxCoeff() == Eigen::Vector3d(1, 2, 5));
}

TEST_CASE("hulls and meshes are read from files beside the scene") {
  const ScratchFile file("corner.obj");
  std::ofstream(file.path) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\n";
  const std::string member = R"({"file": ")" + file.path.filename().string() + R"("})";
  const std::string scene = (file.path.parent_path() / "t.json").string();
  const auto hull = parse("spatial", R"({"hull": )" + member + "}", scene);
  CHECK(std::get<spatial::Hull>(shape_of(hull)).polyhedron->volume == relative(1 / 6.0));
  const auto mesh = parse("spatial_fixed", R"({"mesh": )" + member + "}", scene);
  CHECK(std::get<spatial::Mesh>(shape_of(mesh)).mesh->triangles.size() == 2);
}

TEST_CASE("shapes that cannot be made are refused with element and line") {
  const auto names = [](const std::string& text, const std::string& words) {
    const bool found = text.find(words) != text.npos && text.starts_with("t.json:") &&
                       text.find(": bodies[0].shapes[0]") < 10;
    if (!found) MESSAGE(text);
    return found;
  };
  CHECK(names(faults("spatial", R"({"hull": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}})"),
              "at least 4"));
  CHECK(names(faults("spatial", R"({"hull": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0],
                                    [1, 1, 0]]}})"), "one plane"));
  CHECK(names(faults("spatial", R"({"hull": {"vertices": [[0, 0, 0], "x"]}})"), "vertices[1]"));
  CHECK(names(faults("spatial", R"({"hull": {}})"), "vertices"));
  CHECK(names(faults("spatial", R"({"hull": {"file": "missing.stl"}})"), "does not exist"));
  CHECK(names(faults("spatial_fixed", R"({"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
                                          "triangles": [[0, 1, 7]]}})"), "triangles[0]"));
  CHECK(names(faults("spatial_fixed", R"({"height_field": {"spacing": [1, 1],
                                          "heights": [[0, 1], [1]]}})"), "2 heights"));
  CHECK(names(faults("spatial_fixed", R"({"height_field": {"spacing": [1, 0],
                                          "heights": [[0, 1], [1, 1]]}})"), "dy"));
  CHECK(names(faults("spatial", R"({"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
                                    "triangles": [[0, 1, 2]]}, "density": 1})"), "freely"));
}

}  // namespace
}  // namespace perpend::io
