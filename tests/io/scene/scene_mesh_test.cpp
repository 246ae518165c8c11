// SPDX-License-Identifier: Apache-2.0
// Scenes with hulls, meshes and height fields.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "io/scratch_file.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/io/mesh_file.hpp"
#include "perpend/io/scene.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using namespace study;

Result<Scene> parse(const std::string& kind, const std::string& shape,
                    const std::string& file = "t.json") {
  return parse_scene(R"({"format": 1, "name": "t", "simulation": {"duration": 1}, "bodies": [
{"name": "b", "kind": ")" +
                         kind + R"(", "shapes": [)" + shape + "]}]}",
                     file);
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
  // Triangles that are none matter to a mesh alone.
  std::ofstream more(file.path, std::ios::app);
  for (int i = 0; i < 8; ++i) more << "v " << 0.1 * i << " 0 0\n";
  for (int i = 5; i + 2 <= 12; ++i) more << "f " << i << ' ' << i + 1 << ' ' << i + 2 << '\n';
  more.close();
  CHECK(parse("spatial", R"({"hull": )" + member + "}", scene).has_value());
  const auto flat = parse("spatial_fixed", R"({"mesh": )" + member + "}", scene);
  REQUIRE(!flat);
  CHECK(flat.error().size() == 6);
  CHECK(flat.error()[5].message == "and 1 more triangles that are none");
}

TEST_CASE("every triangle that is none is a fault with its line, whatever the others are") {
  const std::string good = "[0,1,2]", twice = "[0,0,1]";
  const std::pair<const char*, const char*> bad[] = {
      {"[0,1,4]", "must be indices of vertices, got 4"},
      {"[-1,0,1]", "must be indices of vertices, got -1"},
      {"[0,1]", "found a list of 2"},
      {"[0,1.5,2]", "[1]: found 1.5"},
      {"[0,1,3]", "must be with an area, got 0"}};
  std::mt19937_64 random(31);
  for (int member = 0; member < 40; ++member) {
    std::string list;
    std::vector<std::string> expected;
    const int count = 2 + static_cast<int>(random() % 6);
    for (int t = 0; t < count; ++t) {
      const std::size_t kind = random() % 7;
      list += (t ? ",\n" : "\n") + (kind < 5 ? bad[kind].first : kind == 5 ? good : twice);
      if (kind < 5)
        expected.push_back("t.json:" + std::to_string(t + 4) +
                           ": bodies[0].shapes[0].mesh.triangles[" + std::to_string(t) + "]" +
                           (kind == 3 ? "" : ": ") + bad[kind].second);
    }
    if (expected.empty()) continue;
    const std::string found = faults("spatial_fixed", R"({"mesh": {"vertices":
[[0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 0, 0]], "triangles": [)" +
                                                          list + "]}}");
    CAPTURE(found);
    CHECK(std::ranges::count(found, '\n') + 1 == static_cast<long>(expected.size()));
    for (const std::string& each : expected)
      CHECK_MESSAGE(found.find(each) != std::string::npos, each);
  }
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
                                    [1, 1, 0]]}})"),
              "one plane"));
  CHECK(names(faults("spatial", R"({"hull": {"vertices": [[0, 0, 0], "x"]}})"), "vertices[1]"));
  CHECK(names(faults("spatial", R"({"hull": {}})"), "vertices"));
  CHECK(names(faults("spatial", R"({"hull": {"file": "missing.stl"}})"), "does not exist"));
  CHECK(names(faults("spatial_fixed", R"({"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
                                          "triangles": [[0, 1, 7]]}})"),
              "triangles[0]"));
  CHECK(names(faults("spatial_fixed", R"({"height_field": {"spacing": [1, 1],
                                          "heights": [[0, 1], [1]]}})"),
              "2 heights"));
  CHECK(names(faults("spatial_fixed", R"({"height_field": {"spacing": [1, 1],
                                          "heights": [0, 0, 0, 0]}})"),
              "heights: found a list of 4 (expected a list of rows"));
  CHECK(names(faults("spatial_fixed", R"({"height_field": {"spacing": [1, 0],
                                          "heights": [[0, 1], [1, 1]]}})"),
              "dy"));
  CHECK(names(faults("spatial", R"({"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
                                    "triangles": [[0, 1, 2]]}, "density": 1})"),
              "freely"));
}

TEST_CASE("a mesh comes from a file: no device and no pipe is opened") {
  const ScratchFile pipe("pipe.stl"), link("link.obj"), folder("folder.stl");
  REQUIRE(mkfifo(pipe.path.c_str(), 0600) == 0);
  std::filesystem::create_symlink("/dev/zero", link.path);
  std::filesystem::create_directory(folder.path);
  const auto refused = [](const std::filesystem::path& file, const std::string& words) {
    const Result<MeshFile> mesh = read_mesh(file);
    REQUIRE(!mesh);
    CHECK(to_string(mesh.error()) == file.string() + ": " + words);
  };
  refused(pipe.path, "is a device or a pipe (expected a file)");
  refused(link.path, "is a device or a pipe (expected a file)");
  refused(folder.path, "is a folder (expected a file)");
  refused("/dev/zero", "has the ending \"\" (expected .stl, .obj, .dae, .glb or .gltf)");
  const std::string empty = faults("spatial", R"({"hull": {"file": ""}})");
  CHECK(empty.starts_with("t.json:2: bodies[0].shapes[0].hull.file: is empty"));
  const std::string flat = faults("spatial", R"({"hull": {"scale": 0, "vertices": [[0, 0, 0],
                                    [1, 0, 0], [0, 1, 0], [0, 0, 1]]}})");
  CHECK(flat.starts_with("t.json:2: bodies[0].shapes[0].hull.scale: found 0"));
}

TEST_CASE("a height field of rows that differ takes no memory for one") {
  std::string rows = "[0", row;
  for (int i = 1; i < 60000; ++i) rows += ",0", row += ",[]";
  const std::string found =
      faults("spatial_fixed",
             "{\"height_field\": {\"spacing\": [1, 1], \"heights\": [" + rows + "]" + row + "]}}");
  CHECK(found.find("heights[59999]: found a list of 0 (expected 60000 heights") !=
        std::string::npos);
}

TEST_CASE("the text that a scene keeps has the points of its files") {
  const ScratchFile mesh("kept.obj");
  std::ofstream(mesh.path) << "v 0 0 0\nv 0.1 0 0\nv 0 1 0\nv 0 0 1\n"
                              "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  const std::string name = mesh.path.filename().string();
  const std::string beside = (mesh.path.parent_path() / "t.json").string();
  const auto same = [&](const std::string& kind, const std::string& shape) {
    const Result<Scene> scene = parse(kind, shape, beside);
    const spatial::Shape& read = shape_of(scene);
    CHECK(scene->text.find("file") == std::string::npos);
    const Result<Scene> again = parse_scene(scene->text, "/nowhere/t.h5");
    const spatial::Shape& kept = shape_of(again);
    CHECK(again->text == scene->text);
    if (const auto* hull = std::get_if<spatial::Hull>(&read))
      CHECK(hull->polyhedron->vertices == std::get<spatial::Hull>(kept).polyhedron->vertices);
    else
      CHECK(std::get<spatial::Mesh>(read).mesh->vertices ==
            std::get<spatial::Mesh>(kept).mesh->vertices);
  };
  same("spatial", R"({"hull": {"scale": 3, "file": ")" + name + "\"}}");
  same("spatial_fixed", R"({"mesh": {"file": ")" + name + "\", \"scale\": 0.7}}");
  const Result<Scene> plain = parse("spatial", R"({"sphere": {"radius": 1}})");
  CHECK(plain->text.find("\n{\"name\": \"b\"") != std::string::npos);
}

TEST_CASE("the text of a scene has the points of a file in the place of its name alone") {
  const ScratchFile mesh("second.obj");
  std::ofstream(mesh.path) << "v 0 0 0\nv 0.1 0 0\nv 0 1 0\nv 0 0 1\n"
                              "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  const Result<Scene> scene = parse_scene(R"({"format": 1, "name": "t", "bodies": [
    {"name": "a", "kind": "spatial", "shapes": [{"sphere": {"radius": 0.5}}]},
    {"name": "b", "kind": "spatial", "position": [5, 0, 0], "shapes": [
      {"box": {"size": [1, 2, 3]}}, {"hull": {"file": ")" +
                                              mesh.path.string() + R"("}, "position": [9, 0, 0]}]}],
    "simulation": {"duration": 1}})",
                                          "t.json");
  REQUIRE(scene);
  const Result<Scene> again = parse_scene(scene->text, "/nowhere/t.h5");
  REQUIRE_MESSAGE(again, (again ? "" : to_string(again.error())));
  const auto& shapes = again->model.bodies[1].details->spatial_shapes;
  REQUIRE(shapes.size() == 2);
  CHECK(std::get<spatial::Box>(shapes[0].shape).half == Eigen::Vector3d(0.5, 1, 1.5));
  CHECK(std::get<spatial::Hull>(shapes[1].shape).polyhedron->vertices.cols() == 4);
  CHECK(std::holds_alternative<spatial::Sphere>(
      again->model.bodies[0].details->spatial_shapes[0].shape));
  CHECK(again->model.start_q == scene->model.start_q);
}

}  // namespace
}  // namespace perpend::io
