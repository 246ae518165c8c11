// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/dynamics/body_frame.hpp"
#include "perpend/model/model.hpp"
#include "perpend/sim/options.hpp"
#include "perpend/study/expectation.hpp"
#include "perpend/study/parameter.hpp"
#include "perpend/study/visual.hpp"

namespace perpend::study {

/// Corners of a picture, world frame, m.
struct ViewFrame {
  Eigen::Vector2d lo{0, 0}, hi{1, 1};
};

/// Contents of a scene file.
struct Scene {
  std::string name;
  std::string description;
  std::string source;  ///< paper or book that the scene is taken from; may be empty
  Model model;
  SimulationOptions options;
  double duration = 0.0;              ///< s
  int record_every = 1;               ///< every record_every-th step is recorded
  bool compare_unstabilised = false;  ///< also show overlap without gap/dt and joint error/dt
  std::vector<std::string> colors;    ///< per body, "#rrggbb" or empty
  std::vector<Visuals> visuals;       ///< per body
  std::vector<BodyFrame> frames;      ///< named poses on bodies, in the order of the file
  std::optional<ViewFrame> view;      ///< empty: from the motion
  std::vector<Expectation> expectations;
  std::vector<Parameter> parameters;  ///< with the values used for this scene
  std::string text;   ///< the file with the points of its meshes; for a robot, the converted scene
  Diagnostics notes;  ///< features of a robot file that the scene lacks
};

}  // namespace perpend::study
