// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/mesh_file.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

#include "io/scratch_file.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;

std::string binary_stl(const std::vector<std::array<float, 9>>& triangles) {
  std::string bytes(80, ' ');
  const auto count = static_cast<std::uint32_t>(triangles.size());
  bytes.append(reinterpret_cast<const char*>(&count), 4);
  for (const std::array<float, 9>& corners : triangles) {
    bytes.append(12, 'n');
    bytes.append(reinterpret_cast<const char*>(corners.data()), 36);
    bytes.append(2, 'a');
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
  CHECK(faults("anything", "x.ply").find("expected .stl, .obj, .dae, .glb or .gltf") !=
        std::string::npos);
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

// Corners of a triangle as an OBJ names them: from the first vertex or from the last, with others.
std::string corner(int index, int count, std::mt19937& random) {
  const int named = random() % 2 ? index + 1 : index - count;
  static const char* const kMore[] = {"", "/3", "//7", "/2/9"};
  return fmt::format(" {}{}", named, kMore[random() % 4]);
}

TEST_CASE("meshes drawn at random are read as they were written, vertices between faces") {
  std::mt19937 random(7);
  for (int k = 0; k < 50; ++k) {
    MeshFile mesh;
    std::string text = "o a thing\nvn 1 2 3\nvt 4 5\n";
    for (int t = 0; t < 8; ++t) {
      for (unsigned i = t == 0 ? 4 : random() % 3; i > 0; --i) {
        const auto draw = [&] { return static_cast<double>(static_cast<int>(random())) / 1024; };
        mesh.vertices.emplace_back(draw(), draw(), draw());
        const Vector3d& x = mesh.vertices.back();
        text += fmt::format("v {} {} {} # a place\n", x.x(), x.y(), x.z());
      }
      const int count = static_cast<int>(mesh.vertices.size());
      std::vector<int> face(3 + random() % 3);
      text += "f";
      for (int& index : face) {
        index = static_cast<int>(random() % static_cast<unsigned>(count));
        text += corner(index, count, random);
      }
      text += "\n";
      for (std::size_t i = 2; i < face.size(); ++i)
        mesh.triangles.push_back({face[0], face[i - 1], face[i]});
    }
    const Result<MeshFile> read = parse_mesh(text, "t.obj");
    REQUIRE_MESSAGE(read.has_value(), (read ? "" : to_string(read.error())));
    CHECK(read->vertices == mesh.vertices);
    CHECK(read->triangles == mesh.triangles);
  }
}

TEST_CASE("an STL says the same in text and in binary, whatever its header begins with") {
  std::mt19937 random(8);
  std::vector<std::array<float, 9>> triangles(5);
  std::string text = "solid t\n";
  for (std::array<float, 9>& corners : triangles) {
    for (float& x : corners) x = static_cast<float>(static_cast<int>(random() % 999)) / 8 - 30;
    text += "facet normal 0 0 1\nouter loop\n";
    for (int k = 0; k < 9; k += 3)
      text += fmt::format("vertex {} {} {}\n", corners[k], corners[k + 1], corners[k + 2]);
    text += "endloop\nendfacet\n";
  }
  const MeshFile expected = parse_mesh(text + "endsolid\n", "t.stl").value();
  CHECK(expected.vertices.size() == 15);
  CHECK(expected.vertices[4].cast<float>() ==
        Eigen::Vector3f(triangles[1][3], triangles[1][4], triangles[1][5]));
  for (const std::string header : {"", "solid thing", "SOLID"}) {
    std::string bytes = binary_stl(triangles);
    bytes.replace(0, header.size(), header);
    for (const std::string more : {"", "trailing words"}) {
      const Result<MeshFile> read = parse_mesh(bytes + more, "t.STL");
      REQUIRE_MESSAGE(read.has_value(), (read ? "" : to_string(read.error())));
      CHECK(read->vertices == expected.vertices);
      CHECK(read->triangles == expected.triangles);
    }
  }
}

TEST_CASE("a binary STL that is cut short says how many triangles and bytes are there") {
  std::string whole = binary_stl(std::vector<std::array<float, 9>>(3, {0, 0, 0, 1, 0, 0, 0, 1, 0}));
  REQUIRE(whole.size() == 234);
  for (const std::string header : {"", "solid thing"}) {
    whole.replace(0, header.size(), header);
    for (const auto& [size, words] :
         {std::pair(233, "has 2 of the 3 triangles that its header says, in 233 of 234 bytes"),
          std::pair(134, "has 1 of the 3 triangles that its header says, in 134 of 234 bytes"),
          std::pair(84, "has 0 of the 3 triangles that its header says, in 84 of 234 bytes"),
          std::pair(83, "is no STL file, with 83 bytes")}) {
      CAPTURE(size);
      const Result<MeshFile> mesh = parse_mesh(whole.substr(0, std::size_t(size)), "t.stl");
      REQUIRE(!mesh.has_value());
      REQUIRE(mesh.error().size() == 1);
      CHECK(mesh.error()[0].message == words);
    }
  }
}

TEST_CASE("a folder, a pipe and a file of another ending are no meshes, and none is waited for") {
  const ScratchFile folder("folder.OBJ"), pipe("pipe.stl"), other("mesh.ply");
  std::filesystem::create_directory(folder.path);
  REQUIRE(mkfifo(pipe.path.c_str(), 0600) == 0);
  const auto fault = [](const std::filesystem::path& file) {
    return read_mesh(file).error()[0].message;
  };
  CHECK(fault(folder.path) == "is a folder");
  CHECK(fault(pipe.path) == "is a device or a pipe");
  CHECK(fault(other.path) == "has the ending \".ply\"");
  CHECK(fault("/nonexistent/a.obj") == "does not exist");
}

TEST_CASE("faults of a mesh say what is there and what should be, twenty of them at most") {
  const auto fault = [](std::string_view bytes, const char* file) {
    const Result<MeshFile> mesh = parse_mesh(bytes, file);
    return mesh ? std::string("none") : to_string(mesh.error());
  };
  const std::string two = "v 0 0 0\nv 1 0 0\n";
  CHECK(fault("v 1 2\n", "t.obj")
            .starts_with("t.obj:1: is no vertex (expected three finite numbers)"));
  CHECK(fault(two + "f 1 2 3\nv 0 1 0\nf 1 2 3\n", "t.obj") ==
        "t.obj:3: has the corner 3 (expected one of the 2 vertices so far)");
  CHECK(fault(two + "v 0 1 0\nf 1 2 -4/1\nf 1 2 3", "t.obj") ==
        "t.obj:4: has the corner -4/1 (expected one of the 3 vertices so far)");
  CHECK(fault(two + "v 0 1 0\nf 1 0 3\nf 1 2 3", "t.obj") ==
        "t.obj:4: has the corner 0 (expected one of the 3 vertices so far)");
  CHECK(fault(two + "f 1 2\n", "t.obj") == "t.obj:3: has fewer than three corners");
  CHECK(fault(two, "t.obj") == "t.obj: has no triangles");
  CHECK(fault("solid\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 1 1\nendloop", "t.stl") ==
        "t.stl:6: ends a loop of 4 corners (expected three)");
  CHECK(fault("a cube", "t.stl") ==
        "t.stl: is no STL file, with 6 bytes (expected text from \"solid\" on, or 84 + 50 n "
        "bytes)");
  CHECK(fault("", "t.ply") ==
        "t.ply: has the ending \".ply\" (expected .stl, .obj, .dae, .glb or .gltf)");
  std::string many;
  for (int k = 0; k < 25; ++k) many += "v x\n";
  CHECK(parse_mesh(many, "t.obj").error().size() == 20);
}

}  // namespace
}  // namespace perpend::io
