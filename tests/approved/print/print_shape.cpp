// SPDX-License-Identifier: Apache-2.0
#include "print_shape.hpp"

#include <variant>

#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "print.hpp"

namespace perpend::print {
namespace {

template <typename Corners>
std::string columns(const Corners& corners) {
  std::string text;
  for (const auto corner : corners.colwise()) text += fmt::format(" ({})", numbers(corner));
  return text;
}

struct Outline {
  std::string operator()(const planar::Disc& disc) const { return "disc " + number(disc.radius); }
  std::string operator()(const planar::Ellipse& e) const {
    return fmt::format("ellipse {} {}", number(e.a), number(e.b));
  }
  std::string operator()(const planar::Polygon& polygon) const {
    std::string text = "polygon";
    for (const Eigen::Vector2d& corner : polygon.vertices)
      text += fmt::format(" ({})", numbers(corner));
    return text;
  }
  std::string operator()(const planar::Capsule& c) const {
    return fmt::format("capsule {} {}", number(c.half_length), number(c.radius));
  }
  std::string operator()(const planar::HalfPlane& half) const {
    return "half_plane " + numbers(half.normal);
  }
};

std::string triangles_of(const spatial::TriangleMesh& mesh) {
  std::string text;
  for (const auto& triangle : mesh.triangles) {
    const auto& [a, b, c] = triangle.corner;
    text += fmt::format(
        " [{} {} {}{}]", a, b, c,
        triangle.side[0].is_sharp + triangle.side[1].is_sharp + triangle.side[2].is_sharp == 3
            ? ""
            : " smooth");
  }
  return text;
}

struct Solid {
  std::string operator()(const spatial::Sphere& s) const { return "sphere " + number(s.radius); }
  std::string operator()(const spatial::Box& box) const { return "box " + numbers(box.half); }
  std::string operator()(const spatial::Cylinder& c) const { return "cylinder" + round(c); }
  std::string operator()(const spatial::Capsule& c) const { return "capsule" + round(c); }
  std::string operator()(const spatial::Cone& c) const { return "cone" + round(c); }
  std::string operator()(const spatial::Ellipsoid& e) const {
    return "ellipsoid " + numbers(e.half);
  }
  std::string operator()(const spatial::HalfSpace&) const { return "half_space"; }
  std::string operator()(const spatial::Hull& hull) const {
    return fmt::format("hull of {} faces:{}", hull.polyhedron->faces.size(),
                       columns(hull.polyhedron->vertices));
  }
  std::string operator()(const spatial::Mesh& mesh) const {
    return "mesh:" + columns(mesh.mesh->vertices) + triangles_of(*mesh.mesh);
  }

  template <typename Round>
  static std::string round(const Round& shape) {
    return fmt::format(" {} {}", number(shape.half_length), number(shape.radius));
  }
};

}  // namespace

std::string text_of(const spatial::Pose& pose) {
  // A quaternion and its negative are one rotation.
  Eigen::Vector4d r(pose.r.w(), pose.r.x(), pose.r.y(), pose.r.z());
  for (int i = 0; i < 4; ++i) {
    if (std::abs(r[i]) < 1e-9) continue;
    if (r[i] < 0) r = -r;
    break;
  }
  return fmt::format("at {} turned {}", numbers(pose.p), numbers(r));
}

std::string text_of(const planar::ShapeInstance& shape) {
  return fmt::format("{} at {} angle {}", std::visit(Outline{}, shape.shape), numbers(shape.pose.p),
                     number(shape.pose.angle));
}

std::string text_of(const spatial::ShapeInstance& shape) {
  return fmt::format("{} {}", std::visit(Solid{}, shape.shape), text_of(shape.pose));
}

}  // namespace perpend::print
