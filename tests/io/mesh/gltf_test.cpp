// SPDX-License-Identifier: Apache-2.0
// glTF: accessors of all layouts, triangles of all modes, nodes with their transformations, colors,
// and what is wrong.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <random>

#include "io/format/base64.hpp"
#include "io/format/json_node.hpp"
#include "io/mesh/solid_of.hpp"
#include "io/scratch_file.hpp"
#include "perpend/io/mesh_file.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;

constexpr int kFloat = 5126, kShort = 5122, kByte = 5120;

template <typename T>
void put(std::string& bytes, double value) {
  const auto number = static_cast<T>(value);
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void put(std::string& bytes, int component, double value) {
  if (component == kByte) put<std::int8_t>(bytes, value);
  if (component == 5121) put<std::uint8_t>(bytes, value);
  if (component == kShort) put<std::int16_t>(bytes, value);
  if (component == 5123) put<std::uint16_t>(bytes, value);
  if (component == 5125) put<std::uint32_t>(bytes, value);
  if (component == kFloat) put<float>(bytes, value);
}

/// A document of one buffer, whose lists are filled by append().
struct Document {
  std::string buffer = {};
  std::vector<std::string> views = {}, accessors = {}, meshes = {}, nodes = {};
  std::string more = {};  ///< further members, each with a comma before

  /// Appends an accessor of vectors of `width` numbers, `gap` bytes apart, and returns its index.
  int append(const std::vector<double>& numbers, std::size_t width, int component, int gap = 0,
             const std::string& more_of_it = "") {
    const std::size_t start = buffer.size();
    buffer += "pad";  // an offset in the view
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      put(buffer, component, numbers[i]);
      if (i % width == width - 1) buffer.append(static_cast<std::size_t>(gap), '#');
    }
    std::string one;
    put(one, component, 0);
    const std::size_t stride = one.size() * width + static_cast<std::size_t>(gap);
    views.push_back(fmt::format(R"({{"buffer": 0, "byteOffset": {}, "byteLength": {}{}}})", start,
                                buffer.size() - start,
                                gap > 0 ? fmt::format(R"(, "byteStride": {})", stride) : ""));
    accessors.push_back(fmt::format(
        R"({{"bufferView": {}, "byteOffset": 3, "componentType": {}, "count": {}, "type": "{}"{}}})",
        views.size() - 1, component, numbers.size() / width, width == 3 ? "VEC3" : "SCALAR",
        more_of_it));
    return static_cast<int>(accessors.size()) - 1;
  }
  std::string text(const std::string& uri) const {
    return fmt::format(R"({{"asset": {{"version": "2.0"}}, "buffers": [{{"byteLength": {}{}}}], )"
                       "\n"
                       R"("bufferViews": [{}], "accessors": [{}],)"
                       "\n"
                       R"("meshes": [{}], "nodes": [{}]{}}})",
                       buffer.size(), uri.empty() ? "" : R"(, "uri": )" + json_string(uri),
                       fmt::join(views, ", "), fmt::join(accessors, ", "), fmt::join(meshes, ", "),
                       fmt::join(nodes, ", "), more);
  }
  std::string with_data() const {
    return text("data:application/octet-stream;base64," + base64(std::as_bytes(std::span(buffer))));
  }
  std::string binary() const {
    std::string json = text(""), bin = buffer, bytes = "glTF";
    json.resize((json.size() + 3) / 4 * 4, ' ');
    bin.resize((bin.size() + 3) / 4 * 4, '\0');
    put<std::uint32_t>(bytes, 2);
    put<std::uint32_t>(bytes, static_cast<double>(28 + json.size() + bin.size()));
    put<std::uint32_t>(bytes, static_cast<double>(json.size()));
    bytes += "JSON" + json;
    put<std::uint32_t>(bytes, static_cast<double>(bin.size()));
    return bytes + std::string("BIN\0", 4) + bin;
  }
};

MeshFile mesh_of(const std::string& bytes, const std::filesystem::path& file = "t.gltf") {
  Result<MeshFile> mesh = parse_mesh(bytes, file);
  REQUIRE_MESSAGE(mesh, to_string(mesh ? Diagnostics{} : mesh.error()));
  return std::move(mesh).value();
}

std::string faults(const std::string& bytes, const char* file = "t.gltf") {
  const Result<MeshFile> mesh = parse_mesh(bytes, file);
  return mesh ? "none" : to_string(mesh.error());
}

void check_says(const std::string& found, const char* expected) {
  CHECK_MESSAGE(found.find(expected) != found.npos, found);
}

// Corners of a box of 2 x 4 x 6, and its faces, counter-clockwise from outside.
std::vector<double> corners_of_box() {
  return {-1, -2, -3, 1, -2, -3, 1, 2, -3, -1, 2, -3, -1, -2, 3, 1, -2, 3, 1, 2, 3, -1, 2, 3};
}
constexpr int kFaces[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                              {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

std::string primitive(int position, int indices, int mode, const std::string& more = "") {
  return fmt::format(R"({{"attributes": {{"POSITION": {}}}, "indices": {}, "mode": {}{}}})",
                     position, indices, mode, more);
}

// Adds a mesh that is the box, its faces given in one of three modes.
void add_box(Document& document, int position, int index_component, int mode) {
  std::vector<std::string> parts;
  std::vector<double> triangles;
  for (const auto& [a, b, c, d] : kFaces) {
    const std::vector<int> row = mode == 5 ? std::vector<int>{a, b, d, c} : std::vector{a, b, c, d};
    const std::vector<double> corners(row.begin(), row.end());
    if (mode != 4)
      parts.push_back(primitive(position, document.append(corners, 1, index_component), mode));
    for (const int i : {a, b, c, a, c, d}) triangles.push_back(i);
  }
  if (mode == 4)
    parts.push_back(primitive(position, document.append(triangles, 1, index_component), 4));
  document.meshes.push_back(fmt::format(R"({{"primitives": [{}]}})", fmt::join(parts, ", ")));
}

Document box(int component = kFloat, int gap = 0, int index_component = 5123, int mode = 4,
             const std::string& more_of_positions = "") {
  Document document;
  std::vector<double> corners = corners_of_box();
  const int position = document.append(corners, 3, component, gap, more_of_positions);
  add_box(document, position, index_component, mode);
  return document;
}

TEST_CASE("glTF: a box is the same of all modes, types, strides and containers") {
  ScratchFile outer("a box.bin");
  for (const int mode : {4, 5, 6})
    for (const int component : {kFloat, kShort, kByte})
      for (const int index_component : {5121, 5123, 5125})
        for (const int gap : {0, 4}) {
          CAPTURE(mode);
          CAPTURE(component);
          CAPTURE(index_component);
          CAPTURE(gap);
          const Document document = box(component, gap, index_component, mode);
          std::ofstream(outer.path, std::ios::binary) << document.buffer;
          std::string uri = outer.path.filename().string();
          uri.replace(uri.find(' '), 1, "%20");
          for (const MeshFile& mesh :
               {mesh_of(document.with_data()), mesh_of(document.binary(), "t.glb"),
                mesh_of(document.text(uri), outer.path.parent_path() / "t.gltf")}) {
            CHECK(mesh.triangles.size() == 12);
            CHECK(std::abs(solid_of(mesh).volume - 48) < 1e-12);
          }
        }
}

TEST_CASE("glTF: numbers of whole types can stand for -1 to 1") {
  Document document;
  std::vector<double> corners = corners_of_box();
  for (double& x : corners) x = std::copysign(127, x);
  corners[0] = -128;  // clamped
  add_box(document, document.append(corners, 3, kByte, 1, R"(, "normalized": true)"), 5121, 4);
  CHECK(std::abs(solid_of(mesh_of(document.binary())).volume - 8) < 1e-12);
}

TEST_CASE("glTF: without indices all vertices are corners, and sparse accessors replace some") {
  Document document;
  const int places = document.append({1, 2}, 1, 5121);
  const int values = document.append({5, 0, 0, 0, 7, 0}, 3, kFloat);
  document.append({0, 0, 0, 1, 0, 0, 0, 1, 0}, 3, kFloat, 0,
                  fmt::format(R"(, "sparse": {{"count": 2, "indices": {{"bufferView": {},
                  "byteOffset": 3, "componentType": 5121}}, "values": {{"bufferView": {},
                  "byteOffset": 3}}}})",
                              places, values));
  document.accessors.push_back(fmt::format(
      R"({{"componentType": 5126, "count": 3, "type": "VEC3", "sparse": {{"count": 2,
      "indices": {{"bufferView": {}, "byteOffset": 3, "componentType": 5121}},
      "values": {{"bufferView": {}, "byteOffset": 3}}}}}})",
      places, values));
  for (const int accessor : {2, 3})
    document.meshes.push_back(
        fmt::format(R"({{"primitives": [{{"attributes": {{"POSITION": {}}}}}]}})", accessor));
  const MeshFile mesh = mesh_of(document.binary());
  REQUIRE(mesh.vertices.size() == 6);
  for (const std::size_t first : {0, 3}) {
    CHECK(mesh.vertices[first] == Vector3d(0, 0, 0));
    CHECK(mesh.vertices[first + 1] == Vector3d(5, 0, 0));
    CHECK(mesh.vertices[first + 2] == Vector3d(0, 7, 0));
  }
  CHECK(mesh.triangles[1] == std::array<int, 3>{3, 4, 5});
}

TEST_CASE("glTF: what sparse accessors replace is checked") {
  const auto found = [](const std::string& count, const std::string& type, int index) {
    Document document;
    const int places = document.append({static_cast<double>(index)}, 1, 5121);
    document.append({0, 0, 0, 1, 0, 0, 0, 1, 0}, 3, kFloat, 0,
                    fmt::format(R"(, "sparse": {{"count": {}, "indices": {{"bufferView": {},
                    "byteOffset": 3, "componentType": {}}}, "values": {{}}}})",
                                count, places, type));
    document.meshes = {R"({"primitives": [{"attributes": {"POSITION": 1}}]})"};
    return faults(document.with_data());
  };
  CHECK(found("1", "5121", 2) == "none");
  check_says(found("1", "5127", 2), "accessors[1].sparse.indices.componentType: is 5127");
  check_says(found("1", "5121", 3), "accessors[1].sparse.indices: names the vector 3");
  check_says(found("2", "5121", 2), "accessors[1].sparse.indices: ends 1 bytes behind its view");
  check_says(found("4", "5121", 2), "accessors[1].sparse: replaces more vectors than there are");
  check_says(found("-1", "5121", 2),
             "accessors[1].sparse.count: found -1 (expected no less than 0)");
}

TEST_CASE("glTF: nodes of the scene carry a box, mirrored too") {
  std::mt19937 random(12);
  std::uniform_real_distribution<double> number(-2, 2);
  const auto triple = [&] { return Vector3d(number(random), number(random), number(random)); };
  for (int trial = 0; trial < 20; ++trial) {
    const Vector3d shift = triple(), size = triple();
    const Eigen::Quaterniond turn(number(random), number(random), number(random), number(random));
    const Eigen::Matrix4d matrix =
        Eigen::Matrix4d::Identity() +
        0.3 * Eigen::Matrix4d::NullaryExpr([&] { return number(random); });
    std::string columns;
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 4; ++i)
        columns +=
            fmt::format("{}{:.17g}", columns.empty() ? "" : ", ", i < 3 ? matrix(i, j) : j / 3);
    Document document = box();
    document.nodes = {R"({"name": "of no scene", "mesh": 0})",
                      fmt::format(R"({{"translation": [{}, {}, {}], "rotation": [{}, {}, {}, {}],
                    "scale": [{}, {}, {}], "children": [2], "mesh": 0}})",
                                  shift.x(), shift.y(), shift.z(), turn.x(), turn.y(), turn.z(),
                                  turn.w(), size.x(), size.y(), size.z()),
                      fmt::format(R"({{"matrix": [{}], "mesh": 0}})", columns)};
    document.more = R"(, "scenes": [{"nodes": [0]}, {"nodes": [1]}], "scene": 1)";
    const MeshFile mesh = mesh_of(document.binary());
    const Eigen::Affine3d outer =
        Eigen::Translation3d(shift) * turn.normalized() * Eigen::Scaling(size);
    const Eigen::Affine3d inner = outer * Eigen::Affine3d(matrix.topRows<3>());
    const double of_outer = 48 * std::abs(outer.linear().determinant());
    const double of_inner = 48 * std::abs(inner.linear().determinant());
    const Vector3d moment = of_outer * outer.translation() + of_inner * inner.translation();
    const Solid found = solid_of(mesh);
    CHECK(mesh.triangles.size() == 24);
    CHECK(std::abs(found.volume - of_outer - of_inner) < 1e-9 * (of_outer + of_inner));
    CHECK((found.moment - moment).norm() < 1e-9 * (1 + moment.norm()));
  }
}

TEST_CASE("glTF: colors are those of the materials, turned from linear light into sRGB") {
  Document document;
  const int position = document.append(corners_of_box(), 3, kFloat);
  const int corner = document.append({0, 3, 2}, 1, 5121), line = document.append({0, 1}, 1, 5121);
  std::vector<std::string> parts = {primitive(position, line, 1)};
  for (const char* material :
       {"", R"(, "material": 0)", R"(, "material": 1)", R"(, "material": 2)"})
    parts.push_back(primitive(position, corner, 4, material));
  document.meshes.push_back(fmt::format(R"({{"primitives": [{}]}})", fmt::join(parts, ", ")));
  document.more =
      R"(, "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0.21586, 0.0003, 1]}},
      {"pbrMetallicRoughness": {}}, {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}])";
  const MeshFile mesh = mesh_of(document.with_data());
  REQUIRE(mesh.colors.size() == 4);
  CHECK(mesh.colors[0].color.empty());
  CHECK(mesh.colors[1].color == "#ff8001");
  CHECK(mesh.colors[2].color == "#ffffff");
  CHECK(mesh.colors[3].color.empty());
  CHECK(mesh.colors[3].first == 3);
}

// Returns the faults of the box after one replacement in its text.
std::string faults_after(const std::string& part, const std::string& other) {
  std::string text = box().with_data();
  const std::size_t at = text.find(part);
  REQUIRE(at != text.npos);
  return faults(text.replace(at, part.size(), other));
}

TEST_CASE("glTF: diagnostics name the element, what it is and what was expected") {
  check_says(faults_after("\"2.0\"", "\"1.0\""),
             "t.gltf:1: asset.version: is \"1.0\" (expected 2.0)");
  check_says(faults_after("\"POSITION\": 0", "\"POSITION\": 7"),
             "t.gltf:2: accessors[7]: is not there (expected one of the 2, from 0)");
  check_says(faults_after("\"POSITION\"", "\"NORMAL\""),
             "t.gltf:3: meshes[0].primitives[0].attributes.POSITION: is missing");
  check_says(faults_after("\"VEC3\"", "\"VEC2\""),
             "accessors[0].type: is \"VEC2\" (expected VEC3)");
  check_says(faults_after("5126", "5124"), "accessors[0].componentType: is 5124 (expected 5120");
  check_says(faults_after("\"count\": 8", "\"count\": 9"), "accessors[0]: ends 12 bytes behind");
  check_says(faults_after("\"count\": 8", "\"count\": 2000000000"), "bytes behind its view");
  check_says(faults_after("\"count\": 8", "\"count\": 7"),
             "has the corner 7 (expected one of the 7 vertices, from 0)");
  check_says(faults_after("\"byteOffset\": 99", "\"byteOffset\": 100"),
             "bufferViews[1]: covers the bytes 100 to 175 (its buffer has 174)");
  check_says(faults_after("base64,", "base64,!"), "buffers[0].uri: is no data in base64");
  check_says(faults_after("data:", "nowhere:"), "does not exist");
  check_says(faults_after("\"nodes\": []",
                          "\"nodes\": [{\"mesh\": 0, \"children\": [0]}],"
                          "\"scenes\": [{\"nodes\": [0]}]"),
             "nodes[0]: lies in more than 100 nodes, or in itself");
  check_says(faults_after("\"asset\"",
                          "\"extensionsRequired\": [\"KHR_draco_mesh_compression\"],"
                          "\"asset\""),
             "needs \"KHR_draco_mesh_compression\", which is not done");
  CHECK(faults_after("\"asset\"",
                     "\"extensionsRequired\": [\"KHR_mesh_quantization\"],"
                     "\"asset\"") == "none");
  check_says(faults("{\"asset\": {\"version\": \"2.0\"}}"), "has no triangles");
  const std::string binary = box().binary();
  check_says(faults(binary.substr(0, 15), "t.glb"), "t.glb: is cut short");
  check_says(faults(binary.substr(0, binary.size() - 8), "t.glb"),
             "t.glb: is cut short by 8 bytes");
}

TEST_CASE("glTF: damaged files are read or refused") {
  std::mt19937 random(3);
  const std::string whole = box(kShort, 2, 5121, 6).binary();
  int refused = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    std::string bytes = whole;
    for (std::size_t k = 0; k < 1 + random() % 3; ++k)
      bytes[12 + random() % (bytes.size() - 12)] =
          static_cast<char>(random() % 4 ? '0' + random() % 10 : random());
    const Result<MeshFile> mesh = parse_mesh(bytes, "t.glb");
    refused += !mesh;
    if (!mesh) continue;
    const int count = static_cast<int>(mesh->vertices.size());
    for (const auto& [a, b, c] : mesh->triangles)
      CHECK((std::min({a, b, c}) >= 0 && std::max({a, b, c}) < count));
  }
  CHECK(refused > 500);
  CHECK(refused < 4900);
}

}  // namespace
}  // namespace perpend::io
