// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/mesh_file.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <limits>

namespace perpend::io {
namespace {

using Eigen::Vector3d;

std::string binary_stl(const std::vector<std::array<float, 9>>& triangles) {
  std::string bytes(80, ' ');
  const auto count = static_cast<std::uint32_t>(triangles.size());
  bytes.append(reinterpret_cast<const char*>(&count), 4);
  for (const std::array<float, 9>& corners : triangles) {
    bytes.append(12, '\0');
    bytes.append(reinterpret_cast<const char*>(corners.data()), 36);
    bytes.append(2, '\0');
  }
  return bytes;
}

TEST_CASE("meshes are read from OBJ, and from STL as text and binary") {
  const Result<MeshFile> obj = parse_mesh(
      "# a square\nv 0 0 0\nv 1 0 0 1.0\nvn 0 0 1\nv 1 +1 0\r\nv 0 1e0 0\n\nf 1/1/1 2//1 -2 4\n",
      "square.OBJ");
  REQUIRE(obj.has_value());
  CHECK(obj->vertices.size() == 4);
  REQUIRE(obj->triangles.size() == 2);
  CHECK(obj->triangles[1] == std::array<int, 3>{0, 2, 3});
  const Result<MeshFile> text = parse_mesh(
      "solid t\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n"
      "   vertex 0 2 0\n  endloop\n endfacet\nendsolid t\n",
      "t.stl");
  REQUIRE(text.has_value());
  CHECK(text->vertices[2] == Vector3d(0, 2, 0));
  CHECK(text->triangles.size() == 1);
  const Result<MeshFile> binary =
      parse_mesh(binary_stl({{0, 0, 0, 1, 0, 0, 0, 2, 0}, {0, 0, 0, 0, 2, 0, 0, 0, 3}}), "t.stl");
  REQUIRE(binary.has_value());
  CHECK(binary->vertices[5] == Vector3d(0, 0, 3));
  CHECK(binary->triangles.size() == 2);
}

TEST_CASE(
    "meshes as other programs write them: capitals, bytes behind, a mark before, lines that go "
    "on") {
  const Result<MeshFile> capitals = parse_mesh(
      "SOLID T\r\n FACET NORMAL 0 0 1\n OUTER LOOP\n VERTEX 0 0 0\n Vertex 1 0 0\n VERTEX 0 2 0\n "
      "ENDLOOP\n"
      " ENDFACET\nENDSOLID\n",
      "t.stl");
  REQUIRE(capitals.has_value());
  CHECK(capitals->vertices[2] == Vector3d(0, 2, 0));
  CHECK(capitals->triangles.size() == 1);
  const std::string binary = binary_stl({{0, 0, 0, 1, 0, 0, 0, 2, 0}, {0, 0, 0, 0, 2, 0, 0, 0, 3}});
  const Result<MeshFile> longer = parse_mesh(binary + std::string(70, 'x'), "t.stl");
  REQUIRE(longer.has_value());
  CHECK(longer->triangles.size() == 2);
  CHECK(!parse_mesh(binary.substr(0, binary.size() - 1), "t.stl").has_value());
  const Result<MeshFile> marked = parse_mesh(
      "\xef\xbb\xbfv 0 0 0\nv 1 0 \\\n 0\nv 0 1 0\nf 1 \\\r\n2 3\nv 0 zero 0\n", "t.obj");
  REQUIRE(!marked.has_value());
  REQUIRE(marked.error().size() == 1);
  CHECK(marked.error()[0].line == 7);
  const Result<MeshFile> joined =
      parse_mesh("\xef\xbb\xbfv 0 0 0\nv 1 0 \\\n 0\nv 0 1 0\nf 1 \\\r\n2 3\n", "t.obj");
  REQUIRE(joined.has_value());
  CHECK(joined->triangles.at(0) == std::array<int, 3>{0, 1, 2});
  const Result<MeshFile> old = parse_mesh("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\rf 1 2 9\r", "t.obj");
  REQUIRE(!old.has_value());
  CHECK(to_string(old.error()).starts_with("t.obj:5: has the corner 9"));
}

TEST_CASE("triangles of an STL as text stand one behind the other") {
  std::string text = "solid t\n";
  for (const char* corners :
       {"vertex 0 0 0\nvertex 1 0 0\nvertex 0 2 0\n", "vertex 1 0 0\nvertex 1 2 0\nvertex 0 2 0\n"})
    text += std::string("facet normal 0 0 1\nouter loop\n") + corners + "endloop\nendfacet\n";
  const Result<MeshFile> mesh = parse_mesh(text + "endsolid t\n", "t.stl");
  REQUIRE_MESSAGE(mesh.has_value(), (mesh ? "" : to_string(mesh.error())));
  REQUIRE(mesh->triangles.size() == 2);
  CHECK(mesh->triangles[1] == std::array<int, 3>{3, 4, 5});
  CHECK(mesh->vertices[4] == Eigen::Vector3d(1, 2, 0));
}

TEST_CASE("damaged meshes are refused with all faults, each with its line") {
  const auto faults = [](std::string_view bytes, const char* file) {
    const Result<MeshFile> mesh = parse_mesh(bytes, file);
    return mesh ? std::string("none") : to_string(mesh.error());
  };
  const std::string obj = faults("v 0 0 zero\nv 1 0 0\nf 1 2 3\nf 1 2\nv nan 0 0\n", "x.obj");
  CHECK(obj.find("x.obj:1:") != obj.npos);
  CHECK(obj.find("x.obj:3:") != obj.npos);
  CHECK(obj.find("x.obj:4:") != obj.npos);
  CHECK(obj.find("x.obj:5:") != obj.npos);
  CHECK(faults("", "x.obj") != "none");
  CHECK(faults("v 0 0 0\n", "x.obj") != "none");
  CHECK(faults("not a mesh", "x.stl") != "none");
  CHECK(faults("solid\nouter loop\nvertex 0 0 0\nendloop\n", "x.stl") != "none");
  CHECK(faults("anything", "x.dae").find("expected .stl or .obj") != std::string::npos);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(faults(binary_stl({{0, 0, 0, 1, 0, 0, 0, 2, 0}, {0, 0, nan, 1, nan, 0, nan, 2, 0}}),
               "x.stl") == "x.stl: has corners of triangle 1 that are not finite");
  CHECK(read_mesh("no/such/file.stl").error().size() == 1);
}

TEST_CASE("a corner of the least number there is is none") {
  const Result<MeshFile> mesh =
      parse_mesh("v 0 0 0\nv 1 0 0\nv 0 1 1e-400\nf -2147483648 1 2\n", "t.obj");
  REQUIRE(!mesh);
  CHECK(to_string(mesh.error()).find("t.obj:4: has the corner -2147483648") != std::string::npos);
}

}  // namespace
}  // namespace perpend::io
