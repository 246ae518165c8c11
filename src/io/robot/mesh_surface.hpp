// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "io/robot/xml_element.hpp"
#include "perpend/io/mesh_file.hpp"

namespace perpend::io {

/// Notes faces of a closed mesh that look inwards.
void note_inversion(const XmlElement& at, const std::string& what, const MeshFile& mesh);

/// Replaces the hull of a mesh by its surface where the body never moves and the mesh is not its
/// own hull, and notes what collides. A mesh that is no surface keeps its hull, with the reason.
void choose_mesh_shape(Assembly& assembly, bool stands, LinkShape& shape);

}  // namespace perpend::io
