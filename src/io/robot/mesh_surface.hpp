// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/robot/xml_element.hpp"
#include "perpend/io/mesh_file.hpp"

namespace perpend::io {

/// Notes faces of a closed mesh that look inwards.
void note_inversion(const XmlElement& at, const std::string& what, const MeshFile& mesh);

/// Chooses what collides in place of the meshes of bodies that are not their own hulls, and notes
/// it: their surfaces on bodies that never move, the hulls of convex parts on others where the file
/// or `threshold` (of convex_parts()) asks for them, and their hulls elsewhere, with the reason.
class MeshShapes {
 public:
  MeshShapes(Assembly& assembly, std::optional<double> threshold)
      : assembly_(assembly), threshold_(threshold) {}

  void choose(bool stands, std::vector<LinkShape>& shapes);

 private:
  using Mesh = std::shared_ptr<const LinkMesh>;

  void take_surface(LinkShape& shape);
  std::vector<LinkShape> parts_of(const LinkShape& shape);
  std::vector<spatial::Shape> hulls_of(const LinkMesh& mesh);

  Assembly& assembly_;
  std::optional<double> threshold_;
  std::vector<std::pair<Mesh, std::vector<spatial::Shape>>> known_;  ///< meshes that were cut
};

}  // namespace perpend::io
