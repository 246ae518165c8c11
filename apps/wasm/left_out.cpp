// SPDX-License-Identifier: Apache-2.0
// What scenes may ask for and a page's engine has not got: it is refused in words.
#include "perpend/core/error.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/io/robot.hpp"

namespace perpend {

spatial::Hull spatial::convex_hull(std::span<const Eigen::Vector3d>) {
  throw InvalidArgument("points", "another shape: in the browser there are no hulls of points", "hull");
}

bool io::is_robot_text(std::string_view text) {
  return text.substr(0, text.find_first_not_of(" \t\r\n") + 1).ends_with('<');
}

Result<io::ConvertedRobot> io::convert_robot_text(std::string_view, const std::filesystem::path& file,
                                                  const RobotOptions&) {
  return Diagnostics{{file.string(), 0, "", "is a robot or a world",
                      "convert it to a scene: perpend convert"}};
}

}  // namespace perpend
