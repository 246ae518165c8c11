// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "io/robot/xml_element.hpp"
#include "perpend/geometry/spatial/triangle_soup.hpp"
#include "perpend/io/robot.hpp"

namespace perpend::io {

/// Largest number of triangles of a visual; a mesh of more is simplified.
inline constexpr int kMostVisualTriangles = 5000;

/// Returns the mesh in few digits, without the repetition of vertices that .stl files have and
/// without triangles of no area, and with about kMostVisualTriangles triangles at most.
spatial::TriangleSoup simplified(const spatial::TriangleSoup& mesh);

/// Returns the scaled and simplified mesh that `uri` names in the robot file `from`; null, after a
/// note, if it cannot be read.
std::shared_ptr<const spatial::TriangleSoup> visual_mesh(const XmlElement& at,
                                                         const std::string& uri,
                                                         const Eigen::Vector3d& scale,
                                                         const std::filesystem::path& from,
                                                         const RobotOptions& options);

/// Adds a visual of the solid that `at` defines; a note if no body could have it, such as a sphere
/// without a radius.
void add_visual(const XmlElement& at, const spatial::Shape& solid, study::Visual visual,
                study::Visuals& visuals);

/// Returns {"vertices": ..., "triangles": ...}.
nlohmann::ordered_json mesh_json(const spatial::TriangleSoup& mesh);

/// Returns the text of a scene with the meshes of its visuals simplified.
std::string with_simple_visuals(std::string scene_text);

}  // namespace perpend::io
