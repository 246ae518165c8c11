// SPDX-License-Identifier: Apache-2.0
#include "io/page/picture_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <tuple>
#include <utility>

namespace perpend::io {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;
using Polyline = std::vector<Vector2d>;

constexpr int kRound = 32;  // segments of a whole circle

// Adds the arc of an axis-aligned ellipse around `center` from angle `first` over `turn`, rad.
void add_arc(Polyline& points, const Vector2d& center, const Vector2d& axes, double first,
             double turn) {
  const int steps = static_cast<int>(std::lround(kRound * turn / (2 * std::numbers::pi)));
  for (int i = 0; i <= steps; ++i) {
    const double angle = first + turn * i / steps;
    points.push_back(center + axes.cwiseProduct(Vector2d(std::cos(angle), std::sin(angle))));
  }
}

struct OutlinePoints {
  static constexpr double kPi = std::numbers::pi;
  Polyline operator()(const planar::Disc& disc) const {
    Polyline points{{0, 0}};  // includes a radius that shows the rotation
    add_arc(points, {0, 0}, {disc.radius, disc.radius}, 0, 2 * kPi);
    return points;
  }
  Polyline operator()(const planar::Ellipse& ellipse) const {
    Polyline points;
    add_arc(points, {0, 0}, {ellipse.a, ellipse.b}, 0, 2 * kPi);
    return points;
  }
  Polyline operator()(const planar::Polygon& polygon) const { return polygon.vertices; }
  Polyline operator()(const planar::Capsule& capsule) const {
    Polyline points;
    const Vector2d axes(capsule.radius, capsule.radius);
    add_arc(points, {capsule.half_length, 0}, axes, -kPi / 2, kPi);
    add_arc(points, {-capsule.half_length, 0}, axes, kPi / 2, kPi);
    return points;
  }
  Polyline operator()(const planar::HalfPlane&) const { return {}; }
};

// The elements drawn at one depth. Dynamic bodies lie on or in the others and must stay visible, so
// they are drawn over them. The ground is drawn first.
struct Layer {
  enum Rank { ground, held, free };
  Rank rank = held;
  double depth = 0;
  std::string svg;
};

std::string path(const Polyline& points, bool closed) {
  std::string d;
  for (const Vector2d& p : points)
    d += fmt::format("{}{:.5g} {:.5g}", d.empty() ? 'M' : 'L', p.x(), p.y());
  return d + (closed ? "Z" : "");
}

std::string solid(const SpaceView& view, const spatial::ShapeInstance& instance,
                  const spatial::Pose& pose, const std::string& color) {
  const spatial::Pose at = compose(pose, instance.pose);
  std::string edges;
  for (const Polyline& line : visible_edges(view, instance.shape, at)) edges += path(line, false);
  return fmt::format(R"svg(<path fill="{}" d="{}"/><path fill="none" d="{}"/>)svg", color,
                     path(silhouette(view, instance.shape, at), true), edges);
}

std::string flat(const SpaceView& view, const planar::ShapeInstance& instance,
                 const spatial::Pose& pose, const std::string& color) {
  Polyline points;
  for (const Vector2d& local : outline_points(instance.shape)) {
    const Vector2d p = planar::transform_point(instance.pose, local);
    points.push_back(view.project(transform_point(pose, {p.x(), p.y(), 0})));
  }
  if (points.empty()) return {};
  return fmt::format(R"svg(<path fill="{}" d="{}"/>)svg", color, path(points, true));
}

// Draws a body without shapes: its centre, and rods to the anchors of its joints.
std::string bones(const Model& model, BodyId id, const SpaceView& view, const spatial::Pose& pose,
                  const std::string& color, double line) {
  const Vector2d center = view.project(pose.p);
  std::string svg = fmt::format(R"svg(<circle fill="{}" cx="{:.5g}" cy="{:.5g}" r="{:.5g}"/>)svg",
                                color, center.x(), center.y(), 4 * line);
  for (const Vector3d& anchor : joint_anchors(model, id))
    svg +=
        fmt::format(R"svg(<path fill="none" stroke="{}" stroke-width="{:.5g}" d="{}"/>)svg", color,
                    3 * line, path({center, view.project(transform_point(pose, anchor))}, false));
  return svg;
}

// Draws a square grid in the plane around the scene if the eye is above the plane.
std::string grid(const SpaceView& view, const spatial::Pose& pose, double field, double line) {
  constexpr int kCells = 8;
  const Vector3d normal = pose.r * Vector3d::UnitZ();
  if (normal.dot(view.toward) < 0.02) return {};
  const Vector3d middle = view.center - normal.dot(view.center - pose.p) * normal;
  const Vector3d x = 0.5 * field * (pose.r * Vector3d::UnitX());
  const Vector3d y = 0.5 * field * (pose.r * Vector3d::UnitY());
  std::string lines;
  for (const auto& [along, across] : {std::pair(x, y), std::pair(y, x)})
    for (int i = -kCells; i <= kCells; ++i) {
      const Vector3d start = middle + across * i / kCells;
      lines += path({view.project(start - along), view.project(start + along)}, false);
    }
  return fmt::format(
      R"svg(<path fill="none" stroke="#dcdad5" stroke-opacity="1" stroke-width="{:.5g}" d="{}"/>)svg",
      line, lines);
}

void add_body(const Model& model, const State& state, BodyId id, const SpaceView& view,
              const std::string& color, const Strokes& strokes, std::vector<Layer>& layers) {
  const Body& body = model.bodies[static_cast<std::size_t>(id.index)];
  const spatial::Pose pose = spatial_pose(model, state, id);
  const Layer::Rank rank = body.is_dynamic() ? Layer::free : Layer::held;
  for (const spatial::ShapeInstance& instance : body.details->spatial_shapes) {
    const spatial::Pose at = compose(pose, instance.pose);
    if (std::holds_alternative<spatial::HalfSpace>(instance.shape))
      layers.push_back({Layer::ground, 0, grid(view, at, strokes.field, strokes.line)});
    else if (std::holds_alternative<spatial::Mesh>(instance.shape))
      layers.push_back({Layer::ground, 0, solid(view, instance, pose, color)});
    else
      layers.push_back({rank, view.depth(at.p), solid(view, instance, pose, color)});
  }
  for (const planar::ShapeInstance& instance : body.details->shapes)
    layers.push_back({rank, view.depth(pose.p), flat(view, instance, pose, color)});
  if (body.details->spatial_shapes.empty() && body.details->shapes.empty())
    layers.push_back({rank, view.depth(pose.p), bones(model, id, view, pose, color, strokes.line)});
}

std::string joint_mark(const Model& model, const State& state, const Joint& joint,
                       const SpaceView& view, double line) {
  const auto anchor = [&](BodyId body, const spatial::Pose& frame) {
    return view.project(transform_point(spatial_pose(model, state, body), frame.p));
  };
  const Vector2d a = anchor(joint.a, joint.frame_a);
  if (acts_along_line(joint.kind))
    return fmt::format(R"svg(<path fill="none" stroke-width="{:.5g}" d="{}"/>)svg", 1.5 * line,
                       path({a, anchor(joint.b, joint.frame_b)}, false));
  return fmt::format(R"svg(<circle fill="#fcfcfb" cx="{:.5g}" cy="{:.5g}" r="{:.5g}"/>)svg", a.x(),
                     a.y(), 2 * line);
}

}  // namespace

Polyline outline_points(const planar::Shape& shape) {
  return std::visit(OutlinePoints{}, shape);
}

std::vector<Vector3d> joint_anchors(const Model& model, BodyId body) {
  std::vector<Vector3d> anchors;
  for (const Joint& joint : model.joints) {
    if (joint.a == body) anchors.push_back(joint.frame_a.p);
    if (joint.b == body) anchors.push_back(joint.frame_b.p);
  }
  return anchors;
}

std::string draw_space(const Model& model, const State& state, const SpaceView& view,
                       std::span<const std::string> colors, const Strokes& strokes) {
  std::vector<Layer> layers;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
    add_body(model, state, {i}, view, colors[static_cast<std::size_t>(i)], strokes, layers);
  std::stable_sort(layers.begin(), layers.end(), [](const Layer& a, const Layer& b) {
    return std::tie(a.rank, a.depth) < std::tie(b.rank, b.depth);
  });
  std::string svg = R"svg(<g stroke="#25282c" stroke-opacity="0.75" stroke-linejoin="round">)svg";
  for (const Layer& layer : layers) svg += layer.svg + "\n";
  // Joints lie within their bodies, so they are drawn over everything else.
  for (int i = 0; i < static_cast<int>(model.joints.size()); ++i)
    if (!state.is_broken({i}))
      svg += joint_mark(model, state, model.joints[i], view, strokes.line) + "\n";
  return svg + "</g>";
}

}  // namespace perpend::io
