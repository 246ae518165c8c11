// SPDX-License-Identifier: Apache-2.0
// Small files of SDF as text.
#pragma once

#include <string>

#include "io/robot/robot_text.hpp"

namespace perpend::io::sdf {

inline std::string link(const std::string& name, const std::string& pose,
                        const std::string& inside = "") {
  return "<link name='" + name + "'><pose" + pose + "</pose>" + inside + "</link>\n";
}

inline const std::string kBall =
    "<collision name='c'><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>";

inline std::string model(const std::string& inside) {
  return "<sdf version='1.9'>\n<model name='m'>\n" + inside + "</model>\n</sdf>";
}

inline spatial::Pose frame_of(const study::Scene& scene, const std::string& name) {
  const State start = initial_state(scene.model);
  for (int i = 0; i < static_cast<int>(scene.model.bodies.size()); ++i)
    if (scene.model.bodies[static_cast<std::size_t>(i)].details->name == name)
      return spatial_frame_pose(scene.model, start, {i});
  FAIL("no body " << name);
  return {};
}

}  // namespace perpend::io::sdf
