// SPDX-License-Identifier: Apache-2.0
#include "io/page/run_page_bodies.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "io/page/packed.hpp"
#include "io/page/picture_space.hpp"
#include "io/page/space_view.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/io/picture.hpp"

namespace perpend::io {
namespace {

using nlohmann::json;

json numbers(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

json pose_json(const spatial::Pose& pose) {
  return {pose.p.x(), pose.p.y(), pose.p.z(), pose.r.w(), pose.r.x(), pose.r.y(), pose.r.z()};
}

json pose_json(const planar::Pose& pose) {
  return {pose.p.x(), pose.p.y(), pose.angle};
}

struct ShapeJson {
  json operator()(const planar::Disc& disc) const { return {{"kind", "disc"}, {"r", disc.radius}}; }
  json operator()(const planar::Ellipse& ellipse) const {
    return {{"kind", "ellipse"}, {"a", ellipse.a}, {"b", ellipse.b}};
  }
  json operator()(const planar::Polygon& polygon) const {
    json points = json::array();
    for (const Eigen::Vector2d& p : polygon.vertices) points.push_back({p.x(), p.y()});
    return {{"kind", "polygon"}, {"points", points}};
  }
  json operator()(const planar::Capsule& capsule) const {
    return {{"kind", "slot"}, {"half", capsule.half_length}, {"r", capsule.radius}};
  }
  json operator()(const planar::HalfPlane& plane) const {
    return {{"kind", "half_plane"}, {"normal", {plane.normal.x(), plane.normal.y()}}};
  }
  json operator()(const spatial::Sphere& sphere) const {
    return {{"kind", "sphere"}, {"r", sphere.radius}};
  }
  json operator()(const spatial::Box& box) const {
    return {{"kind", "box"}, {"half", numbers(box.half)}};
  }
  json operator()(const spatial::Cylinder& cylinder) const {
    return {{"kind", "cylinder"}, {"half", cylinder.half_length}, {"r", cylinder.radius}};
  }
  json operator()(const spatial::Capsule& capsule) const {
    return {{"kind", "capsule"}, {"half", capsule.half_length}, {"r", capsule.radius}};
  }
  json operator()(const spatial::Ellipsoid& ellipsoid) const {
    return {{"kind", "ellipsoid"}, {"half", numbers(ellipsoid.half)}};
  }
  json operator()(const spatial::Cone& cone) const {
    return {{"kind", "cone"}, {"half", cone.half_length}, {"r", cone.radius}};
  }
  json operator()(const spatial::HalfSpace&) const { return {{"kind", "half_space"}}; }
  json operator()(const spatial::Hull& hull) const {
    const spatial::Polyhedron& body = *hull.polyhedron;
    json points = json::array(), faces = json::array();
    for (const auto& x : body.vertices.colwise()) points.push_back(numbers(x));
    for (const spatial::Polyhedron::Face& face : body.faces)
      faces.push_back(std::vector<int>(body.loop.begin() + face.first,
                                       body.loop.begin() + face.first + face.size));
    return {{"kind", "hull"}, {"points", points}, {"faces", faces}};
  }
  json operator()(const spatial::Mesh& surface) const {
    json points = json::array(), faces = json::array();
    for (const auto& x : surface.mesh->vertices.colwise()) points.push_back(numbers(x));
    for (const spatial::TriangleMesh::Triangle& t : surface.mesh->triangles)
      faces.push_back(t.corner);
    return {{"kind", "mesh"}, {"points", points}, {"faces", faces}};
  }
  json operator()(const spatial::Shape& shape) const { return std::visit(*this, shape); }
  json operator()(const std::shared_ptr<const spatial::TriangleSoup>& soup) const {
    json points = json::array();
    for (const Eigen::Vector3d& x : soup->vertices) points.push_back(numbers(x));
    return {{"kind", "mesh"}, {"points", points}, {"faces", soup->triangles}};
  }
};

template <typename Instances>
void append_shapes(const Instances& instances, json& shapes) {
  for (const auto& instance : instances) {
    json shape = std::visit(ShapeJson{}, instance.shape);
    shape["at"] = pose_json(instance.pose);
    shapes.push_back(std::move(shape));  // a terrain has millions of numbers
  }
}

json visuals_json(const study::Visuals& visuals, const spatial::Pose& definition) {
  json list = json::array();
  for (const study::Visual& visual : visuals) {
    json drawn = std::visit(ShapeJson{}, visual.geometry);
    drawn["at"] = pose_json(compose(definition, visual.pose));
    if (!visual.color.empty()) drawn["color"] = visual.color;
    list.push_back(std::move(drawn));
  }
  return list;
}

// Returns the ends of the rods from the centre to the joints that represent a body without shapes.
json bones_json(const Model& model, BodyId body) {
  json bones = json::array();
  for (const Eigen::Vector3d& p : joint_anchors(model, body)) bones.push_back(numbers(p));
  return bones;
}

json limit(double value) {
  return std::isfinite(value) ? json(value) : json();
}

constexpr std::array kMotors = {"none", "velocity", "position"};  // in the order of the enum

json coordinate_json(const Joint& joint, int k) {
  CoordinateDef def;
  for (const CoordinateDef& given : joint.coordinates)
    if (given.coordinate == k) def = given;
  return {{"angle", is_angle(joint.kind, joint.in_plane, k)},
          {"lo", limit(def.lo)},
          {"hi", limit(def.hi)},
          {"motor", kMotors[static_cast<std::size_t>(def.motor)]},
          {"target", def.target},
          {"max_force", limit(def.max_force)},
          {"stiffness", def.stiffness},
          {"damping", def.damping},
          {"friction", def.friction}};
}

}  // namespace

json bodies_json(const RunPage& page) {
  const Model& model = *page.model;
  const bool in_space = is_in_space(model);
  const std::vector<std::string> colors = body_colors(model, page.colors);
  json bodies = json::array();
  int slot = 0;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    json shapes = json::array();
    append_shapes(body.details->shapes, shapes);
    append_shapes(body.details->spatial_shapes, shapes);
    json entry = {{"name", body.details->name},
                  {"color", colors[i]},
                  {"moved", body.is_dynamic()},
                  {"level", body.details->level},
                  {"mass", body.mass}};
    if (shapes.empty()) entry["bones"] = bones_json(model, {i});
    entry["shapes"] = std::move(shapes);
    const std::size_t index = static_cast<std::size_t>(i);
    if (index < page.visuals.size() && !page.visuals[index].empty())
      entry["visuals"] = visuals_json(page.visuals[index], body.details->definition);
    if (!in_space && is_fixed(body.kind))
      entry["pose"] = pose_json(body_pose(model, initial_state(model), {i}));
    else
      entry["slot"] = slot++;
    bodies.push_back(std::move(entry));
  }
  return bodies;
}

void pack_meshes(json& bodies) {
  constexpr std::size_t kFew = 1000;  // meshes of at most this many faces stay in digits
  const auto packed = []<typename T>(const json& triples, T) {
    std::vector<T> values;
    for (const json& triple : triples)
      for (const json& value : triple) values.push_back(value.get<T>());
    return deflated(values);
  };
  for (json& body : bodies)
    for (const char* list : {"shapes", "visuals"}) {
      if (!body.contains(list)) continue;
      for (json& shape : body[list]) {
        if (shape["kind"] != "mesh" || shape["faces"].size() <= kFew) continue;
        shape["points"] = packed(shape["points"], float{});
        shape["faces"] = packed(shape["faces"], std::uint32_t{});
      }
    }
}

json joints_json(const RunPage& page) {
  json joints = json::array();
  for (const Joint& joint : page.model->joints) {
    const bool tells_axis = !joint.in_plane && has_axis(joint.kind, joint.in_plane);
    const Eigen::Vector3d axis = joint.frame_b.r * Eigen::Vector3d::UnitX();
    json coordinates = json::array();
    for (int k = 0; k < coordinate_count(joint.kind, joint.in_plane); ++k)
      coordinates.push_back(coordinate_json(joint, k));
    const std::size_t i = joints.size();
    joints.push_back({{"name", joint.name},
                      {"kind", to_string(joint.kind, joint.in_plane)},
                      {"apart", acts_along_line(joint.kind)},
                      {"rows", joint.rows},
                      {"a", joint.a.index},
                      {"b", joint.b.index},
                      {"pa", numbers(joint.frame_a.p)},
                      {"pb", numbers(joint.frame_b.p)},
                      {"axis", tells_axis ? numbers(axis) : json()},
                      {"length", joint.length},
                      {"first", joint.first_coordinate},
                      {"coordinates", coordinates},
                      {"note", i < page.joint_notes.size() ? page.joint_notes[i] : ""}});
  }
  return joints;
}

}  // namespace perpend::io
