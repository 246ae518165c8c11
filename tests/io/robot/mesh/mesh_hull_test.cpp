// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <numbers>

#include "io/robot/robot_text.hpp"
#include "io/scratch_file.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

// A mesh of `rings` circles of `corners` on an ellipsoid, and its two poles; it has no triangles.
void write_ellipsoid(const std::filesystem::path& path, const Eigen::Vector3d& half, int rings,
                     int corners) {
  std::ofstream file(path);
  file.precision(17);
  const auto put = [&](double x, double y, double z) {
    file << "v " << half.x() * x << ' ' << half.y() * y << ' ' << half.z() * z << '\n';
  };
  put(0, 0, 1);
  for (int i = 1; i <= rings; ++i)
    for (int k = 0; k < corners; ++k) {
      const double lean = std::numbers::pi * i / (rings + 1),
                   turn = 2 * std::numbers::pi * k / corners;
      put(std::sin(lean) * std::cos(turn), std::sin(lean) * std::sin(turn), std::cos(lean));
    }
  put(0, 0, -1);
  file << "f 1 2 3\n";
}

spatial::Hull hull_of(const std::filesystem::path& path) {
  const study::Scene scene =
      scene_of(robot("<link name='stone'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
                     "izz='1'/></inertial><collision><geometry>"
                     "<mesh filename='file://" +
                     path.string() + "'/></geometry></collision></link>\n"));
  return std::get<spatial::Hull>(scene.model.bodies.at(0).details->spatial_shapes.at(0).shape);
}

}  // namespace

TEST_CASE("a mesh of many corners collides with some 200 of them, as far out on every side") {
  const ScratchFile file("stone.obj");
  const Eigen::Vector3d half(1, 2, 0.5);
  const double volume = 4 * std::numbers::pi / 3 * half.prod();
  write_ellipsoid(file.path, half, 12, 20);  // 242: all of them
  CHECK(hull_of(file.path).polyhedron->vertices.cols() == 242);
  write_ellipsoid(file.path, half, 15, 20);  // 302
  CHECK(hull_of(file.path).polyhedron->vertices.cols() <= 256);
  write_ellipsoid(file.path, half, 40, 60);
  const spatial::Hull hull = hull_of(file.path);
  const Eigen::Matrix3Xd& corners = hull.polyhedron->vertices;
  CHECK(corners.cols() <= 256);
  CHECK(corners.cols() > 128);
  CHECK(hull.polyhedron->volume > 0.92 * volume);
  CHECK(hull.polyhedron->volume < volume);
  for (int axis = 0; axis < 3; ++axis) {
    const double across = corners.row(axis).maxCoeff() - corners.row(axis).minCoeff();
    CHECK(across > 0.97 * 2 * half[axis]);
    CHECK(across <= 2 * half[axis] + 1e-12);
  }
}

}  // namespace perpend::io
