// SPDX-License-Identifier: Apache-2.0
// Puts the files that a scene names into its text, because the scene text kept by a run must be
// readable where those files are absent.
#include "io/format/spread_json.hpp"
#include "io/scene/scene_parts.hpp"
#include "perpend/io/mesh_file.hpp"

namespace perpend::io {
namespace {

using Ordered = nlohmann::ordered_json;

// Returns the name of a file; in a valid scene it belongs to a hull or a mesh.
const JsonNode* named_file(const JsonNode& node) {
  const JsonNode* name = node.kind == JsonKind::object ? node.find("file") : nullptr;
  return name && name->kind == JsonKind::string ? name : nullptr;
}

bool names_file(const JsonNode& node) {
  return named_file(node) != nullptr || std::ranges::any_of(node.items, names_file);
}

// Returns the object with the file's points in place of its name.
Ordered with_points(const Ordered& object, const MeshFile& mesh, bool with_triangles) {
  Ordered points = Ordered::array();
  for (const Eigen::Vector3d& x : mesh.vertices) points.push_back({x.x(), x.y(), x.z()});
  Ordered result = Ordered::object();
  for (const auto& [key, value] : object.items()) {
    if (key != "file") {
      result[key] = value;
      continue;
    }
    result["vertices"] = std::move(points);
    if (with_triangles) result["triangles"] = mesh.triangles;
  }
  return result;
}

// Replaces file names in `value` by points. `node` is the same element as parsed, whose file names
// have their parameters substituted.
void take_in(const JsonNode& node, std::string_view key, const std::filesystem::path& folder,
             Ordered& value) {
  if (const JsonNode* name = named_file(node)) {
    const Result<MeshFile> mesh = read_mesh(folder / name->text);
    if (mesh) value = with_points(value, *mesh, key != "hull");
    return;
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (node.kind == JsonKind::object)
      take_in(node.items[i], node.keys[i], folder, value[node.keys[i]]);
    else
      take_in(node.items[i], "", folder, value[i]);
  }
}

}  // namespace

std::string text_with_meshes(std::string_view text, const JsonNode& document,
                             const std::filesystem::path& file) {
  if (!names_file(document)) return std::string(text);
  Ordered scene = Ordered::parse(text, nullptr, true, true);
  take_in(document, "", file.parent_path(), scene);
  return spread(scene);
}

}  // namespace perpend::io
