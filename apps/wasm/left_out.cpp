// SPDX-License-Identifier: Apache-2.0
// Replaces features that a page's engine does not have: those that scenes ask for are refused with
// a message.
#include "geometry/spatial/shapes/hull_faces.hpp"
#include "io/format/collada.hpp"
#include "perpend/io/robot.hpp"

namespace perpend {

// Computes the faces without Qhull.
spatial::FaceLoops spatial::hull_faces(const Eigen::Matrix3Xd& points, double flat) {
  return wrapped_faces(points, flat);
}

Diagnostics io::read_collada(std::string_view, const std::string& file, MeshFile&) {
  return {{file, 0, "", "is a COLLADA file", "convert it to .stl or .obj"}};
}

bool io::is_robot_text(std::string_view text) {
  return text.substr(0, text.find_first_not_of(" \t\r\n") + 1).ends_with('<');
}

Result<io::ConvertedRobot> io::convert_robot_text(std::string_view,
                                                  const std::filesystem::path& file,
                                                  const RobotOptions&) {
  return Diagnostics{
      {file.string(), 0, "", "is a robot or a world", "convert it to a scene: perpend convert"}};
}

}  // namespace perpend
