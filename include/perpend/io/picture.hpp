// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "perpend/io/scene.hpp"
#include "perpend/model/model.hpp"

namespace perpend::io {

struct PictureOptions {
  int width = 640;                            ///< width of one frame, pixels, >= 16
  std::optional<study::ViewFrame> view = {};  ///< empty: view_of() the states drawn
  std::vector<std::string> colors = {};       ///< per body, "#rrggbb" or empty; may be shorter
  bool show_time = true;                      ///< "t = ... s" under each frame of several
};

/// Returns the frame (m) that contains every moving body in all `states`, with a margin of 5 % of
/// its longer side; where nothing moves, the frame contains all shapes except half-planes. For a
/// model with bodies in space the frame lies in the picture plane, viewed from the front and above,
/// with the direction against gravity pointing up.
study::ViewFrame view_of(const Model& model, std::span<const State> states);

/// Returns a colour for each body: the one in `chosen`, or else grey for bodies that forces do not
/// move, or else one of a palette by size, so that bodies of equal mass look alike and rare ones
/// stand out.
std::vector<std::string> body_colors(const Model& model, std::span<const std::string> chosen = {});

/// Returns one state as an SVG document. Throws InvalidArgument where the width is too small.
std::string draw_svg(const Model& model, const State& state, const PictureOptions& options = {});

/// Returns an SVG document with the states side by side, `columns` per row, all with the same view.
/// Throws InvalidArgument where there is no state, columns < 1 or the width is too small.
std::string draw_svg_frames(const Model& model, std::span<const State> states, int columns,
                            const PictureOptions& options = {});

}  // namespace perpend::io
