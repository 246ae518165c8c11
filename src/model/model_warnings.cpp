// SPDX-License-Identifier: Apache-2.0
// Warnings about models that ModelBuilder accepts although they are seldom intended.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "model/collision_filter.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Sine up to which a gravity or normal given to nine digits counts as normal to an axis.
constexpr double kAcross = 1e-9;

// A half-plane or half space that does not move freely, with its normal at the start.
struct Surface {
  const Body* body;
  Vector3d normal;
};

struct Still {
  std::vector<Surface> surfaces;
  bool others = false;  // has shapes other than half-planes and half spaces
};

void add(const Model& model, const State& start, int i, Still& still) {
  const Body& body = model.bodies[i];
  for (const planar::ShapeInstance& piece : body.details->shapes) {
    const auto* half = std::get_if<planar::HalfPlane>(&piece.shape);
    still.others = still.others || !half;
    if (!half) continue;
    const planar::Pose pose = compose(outline_pose(model, start, i), piece.pose);
    const Eigen::Vector2d normal = transform_vector(pose, half->normal);
    still.surfaces.push_back({&body, {normal.x(), normal.y(), 0}});
  }
  for (const spatial::ShapeInstance& piece : body.details->spatial_shapes) {
    const bool half = std::holds_alternative<spatial::HalfSpace>(piece.shape);
    still.others = still.others || !half;
    if (!half) continue;
    const spatial::Pose pose = compose(spatial_pose(model, start, {i}), piece.pose);
    still.surfaces.push_back({&body, transform_vector(pose, Vector3d::UnitZ())});
  }
}

std::string text_of(const Vector3d& v) {
  char text[96];
  std::snprintf(text, sizeof text, "[%g, %g, %g]", v.x(), v.y(), v.z());
  return text;
}

// Nothing rests on a surface that gravity is parallel to. Walls beside a floor are intended.
void warn_of_gravity_along_ground(const Model& model, Diagnostics& found) {
  const State start = initial_state(model);
  Still still;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
    if (!model.bodies[i].is_dynamic()) add(model, start, i, still);
  const double g = model.gravity.stableNorm();
  const auto pull = [&](const Surface& surface) { return surface.normal.dot(model.gravity) / g; };
  const auto along = std::ranges::find_if(
      still.surfaces, [&](const Surface& surface) { return std::abs(pull(surface)) < kAcross; });
  const bool carries = std::ranges::any_of(
      still.surfaces, [&](const Surface& surface) { return pull(surface) <= -kAcross; });
  if (g == 0 || still.others || carries || along == still.surfaces.end()) return;
  found.push_back({"", 0, along->body->details->name,
                   "gravity " + text_of(model.gravity) + " acts along its surface",
                   "what lies on it slides off; its normal is " + text_of(along->normal)});
}

void warn_of_weightless(const Model& model, Diagnostics& found) {
  const double across = std::abs(model.gravity.z());
  if (across == 0 || model.gravity.head<2>().norm() > kAcross * across) return;
  const auto body = std::ranges::find_if(
      model.bodies, [](const Body& each) { return each.is_planar() && each.is_dynamic(); });
  if (body == model.bodies.end()) return;
  found.push_back({"", 0, body->details->name, "moves in the plane, which gravity is normal to",
                   "gravity is " + text_of(model.gravity) + "; in the plane y points up"});
}

void warn_of_two_worlds(const Model& model, Diagnostics& found) {
  const auto planar = std::ranges::find_if(
      model.bodies, [](const Body& body) { return !body.details->shapes.empty(); });
  const auto solid = std::ranges::find_if(
      model.bodies, [](const Body& body) { return !body.details->spatial_shapes.empty(); });
  if (planar == model.bodies.end() || solid == model.bodies.end()) return;
  found.push_back(
      {"", 0, planar->details->name,
       "has planar shapes, but '" + solid->details->name + "' has solids: they never meet",
       "bodies collide in the plane with each other, in space with each other"});
}

// Bodies that name no material have the one named `default`, so that one is never reported.
void warn_of_unused_materials(const Model& model, Diagnostics& found) {
  std::vector<bool> used(model.materials.size(), false);
  for (const Body& body : model.bodies) used[static_cast<std::size_t>(body.material)] = true;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (!used[i] && model.materials[i].name != "default")
      found.push_back({"", 0, model.materials[i].name, "is the material of no body",
                       "name it as the material of bodies, or call it default"});
}

// Returns the sum of normal times area of a mesh, and its area (m²).
std::pair<Vector3d, double> turned_area(const spatial::TriangleMesh& mesh) {
  std::pair<Vector3d, double> sum{Vector3d::Zero(), 0.0};
  for (const auto& triangle : mesh.triangles) {
    const auto corner = [&](int k) { return Vector3d(mesh.vertices.col(triangle.corner[k])); };
    const Vector3d area = 0.5 * (corner(1) - corner(0)).cross(corner(2) - corner(0));
    sum.first += area;
    sum.second += area.norm();
  }
  return sum;
}

// Finds a ground with clockwise triangles: what falls onto it comes from behind and passes through.
void warn_of_ground_upside_down(const Model& model, Diagnostics& found) {
  constexpr double kNearlyAll = 0.9;
  const State start = initial_state(model);
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    for (const spatial::ShapeInstance& piece : body.details->spatial_shapes) {
      const auto* mesh = std::get_if<spatial::Mesh>(&piece.shape);
      if (!mesh) continue;
      const auto [normal, area] = turned_area(*mesh->mesh);
      const spatial::Pose pose = compose(spatial_pose(model, start, {i}), piece.pose);
      const double down = transform_vector(pose, normal).dot(model.gravity);
      if (down > kNearlyAll * area * model.gravity.norm() && down > 0)
        found.push_back({"", 0, body.details->name, "has a mesh whose outside faces down",
                         "bodies pass it from above; corners of triangles run counter-clockwise "
                         "seen from outside"});
    }
  }
}

// A position motor that nothing slows down is at its target after one step, at whatever speed.
void warn_of_sudden_motors(const Model& model, Diagnostics& found) {
  constexpr double kFar = 0.1;  // m or rad
  for (const Joint& joint : model.joints)
    for (const CoordinateDef& each : joint.coordinates) {
      const double way = std::abs(each.target - each.start);
      const bool jumps = each.motor == MotorKind::position && each.is_led() &&
                         each.time_constant == 0 && way > kFar;
      if (!jumps) continue;
      const bool turns = is_angle(joint.kind, joint.in_plane, each.coordinate);
      char text[96];
      std::snprintf(text, sizeof text, "has a motor that goes %.3g %s in the first step", way,
                    turns ? "rad" : "m");
      found.push_back({"", 0, joint.name, text,
                       turns ? "time_constant (s) or max_force (N m) slows it down"
                             : "time_constant (s) or max_force (N) slows it down"});
    }
}

}  // namespace

Diagnostics warnings(const Model& model) {
  Diagnostics found;
  warn_of_two_worlds(model, found);
  warn_of_weightless(model, found);
  warn_of_gravity_along_ground(model, found);
  warn_of_ground_upside_down(model, found);
  warn_of_unused_materials(model, found);
  warn_of_sudden_motors(model, found);
  return found;
}

}  // namespace perpend
