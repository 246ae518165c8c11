// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "perpend/core/result.hpp"
#include "perpend/geometry/spatial/triangle_soup.hpp"

namespace perpend::io {

/// The triangles of a mesh file, in the file's unit of length; those of a .dae file in m. Faces
/// with more corners become fans.
using MeshFile = spatial::TriangleSoup;

/// Reads the triangles of an .stl (binary or text), .obj or .dae file, without colours, normals and
/// textures, or returns every fault found in it, with its line in text formats. A .dae file gives
/// its scene in its own axes: `up_axis` is not applied, as in Gazebo and RViz.
Result<MeshFile> read_mesh(const std::filesystem::path& file);

/// Reads a mesh from the bytes of a file; the extension of `file` gives the format, and diagnostics
/// name `file`.
Result<MeshFile> parse_mesh(std::string_view bytes, const std::filesystem::path& file);

}  // namespace perpend::io
