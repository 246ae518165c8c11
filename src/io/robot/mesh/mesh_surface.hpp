// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/robot/assembly/xml_element.hpp"
#include "perpend/io/mesh_file.hpp"

namespace perpend::io {

/// Notes faces of a closed mesh that look inwards.
void note_inversion(const XmlElement& at, const std::string& what, const MeshFile& mesh);

/// Returns true if the mesh is closed and fills its hull, but for this share of the volume.
bool fills_hull(const spatial::TriangleSoup& mesh, const spatial::Shape& hull, double tolerance);

/// Chooses what collides in place of meshes that are not their own hulls, and notes it: surfaces on
/// bodies that never move; elsewhere the hulls of components that are convex
/// (convex_components()), or of convex parts where the file or `threshold` asks for them
/// (convex_parts()), or the hull of the mesh.
class MeshShapes {
 public:
  MeshShapes(Assembly& assembly, std::optional<double> threshold)
      : assembly_(assembly), threshold_(threshold) {}

  void choose(bool stands, std::vector<LinkShape>& shapes);

 private:
  using Mesh = std::shared_ptr<const LinkMesh>;

  std::string take_surface(LinkShape& shape);
  std::vector<spatial::Shape> hulls_of(const LinkMesh& mesh, bool is_cut);
  const std::vector<spatial::Shape>& known_hulls(const LinkShape& shape, bool is_cut);
  void add_parts(const LinkShape& shape, bool is_cut, const std::string& why,
                 std::vector<LinkShape>& shapes);

  Assembly& assembly_;
  std::optional<double> threshold_;
  std::vector<std::pair<Mesh, std::vector<spatial::Shape>>> known_;  ///< meshes that were cut
};

}  // namespace perpend::io
