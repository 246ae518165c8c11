// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "io/format/xml_node.hpp"

namespace perpend::io {

/// The elements of a COLLADA document by their ids.
using ColladaElements = std::map<std::string, const XmlNode*, std::less<>>;

/// Returns the id of a reference such as "#Cube-mesh"; empty for null.
std::string collada_id(const std::string* reference);

/// Returns the diffuse color "#rrggbb" of the material that a primitive names by `symbol`, as
/// `instance`, the instance_geometry that it is part of, binds it; empty where there is none, such
/// as with a texture. A symbol that is not bound is taken for the id of a material.
std::string collada_color(const ColladaElements& elements, const XmlNode* instance,
                          const std::string* symbol);

}  // namespace perpend::io
