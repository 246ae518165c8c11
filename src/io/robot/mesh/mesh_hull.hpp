// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/robot/assembly/xml_element.hpp"
#include "io/robot/files/resource_path.hpp"

namespace perpend::io {

/// Returns the convex hull of points, with at most 256 corners: of more points those count that are
/// farthest in 256 directions. Throws InvalidArgument if they have none.
spatial::Shape hull_of(const std::vector<Eigen::Vector3d>& points);

/// Returns the mesh with scaled points. A scale that mirrors it turns its faces over.
MeshFile scaled(MeshFile mesh, const Eigen::Vector3d& scale);

/// Returns the convex hull of the mesh that `uri` names in the robot file `from`, with its points
/// scaled, and the mesh itself. Returns nothing, after a fault or a note, if there is no such file
/// or it has no hull.
std::optional<LinkShape> mesh_hull(const XmlElement& at, const std::string& uri,
                                   const Eigen::Vector3d& scale, const std::filesystem::path& from,
                                   const PackageFolders& packages);

}  // namespace perpend::io
