// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/model/model.hpp"
#include "perpend/sim/options.hpp"
#include "perpend/study/expectation.hpp"
#include "perpend/study/parameter.hpp"

namespace perpend::study {

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
  std::string text;   ///< the file with the points of its meshes; a robot as converted
  Diagnostics notes;  ///< what a robot's file asks for and the scene does not have
};

}  // namespace perpend::study
