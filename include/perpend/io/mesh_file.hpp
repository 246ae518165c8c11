// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::io {

/// The triangles of a file, in its unit of length.
struct MeshFile {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;  ///< faces with more corners as fans
};

/// A mesh in an .stl (binary or text) or .obj file, without colours, normals and textures; or every
/// fault found in it, with its line where the format has lines.
Result<MeshFile> read_mesh(const std::filesystem::path& file);

/// The same from bytes; `file` says the format and stands in the diagnostics.
Result<MeshFile> parse_mesh(std::string_view bytes, const std::filesystem::path& file);

}  // namespace perpend::io
