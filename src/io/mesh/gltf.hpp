// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "perpend/io/mesh_file.hpp"

namespace perpend::io {

/// Adds the triangles of a glTF 2.0 document, text (.gltf) or binary (.glb), to `mesh`, in metres
/// and in the axes of the file: those of its scene, with the transformations of its nodes, or all
/// its meshes where it has no scene. Skins, morph targets and animations are not applied. Buffers
/// of other files are read from the folder of `file`. Returns the faults found, which name `file`.
Diagnostics read_gltf(std::string_view bytes, const std::filesystem::path& file, MeshFile& mesh);

}  // namespace perpend::io
