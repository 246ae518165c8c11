// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "perpend/geometry/spatial/shape.hpp"
#include "perpend/geometry/spatial/triangle_soup.hpp"

namespace perpend::study {

/// A solid or a surface that pages draw in place of the shapes of a body in space; it does not
/// collide and has no mass.
struct Visual {
  std::variant<spatial::Shape, std::shared_ptr<const spatial::TriangleSoup>> geometry = {};
  spatial::Pose pose = {};  ///< in the frame of the body's definition
  std::string color = {};   ///< "#rrggbb"; empty: the color of the body
};

/// The visuals of one body; empty: its shapes are drawn.
using Visuals = std::vector<Visual>;

}  // namespace perpend::study
