// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "io/robot/assembly/xml_element.hpp"
#include "io/robot/files/resource_path.hpp"
#include "perpend/geometry/spatial/triangle_soup.hpp"

namespace perpend::io {

/// Largest number of triangles of a visual; a mesh of more is simplified.
inline constexpr std::size_t kMostVisualTriangles = 5000;

/// Returns the mesh in few digits, without the repetition of vertices that .stl files have and
/// without triangles of no area, and with about `most` triangles at most.
spatial::TriangleSoup simplified(const spatial::TriangleSoup& mesh,
                                 std::size_t most = kMostVisualTriangles);

/// A mesh that a robot file names, as it names it.
struct MeshReference {
  std::string uri = {};
  Eigen::Vector3d scale{1, 1, 1};
};

/// Adds visuals of the scaled and simplified mesh that the robot file `from` names: one, or one per
/// color of the mesh if `visual` has no color. Adds a note if the mesh cannot be read.
void add_visual(const XmlElement& at, const MeshReference& mesh, const std::filesystem::path& from,
                const PackageFolders& packages, const study::Visual& visual,
                study::Visuals& visuals);

/// Adds a visual of the solid that `at` defines; a note if no body could have it, such as a sphere
/// without a radius.
void add_visual(const XmlElement& at, const spatial::Shape& solid, study::Visual visual,
                study::Visuals& visuals);

/// Returns {"vertices": ..., "triangles": ...}.
nlohmann::ordered_json mesh_json(const spatial::TriangleSoup& mesh);

/// Returns the text of a scene with the meshes of its visuals simplified.
std::string with_simple_visuals(std::string scene_text);

}  // namespace perpend::io
