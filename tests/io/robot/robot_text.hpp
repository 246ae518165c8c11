// SPDX-License-Identifier: Apache-2.0
// Small robots as text, and what tests of robots ask of them.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "perpend/io/robot.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/model/query.hpp"

namespace perpend::io {

/// A link of mass 1 that is a ball of radius 0.1 `z` above its frame.
inline std::string ball_link(const std::string& name, double z = 0) {
  const std::string at = "<origin xyz='0 0 " + std::to_string(z) + "'/>";
  return "<link name='" + name + "'>\n<inertial>" + at +
         "<mass value='1'/><inertia ixx='0.004' iyy='0.004' izz='0.004'/></inertial>\n<collision>" +
         at + "<geometry><sphere radius='0.1'/></geometry></collision>\n</link>\n";
}

/// A joint at `xyz` of its parent, with `inside` beside its ends.
inline std::string joint(const std::string& name, const std::string& type,
                         const std::string& parent, const std::string& child,
                         const std::string& xyz, const std::string& inside = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent +
         "'/><child link='" + child + "'/><origin xyz='" + xyz + "'/>" + inside + "</joint>\n";
}

inline std::string robot(const std::string& inside) {
  return "<robot name='test'>\n" + inside + "</robot>\n";
}

inline study::Scene scene_of(const std::string& text, const RobotOptions& options = {}) {
  const Result<ConvertedRobot> converted = convert_robot_text(text, "test.urdf", options);
  REQUIRE_MESSAGE(converted, to_string(converted ? Diagnostics{} : converted.error()));
  Result<study::Scene> scene = parse_scene(converted->text, "test.urdf");
  REQUIRE_MESSAGE(scene, to_string(scene ? Diagnostics{} : scene.error()), "\n", converted->text);
  return std::move(scene).value();
}

inline Diagnostics faults_of(const std::string& text, const RobotOptions& options = {}) {
  const Result<ConvertedRobot> converted = convert_robot_text(text, "test.urdf", options);
  return converted ? Diagnostics{} : converted.error();
}

inline Diagnostics notes_of(const std::string& text, const RobotOptions& options = {}) {
  const Result<ConvertedRobot> converted = convert_robot_text(text, "test.urdf", options);
  return converted ? converted->notes : Diagnostics{};
}

/// Whether one of them stands in that line and says that.
inline bool says(const Diagnostics& all, int line, const std::string& words) {
  for (const Diagnostic& each : all)
    if (each.line == line && to_string(each).find(words) != std::string::npos) return true;
  return false;
}

/// Number of the body of that name.
inline int body_of(const Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (model.bodies[i].details->name == name) return static_cast<int>(i);
  FAIL("no body " << name);
  return -1;
}

/// Where its frame stands at the start, m.
inline Eigen::Vector3d place_of(const Model& model, const std::string& name) {
  const State start = initial_state(model);
  return spatial_frame_pose(model, start, {body_of(model, name)}).p;
}

}  // namespace perpend::io
