// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/io/expectation.hpp"
#include "perpend/io/parameter.hpp"
#include "perpend/model/model.hpp"
#include "perpend/sim/options.hpp"

namespace perpend::io {

/// Corners of a picture, world frame, m.
struct ViewFrame {
  Eigen::Vector2d lo{0, 0}, hi{1, 1};
};

/// All that a scene file says.
struct Scene {
  std::string name;
  std::string description;
  std::string source;  ///< paper or book it stands after; may be empty
  Model model;
  SimulationOptions options;
  double duration = 0.0;              ///< s
  int record_every = 1;               ///< steps between recorded ones
  bool compare_unstabilised = false;  ///< show overlap without gap/dt and joint error/dt too
  std::vector<std::string> colors;    ///< per body, "#rrggbb" or empty
  std::optional<ViewFrame> view;      ///< empty: from the motion
  std::vector<Expectation> expectations;
  std::vector<Parameter> parameters;  ///< with the values they had in this reading
  std::string text;                   ///< the file as it was read
};

/// A scene file (docs/formats/scene.md), or every fault found in it, each with line, element, what
/// was found and what was expected. Faults of the model (ModelBuilder::build) carry the line of
/// the element they come from, also where an array made it. `parameters` replace values of the
/// file; one that the file does not have is a fault.
Result<Scene> read_scene(const std::filesystem::path& file,
                         const std::vector<Parameter>& parameters = {});

/// The same from text; `file` stands in the diagnostics only.
Result<Scene> parse_scene(std::string_view text, const std::string& file,
                          const std::vector<Parameter>& parameters = {});

}  // namespace perpend::io
