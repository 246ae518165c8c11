// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "io/page/space_view.hpp"

namespace perpend::io {

/// Returns the corners of the outline of a planar shape in its own frame, m; none for half-planes.
std::vector<Eigen::Vector2d> outline_points(const planar::Shape& shape);

/// Returns the anchors of the joints of a body in the body's own frame, m. They serve to draw a
/// body without shapes.
std::vector<Eigen::Vector3d> joint_anchors(const Model& model, BodyId body);

/// Drawn sizes of elements that have no size of their own, m.
struct Strokes {
  double line = 0;   ///< width of a thin line
  double field = 0;  ///< side of the grid that represents a half space
};

/// Returns the SVG elements of one state in the picture plane of the view (m, y up): half spaces as
/// grids, then bodies that are not dynamic, then the dynamic ones, each group from far to near;
/// joints last.
std::string draw_space(const Model& model, const State& state, const SpaceView& view,
                       std::span<const std::string> colors, const Strokes& strokes);

}  // namespace perpend::io
