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
  int width = 640;                            ///< of one frame, pixels, >= 16
  std::optional<study::ViewFrame> view = {};  ///< empty: view_of() the states drawn
  std::vector<std::string> colors = {};       ///< per body, "#rrggbb" or empty; may be shorter
  bool show_time = true;                      ///< "t = ... s" under each frame of several
};

/// The frame that holds every moving body in all `states`, with a margin of 5 % of its longer
/// side, or everything but half-planes where nothing moves. Of a model with bodies in space: what
/// it covers in the picture plane, seen from above the front, with up against gravity.
study::ViewFrame view_of(const Model& model, std::span<const State> states);

/// A colour per body: that of `chosen`, else grey for bodies that no force moves, else one of a
/// palette by size, so that bodies of one mass look alike and the rare ones stand out.
std::vector<std::string> body_colors(const Model& model, std::span<const std::string> chosen = {});

/// One state as an SVG document.
std::string draw_svg(const Model& model, const State& state, const PictureOptions& options = {});

/// States side by side, `columns` per row, all with one view. Throws InvalidArgument where there
/// is no state, columns < 1 or the width is too small.
std::string draw_svg_frames(const Model& model, std::span<const State> states, int columns,
                            const PictureOptions& options = {});

}  // namespace perpend::io
