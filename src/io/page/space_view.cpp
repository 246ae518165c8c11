// SPDX-License-Identifier: Apache-2.0
#include "io/page/space_view.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "geometry/planar/broad_phase.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;
using Polyline = std::vector<Vector2d>;

constexpr int kRing = 48;  // segments of a circle
// Number of triangles above which a mesh is drawn only as fine as the picture resolves.
constexpr std::size_t kFine = 4096;

template <typename Points>
Vector3d middle_of(const Points& points) {
  return 0.5 * (points.rowwise().minCoeff() + points.rowwise().maxCoeff());
}

// Returns the centre of a ball that holds the shape, in the shape's frame; reach() is its radius.
// The origin of a mesh or a hull may lie anywhere.
Vector3d middle(const spatial::Shape& shape) {
  if (const auto* mesh = std::get_if<spatial::Mesh>(&shape)) return middle_of(mesh->mesh->vertices);
  if (const auto* hull = std::get_if<spatial::Hull>(&shape))
    return middle_of(hull->polyhedron->vertices);
  return Vector3d::Zero();
}

// Returns the largest distance of a point from the middle of all.
template <typename Points>
double reach_of(const Points& points) {
  return (points.colwise() - middle_of(points)).colwise().norm().maxCoeff();
}

double reach(const spatial::Shape& shape) {
  struct {
    double operator()(const spatial::Sphere& s) const { return s.radius; }
    double operator()(const spatial::Box& s) const { return s.half.norm(); }
    double operator()(const spatial::Cylinder& s) const {
      return std::hypot(s.half_length, s.radius);
    }
    double operator()(const spatial::Cone& s) const { return std::hypot(s.half_length, s.radius); }
    double operator()(const spatial::Ellipsoid& s) const { return s.half.maxCoeff(); }
    double operator()(const spatial::Capsule& s) const { return s.half_length + s.radius; }
    double operator()(const spatial::HalfSpace&) const { return 0; }
    double operator()(const spatial::Hull& s) const { return reach_of(s.polyhedron->vertices); }
    double operator()(const spatial::Mesh& s) const { return reach_of(s.mesh->vertices); }
  } radius;
  return std::visit(radius, shape);
}

struct Ball {
  Vector3d center{0, 0, 0};  // in the frame of the body
  double radius = 0;
};

void add_ball(const spatial::Shape& solid, const spatial::Pose& pose, std::vector<Ball>& balls) {
  if (!std::holds_alternative<spatial::HalfSpace>(solid))
    balls.push_back({transform_point(pose, middle(solid)), reach(solid)});
}

void add_ball(const std::shared_ptr<const spatial::TriangleSoup>& soup, const spatial::Pose& pose,
              std::vector<Ball>& balls) {
  Eigen::AlignedBox3d box;
  for (const Vector3d& x : soup->vertices) box.extend(x);
  if (!box.isEmpty())
    balls.push_back({transform_point(pose, box.center()), 0.5 * box.diagonal().norm()});
}

// Returns balls that hold the solids and the visuals of a body.
std::vector<Ball> balls_of(const Body& body, const study::Visuals& visuals) {
  std::vector<Ball> balls;
  for (const spatial::ShapeInstance& solid : body.details->spatial_shapes)
    add_ball(solid.shape, solid.pose, balls);
  for (const study::Visual& visual : visuals) {
    const spatial::Pose pose = compose(body.details->definition, visual.pose);
    std::visit([&](const auto& geometry) { add_ball(geometry, pose, balls); }, visual.geometry);
  }
  return balls;
}

// Calls visit(centre, radius) for balls that together hold the whole body; `solids` are those of
// balls_of().
template <typename Visit>
void for_each_ball(const Model& model, const State& state, BodyId id,
                   const std::vector<Ball>& solids, Visit visit) {
  const Body& body = model.bodies[static_cast<std::size_t>(id.index)];
  const spatial::Pose pose = spatial_pose(model, state, id);
  for (const Ball& ball : solids) visit(transform_point(pose, ball.center), ball.radius);
  for (const planar::ShapeInstance& outline : body.details->shapes) {
    if (std::holds_alternative<planar::HalfPlane>(outline.shape)) continue;
    const planar::Aabb box = planar::bounds(outline.shape, outline.pose);
    const Vector2d middle = 0.5 * (box.lo + box.hi);
    visit(transform_point(pose, {middle.x(), middle.y(), 0}), 0.5 * (box.hi - box.lo).norm());
  }
  if (body.details->spatial_shapes.empty() && body.details->shapes.empty() && body.is_dynamic())
    visit(pose.p, 0.0);
}

template <typename Visit>
void for_each_ball(const Model& model, std::span<const State> states,
                   std::span<const study::Visuals> visuals, Visit visit) {
  std::vector<std::vector<Ball>> solids;
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    solids.push_back(balls_of(model.bodies[i], i < visuals.size() ? visuals[i] : study::Visuals{}));
  for (const State& state : states) {
    for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
      for_each_ball(model, state, {i}, solids[static_cast<std::size_t>(i)], visit);
    for (const Joint& joint : model.joints)
      visit(transform_point(spatial_pose(model, state, joint.b), joint.frame_b.p), 0.0);
  }
}

// Returns points of a circle around the z axis of `pose`, at height z.
std::vector<Vector3d> ring(const spatial::Pose& pose, double radius, double z) {
  std::vector<Vector3d> points;
  for (int i = 0; i < kRing; ++i) {
    const double angle = 2 * std::numbers::pi * i / kRing;
    points.push_back(
        transform_point(pose, {radius * std::cos(angle), radius * std::sin(angle), z}));
  }
  return points;
}

double cross(const Vector2d& a, const Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}

// Returns the convex hull, counter-clockwise, by Andrew's monotone chain.
Polyline hull(Polyline points) {
  std::sort(points.begin(), points.end(), [](const Vector2d& a, const Vector2d& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  });
  Polyline chain;
  const auto add = [&](const Vector2d& p, std::size_t base) {
    while (chain.size() >= base + 2 &&
           cross(chain.back() - chain[chain.size() - 2], p - chain.back()) <= 0)
      chain.pop_back();
    chain.push_back(p);
  };
  for (const Vector2d& p : points) add(p, 0);
  const std::size_t base = chain.size() - 1;
  for (auto p = points.rbegin() + 1; p != points.rend(); ++p) add(*p, base);
  chain.pop_back();
  return chain;
}

std::array<Vector3d, 8> corners(const spatial::Box& box, const spatial::Pose& pose) {
  std::array<Vector3d, 8> points;
  for (int i = 0; i < 8; ++i) {
    const Vector3d signs(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    points[static_cast<std::size_t>(i)] = transform_point(pose, signs.cwiseProduct(box.half));
  }
  return points;
}

Polyline projected(const SpaceView& view, std::span<const Vector3d> points) {
  Polyline line;
  for (const Vector3d& p : points) line.push_back(view.project(p));
  return line;
}

struct Outline {
  const SpaceView& view;
  const spatial::Pose& pose;

  // Adds a circle in the picture plane around a point of the body's z axis.
  void add_disc(Polyline& points, double radius, double z) const {
    const Vector2d middle = view.project(transform_point(pose, {0, 0, z}));
    for (int i = 0; i < kRing; ++i) {
      const double angle = 2 * std::numbers::pi * i / kRing;
      points.push_back(middle + radius * Vector2d(std::cos(angle), std::sin(angle)));
    }
  }
  Polyline operator()(const spatial::Sphere& sphere) const {
    Polyline points;
    add_disc(points, sphere.radius, 0);
    return points;
  }
  Polyline operator()(const spatial::Box& box) const {
    return hull(projected(view, corners(box, pose)));
  }
  Polyline operator()(const spatial::Cylinder& cylinder) const {
    Polyline points = projected(view, ring(pose, cylinder.radius, -cylinder.half_length));
    const Polyline top = projected(view, ring(pose, cylinder.radius, cylinder.half_length));
    points.insert(points.end(), top.begin(), top.end());
    return hull(points);
  }
  Polyline operator()(const spatial::Cone& cone) const {
    Polyline points = projected(view, ring(pose, cone.radius, -cone.half_length));
    points.push_back(view.project(transform_point(pose, {0, 0, cone.half_length})));
    return hull(points);
  }
  // Finds the farthest point of the ellipsoid in each direction of the picture.
  Polyline operator()(const spatial::Ellipsoid& ellipsoid) const {
    Polyline points;
    for (int i = 0; i < kRing; ++i) {
      const double angle = 2 * std::numbers::pi * i / kRing;
      const Vector3d along = std::cos(angle) * view.right + std::sin(angle) * view.up;
      const Vector3d m = pose.r.conjugate() * along;
      const Vector3d image = ellipsoid.half.cwiseAbs2().cwiseProduct(m);
      points.push_back(view.project(transform_point(pose, image / std::sqrt(image.dot(m)))));
    }
    return points;
  }
  Polyline operator()(const spatial::Capsule& capsule) const {
    Polyline points;
    add_disc(points, capsule.radius, -capsule.half_length);
    add_disc(points, capsule.radius, capsule.half_length);
    return hull(points);
  }
  Polyline operator()(const spatial::HalfSpace&) const { return {}; }
  Polyline operator()(const spatial::Mesh& solid) const {
    Polyline points;
    for (const auto& x : solid.mesh->vertices.colwise())
      points.push_back(view.project(transform_point(pose, x)));
    return hull(points);
  }
  Polyline operator()(const spatial::Hull& solid) const {
    Polyline points;
    for (const auto& x : solid.polyhedron->vertices.colwise())
      points.push_back(view.project(transform_point(pose, x)));
    return hull(points);
  }
};

using Side = std::pair<std::size_t, std::size_t>;  // vertices at its ends

std::vector<Side> sides(const spatial::TriangleMesh& mesh) {
  std::vector<Side> all;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const spatial::TriangleMesh::Triangle& triangle = mesh.triangles[t];
      if (triangle.side[k].neighbour <= static_cast<int>(t))
        all.emplace_back(triangle.corner[k], triangle.corner[(k + 1) % 3]);
    }
  return all;
}

// Merges the points in each square of the given size into the first of them and returns the
// remaining edges, each once.
std::vector<Side> thinned(std::vector<Side> all, const Polyline& points, double size) {
  std::map<std::pair<double, double>, std::size_t> first;
  std::vector<std::size_t> stands_for;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector2d square = (points[i] / size).array().floor();
    stands_for.push_back(first.try_emplace({square.x(), square.y()}, i).first->second);
  }
  for (Side& side : all) side = std::minmax({stands_for[side.first], stands_for[side.second]});
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::erase_if(all, [](const Side& side) { return side.first == side.second; });
  return all;
}

struct Edges {
  const SpaceView& view;
  const spatial::Pose& pose;
  using Lines = std::vector<Polyline>;

  // Returns the half of a circle about the z axis that faces the eye.
  Polyline front(double radius, double z) const {
    Polyline line;
    const Vector3d eye = pose.r.conjugate() * view.toward;
    const double middle = std::atan2(eye.y(), eye.x());
    for (int i = 0; i <= kRing / 2; ++i) {
      const double angle = middle + std::numbers::pi * (2.0 * i / kRing - 0.5);
      line.push_back(view.project(
          transform_point(pose, {radius * std::cos(angle), radius * std::sin(angle), z})));
    }
    return line;
  }
  Lines operator()(const spatial::Sphere& sphere) const { return {front(sphere.radius, 0)}; }
  Lines operator()(const spatial::Capsule& capsule) const {
    return {front(capsule.radius, -capsule.half_length),
            front(capsule.radius, capsule.half_length)};
  }
  // The line from the tip to the base shows the rotation about the axis.
  Lines operator()(const spatial::Cone& cone) const {
    Polyline line = projected(view, ring(pose, cone.radius, -cone.half_length));
    line.push_back(line.front());
    const Vector3d tip = transform_point(pose, {0, 0, cone.half_length});
    return {line, {view.project(tip), line.front()}};
  }
  // Draws the intersections with the planes of its axes.
  Lines operator()(const spatial::Ellipsoid& ellipsoid) const {
    Lines lines;
    for (int axis = 0; axis < 3; ++axis) {
      Polyline line;
      for (int i = 0; i <= kRing; ++i) {
        const double angle = 2 * std::numbers::pi * i / kRing;
        Vector3d x = Vector3d::Zero();
        x[(axis + 1) % 3] = std::cos(angle), x[(axis + 2) % 3] = std::sin(angle);
        line.push_back(view.project(transform_point(pose, x.cwiseProduct(ellipsoid.half))));
      }
      lines.push_back(line);
    }
    return lines;
  }
  Lines operator()(const spatial::HalfSpace&) const { return {}; }
  // Draws each edge of the triangles once.
  Lines operator()(const spatial::Mesh& solid) const {
    const spatial::TriangleMesh& mesh = *solid.mesh;
    Polyline points;
    for (const auto& x : mesh.vertices.colwise())
      points.push_back(view.project(transform_point(pose, x)));
    const bool is_fine = view.grain > 0 && mesh.triangles.size() > kFine;
    Lines lines;
    for (const auto& [i, j] : is_fine ? thinned(sides(mesh), points, view.grain) : sides(mesh))
      lines.push_back({points[i], points[j]});
    return lines;
  }
  // Draws the edges of the faces that face the eye.
  Lines operator()(const spatial::Hull& solid) const {
    const spatial::Polyhedron& body = *solid.polyhedron;
    const Vector3d eye = pose.r.conjugate() * view.toward;
    const auto faces = [&](int face) {
      return body.faces[static_cast<std::size_t>(face)].normal.dot(eye) > 0;
    };
    Lines lines;
    for (const spatial::Polyhedron::Edge& edge : body.edges)
      if (faces(edge.left) || faces(edge.right))
        lines.push_back(projected(
            view, std::array<Vector3d, 2>{transform_point(pose, body.vertices.col(edge.from)),
                                          transform_point(pose, body.vertices.col(edge.to))}));
    return lines;
  }
  Lines operator()(const spatial::Cylinder& cylinder) const {
    const double side = view.toward.dot(pose.r * Vector3d::UnitZ()) > 0 ? 1 : -1;
    const auto cap = ring(pose, cylinder.radius, side * cylinder.half_length);
    Polyline line = projected(view, cap);
    line.push_back(line.front());
    // A radius shows the rotation about the axis.
    const Vector3d middle = transform_point(pose, {0, 0, side * cylinder.half_length});
    return {line, {view.project(middle), line.front()}};
  }
  // Draws the three edges that meet in the corner nearest to the eye.
  Lines operator()(const spatial::Box& box) const {
    const Vector3d eye = pose.r.conjugate() * view.toward;
    const Vector3d nearest = box.half.cwiseProduct(eye.cwiseSign());
    Lines lines;
    for (int axis = 0; axis < 3; ++axis) {
      Vector3d other = nearest;
      other[axis] = -other[axis];
      lines.push_back(projected(
          view, std::array{transform_point(pose, nearest), transform_point(pose, other)}));
    }
    return lines;
  }
};

}  // namespace

bool is_in_space(const Model& model) {
  return std::any_of(model.bodies.begin(), model.bodies.end(),
                     [](const Body& body) { return !body.is_planar(); });
}

Vector3d upward(const Model& model) {
  const double g = model.gravity.norm();
  return g > 0 ? Vector3d(-model.gravity / g) : Vector3d(0, 0, 1);
}

SpaceView space_view(const Model& model, std::span<const State> states,
                     std::span<const study::Visuals> visuals) {
  Eigen::AlignedBox3d box;
  for_each_ball(model, states, visuals, [&](const Vector3d& p, double radius) {
    box.extend(p - Vector3d::Constant(radius));
    box.extend(p + Vector3d::Constant(radius));
  });
  const Vector3d up = upward(model);
  // The x axis points right if it is horizontal: z up is seen from -y, y up from z.
  Vector3d right = Vector3d::UnitX() - up.x() * up;
  right = right.norm() > 1e-6 ? right.normalized() : Vector3d::UnitY();
  const Vector3d front = right.cross(up);
  SpaceView view;
  if (!box.isEmpty()) view.center = box.center();
  view.toward =
      std::cos(kPitch) * (std::cos(kYaw) * front + std::sin(kYaw) * right) + std::sin(kPitch) * up;
  view.right = std::cos(kYaw) * right - std::sin(kYaw) * front;
  view.up = view.toward.cross(view.right);
  return view;
}

study::ViewFrame extent(const Model& model, std::span<const State> states, const SpaceView& view,
                        std::span<const study::Visuals> visuals) {
  Eigen::AlignedBox2d box;
  for_each_ball(model, states, visuals, [&](const Vector3d& p, double radius) {
    box.extend(view.project(p) - Vector2d::Constant(radius));
    box.extend(view.project(p) + Vector2d::Constant(radius));
  });
  if (box.isEmpty()) return {};
  const Vector2d margin = Vector2d::Constant(0.05 * std::max(box.sizes().maxCoeff(), 1e-6));
  return {box.min() - margin, box.max() + margin};
}

std::vector<Vector2d> silhouette(const SpaceView& view, const spatial::Shape& shape,
                                 const spatial::Pose& pose) {
  return std::visit(Outline{view, pose}, shape);
}

std::vector<std::vector<Vector2d>> visible_edges(const SpaceView& view, const spatial::Shape& shape,
                                                 const spatial::Pose& pose) {
  return std::visit(Edges{view, pose}, shape);
}

}  // namespace perpend::io
