// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "perpend/io/mesh_file.hpp"

namespace perpend::io {

/// Adds the triangles of a COLLADA document (.dae) to `mesh`, in metres and in the axes of the
/// file: those of its scene, with the transformations of its nodes, or all its geometries where it
/// has no scene. `up_axis` is not applied, as in Gazebo and RViz. Returns the faults found, which
/// name `file`.
Diagnostics read_collada(std::string_view text, const std::string& file, MeshFile& mesh);

}  // namespace perpend::io
