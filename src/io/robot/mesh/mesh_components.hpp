// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/geometry/spatial/shape.hpp"
#include "perpend/geometry/spatial/triangle_soup.hpp"

namespace perpend::io {

/// Returns the hulls of the components of a mesh, as programs write them that cut a mesh into
/// convex parts: closed surfaces without a common vertex. Returns none unless they are 2 to 64, and
/// each fills its hull to a thousandth of the volume.
std::vector<spatial::Shape> convex_components(const spatial::TriangleSoup& mesh);

}  // namespace perpend::io
