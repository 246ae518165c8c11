// SPDX-License-Identifier: Apache-2.0
// Describes bodies with the keys of scene files, and finds those near a shape given in that form.
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>

#include "bindings.hpp"
#include "errors.hpp"
#include "io/scene/body_kind_names.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "world.hpp"

namespace nb = nanobind;

namespace perpend::python {
namespace {

using Eigen::Vector3d;

nb::list listed(const auto& numbers) {
  nb::list list;
  for (const auto& number : numbers) list.append(number);
  return list;
}

nb::list points(const auto& vertices) {
  nb::list list;
  for (const auto& point : vertices) list.append(listed(point));
  return list;
}

nb::dict entry(const char* kind, const nb::dict& keys) {
  nb::dict shape;
  shape[kind] = keys;
  return shape;
}

template <typename Value>
nb::dict with(const char* key, const Value& value) {
  nb::dict keys;
  keys[key] = value;
  return keys;
}

template <typename Round>
nb::dict round(const char* kind, const Round& shape) {
  nb::dict keys = with("length", 2 * shape.half_length);
  keys["radius"] = shape.radius;
  return entry(kind, keys);
}

struct InWords {
  nb::dict operator()(const planar::Disc& s) const {
    return entry("disc", with("radius", s.radius));
  }
  nb::dict operator()(const planar::Ellipse& s) const {
    return entry("ellipse", with("axes", listed(std::array{2 * s.a, 2 * s.b})));
  }
  nb::dict operator()(const planar::Polygon& s) const {
    return entry("polygon", with("vertices", points(s.vertices)));
  }
  nb::dict operator()(const planar::Capsule& s) const { return round("capsule", s); }
  nb::dict operator()(const planar::HalfPlane& s) const {
    return entry("half_plane", with("normal", listed(s.normal)));
  }
  nb::dict operator()(const spatial::Sphere& s) const {
    return entry("sphere", with("radius", s.radius));
  }
  nb::dict operator()(const spatial::Box& s) const {
    return entry("box", with("size", listed(Vector3d(2 * s.half))));
  }
  nb::dict operator()(const spatial::Cylinder& s) const { return round("cylinder", s); }
  nb::dict operator()(const spatial::Capsule& s) const { return round("capsule", s); }
  nb::dict operator()(const spatial::Cone& s) const { return round("cone", s); }
  nb::dict operator()(const spatial::HalfSpace&) const { return entry("half_space", {}); }
  nb::dict operator()(const spatial::Ellipsoid& s) const {
    return entry("ellipsoid", with("axes", listed(Vector3d(2 * s.half))));
  }
  nb::dict operator()(const spatial::Hull& s) const {
    return entry("hull", with("vertices", points(s.polyhedron->vertices.colwise())));
  }
  nb::dict operator()(const spatial::Mesh& s) const {
    nb::dict keys = with("vertices", points(s.mesh->vertices.colwise()));
    nb::list triangles;
    for (const auto& each : s.mesh->triangles) triangles.append(listed(each.corner));
    keys["triangles"] = triangles;
    if (s.mesh->side == spatial::MeshSide::inside) keys["hollow"] = true;
    return entry("mesh", keys);
  }
};

// Returns the shapes in the body frame of the scene. Planar bodies have axes parallel to that
// frame.
nb::list shapes(World& world, int index) {
  const BodyDetails& body = *body_at(world, index).details;
  nb::list list;
  for (const planar::ShapeInstance& each : body.shapes) {
    nb::dict shape = std::visit(InWords{}, each.shape);
    shape["position"] = listed(Eigen::Vector2d(each.pose.p - body.body_origin));
    shape["angle"] = each.pose.angle;
    list.append(shape);
  }
  for (const spatial::ShapeInstance& each : body.spatial_shapes) {
    nb::dict shape = std::visit(InWords{}, each.shape);
    const spatial::Pose pose = compose(inverse(body.definition), each.pose);
    shape["position"] = listed(pose.p);
    shape["orientation"] = listed(std::array{pose.r.w(), pose.r.x(), pose.r.y(), pose.r.z()});
    list.append(shape);
  }
  return list;
}

Vector3d mass_center(const World& world, int index) {
  const Body& body = body_at(world, index);
  const Eigen::Vector2d& origin = body.details->body_origin;
  if (body.is_planar()) return {-origin.x(), -origin.y(), 0};
  return inverse(body.details->definition).p;
}

// Returns the inertia about the centre of mass, along the axes of the body frame of the scene.
Eigen::Matrix3d inertia(const World& world, int index) {
  const Body& body = body_at(world, index);
  const Eigen::Matrix3d axes = body.is_planar()
                                   ? Eigen::Matrix3d::Identity()
                                   : inverse(body.details->definition).r.toRotationMatrix();
  return axes * body.principal_inertia.asDiagonal() * axes.transpose();
}

// Returns the bodies near the shapes of a scene with a single body, at its position.
nb::list near(World& world, const std::string& scene, double margin) {
  const Model query = value_or_throw(io::parse_scene(scene, "shape")).model;
  const State start = initial_state(query);
  const BodyDetails& asked = *query.bodies[0].details;
  std::map<int, double> gaps;
  const auto add = [&](const std::vector<BodyNear>& found) {
    for (const BodyNear& each : found) {
      const auto [at, is_new] = gaps.emplace(each.body.index, each.gap);
      at->second = std::min(at->second, each.gap);
    }
  };
  for (const planar::ShapeInstance& each : asked.shapes)
    add(bodies_near(world.model(), world.state(), each.shape,
                    compose(body_pose(query, start, {0}), each.pose), margin));
  for (const spatial::ShapeInstance& each : asked.spatial_shapes)
    add(bodies_near(world.model(), world.state(), each.shape,
                    compose(spatial_pose(query, start, {0}), each.pose), margin));
  nb::list list;
  for (const auto& [body, gap] : gaps) list.append(nb::make_tuple(body, gap));
  return list;
}

}  // namespace

void bind_shapes(nb::class_<World>& world) {
  world.def("shapes", &shapes)
      .def("body_center_of_mass", &mass_center)
      .def("body_inertia", &inertia)
      .def("body_kind",
           [](const World& w, int body) {
             return io::body_kind_names()[static_cast<std::size_t>(body_at(w, body).kind)];
           })
      .def("body_material",
           [](const World& w, int body) {
             return w.model().materials[body_at(w, body).material].name;
           })
      .def("is_in_space",
           [](const World& w) {
             return std::ranges::any_of(w.model().bodies, [](const Body& body) {
               return !body.details->spatial_shapes.empty();
             });
           })
      .def("bodies_near", &near);
}

}  // namespace perpend::python
