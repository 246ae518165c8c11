// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/geometry/spatial/triangle_soup.hpp"

namespace perpend::io {

/// The color of successive triangles.
struct MeshColor {
  std::size_t first = 0;  ///< its first triangle; it ends where the next one begins
  std::string color;      ///< "#rrggbb", or empty where the file gives none
};

/// The triangles of a mesh file, in the file's unit of length; those of a .dae, .glb or .gltf file
/// in m. Faces with more corners become fans.
struct MeshFile : spatial::TriangleSoup {
  std::vector<MeshColor> colors;  ///< of materials, by `first`; none in .stl files
};

/// Reads the triangles of an .stl (binary or text), .obj, .dae (COLLADA), .glb or .gltf (glTF 2.0)
/// file with their colors, without normals and textures, or returns every fault found in it, with
/// its line in text formats. A .dae file gives its scene in its own axes: `up_axis` is not applied,
/// as in Gazebo and RViz. A glTF file gives the bind pose of its scene, in its own axes too.
Result<MeshFile> read_mesh(const std::filesystem::path& file);

/// Reads a mesh from the bytes of a file; the extension of `file` gives the format, and diagnostics
/// name `file`. Materials of an .obj file and buffers of a .gltf file are read from its folder.
Result<MeshFile> parse_mesh(std::string_view bytes, const std::filesystem::path& file);

}  // namespace perpend::io
