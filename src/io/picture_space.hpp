// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "io/space_view.hpp"

namespace perpend::io {

/// Corners of the outline of a planar shape in its own frame, m; none for half-planes.
std::vector<Eigen::Vector2d> outline_points(const planar::Shape& shape);

/// Anchors of the joints of a body in the body's own frame, m: what shows a body without shapes.
std::vector<Eigen::Vector3d> joint_anchors(const Model& model, BodyId body);

/// SVG elements of one state in the picture plane of the view (m, y up): bodies that forces do not
/// move, then the others, far ones first each; joints last. `line`: width of a thin line, m.
std::string draw_space(const Model& model, const State& state, const SpaceView& view,
                       std::span<const std::string> colors, double line);

}  // namespace perpend::io
