// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/model/model.hpp"
#include "perpend/sim/options.hpp"

namespace perpend::io {

/// What an expectation speaks of; positions and angle are those of the frame of BodyDef.
enum class Quantity {
  x,            ///< m
  y,            ///< m
  angle,        ///< rad
  vx,           ///< m/s, of the centre of mass
  vy,           ///< m/s, of the centre of mass
  omega,        ///< rad/s
  speed,        ///< m/s, of the centre of mass
  displacement  ///< m, straight distance from the start position
};

std::string_view to_string(Quantity quantity);

/// A value known from theory, printed beside the computed one.
struct Expectation {
  BodyId body;
  Quantity quantity = Quantity::x;
  double time = std::numeric_limits<double>::infinity();  ///< s; infinite: at the end
  double value = 0.0;                                     ///< in the unit of the quantity
  double tolerance = 0.0;                                 ///< largest difference, same unit
  std::string why;                                        ///< the formula or the reason
};

/// The quantity in a state of the model.
double measure(const Model& model, const State& state, BodyId body, Quantity quantity);

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
  std::string text;  ///< the file as it was read
};

/// A scene file (docs/formats/scene.md), or every fault found in it, each with line, element, what
/// was found and what was expected. Faults of the model (ModelBuilder::build) carry the line of
/// the element they come from, also where an array made the body.
Result<Scene> read_scene(const std::filesystem::path& file);

/// The same from text; `file` stands in the diagnostics only.
Result<Scene> parse_scene(std::string_view text, const std::string& file);

}  // namespace perpend::io
