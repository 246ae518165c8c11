// SPDX-License-Identifier: Apache-2.0
#include "io/mesh/gltf.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>

#include "io/format/color_text.hpp"
#include "io/mesh/gltf_accessor.hpp"
#include "io/mesh/mesh_limits.hpp"

namespace perpend::io {
namespace {

using Eigen::Affine3d, Eigen::Vector3d;

// Ways in which three corners each make triangles.
constexpr int kTriangles = 4, kStrip = 5, kFan = 6;

// Extensions that change neither vertices nor triangles, or that are done.
constexpr std::array<std::string_view, 6> kKnownExtensions = {
    "KHR_mesh_quantization", "KHR_materials_", "KHR_texture_",
    "KHR_lights_",           "EXT_texture_",   "MSFT_texture_"};

/// The two parts of a document.
struct GltfChunks {
  std::string_view text;
  std::string_view binary;  ///< empty in a text file
};

std::size_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

bool is_binary(std::string_view bytes) {
  return bytes.starts_with("glTF");
}

// Returns the chunks of a document, or the fault of a binary one (glTF 2.0, 4.4).
Result<GltfChunks> chunks_of(std::string_view bytes, const std::string& file) {
  if (!is_binary(bytes)) return GltfChunks{bytes, {}};
  constexpr std::size_t kHeader = 12, kChunkHeader = 8, kJson = 0x4E4F534A, kBinary = 0x004E4942;
  const auto fault = [&](std::string message, std::string hint = {}) {
    return Diagnostics{{file, 0, "", std::move(message), std::move(hint)}};
  };
  if (bytes.size() < kHeader + kChunkHeader) return fault("is cut short");
  if (number_at(bytes, 4) != 2)
    return fault(fmt::format("has the version {}", number_at(bytes, 4)), "expected 2");
  GltfChunks found;
  for (std::size_t at = kHeader; at + kChunkHeader <= bytes.size();) {
    const std::size_t length = number_at(bytes, at), kind = number_at(bytes, at + 4);
    at += kChunkHeader;
    if (length > bytes.size() - at)
      return fault(fmt::format("is cut short by {} bytes", length - (bytes.size() - at)));
    if (kind == kJson && found.text.empty()) found.text = bytes.substr(at, length);
    if (kind == kBinary && found.binary.empty()) found.binary = bytes.substr(at, length);
    at += length;
  }
  found.text = found.text.substr(0, found.text.find('\0'));  // padding of some programs
  return found;
}

class GltfReader {
 public:
  GltfReader(const JsonNode& root, std::string_view binary, const std::filesystem::path& file,
             FaultList& faults, MeshFile& mesh)
      : root_(root), faults_(faults), accessors_(root, binary, file, faults), mesh_(mesh) {}

  void read();

 private:
  bool is_readable();
  void read_scene(int index);
  void read_node(int index, const Affine3d& parent, int depth);
  Affine3d transformation(JsonObject& node);
  void read_mesh(int index, const Affine3d& map);
  void read_primitive(JsonObject& primitive, const Affine3d& map);
  std::optional<int> add_vertices(JsonObject& primitive, const Affine3d& map);
  std::optional<std::vector<int>> corners(JsonObject& primitive, int first);
  void add_triangles(int mode, const std::vector<int>& corners, bool is_mirror);
  std::string color(JsonObject& primitive);

  const JsonNode& root_;
  FaultList& faults_;
  GltfAccessors accessors_;
  MeshFile& mesh_;
  int nodes_ = 0;
};

bool GltfReader::is_readable() {
  const std::size_t before = faults_.found.size();
  JsonObject root(root_, "", faults_);
  if (const JsonNode* asset = root.need("asset", "an object with a \"version\"")) {
    JsonObject object(*asset, "asset", faults_);
    std::string version;
    object.read_needed("version", version, "\"2.0\"");
    if (!version.starts_with("2."))
      faults_.add(*asset, "asset.version", "is \"" + version + "\"", "expected 2.0");
  }
  for (const JsonNode& name : root.list("extensionsRequired")) {
    const bool is_known = std::ranges::any_of(
        kKnownExtensions, [&](std::string_view known) { return name.text.starts_with(known); });
    if (!is_known)
      faults_.add(name, "extensionsRequired", "needs " + describe(name) + ", which is not done",
                  "export the mesh without it");
  }
  return faults_.found.size() == before;
}

Affine3d GltfReader::transformation(JsonObject& node) {
  Affine3d map = Affine3d::Identity();
  if (node.find("matrix")) {
    Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
    node.read_numbers("matrix", std::span(matrix.data(), 16), "16 numbers, column by column");
    return Affine3d(matrix.topRows<3>());
  }
  Vector3d translation(0, 0, 0), scale(1, 1, 1);
  std::array<double, 4> xyzw = {0, 0, 0, 1};
  if (node.read("translation", translation)) map.translate(translation);
  if (node.read_numbers("rotation", xyzw, "a quaternion [x, y, z, w]")) {
    const Eigen::Quaterniond rotation(xyzw.data());
    if (rotation.norm() > 0) map.rotate(rotation.normalized());
  }
  if (node.read("scale", scale)) map.scale(scale);
  return map;
}

void GltfReader::read_node(int index, const Affine3d& parent, int depth) {
  const JsonNode* found = gltf_item(root_, "nodes", index, faults_);
  if (!found) return;
  JsonObject node(*found, fmt::format("nodes[{}]", index), faults_);
  if (depth > kDeepestNode)
    return faults_.add(*found, node.element(), "lies in more than 100 nodes, or in itself");
  if (nodes_++ == kMostNodes) faults_.add(*found, node.element(), "is one of more than a million");
  if (nodes_ > kMostNodes || faults_.found.size() >= kMostMeshFaults) return;
  const Affine3d map = parent * transformation(node);
  int mesh = -1;
  if (node.read("mesh", mesh)) read_mesh(mesh, map);
  int child = -1;
  for (const JsonNode& each : node.list("children"))
    if (read_value(each, node.path("children"), faults_, child)) read_node(child, map, depth + 1);
}

void GltfReader::read_mesh(int index, const Affine3d& map) {
  const JsonNode* found = gltf_item(root_, "meshes", index, faults_);
  if (!found) return;
  JsonObject mesh(*found, fmt::format("meshes[{}]", index), faults_);
  const std::vector<JsonNode>& primitives = mesh.list("primitives");
  for (std::size_t i = 0; i < primitives.size() && faults_.found.size() < kMostMeshFaults; ++i) {
    JsonObject primitive(primitives[i], fmt::format("{}[{}]", mesh.path("primitives"), i), faults_);
    read_primitive(primitive, map);
  }
}

// Points and lines are left out.
void GltfReader::read_primitive(JsonObject& primitive, const Affine3d& map) {
  int mode = kTriangles;
  primitive.read("mode", mode);
  if (mode != kTriangles && mode != kStrip && mode != kFan) return;
  const auto first = add_vertices(primitive, map);
  const auto found = first ? corners(primitive, *first) : std::nullopt;
  if (!found) return;
  mesh_.colors.push_back({mesh_.triangles.size(), color(primitive)});
  add_triangles(mode, *found, map.linear().determinant() < 0);
}

// Adds the vertices of a primitive and returns the index of the first.
std::optional<int> GltfReader::add_vertices(JsonObject& primitive, const Affine3d& map) {
  const JsonNode* attributes = primitive.need("attributes", "an object with a \"POSITION\"");
  if (!attributes) return std::nullopt;
  JsonObject object(*attributes, primitive.path("attributes"), faults_);
  int position = -1;
  const JsonNode* node = object.need("POSITION", "the index of an accessor");
  if (!node || !read_value(*node, object.path("POSITION"), faults_, position)) return std::nullopt;
  const auto numbers = accessors_.numbers(position, "VEC3");
  if (!numbers) return std::nullopt;
  const std::size_t first = mesh_.vertices.size();
  if (first + numbers->size() / 3 > kMostVertices) {
    faults_.add(*node, object.path("POSITION"), "makes more than 50 million vertices");
    return std::nullopt;
  }
  for (std::size_t i = 0; i + 2 < numbers->size(); i += 3)
    mesh_.vertices.push_back(map * Vector3d(numbers->data() + i));
  const bool is_finite =
      std::all_of(mesh_.vertices.begin() + static_cast<std::ptrdiff_t>(first), mesh_.vertices.end(),
                  [](const auto& x) { return x.allFinite(); });
  if (!is_finite) faults_.add(*node, object.path("POSITION"), "has vertices that are not finite");
  return static_cast<int>(first);
}

// Returns the corners of a primitive, whose vertices begin at `first`: those it lists, or all.
std::optional<std::vector<int>> GltfReader::corners(JsonObject& primitive, int first) {
  const int count = static_cast<int>(mesh_.vertices.size()) - first;
  int indices = -1;
  std::vector<int> all;
  if (!primitive.read("indices", indices)) {
    all.resize(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), first);
    return all;
  }
  const auto numbers = accessors_.numbers(indices, "SCALAR");
  if (!numbers) return std::nullopt;
  for (const double index : *numbers) {
    if (!(index >= 0 && index < count) || index != std::floor(index)) {
      faults_.add(primitive.node(), primitive.path("indices"),
                  fmt::format("has the corner {}", index),
                  fmt::format("expected one of the {} vertices, from 0", count));
      return std::nullopt;
    }
    all.push_back(first + static_cast<int>(index));
  }
  return all;
}

void GltfReader::add_triangles(int mode, const std::vector<int>& corners, bool is_mirror) {
  const std::size_t step = mode == kTriangles ? 3 : 1;
  for (std::size_t i = 0; i + 2 < corners.size(); i += step) {
    std::array<int, 3> corner = {corners[mode == kFan ? 0 : i], corners[i + 1], corners[i + 2]};
    const bool is_odd = mode == kStrip && i % 2 == 1;
    if (is_odd != is_mirror) std::swap(corner[1], corner[2]);  // a mirror turns faces over
    mesh_.triangles.push_back(corner);
  }
}

// Returns the base color of the material of a primitive, which a file gives in linear light; empty
// if it has none or a texture.
std::string GltfReader::color(JsonObject& primitive) {
  int index = -1;
  const JsonNode* found =
      primitive.read("material", index) ? gltf_item(root_, "materials", index, faults_) : nullptr;
  const JsonNode* surface = found ? found->find("pbrMetallicRoughness") : nullptr;
  if (!surface || surface->find("baseColorTexture")) return {};
  JsonObject object(*surface, fmt::format("materials[{}].pbrMetallicRoughness", index), faults_);
  std::array<double, 4> rgba = {1, 1, 1, 1};
  object.read_numbers("baseColorFactor", rgba, "four numbers");
  const auto encoded = [](double x) {  // sRGB, IEC 61966-2-1
    return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
  };
  return color_text(Vector3d(encoded(rgba[0]), encoded(rgba[1]), encoded(rgba[2])));
}

void GltfReader::read_scene(int index) {
  const JsonNode* found = gltf_item(root_, "scenes", index, faults_);
  if (!found) return;
  JsonObject scene(*found, fmt::format("scenes[{}]", index), faults_);
  int node = -1;
  for (const JsonNode& each : scene.list("nodes"))
    if (read_value(each, scene.path("nodes"), faults_, node))
      read_node(node, Affine3d::Identity(), 0);
}

void GltfReader::read() {
  if (!is_readable()) return;
  JsonObject root(root_, "", faults_);
  int scene = 0;
  if (root.read("scene", scene) || root.find("scenes")) return read_scene(scene);
  const int meshes = static_cast<int>(root.list("meshes").size());
  for (int i = 0; i < meshes; ++i) read_mesh(i, Affine3d::Identity());
}

}  // namespace

Diagnostics read_gltf(std::string_view bytes, const std::filesystem::path& file, MeshFile& mesh) {
  const Result<GltfChunks> chunks = chunks_of(bytes, file.string());
  if (!chunks) return chunks.error();
  FaultList faults{file.string()};
  const Result<JsonNode> root = parse_json(chunks->text, faults.file);
  if (root)
    GltfReader(*root, chunks->binary, file, faults, mesh).read();
  else
    faults.found = root.error();
  if (faults.found.size() > kMostMeshFaults) faults.found.resize(kMostMeshFaults);
  if (is_binary(bytes))
    for (Diagnostic& fault : faults.found) fault.line = 0;  // its text is one line
  return std::move(faults.found);
}

}  // namespace perpend::io
